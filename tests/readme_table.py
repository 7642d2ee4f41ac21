"""The README's tools table, made from the tools themselves."""

from pathlib import Path

from tests.issues.plain_house import plain_house

from narrowgate_common.gates import Gate
from narrowgate_common.operations import Operation
from narrowgate_common.tools import Tool
from narrowgate_issues.tools.catalogue import catalogue
from narrowgate_issues.tools.desk import Desk

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
    return f"{before}{BEGIN}{table()}{END}{after}"


def table() -> str:
    rows = [_row(tool) for tool in catalogue(plain_house(), raw_query=False)]
    return "\n".join(["| tool | what it does | operation | exists with |", "|---|---|---|---|", *rows, ""])


def _row(tool: Tool[Desk]) -> str:
    first = tool.description.split(". ")[0].rstrip(".")
    first = first.replace(' root ""', " root")
    return f"| `{tool.name}` | {first} | {tool.operation} | {_NEEDS[tool.gate][tool.operation]} |"
