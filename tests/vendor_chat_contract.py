"""Checks requests and answers against Slack's published description of its Web API.

The folder named by NARROWGATE_API_SPECS holds `slack-web-openapi_v2_noexamples.json` (Swagger 2, archived in 2021).
Two traps in it: alternatives are written as `items` with a list, which a validator takes for a tuple and passes, and
what came later is forbidden, since most objects close their lists of fields. What came later stands in the tables.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from jsonschema import Draft4Validator
from referencing import Registry
from referencing.jsonschema import DRAFT4
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.vendor_contract import SKIPPED, VARIABLE, ContractError

CHAT = "slack-web-openapi_v2_noexamples.json"
PREFIX = "/slack/api/"
_DOCS = "https://docs.slack.dev"
_OBJECT = {"type": "object"}
_STRING = {"type": "string"}

# Fields documented since, by definition: the field, its schema, where it is documented.
LATER_FIELDS: tuple[tuple[str, str, Mapping[str, Any], str], ...] = (
    ("objs_message", "app_id", {"$ref": "#/definitions/defs_app_id"}, f"{_DOCS}/reference/events/message"),
    ("objs_message", "edited", _OBJECT, f"{_DOCS}/reference/events/message/message_changed"),
    ("objs_message", "is_locked", {"type": "boolean"}, f"{_DOCS}/reference/methods/conversations.replies"),
    ("objs_message", "metadata", _OBJECT, f"{_DOCS}/messaging/message-metadata"),
    (
        "objs_message",
        "reply_users_count",
        {"type": "integer"},
        f"{_DOCS}/reference/methods/conversations.history",
    ),
    ("objs_file", "shares", _OBJECT, f"{_DOCS}/reference/objects/file-object"),
)
# Arguments documented since, by method.
LATER_ARGUMENTS: tuple[tuple[str, str, str, str], ...] = (
    ("chat.postMessage", "markdown_text", "string", f"{_DOCS}/reference/methods/chat.postMessage"),
    ("chat.postMessage", "metadata", "string", f"{_DOCS}/messaging/message-metadata"),
    ("chat.update", "markdown_text", "string", f"{_DOCS}/reference/methods/chat.update"),
    ("chat.update", "metadata", "string", f"{_DOCS}/messaging/message-metadata"),
    ("chat.update", "reply_broadcast", "boolean", f"{_DOCS}/reference/methods/chat.update"),
    (
        "conversations.history",
        "include_all_metadata",
        "boolean",
        f"{_DOCS}/reference/methods/conversations.history",
    ),
    ("conversations.list", "team_id", "string", f"{_DOCS}/reference/methods/conversations.list"),
    ("conversations.open", "prevent_creation", "boolean", f"{_DOCS}/reference/methods/conversations.open"),
    (
        "conversations.replies",
        "include_all_metadata",
        "boolean",
        f"{_DOCS}/reference/methods/conversations.replies",
    ),
    ("search.messages", "cursor", "string", f"{_DOCS}/reference/methods/search.messages"),
    ("users.list", "team_id", "string", f"{_DOCS}/reference/methods/users.list"),
)
# Errors documented since: any method's, then those of one.
_ANYWHERE = (
    "fatal_error internal_error invalid_arguments invalid_json json_not_object missing_scope not_allowed_token_type ratelimited "
    "service_unavailable team_access_not_granted token_expired token_revoked unknown_method"
)
_BODIES = (
    "invalid_attachments invalid_blocks invalid_blocks_format invalid_metadata_format invalid_metadata_schema "
    "markdown_text_conflict metadata_must_be_sent_from_app metadata_too_large msg_blocks_too_long "
)
LATER_ERRORS: Mapping[str, str] = {
    "chat.postMessage": _BODIES + "cannot_reply_to_message restricted_action restricted_action_read_only_channel "
    "restricted_action_thread_only_channel restricted_action_non_threadable_channel restricted_action_thread_locked "
    "user_disabled user_not_visible",
    "chat.update": _BODIES + "is_archived",
    "conversations.history": "invalid_cursor invalid_limit not_in_channel",
    "conversations.info": "invalid_arguments",
    "conversations.list": "invalid_cursor invalid_limit invalid_types",
    "conversations.replies": "invalid_cursor invalid_limit invalid_ts_latest invalid_ts_oldest not_in_channel",
    "reactions.add": "channel_not_found is_archived not_in_channel",
    "reactions.get": "channel_not_found",
    "reactions.remove": "channel_not_found is_archived not_in_channel",
    "team.info": "team_not_found",
    "users.list": "invalid_limit",
}  # fmt: skip
# Methods documented since: https://docs.slack.dev/messaging/working-with-files/#upload
LATER_METHODS: Mapping[str, tuple[str, ...]] = {
    "files.getUploadURLExternal": ("upload_url", "file_id"),
    "files.completeUploadExternal": ("files",),
}
# Where the vendor answers an empty list against its own `minItems`.
_EMPTY = ("conversations.history", "conversations.members", "users.list")
# Answers with fields that the documentation shows and the description forbids.
_PAGED = ("conversations.history", "conversations.replies", "conversations.open")


class ChatDescription:
    """The Swagger document, indexed once; `problems` are sentences, none when all is well."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.paths: dict[str, Any] = {name[1:]: one for name, one in document["paths"].items()}
        for definition, field, schema, _ in LATER_FIELDS:
            document["definitions"][definition]["properties"][field] = dict(schema)
        _untrap(document)
        _amend(document, self.paths)
        self._registry: Registry[Any] = Registry().with_resource("urn:chat", DRAFT4.create_resource(document))
        self._validators: dict[str, Draft4Validator] = {}

    def response_problems(self, method: str, status: int, body: Any) -> list[str]:
        if not isinstance(body, dict) or not isinstance(body.get("ok"), bool):
            return ["an answer is an object with `ok`"]
        if status == 429:
            sound = set(body) == {"ok", "error"} and body["error"] in ("ratelimited", "rate_limited")
            return [] if sound else ["429 says `ratelimited`"]
        if status != 200:
            return [f"the vendor documents no status {status}"]
        if method in LATER_METHODS and body["ok"]:
            return [f"'{one}' is missing" for one in LATER_METHODS[method] if one not in body]
        described = self.paths.get(method)
        if described is None:
            sound = method in LATER_METHODS or body.get("error") == "unknown_method"
            return [] if sound else ["the vendor documents no such method"]
        return self._schema_problems(method, body)

    def _schema_problems(self, method: str, body: dict[str, Any]) -> list[str]:
        later = f"{_ANYWHERE} {LATER_ERRORS.get(method, '')}".split()
        if not body["ok"] and body.get("error") in later:
            return (
                []
                if set(body) <= {"ok", "error", "needed", "provided", "response_metadata"}
                else ["unknown fields"]
            )
        errors = self._validator(method, "200" if body["ok"] else "default").iter_errors(body)
        return [f"{'/'.join(map(str, one.absolute_path)) or 'body'}: {one.message[:200]}" for one in errors]

    def _validator(self, method: str, answer: str) -> Draft4Validator:
        key = f"{method} {answer}"
        if key not in self._validators:
            (operation,) = self.paths[method].values()
            known = json.dumps(operation["responses"][answer]["schema"])
            schema = json.loads(known.replace('"$ref": "#/', '"$ref": "urn:chat#/'))
            self._validators[key] = Draft4Validator(schema, registry=self._registry)
        return self._validators[key]

    def request_problems(self, method: str, arguments: Mapping[str, Any]) -> list[str]:
        """`arguments` as sent: of a query, a form, or a JSON object."""
        if method in LATER_METHODS:
            return []
        if method not in self.paths:
            return ["the vendor documents no such method"]
        (operation,) = self.paths[method].values()
        known = {one["name"]: one.get("type", "string") for one in operation["parameters"]}
        known |= {name: kind for one, name, kind, _ in LATER_ARGUMENTS if one == method}
        needed = {one["name"] for one in operation["parameters"] if one.get("required")} - {"token"}
        return [
            *(f"the argument '{one}' is not documented" for one in arguments if one not in known),
            *(f"the argument '{one}' is required" for one in needed if one not in arguments),
            *_type_problems(known, arguments),
        ]


