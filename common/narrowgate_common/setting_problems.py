"""What is wrong with a configuration, by the path of the key and in our own words; values are never repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from narrowgate_common.errors import DETAIL_LINES, GatewayError, configuration_error
from narrowgate_common.setting_keys import nearest
from narrowgate_common.setting_values import dotted

_AUTH_KINDS = {"basic", "bearer", "scoped", "certificate"}
_WORDS = {
    "missing": "is missing",
    "string_type": "must be a string",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "tuple_type": 'must be a list, such as ["A", "B"]',
    "model_type": "must be a table",
    "dict_type": "must be a table",
    "model_attributes_type": "must be a table",
    "too_short": "must not be empty",
    "too_long": "has too many entries",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long",
    "union_tag_not_found": "needs a kind",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
}


def refusal(model: type[BaseModel], error: ValidationError) -> GatewayError:
    """The first problem as the message, with a `reason` of its kind; the others as details."""
    problems = error.errors(include_url=False, include_input=False)
    problems.sort(key=lambda problem: problem["type"] != "extra_forbidden")
    lines = [_sentence(model, problem) for problem in problems[: DETAIL_LINES + 1]]
    reason = {"extra_forbidden": "unknown_key", "missing": "missing_key"}.get(
        problems[0]["type"], "wrong_type"
    )
    return configuration_error(lines[0], reason=reason, details=lines[1:])


def _sentence(model: type[BaseModel], problem: Any) -> str:
    location, kind = _location(problem["loc"]), problem["type"]
    if kind == "extra_forbidden":
        return f"{dotted(location)} is not a known key{_hint(model, location)}"
    if location and location[-1] == "[key]":
        return f"{dotted(location[:-1])} is not a name that may be given there"
    if kind == "value_error":
        own = str(problem["ctx"]["error"])
        return f"{dotted(location)} {own}" if location else own
    if kind in {"literal_error", "union_tag_invalid"}:
        choices = problem["ctx"].get("expected") or problem["ctx"].get("expected_tags")
        return f"{dotted(location)} must be one of {choices}"
    if kind == "string_pattern_mismatch":
        return f"{dotted(location)} must match {problem['ctx']['pattern']}"
    return f"{dotted(location)} {_WORDS.get(kind, 'does not have the expected form')}"


def _location(parts: Sequence[Any]) -> list[str]:
    """The path as the file has it: pydantic also names the member of a choice that was tried."""
    tried = [at for at, part in enumerate(parts) if part in _AUTH_KINDS and at and parts[at - 1] == "auth"]
    return [str(part) for at, part in enumerate(parts) if at not in tried]


def _hint(model: type[BaseModel], location: Sequence[str]) -> str:
    meant = nearest(model, location)
    if meant and list(meant) == list(location):
        return " of this kind of auth"
    return f'; did you mean "{".".join(meant)}"?' if meant else ""
