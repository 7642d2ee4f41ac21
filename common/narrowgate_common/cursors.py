"""Cursors that the model carries from call to call: an adapter's own token, sealed for one use.

A cursor holds for the tool, the principal and the arguments it was given out for. It is not encrypted; it cannot be
made, altered, or taken to another place.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from narrowgate_common.errors import GatewayError, bad_input, upstream_error
from narrowgate_common.fingerprints import canonical, fingerprint

MAC_BYTES = 16
TOKEN_BYTES = 6_000
CURSOR_CHARS = 4 * ((MAC_BYTES + TOKEN_BYTES + 2) // 3)


@dataclass(frozen=True, slots=True)
class Cursors:
    """Seals and opens cursors under one secret key."""

    _key: bytes = field(repr=False)

    def seal(self, tool: str, principal: str, scope: str, token: str) -> str:
        """Make a cursor of an adapter's token; `scope` is the fingerprint of the other arguments.

        Printable, without blanks, at most CURSOR_CHARS long. Raises upstream_error (`token_too_long`) for a token
        beyond TOKEN_BYTES.
        """
        content = token.encode("utf-8", "surrogatepass")
        if len(content) > TOKEN_BYTES:
            raise upstream_error(
                "The next page cannot be reached: its token is too long.", reason="token_too_long"
            )
        sealed = self._mac(tool, principal, scope, content) + content
        return base64.urlsafe_b64encode(sealed).decode("ascii").rstrip("=")

    def open(self, cursor: str, tool: str, principal: str, scope: str) -> str:
        """Return the token of a cursor; raises bad_input (`stale_cursor`), the same for every kind of wrong."""
        sealed = _decoded(cursor)
        mac, content = sealed[:MAC_BYTES], sealed[MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(tool, principal, scope, content)):
            raise _stale()
        return content.decode("utf-8", "surrogatepass")

    def _mac(self, tool: str, principal: str, scope: str, content: bytes) -> bytes:
        bound = canonical(["cursor", tool, principal, scope, content.hex()])
        return hmac.new(self._key, bound, hashlib.sha256).digest()[:MAC_BYTES]


def _decoded(cursor: str) -> bytes:
    if len(cursor) > CURSOR_CHARS:
        raise _stale()
    try:
        text = cursor.encode("ascii")
        sealed = base64.urlsafe_b64decode(text + b"=" * (-len(text) % 4))
    except (UnicodeEncodeError, binascii.Error) as error:
        raise _stale() from error
    # the decoder passes over foreign characters and spare bits: one token has one cursor
    if base64.urlsafe_b64encode(sealed).rstrip(b"=") != text:
        raise _stale()
    return sealed


def _stale() -> GatewayError:
    return bad_input(
        "This cursor does not belong to this call. Repeat the call without it, and continue with the cursor it gives.",
        reason="stale_cursor",
    )


def question_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """A cursor continues exactly the question that gave it."""
    question = {name: value for name, value in arguments.items() if name not in {"cursor", "limit"}}
    return fingerprint(tool, question, files={})