def _type_problems(known: Mapping[str, str], arguments: Mapping[str, Any]) -> Iterator[str]:
    for name, value in arguments.items():
        if not _fits(known.get(name, "string"), name, value):
            yield f"the argument '{name}' is not of its type: {str(value)[:60]!r}"


def _fits(kind: str, name: str, value: Any) -> bool:
    """Texts come as texts; a ts is one too, whatever the description says, or it loses its end."""
    if kind == "boolean":
        return isinstance(value, bool) or value in ("true", "false", "1", "0")
    if kind == "integer":
        return (isinstance(value, int) and not isinstance(value, bool)) or str(value).isdigit()
    if name in ("blocks", "attachments", "metadata"):
        return isinstance(value, str | list | dict)
    return isinstance(value, str)


def _untrap(node: Any) -> None:
    """Alternatives become what they mean."""
    if isinstance(node, dict):
        if isinstance(node.get("items"), list) and node.get("type") != "array":
            node["anyOf"] = node.pop("items")
        for one in list(node.values()):
            _untrap(one)
    elif isinstance(node, list):
        for one in node:
            _untrap(one)


def _amend(document: dict[str, Any], paths: dict[str, Any]) -> None:
    message = {"$ref": "#/definitions/objs_message"}
    replies = paths["conversations.replies"]["get"]["responses"]["200"]["schema"]["properties"]
    replies["messages"]["items"] = message
    document["definitions"]["objs_message"]["properties"]["attachments"]["items"] = {
        "type": "object",
        "required": ["id"],
    }
    for name in _PAGED:
        (operation,) = paths[name].values()
        operation["responses"]["200"]["schema"]["properties"]["response_metadata"] = {"type": "object"}
    for name in _EMPTY:
        (operation,) = paths[name].values()
        for one in operation["responses"]["200"]["schema"]["properties"].values():
            one.pop("minItems", None)
    update = paths["chat.update"]["post"]["responses"]["200"]["schema"]["properties"]["message"]["properties"]
    update["blocks"] = {"$ref": "#/definitions/blocks"}
    opened = paths["conversations.open"]["post"]["responses"]["200"]["schema"]["properties"]["channel"][
        "anyOf"
    ]
    opened.append(
        {"type": "object", "required": ["id"], "additionalProperties": False, "properties": {"id": _STRING}}
    )


