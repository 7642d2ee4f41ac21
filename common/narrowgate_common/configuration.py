"""One TOML file and the environment become settings, or a configuration_error that names the key."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.setting_problems import refusal
from narrowgate_common.setting_values import overlay, plain
from narrowgate_common.settings import ServerSettings
from narrowgate_common.variables import from_environment, refuse_strays

S = TypeVar("S", bound=ServerSettings)

_MAX_FILE_BYTES = 1_000_000
_PLACE = re.compile(r"\(at (?:line [0-9]{1,7}, column [0-9]{1,7}|end of document)\)\Z")


def load(model: type[S], family: str, environment: Mapping[str, str], file: Path | None) -> S:
    """The settings: the environment's above the file's, key by key.

    Raises configuration_error: a typo must never leave a server without its limits.
    """
    written = {} if file is None else read_file(file)
    merged = overlay(written, from_environment(model, family, environment))
    refuse_strays(model, family, environment, _secret_variables(merged))
    return validated(model, merged)


def validated(model: type[S], table: Mapping[str, Any]) -> S:
    """The table as settings. Raises configuration_error.

    It passes through JSON, so that strictness means JSON's types: a list is a tuple, "true" is not true.
    """
    plain(table)
    try:
        return model.model_validate_json(json.dumps(table))
    except ValidationError as error:
        raise refusal(model, error) from None


def read_file(file: Path) -> dict[str, Any]:
    """The file's table.

    Raises configuration_error (`file_unreadable`, `file_exposed`, `file_invalid`), which never quotes it.
    """
    raw = _content(file)
    try:
        table = tomllib.loads(raw.decode("utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise _invalid(_place(error)) from None
    except UnicodeDecodeError:
        raise _invalid(": it is not UTF-8") from None
    except (ValueError, RecursionError):
        raise _invalid(": a number is too long, or the nesting too deep") from None
    plain(table)
    return table


def _content(file: Path) -> bytes:
    """Opened without waiting: a pipe in the file's place must not hold the start."""
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        raise _unreadable("does not exist or cannot be read; see --config") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _unreadable("is not a regular file")
        _refuse_exposed(os.fstat(descriptor))
        raw = os.read(descriptor, _MAX_FILE_BYTES + 1)
    except OSError:
        raise _unreadable("cannot be read") from None
    finally:
        os.close(descriptor)
    if len(raw) > _MAX_FILE_BYTES:
        raise _unreadable("is too large")
    return raw


def _refuse_exposed(found: os.stat_result) -> None:
    """Whoever may write the file could open what it closes."""
    if os.name == "posix" and found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise configuration_error(
            "The configuration file may be written by other accounts: take that right away (chmod go-w)",
            reason="file_exposed",
        )


def _unreadable(problem: str) -> GatewayError:
    return configuration_error(f"The configuration file {problem}", reason="file_unreadable")


def _invalid(problem: str) -> GatewayError:
    return configuration_error(f"The configuration file is not valid TOML{problem}", reason="file_invalid")


def _place(error: tomllib.TOMLDecodeError) -> str:
    found = _PLACE.search(str(error))
    return f" {found[0]}" if found else ""


def _secret_variables(table: Mapping[str, Any]) -> list[str]:
    """The variables that hold secrets may be called anything."""
    found = [value for key, value in table.items() if key == "token_env" and isinstance(value, str)]
    nested = [value for value in table.values() if isinstance(value, dict)]
    return found + [name for inner in nested for name in _secret_variables(inner)]
