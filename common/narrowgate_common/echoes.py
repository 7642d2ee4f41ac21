"""Our own credential: cut out of what a vendor, a proxy or a firewall repeats of it, and refused in what leaves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import quote

from pydantic import SecretStr

from narrowgate_common.errors import bad_input
from narrowgate_common.routes import Request
from narrowgate_common.secret_scan import REASON, REDACTED

_SHORTEST = 8
"""A shorter secret could stand anywhere by chance."""


class Echoes:
    """The spellings of some secrets: as they are, percent-encoded, and with the slashes that JSON may escape."""

    def __init__(self, secrets: Iterable[SecretStr]) -> None:
        values = {secret.get_secret_value() for secret in secrets}
        forms = {form for value in values if len(value) >= _SHORTEST for form in _spelled(value)}
        self._forms = sorted((form.encode("utf-8", "replace") for form in forms), key=len, reverse=True)

    def refuse(self, request: Request) -> None:
        """Raise `bad_input/secret_detected` when what shall be sent holds one, outside the header it belongs in."""
        leaving = request.target().encode() + b"\n" + _content(request)
        if any(form in leaving for form in self._forms):
            raise bad_input(
                "the text holds this server's own credential; leave it out, or write <token> in its place",
                reason=REASON,
            )

    def cut(self, body: bytes) -> bytes:
        for form in self._forms:
            body = body.replace(form, REDACTED.encode())
        return body


def _content(request: Request) -> bytes:
    if request.file is not None:
        return request.file.content
    return b"" if request.json is None else json.dumps(request.json, ensure_ascii=False).encode()


def _spelled(value: str) -> tuple[str, str, str]:
    return value, quote(value, safe="", errors="replace"), value.replace("/", "\\/")
