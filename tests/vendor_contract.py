"""Checks requests and answers against the vendor's published description of its API.

The descriptions are not part of the repository: NARROWGATE_API_SPECS names the folder that holds
`jira-platform-v3-2026-05.json` (OpenAPI 3.0.1) and `adf-full-v1.json` (JSON Schema draft 4). Without it these checks
are skipped. The vendor's description says little about bodies (a string is a valid comment by it), so every Atlassian
document in a request or an answer is checked against its own schema as well.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from jsonschema import Draft4Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT4

VARIABLE = "NARROWGATE_API_SPECS"
JIRA, ADF = "jira-platform-v3-2026-05.json", "adf-full-v1.json"
SKIPPED = f"{VARIABLE} names no folder with the vendor's API descriptions"
PREFIX = "/rest/api/3"
DEPTH = 14
"""Deeper documents are not checked: the schema's branches make the validator exponentially slow in depth."""

# Nulls that the vendor's own examples hold against its own schema.
_ADMITTED_NULLS = {"ChangeDetails": ("from", "fromString", "to", "toString")}
# Statuses that any operation may answer, documented or not.
_EVERYWHERE = frozenset({400, 401, 403, 405, 413, 415, 429, 500, 502, 503, 504})
# The description still lists what was taken away: https://developer.atlassian.com/changelog/#CHANGE-2046
_REMOVED = frozenset({f"{PREFIX}/search"})


class ContractError(AssertionError):
    """What in a request or an answer contradicts the description."""


def specs() -> Path | None:
    folder = Path(os.environ.get(VARIABLE, ""))
    return (
        folder
        if os.environ.get(VARIABLE) and (folder / JIRA).is_file() and (folder / ADF).is_file()
        else None
    )


needs_specs = pytest.mark.skipif(specs() is None, reason=SKIPPED)


def check_request(method: str, path: str, query: str | Mapping[str, Any] = "", body: Any = None) -> None:
    """Raises ContractError where the vendor documents no such request. `body` is parsed JSON, or None."""
    _raise(f"request {method} {path}", description().request_problems(method, path, query, body))


def check_response(method: str, path: str, status: int, body: Any = None) -> None:
    """Raises ContractError where the vendor documents no such answer. `body` is parsed JSON, or None."""
    _raise(f"answer {status} to {method} {path}", description().response_problems(method, path, status, body))


def check_document(document: Any) -> None:
    """Raises ContractError for an Atlassian document that its schema refuses."""
    _raise("document", description().document_problems(document))


def _raise(what: str, problems: list[str]) -> None:
    if problems:
        raise ContractError(f"{what}: " + "; ".join(problems[:5]))


@cache
def description() -> Description:
    folder = specs()
    if folder is None:
        pytest.skip(SKIPPED)
    return Description(json.loads((folder / JIRA).read_text()), json.loads((folder / ADF).read_text()))


