"""Files that are generated from the code and kept in the repository: `python -m tests.snapshots` writes them anew."""

import ast
import inspect
import json
import textwrap
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from tests.docs import tool_snapshots as docs_tools
from tests.issues import tool_snapshots as issues_tools
from tests.readme_table import write_table
from tests.richtext.constructs import write_page

from narrowgate_common.settings import ServerSettings
from narrowgate_docs.settings import DocsSettings
from narrowgate_issues.settings import IssuesSettings

ROOT = Path(__file__).parent.parent
SCHEMAS: dict[str, type[ServerSettings]] = {"issues": IssuesSettings, "docs": DocsSettings}


def schema_file(family: str) -> Path:
    return ROOT / "config" / f"{family}.schema.json"


def write_schemas() -> None:
    for family in SCHEMAS:
        schema_file(family).write_text(schema_text(family), "utf-8")


def schema_text(family: str) -> str:
    """The schema of a server's configuration file, for editors: every key with what the settings say about it."""
    settings = SCHEMAS[family]
    schema = settings.model_json_schema()
    for model in _models(settings):
        own = schema if model is settings else schema["$defs"].get(model.__name__, {})
        for name, words in _described(model).items():
            own["properties"][name].setdefault("description", words)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"narrowgate-{family}"}
    return json.dumps({**head, **_tidied(schema)}, indent=2) + "\n"


def _models(base: type[BaseModel]) -> set[type[BaseModel]]:
    """All models of the module and of what it builds on that the schema may name."""
    modules = {inspect.getmodule(each) for each in base.__mro__ if issubclass(each, BaseModel)}
    members = [
        member for module in modules if module for _, member in inspect.getmembers(module, inspect.isclass)
    ]
    return {member for member in members if issubclass(member, BaseModel) and member is not BaseModel}


def _described(model: type[BaseModel]) -> dict[str, str]:
    """The strings that follow the keys in the source of a model."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for key, words in zip(body.body, body.body[1:], strict=False):
        if isinstance(key, ast.AnnAssign) and isinstance(key.target, ast.Name):
            said = ast.get_docstring(ast.Module([words], []))
            found |= {key.target.id: said} if said else {}
    return found


def _tidied(node: Any) -> Any:
    """Without titles, which repeat the names, and without null, which TOML does not have."""
    if isinstance(node, list):
        return [_tidied(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {
        name: _by_name(each) if name in {"properties", "$defs"} else _tidied(each)
        for name, each in node.items()
    }
    return _without_null({**kept, **({"additionalProperties": False} if "patternProperties" in kept else {})})


def _by_name(nodes: dict[str, Any]) -> dict[str, Any]:
    return {name: _tidied(each) for name, each in nodes.items()}


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    options = [option for option in node.pop("anyOf", []) if option != {"type": "null"}]
    assert len(options) < 2, "a choice between two shapes needs a look"
    kept = {name: each for name, each in node.items() if name != "title" and not _says_nothing(name, each)}
    return {**kept, **(options[0] if options else {})}


def _says_nothing(name: str, value: Any) -> bool:
    return name == "default" and (value is None or isinstance(value, dict))


def main() -> None:
    write_schemas()
    write_table()
    issues_tools.write_tools()
    docs_tools.write_tools()
    write_page()


if __name__ == "__main__":
    main()
