"""Strict arguments: unknown ones are refused, nothing is coerced, and a refusal never repeats a value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from narrowgate_common.errors import GatewayError, bad_input

_KEYWORDS_LEFT_OUT = {
    "title",
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "pattern",
    "maximum",
    "minimum",
}
_MAX_DETAILS = 5

_WORDS = {
    "missing": "is missing",
    "string_type": "must be a string",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_pattern_mismatch": "does not have the expected form",
    "value_error": "does not have the expected form",
}

_BOUNDS = {
    "string_too_long": ("max_length", "have at most {} characters"),
    "string_too_short": ("min_length", "have at least {} characters"),
    "too_long": ("max_length", "have at most {} entries"),
    "too_short": ("min_length", "have at least {} entries"),
    "greater_than_equal": ("ge", "be at least {}"),
    "less_than_equal": ("le", "be at most {}"),
}


class Arguments(BaseModel):
    """The base of every tool's arguments and of every object inside them."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, hide_input_in_errors=True, allow_inf_nan=False
    )

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> Self:
        """Raises bad_input naming what is wrong in words of the schema only.

        Parsed as JSON, so that strictness means JSON's types: an array is a tuple, "true" is not true.
        """
        try:
            return cls.model_validate_json(json.dumps(raw, allow_nan=False))
        except ValidationError as error:
            raise _refusal(cls, error) from None
        except (TypeError, ValueError, RecursionError):
            raise bad_input("The arguments are not plain JSON", reason="invalid_arguments") from None


def _refusal(model: type[Arguments], error: ValidationError) -> GatewayError:
    problems = error.errors(include_url=False, include_input=False, include_context=True)
    lines = [_line(model, problem) for problem in problems[:_MAX_DETAILS]]
    return bad_input(f"Invalid arguments: {lines[0]}", reason="invalid_arguments", details=lines[1:])


def _line(model: type[Arguments], problem: Any) -> str:
    kind, location = problem["type"], [part for part in problem["loc"] if isinstance(part, (str, int))]
    if kind == "extra_forbidden":
        return _unknown_argument(model, location)
    if kind in {"literal_error", "enum"}:
        return f"{_place(model, location)} must be one of {problem['ctx']['expected']}"
    return f"{_place(model, location)} {_bound(kind, problem) or _WORDS.get(kind, 'does not have the expected form')}"


def _bound(kind: str, problem: Any) -> str | None:
    """The bound itself, which the published schema leaves out."""
    name, words = _BOUNDS.get(kind, ("", ""))
    return f"must {words.format(problem['ctx'][name])}" if name else None


def _unknown_argument(model: type[Arguments], location: list[str | int]) -> str:
    """The unknown name itself is the caller's data, and may be anything; the nearest known one is ours."""
    known = sorted(model.model_fields) if len(location) == 1 else []
    near = get_close_matches(str(location[-1]), known, n=1)
    hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known) or 'see the schema'}"
    return f"an argument is not known ({hint})"


def _place(model: type[Arguments], location: list[str | int]) -> str:
    """Only names the schema itself has, and positions."""
    vocabulary = _names(model.model_json_schema())
    parts = [str(part) for part in location if isinstance(part, int) or part in vocabulary]
    return ".".join(parts) or "an argument"


def _names(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*(_names(item) for item in schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = set(schema.get("properties", {}))
    return own.union(*(_names(value) for value in schema.values())) if schema else own


def lean_schema(model: type[Arguments]) -> dict[str, Any]:
    """The published schema: names, types, enums and descriptions; no titles, bounds or references."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    lean: dict[str, Any] = _lean(schema, definitions)
    return lean


def _lean(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_lean(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        node = {
            **definitions[node["$ref"].rsplit("/", 1)[1]],
            **{k: v for k, v in node.items() if k != "$ref"},
        }
    return _without_null(_kept(node, definitions))


def _kept(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key == "properties":
            kept[key] = {name: _lean(schema, definitions) for name, schema in value.items()}
        elif key not in _KEYWORDS_LEFT_OUT and not (key == "default" and value in (None, [], "")):
            kept[key] = _lean(value, definitions)
    return kept


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    """An optional argument is left out, not sent as null."""
    options = [option for option in node.get("anyOf", []) if option != {"type": "null"}]
    if len(options) != 1:
        return node
    return {**options[0], **{key: value for key, value in node.items() if key != "anyOf"}}
