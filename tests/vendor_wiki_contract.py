"""The same checks for the wiki: Confluence Cloud's second API, and its first one where the second has nothing.

The folder named by NARROWGATE_API_SPECS holds `confluence-v2-2025-02.json` (OpenAPI 3.0.3) and
`confluence-v1-2022-01.json` (3.0.1). Two traps in them: bodies are described by `oneOf` where both branches fit, and
parameters and bodies are references, which a validator has to follow or it checks nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from tests.vendor_contract import ADF, SKIPPED, ContractError, Description, specs

SECOND, FIRST = "confluence-v2-2025-02.json", "confluence-v1-2022-01.json"
SECOND_PREFIX, FIRST_PREFIX = "/wiki/api/v2", "/wiki/rest/api"

# Nulls that the vendor answers and describes in words, against its own schema: pages at a root have no parent.
_NULLS = dict.fromkeys(("PageSingle", "PageBulk", "FolderSingle"), ("parentId",))
# Documented since the description was published.
_LATER = (
    ("GET", "direct-children"),
    ("GET", "descendants"),
)


class WikiDescription(Description):
    removed = ()

    def response_problems(self, method: str, path: str, status: int, body: Any = None) -> list[str]:
        if _later(method, path):
            return []
        if status == 409 and method == "PUT":
            return self._error_problems(body)
        return super().response_problems(method, path, status, body)

    def request_problems(
        self, method: str, path: str, query: str | Mapping[str, Any] = "", body: Any = None
    ) -> list[str]:
        return [] if _later(method, path) else super().request_problems(method, path, query, body)

    def _error_problems(self, body: Any) -> list[str]:
        """Not described, but of one shape for each API; what stands before the API has others."""
        if not isinstance(body, dict) or {"code", "error"} & set(body):
            return []
        wanted = {"errors"} if self.prefix == SECOND_PREFIX else {"statusCode", "message"}
        return [] if wanted <= set(body) else [f"an error needs {sorted(wanted)}, not {sorted(body)}"]


def _later(method: str, path: str) -> bool:
    return any(method == one and path.endswith(f"/{end}") for one, end in _LATER)


@cache
def wiki_descriptions() -> tuple[WikiDescription, WikiDescription]:
    """The second API's and the first one's."""
    folder = specs()
    if folder is None or not ((folder / SECOND).is_file() and (folder / FIRST).is_file()):
        pytest.skip(SKIPPED)
    adf = json.loads((folder / ADF).read_text())
    second = _prepared((folder / SECOND).read_text())
    schemas = second["components"]["schemas"]
    schemas["ParentContentType"]["nullable"] = True
    kinds = schemas["ContentIdToContentTypeResponse"]["properties"]["results"]["additionalProperties"]
    kinds["anyOf"].append({"type": "string", "nullable": True})
    second["paths"] = {f"{SECOND_PREFIX}{path}": one for path, one in second["paths"].items()}
    first = _prepared((folder / FIRST).read_text())
    return WikiDescription(second, adf, SECOND_PREFIX, _NULLS), WikiDescription(first, adf, FIRST_PREFIX, {})


def wiki_description(path: str) -> WikiDescription | None:
    """The one that a path belongs to."""
    return next((one for one in wiki_descriptions() if one.prefix in path), None)


def _prepared(text: str) -> dict[str, Any]:
    """Choices made open, references of parameters and bodies followed."""
    openapi: dict[str, Any] = json.loads(text.replace('"oneOf"', '"anyOf"'))
    for path in openapi["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                _follow(openapi, operation)
    return openapi


def _follow(openapi: dict[str, Any], operation: dict[str, Any]) -> None:
    body = operation.get("requestBody")
    if body is not None:
        operation["requestBody"] = _resolved(openapi, body)
    parameters = [_resolved(openapi, one) for one in operation.get("parameters", ())]
    for one in parameters:
        one["schema"] = _resolved(openapi, one.get("schema") or {})
    operation["parameters"] = parameters


def _resolved(openapi: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in value:
        found: Any = openapi
        for step in value["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        value = found
    return value


def check_wiki_request(method: str, path: str, query: str | Mapping[str, Any] = "", body: Any = None) -> None:
    """Raises ContractError where the vendor documents no such request. `path` is whole, `/wiki` included."""
    book = wiki_description(path)
    problems = book.request_problems(method, path, query, body) if book else ["not an address of the wiki"]
    if problems:
        raise ContractError(f"request {method} {path}: " + "; ".join(problems[:5]))


def check_wiki_response(method: str, path: str, status: int, body: Any = None) -> None:
    """Raises ContractError where the vendor documents no such answer."""
    book = wiki_description(path)
    problems = book.response_problems(method, path, status, body) if book else ["not an address of the wiki"]
    if problems:
        raise ContractError(f"answer {status} to {method} {path}: " + "; ".join(problems[:5]))