class Description:
    """An OpenAPI document, indexed once; `problems` are sentences, none when all is well.

    Its paths begin with `prefix`; `nulls` are fields that hold nulls against the document, by schema.
    """

    removed: tuple[str, ...] = tuple(_REMOVED)

    def __init__(
        self,
        openapi: dict[str, Any],
        adf: dict[str, Any],
        prefix: str = PREFIX,
        nulls: Mapping[str, tuple[str, ...]] = _ADMITTED_NULLS,
    ) -> None:
        self.openapi, self.prefix = openapi, prefix
        for name, fields in nulls.items():
            for field in fields:
                openapi["components"]["schemas"][name]["properties"][field]["nullable"] = True
        _allow_nulls(openapi["components"])
        self._registry: Registry[Any] = Registry().with_resource(
            "urn:vendor", DRAFT4.create_resource(openapi)
        )
        paths = sorted(
            (path for path in openapi["paths"] if path.startswith(prefix)), key=lambda one: one.count("{")
        )
        self._templates = [(_pattern(path), path) for path in paths]
        self._documents = Draft4Validator(adf)
        self._judged: dict[str, list[str]] = {}
        self._validators: dict[str, Draft4Validator] = {}

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """The description of a request; the path may stand below a gateway's prefix."""
        bare = path[path.index(self.prefix) :] if self.prefix in path else path
        for template, name in self._templates:
            if template.fullmatch(bare) and method.lower() in self.openapi["paths"][name]:
                found: dict[str, Any] = self.openapi["paths"][name][method.lower()]
                return found
        return None

    def request_problems(
        self, method: str, path: str, query: str | Mapping[str, Any] = "", body: Any = None
    ) -> list[str]:
        operation = self.operation(method, path)
        if operation is None:
            return ["the vendor documents no such request"]
        return [
            *_query_problems(operation, query),
            *self._request_body_problems(operation, body),
            *self._documents_in(body),
        ]

    def response_problems(self, method: str, path: str, status: int, body: Any = None) -> list[str]:
        operation = self.operation(method, path)
        if operation is None:
            return [] if status in {404, 405} else ["the vendor documents no such request"]
        if path.endswith(self.removed):
            return [] if status == 410 else ["the vendor has removed this request"]
        documented = operation["responses"].get(str(status))
        if documented is None and status not in _EVERYWHERE:
            return [f"the vendor documents no status {status} here"]
        if status >= 400:
            return self._error_problems(body)
        schema = ((documented or {}).get("content") or {}).get("application/json", {}).get("schema")
        return [*self._schema_problems(schema, body), *self._documents_in(body)]

    def document_problems(self, document: Any) -> list[str]:
        """Remembered, since the same documents come by again and again."""
        known = json.dumps(document, sort_keys=True)
        if known not in self._judged:
            errors = self._documents.iter_errors(document)
            self._judged[known] = [f"{_place(one)}: {one.message[:160]}" for one in errors]
        return self._judged[known]

    def _request_body_problems(self, operation: Mapping[str, Any], body: Any) -> list[str]:
        described = operation.get("requestBody") or {}
        if body is None:
            multipart = "multipart/form-data" in described.get("content", {})
            return ["a body is required"] if described.get("required") and not multipart else []
        if not described:
            return ["a body is not documented"]
        return self._schema_problems(described["content"].get("application/json", {}).get("schema"), body)

    def _error_problems(self, body: Any) -> list[str]:
        """Errors are rarely described, but they all have one shape, where they are JSON of that family at all."""
        if not isinstance(body, dict) or not {"errorMessages", "errors"} & set(body):
            return []
        return self._schema_problems({"$ref": "#/components/schemas/ErrorCollection"}, body)

    def _schema_problems(self, schema: Mapping[str, Any] | None, body: Any) -> list[str]:
        if not schema:
            return []
        errors = self._validator(schema).iter_errors(body)
        return [f"{_place(one)}: {one.message[:160]}" for one in errors]

    def _validator(self, schema: Mapping[str, Any]) -> Draft4Validator:
        known = json.dumps(schema, sort_keys=True)
        if known not in self._validators:
            absolute = json.loads(known.replace('"$ref": "#/', '"$ref": "urn:vendor#/'))
            self._validators[known] = Draft4Validator(absolute, registry=self._registry)
        return self._validators[known]

    def _documents_in(self, body: Any) -> list[str]:
        found = (one for one in documents(body) if depth(one) <= DEPTH)
        return [problem for one in found for problem in self.document_problems(one)]


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template)))


def _query_problems(operation: Mapping[str, Any], query: str | Mapping[str, Any]) -> Iterator[str]:
    described = {one["name"]: one for one in operation.get("parameters", ()) if one["in"] == "query"}
    said = _pairs(query)
    for name, value in said:
        if name not in described:
            yield f"the parameter '{name}' is not documented"
        elif not _fits(described[name]["schema"], value):
            yield f"the parameter '{name}' is not of its type: {value[:60]!r}"
    names = {name for name, _ in said}
    yield from (
        f"the parameter '{name}' is required"
        for name, one in described.items()
        if one.get("required") and name not in names
    )


def _pairs(query: str | Mapping[str, Any]) -> list[tuple[str, str]]:
    if isinstance(query, str):
        return parse_qsl(query.removeprefix("?"), keep_blank_values=True)
    listed = ((name, value if isinstance(value, list | tuple) else [value]) for name, value in query.items())
    return [(name, _written(one)) for name, values in listed for one in values]


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fits(schema: Mapping[str, Any], value: str) -> bool:
    if schema.get("type") == "array":
        return all(_fits(schema.get("items") or {}, one) for one in value.split(","))
    if schema.get("type") == "integer":
        return re.fullmatch(r"-?\d+", value, re.ASCII) is not None
    if schema.get("type") == "boolean":
        return value in {"true", "false"}
    return not schema.get("enum") or value in schema["enum"]


def _place(error: ValidationError) -> str:
    return "/".join(str(one) for one in error.absolute_path) or "body"


def documents(value: Any) -> Iterator[Any]:
    """Every Atlassian document inside a JSON value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if one.get("type") == "doc" and "version" in one:
                yield one
            else:
                waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)


def depth(document: Any) -> int:
    level, here = 0, [document]
    while here:
        level += 1
        here = [child for node in here if isinstance(node, dict) for child in node.get("content") or ()]
    return level


def _allow_nulls(node: Any) -> None:
    """OpenAPI 3.0 says `nullable`, JSON Schema a list of types."""
    if isinstance(node, list):
        for one in node:
            _allow_nulls(one)
    if isinstance(node, dict):
        if node.get("nullable") is True and isinstance(node.get("type"), str):
            node["type"] = [node["type"], "null"]
            if isinstance(node.get("enum"), list):
                node["enum"] = [*node["enum"], None]
        for one in node.values():
            _allow_nulls(one)
