"""The README's tables of tools, made from the tools themselves."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.docs.plain_house import plain_house as docs_house
from tests.issues.plain_house import plain_house as issues_house

from narrowgate_common.gates import Gate
from narrowgate_common.operations import Operation
from narrowgate_common.tools import Tool
from narrowgate_docs.tools import catalogue as docs
from narrowgate_issues.tools import catalogue as issues

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- tools: made by `make snapshots` -->\n", "<!-- /tools -->"

_NEEDS = {
    Gate.OPEN: {Operation.READ: "", Operation.REPLACE: "writes", Operation.APPEND: "writes"},
    Gate.UPLOAD: dict.fromkeys(Operation, "writes, an upload root"),
    Gate.DOWNLOAD: dict.fromkeys(Operation, "a download root"),
}


def write_table() -> None:
    README.write_text(with_table(README.read_text("utf-8")), "utf-8")


def with_table(text: str) -> str:
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{tables()}{END}{after}"


def tables() -> str:
    servers: dict[str, Sequence[Tool[Any]]] = {
        "narrowgate-issues": issues.catalogue(issues_house(), raw_query=False),
        "narrowgate-docs": docs.catalogue(docs_house(), raw_query=False, inline_comments=True),
    }
    return "\n".join(_table(name, tools) for name, tools in servers.items())


def _table(server: str, tools: Sequence[Tool[Any]]) -> str:
    head = [f"| `{server}` | what it does | operation | exists with |", "|---|---|---|---|"]
    return "\n".join([*head, *map(_row, tools), ""])


def _row(tool: Tool[Any]) -> str:
    first = tool.description.split(". ")[0].rstrip(".")
    first = first.replace(' root ""', " root")
    return f"| `{tool.name}` | {first} | {tool.operation} | {_NEEDS[tool.gate][tool.operation]} |"
