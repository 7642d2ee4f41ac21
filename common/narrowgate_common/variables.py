"""Settings in the environment: NARROWGATE_ISSUES__LIMITS__DEADLINE_S sets limits.deadline_s."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel

from narrowgate_common.environment import ROOT, config_variable
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.setting_keys import KeyPath, annotation_at, nearest, takes_text_only
from narrowgate_common.setting_values import dotted, overlay, plain, shown

_ROOT = re.compile(r"NARROW_?GATE_*")
FAMILIES = ("ISSUES", "DOCS", "CHAT", "ASSISTANT")


def from_environment(model: type[BaseModel], family: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """What the variables of this server set, as a nested table. Raises configuration_error, naming the variable."""
    prefix = f"{ROOT}{family}__"
    settings: dict[str, Any] = {}
    seen: set[KeyPath] = set()
    for name in sorted(environment):
        upper = name.upper()
        if not upper.startswith(prefix):
            continue
        path = _parts(upper.removeprefix(prefix))
        if path in seen:
            raise configuration_error(
                f"{shown(name)} is set twice, in upper and in lower case", reason="wrong_type"
            )
        seen.add(path)
        _place(settings, path, _converted(model, family, path, environment[name]), name)
    return settings


def refuse_strays(
    model: type[BaseModel], family: str, environment: Mapping[str, str], secrets: Collection[str]
) -> None:
    """Variables that look meant for this server and are not read: one underscore short, a server's name mistyped.

    Such a typo would leave the server without the limit it was to set. `secrets` are the variables that `token_env`
    names; they may be called anything. Raises configuration_error.
    """
    ours = {config_variable(family), *secrets}
    for name in sorted(environment):
        begun = _ROOT.match(name.upper())
        if begun is None or name in ours:
            continue
        rest = name.upper()[begun.end() :]
        if _is_stray(model, rest, family, exact=begun[0] == ROOT):
            raise _stray(model, family, name, rest)


def _is_stray(model: type[BaseModel], rest: str, family: str, *, exact: bool) -> bool:
    """What names another server is that server's to judge. `exact`: NARROWGATE_ stands as it should."""
    if exact and rest.startswith(f"{family}__"):
        return False
    word = rest.partition("_")[0]
    if exact and word in FAMILIES:
        return word == family
    mistyped = exact and ("__" in rest or _meant(word, [family]) is not None)
    return mistyped or not _telling(model).isdisjoint(rest.split("_"))


def _telling(model: type[BaseModel]) -> set[str]:
    """Words that no other program's variable of our name would hold: the sections, and what a scope is made of."""
    scope = annotation_at(model, ("scope",))
    inside = scope.model_fields if isinstance(scope, type) and issubclass(scope, BaseModel) else ()
    return {name.upper() for name in (*model.model_fields, *inside)}


def _meant(word: str, families: Collection[str]) -> str | None:
    return next(iter(get_close_matches(word[:100], families, n=1, cutoff=0.75)), None)


def _stray(model: type[BaseModel], family: str, name: str, rest: str) -> GatewayError:
    other = _meant(rest.partition("_")[0], FAMILIES)
    if other not in {None, family}:
        hint = f"did you mean {ROOT}{other}__?"
    elif rest.startswith(family):
        hint = _hint(model, family, _parts(rest.removeprefix(family).lstrip("_")))
    else:
        hint = _hint(model, family, _parts(rest.partition("__")[2] or rest.partition("_")[2]))
    return configuration_error(f"{shown(name)} is not a known variable; {hint}", reason="unknown_key")


def _hint(model: type[BaseModel], family: str, path: KeyPath) -> str:
    meant = path if annotation_at(model, path) is not None else nearest(model, path)
    prefix = f"{ROOT}{family}__"
    return f"did you mean {prefix}{'__'.join(meant).upper()}?" if meant else f"settings begin with {prefix}"


def _parts(rest: str) -> KeyPath:
    return tuple(part.lower() for part in rest.split("__"))


def _converted(model: type[BaseModel], family: str, path: KeyPath, raw: str) -> Any:
    annotation = annotation_at(model, path)
    if annotation is None:
        raise configuration_error(
            f"{dotted(path)} is not a known key; {_hint(model, family, path)}", reason="unknown_key"
        )
    value = converted(annotation, raw)
    plain(value, path)
    return value


def converted(annotation: Any, raw: str) -> Any:
    """A variable's text as the key's type wants it: strings as they are, everything else as TOML writes it."""
    if takes_text_only(annotation):
        return raw
    try:
        parsed = tomllib.loads(f"value = {raw}")
    except (ValueError, RecursionError):
        return raw
    return parsed["value"] if set(parsed) == {"value"} else raw


def _place(settings: dict[str, Any], path: Sequence[str], value: Any, name: str) -> None:
    """A table as a whole and one of its keys may both be set: the key stands above the table."""
    table = settings
    for part in path[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise configuration_error(
                f"{shown(name)} sets a key of what another variable sets to no table", reason="wrong_type"
            )
    before = table.get(path[-1])
    if isinstance(before, dict) and isinstance(value, dict):
        value = overlay(value, before)
    table[path[-1]] = value
