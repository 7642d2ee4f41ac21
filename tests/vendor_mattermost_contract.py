"""Checks requests and answers against Mattermost's published description of its API (OpenAPI 3, as YAML).

The folder named by NARROWGATE_API_SPECS holds `mattermost-v4-openapi.yaml`. It describes objects loosely and closes
none, so that what it leaves out stands in the tables. Reading it takes PyYAML, without which the checks are skipped.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from jsonschema import Draft4Validator
from referencing import Registry
from referencing.jsonschema import DRAFT4
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.vendor_contract import VARIABLE, ContractError

FILE = "mattermost-v4-openapi.yaml"
PREFIX = "/api/v4/"
SKIPPED = f"{VARIABLE} names no folder with the vendor's API descriptions, or PyYAML is missing"
# Documented elsewhere: https://developers.mattermost.com/api-documentation/#websocket
_ELSEWHERE = frozenset({"/api/v4/websocket"})
# Statuses that any operation may answer, documented or not.
_EVERYWHERE = frozenset({400, 401, 403, 404, 413, 429, 500, 501})
# Fields that requests may carry though the description leaves them out: the server reads them.
# https://github.com/mattermost/mattermost/blob/master/server/public/model/post.go
LATER_FIELDS: Mapping[str, tuple[str, ...]] = {"CreatePost": ("pending_post_id",)}
_ERROR = frozenset({"id", "message", "detailed_error", "request_id", "status_code"})


def mattermost_specs() -> Path | None:
    folder = os.environ.get(VARIABLE, "")
    file = Path(folder) / FILE
    return file if folder and file.is_file() and find_spec("yaml") is not None else None


needs_mattermost_specs = pytest.mark.skipif(mattermost_specs() is None, reason=SKIPPED)


class MattermostDescription:
    """The document, indexed once; `problems` are sentences, none when all is well."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.paths: dict[str, Any] = document["paths"]
        _loosen(document)
        self._registry: Registry[Any] = Registry().with_resource("urn:chat", DRAFT4.create_resource(document))
        ordered = sorted(self.paths, key=lambda one: one.count("{"))
        self._templates = [(_pattern(path), path) for path in ordered]
        self._validators: dict[str, Draft4Validator] = {}

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        for template, name in self._templates:
            if template.fullmatch(path) and method.lower() in self.paths[name]:
                found: dict[str, Any] = self.paths[name][method.lower()]
                return found
        return None

    def request_problems(self, method: str, path: str, query: str, body: Any) -> list[str]:
        if path in _ELSEWHERE:
            return []
        operation = self.operation(method, path)
        if operation is None:
            return ["the vendor documents no such request"]
        return [*_query_problems(operation, query), *self._body_problems(operation, body)]

    def _body_problems(self, operation: Mapping[str, Any], body: Any) -> Iterator[str]:
        content = (operation.get("requestBody") or {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None or body is None:
            if body is not None:
                yield "a body is not documented"
            return
        yield from self._schema_problems(schema, body)
        known = {*schema.get("properties", ()), *LATER_FIELDS.get(operation.get("operationId", ""), ())}
        if "properties" in schema and isinstance(body, dict):
            yield from (f"the field '{one}' is not documented" for one in body if one not in known)

    def response_problems(self, method: str, path: str, status: int, body: Any) -> list[str]:
        operation = self.operation(method, path)
        if operation is None:
            return (
                [] if status in {404, 405} or path in _ELSEWHERE else ["the vendor documents no such request"]
            )
        described = operation["responses"].get(str(status))
        if described is None and status not in _EVERYWHERE:
            return [f"the vendor documents no status {status} here"]
        if status >= 400:
            sound = status == 429 or (isinstance(body, dict) and set(body) == _ERROR)
            return [] if sound else ["an error has another shape"]
        content = (described or {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        return [] if schema is None else self._schema_problems(schema, body)

    def _schema_problems(self, schema: Mapping[str, Any], body: Any) -> list[str]:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            absolute = json.loads(key.replace('"$ref": "#/', '"$ref": "urn:chat#/'))
            self._validators[key] = Draft4Validator(absolute, registry=self._registry)
        errors = self._validators[key].iter_errors(body)
        return [f"{'/'.join(map(str, one.absolute_path)) or 'body'}: {one.message[:160]}" for one in errors]


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template)))


def _query_problems(operation: Mapping[str, Any], query: str) -> Iterator[str]:
    described = {one["name"]: one for one in operation.get("parameters", ()) if one.get("in") == "query"}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in described:
            yield f"the parameter '{name}' is not documented"
        elif described[name]["schema"].get("type") == "integer" and not value.isdecimal():
            yield f"the parameter '{name}' is not of its type: {value[:60]!r}"


def _loosen(node: Any) -> None:
    """Null stands for what is absent, in Go's answers."""
    if isinstance(node, dict):
        if node.get("type") in ("object", "array") and "properties" not in node:
            node["type"] = [node["type"], "null"]
        for one in list(node.values()):
            _loosen(one)
    elif isinstance(node, list):
        for one in node:
            _loosen(one)


@cache
def mattermost_description() -> MattermostDescription:
    file = mattermost_specs()
    if file is None:
        pytest.skip(SKIPPED)
    yaml: Any = import_module("yaml")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return MattermostDescription(yaml.load(file.read_text(), loader))


def by_the_book(method: str, path: str, query: str, body: Any) -> list[str]:
    """What the vendor's description says against a request."""
    return mattermost_description().request_problems(method, path, query, body)


def check_answer(method: str, path: str, status: int, body: Any) -> None:
    """Raises ContractError where the vendor documents no such answer."""
    problems = mattermost_description().response_problems(method, path, status, body)
    if problems:
        raise ContractError(f"answer {status} to {method} {path}: " + "; ".join(problems[:5]))


class MattermostWatch:
    """An ASGI application around another one: notes what contradicts the description on its way in and out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.seen: set[str] = set()
        self.problems: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        taken, given, status, kind = bytearray(), bytearray(), [0], [b""]

        async def receiving() -> Message:
            message = await receive()
            taken.extend(message.get("body", b""))
            return message

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
                kind[0] = dict(message["headers"]).get(b"content-type", b"")
            given.extend(message.get("body", b""))
            await send(message)

        await self.app(scope, receiving, sending)
        method, path = scope["method"], scope["path"]
        book = mattermost_description()
        body = json.loads(taken) if bytes(taken[:1]) in (b"{", b"[") else None
        answer = json.loads(given) if b"json" in kind[0] else None
        found = book.request_problems(method, path, scope["query_string"].decode(), body)
        if answer is not None or status[0] >= 400:
            found += book.response_problems(method, path, status[0], answer)
        self.seen.add(f"{method} {status[0]}")
        self.problems += [f"{method} {path}: {one}" for one in found]
