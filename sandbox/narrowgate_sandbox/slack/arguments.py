"""A request's arguments: from its query, a form or a JSON object, and in the types that a method wants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request

from narrowgate_sandbox.slack import json_text
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.web import media_type

TS = re.compile(r"\d{10}\.\d{6}", re.ASCII)
_ANY_TS = re.compile(r"\d{1,10}(?:\.\d{0,6})?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True, slots=True)
class Arguments:
    """`values` are strings where a form or a query brought them, anything JSON knows where JSON did."""

    values: Mapping[str, Any]

    def given(self, name: str) -> bool:
        return self.values.get(name) not in (None, "")

    def raw(self, name: str) -> Any:
        return self.values.get(name)

    def text(self, name: str, default: str = "") -> str:
        value = self.values.get(name)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return str(value)
        return value if isinstance(value, str) and value else default

    def flag(self, name: str, *, default: bool = False) -> bool:
        said = self.text(name).lower()
        return default if not said else said in ("true", "1")

    def number(self, name: str, default: int, wrong: str) -> int:
        """Raises the error `wrong` for anything that is no number."""
        said = self.text(name)
        if not said:
            return default
        if not _NUMBER.fullmatch(said):
            raise SlackError(wrong)
        return int(said)

    def moment(self, name: str, wrong: str) -> str:
        """A bound in time, in the form of a ts, "" when there is none."""
        said = self.text(name)
        if said in ("", "0", "now"):
            return ""
        if not _ANY_TS.fullmatch(said):
            raise SlackError(wrong)
        seconds, _, fraction = said.partition(".")
        return f"{int(seconds):010d}.{fraction:0<6}"

    def structure(self, name: str, wrong: str) -> Any:
        """A list or an object, as JSON or as a string that holds JSON; None when it is not given."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json_text.parsed(value)
        except ValueError as no_json:
            raise SlackError(wrong) from no_json


async def read(request: Request) -> tuple[Arguments, str]:
    """The arguments, and the token among them: JSON may not hold one."""
    said: dict[str, Any] = dict(request.query_params)
    token = str(said.pop("token", ""))
    if request.method != "POST":
        return Arguments(said), token
    kind = media_type(request)
    if kind in _FORMS:
        async with request.form() as form:
            said |= {name: value for name, value in form.multi_items() if not isinstance(value, UploadFile)}
        return Arguments(said), str(said.pop("token", "")) or token
    return Arguments(said | _object(kind, await request.body())), token


def _object(kind: str, raw: bytes) -> dict[str, Any]:
    if not raw:
        return {}
    if kind != "application/json":
        raise SlackError("invalid_post_type" if kind else "missing_post_type")
    try:
        value = json_text.parsed(raw)
    except ValueError as wrong:
        raise SlackError("invalid_json") from wrong
    if not isinstance(value, dict):
        raise SlackError("json_not_object")
    return value
