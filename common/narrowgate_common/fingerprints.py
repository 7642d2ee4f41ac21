"""Whether two calls are the same call: one spelling per JSON value, and a hash over it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from narrowgate_common.errors import bad_input

_spelled = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode

REQUEST_ID = "request_id"
"""The argument that names a call, and so is no part of what the call does."""


def canonical(value: Any) -> bytes:
    """Spell a JSON value in the one way that equal values share: keys sorted, no blanks, ASCII only.

    Equal means equal in JSON: `1`, `1.0`, `true` and `"1"` are four values. Raises bad_input for numbers that
    JSON does not have.
    """
    try:
        return _spelled(value).encode("ascii")
    except ValueError as error:
        raise bad_input("An argument holds a number that is not finite.", reason="not_json") from error


def fingerprint(tool: str, arguments: Mapping[str, Any], *, files: Mapping[str, str]) -> str:
    """Hash what a call would do (sha256, hex).

    `files` maps the name of each argument that names a file to the hash of that file's content: the same path
    with other bytes is another call.
    """
    effective = {name: value for name, value in arguments.items() if name != REQUEST_ID}
    return hashlib.sha256(canonical([tool, effective, dict(files)])).hexdigest()
