"""One TOML file and the environment become settings, or a configuration_error that names the key."""

from __future__ import annotations

import json
import tomllib
import types
import typing
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.settings import ServerSettings

S = TypeVar("S", bound=ServerSettings)

ROOT = "NARROWGATE_"
FAMILIES = ("ISSUES", "DOCS", "CHAT", "ASSISTANT")
_MAX_FILE_BYTES = 1_000_000
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not a known key",
    "string_type": "must be a string",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "model_type": "must be a table",
    "dict_type": "must be a table",
    "too_short": "must not be empty",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long",
    "string_pattern_mismatch": "does not have the expected form",
    "union_tag_not_found": "needs a kind",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
}


def load(model: type[S], family: str, environment: Mapping[str, str], file: Path | None) -> S:
    """The settings. Raises configuration_error: a typo must never leave a server without its limits."""
    written = {} if file is None else read_file(file)
    merged = overlay(written, from_environment(model, family, environment))
    try:
        settings = model.model_validate_json(json.dumps(merged))
    except ValidationError as error:
        raise refusal(model, error) from None
    except (TypeError, ValueError):
        raise configuration_error(
            "The configuration holds a value that no key takes", reason="wrong_type"
        ) from None
    _refuse_strays(family, environment, set(_token_variables(merged)))
    return settings


def read_file(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            raw = stream.read(_MAX_FILE_BYTES + 1)
    except OSError:
        raise configuration_error(
            "The configuration file does not exist or cannot be read; see --config", reason="file_unreadable"
        ) from None
    if len(raw) > _MAX_FILE_BYTES:
        raise configuration_error("The configuration file is too large", reason="file_unreadable")
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise configuration_error("The configuration file is not valid TOML", reason="file_invalid") from None


def from_environment(model: type[BaseModel], family: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """What variables such as NARROWGATE_ISSUES__LIMITS__DEADLINE_S set, as a nested table."""
    settings: dict[str, Any] = {}
    for name, raw in sorted(environment.items()):
        upper = name.upper()
        if not upper.startswith(ROOT) or "__" not in upper:
            continue
        prefix, _, rest = upper.partition("__")
        _known_family(prefix.removeprefix(ROOT))
        if prefix == ROOT + family:
            path = tuple(part.lower() for part in rest.split("__"))
            _place(settings, path, converted(annotation_at(model, path), raw))
    return settings


def _refuse_strays(family: str, environment: Mapping[str, str], tokens: set[str]) -> None:
    """NARROWGATE_ISSUES_SCOPE_PROJECTS, one underscore short, would otherwise leave the server unscoped."""
    ours, expected = ROOT + family + "_", ROOT + family + "__"
    for name in sorted(environment):
        upper = name.upper()
        known = upper.startswith(expected) or upper == ours + "CONFIG" or name in tokens
        if upper.startswith(ours) and not known:
            raise configuration_error(
                f"{_shown(name)[:80]} is not a known variable; settings begin with {expected}",
                reason="unknown_key",
            )


def _token_variables(table: Mapping[str, Any]) -> list[str]:
    """The variables that hold secrets may be called anything."""
    found = [value for key, value in table.items() if key == "token_env" and isinstance(value, str)]
    nested = [value for value in table.values() if isinstance(value, dict)]
    return found + [name for inner in nested for name in _token_variables(inner)]


def _known_family(family: str) -> None:
    if family not in FAMILIES:
        near = get_close_matches(family, FAMILIES, n=1)
        hint = f"; did you mean {ROOT}{near[0]}__?" if near else ""
        raise configuration_error(
            f"An environment variable begins with {ROOT} and two underscores but names no server{hint}",
            reason="unknown_key",
        )


def _place(settings: dict[str, Any], path: Sequence[str], value: Any) -> None:
    table = settings
    for part in path[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise configuration_error(
                f"{'.'.join(path)} is set twice in the environment", reason="wrong_type"
            )
    if isinstance(table.get(path[-1]), dict) and isinstance(value, dict):
        value = overlay(value, table[path[-1]])
    table[path[-1]] = value


def overlay(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = overlay(merged[key], value) if both else value
    return merged


def converted(annotation: Any, raw: str) -> Any:
    """A variable's text as the key's type wants it: strings as they are, everything else as TOML writes it."""
    if annotation is None or _takes_text_only(annotation):
        return raw
    try:
        return tomllib.loads(f"value = {raw}")["value"]
    except tomllib.TOMLDecodeError:
        return raw


def annotation_at(model: type[BaseModel], path: Sequence[str]) -> Any:
    """The type a key's path leads to, or None where there is no such key or it stands in a choice of tables."""
    annotation: Any = model
    for part in path:
        annotation = _step(annotation, part)
        if annotation is None:
            return None
    return annotation


def _step(annotation: Any, part: str) -> Any:
    for option in _options(annotation):
        if isinstance(option, type) and issubclass(option, BaseModel) and part in option.model_fields:
            return option.model_fields[part].annotation
        if typing.get_origin(option) is dict:
            return typing.get_args(option)[1]
    return None


def _options(annotation: Any) -> list[Any]:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _options(typing.get_args(annotation)[0])
    if origin in {typing.Union, types.UnionType}:
        return [option for each in typing.get_args(annotation) for option in _options(each)]
    return [annotation]


def _takes_text_only(annotation: Any) -> bool:
    options = [option for option in _options(annotation) if option is not type(None)]
    return all(option is str or typing.get_origin(option) is typing.Literal for option in options)


def refusal(model: type[BaseModel], error: ValidationError) -> GatewayError:
    """The first problem, by its key's path; a key nobody knows is shown, its value never."""
    problem = error.errors(include_url=False, include_input=False)[0]
    tags = {"basic", "bearer", "scoped", "certificate"}
    location = [str(part) for part in problem["loc"] if str(part) not in tags]
    path = ".".join(location)[:120] or "the configuration"
    kind = problem["type"]
    if kind == "extra_forbidden":
        return configuration_error(
            f"{_shown(path)} is not a known key{_nearest(model, location)}", reason="unknown_key"
        )
    reason = "missing_key" if kind == "missing" else "wrong_type"
    return configuration_error(f"{_shown(path)} {_sentence(kind, problem)}", reason=reason)


def _shown(path: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in "._-") else "?" for char in path)


def _sentence(kind: str, problem: Any) -> str:
    if kind in {"literal_error", "union_tag_invalid"}:
        return f"must be one of {problem['ctx'].get('expected') or problem['ctx'].get('expected_tags')}"
    if kind == "value_error":
        return str(problem["ctx"]["error"])
    return _WORDS.get(kind, "does not have the expected form")


def _nearest(model: type[BaseModel], location: Sequence[str]) -> str:
    parent = annotation_at(model, location[:-1]) if len(location) > 1 else model
    known = [name for option in _options(parent) for name in getattr(option, "model_fields", {})]
    near = get_close_matches(location[-1], known, n=1)
    return f'; did you mean "{near[0]}"?' if near else ""
