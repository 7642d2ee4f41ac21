"""Lines that the protocol's library passes over in silence although somebody waits for their answer."""

from __future__ import annotations

import json

from pydantic_core import from_json

_PARSE_ERROR = -32700
"""https://www.jsonrpc.org/specification#error_object"""


def refusal(line: str) -> str | None:
    """The answer to a line that names a request and is not proper JSON; None for all others."""
    try:
        from_json(line)
    except ValueError:
        identity = _identity(line)
        return None if identity is None else _answer(identity)
    return None


def _identity(line: str) -> str | int | None:
    """The request's id, from a reader that takes more than JSON allows."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    identity = found.get("id") if isinstance(found, dict) and "method" in found else None
    return identity if isinstance(identity, (str, int)) and not isinstance(identity, bool) else None


def _answer(identity: str | int) -> str:
    message = "The request is not valid JSON: it holds half a surrogate pair, or is nested too deeply"
    error = {"code": _PARSE_ERROR, "message": message}
    return json.dumps({"jsonrpc": "2.0", "id": identity, "error": error}) + "\n"