def chat_specs() -> Path | None:
    folder = Path(os.environ.get(VARIABLE, ""))
    return folder / CHAT if os.environ.get(VARIABLE) and (folder / CHAT).is_file() else None


needs_chat_specs = pytest.mark.skipif(chat_specs() is None, reason=SKIPPED)


@cache
def chat_description() -> ChatDescription:
    file = chat_specs()
    if file is None:
        pytest.skip(SKIPPED)
    return ChatDescription(json.loads(file.read_text()))


def check_chat_request(method: str, arguments: Mapping[str, Any]) -> None:
    """Raises ContractError where the vendor documents no such request."""
    problems = chat_description().request_problems(method, arguments)
    if problems:
        raise ContractError(f"request {method}: " + "; ".join(problems[:5]))


def check_chat_response(method: str, status: int, body: Any) -> None:
    """Raises ContractError where the vendor documents no such answer. `body` is parsed JSON."""
    problems = chat_description().response_problems(method, status, body)
    if problems:
        raise ContractError(f"answer {status} to {method}: " + "; ".join(problems[:5]))


class ChatWatch:
    """An ASGI application around another one: notes what contradicts the description on its way in and out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.in_requests: list[str] = []
        self.in_answers: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PREFIX):
            await self.app(scope, receive, send)
            return
        taken, given, status = bytearray(), bytearray(), [0]

        async def receiving() -> Message:
            message = await receive()
            taken.extend(message.get("body", b""))
            return message

        async def sending(message: Message) -> None:
            status[0] = message.get("status", status[0])
            given.extend(message.get("body", b""))
            await send(message)

        await self.app(scope, receiving, sending)
        method = scope["path"].removeprefix(PREFIX)
        book = chat_description()
        arguments = _arguments(scope["query_string"].decode(), bytes(taken))
        self.in_requests += [f"{method}: {one}" for one in book.request_problems(method, arguments)]
        problems = book.response_problems(method, status[0], json.loads(given))
        self.in_answers += [f"{method}: {one}" for one in problems]


def _arguments(query: str, body: bytes) -> dict[str, Any]:
    said: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    if body.startswith(b"{"):
        try:
            said |= json.loads(body)
        except ValueError:
            said |= {"": ""}
    else:
        said |= dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    said.pop("token", None)
    return said
