"""What a vendor, a proxy or a firewall repeats of our own credential, cut out of its answer before anybody reads it."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from pydantic import SecretStr

from narrowgate_common.secret_scan import REDACTED

_SHORTEST = 8
"""A shorter secret could stand anywhere by chance."""


class Echoes:
    """The spellings of some secrets: as they are, percent-encoded, and with the slashes that JSON may escape."""

    def __init__(self, secrets: Iterable[SecretStr]) -> None:
        values = {secret.get_secret_value() for secret in secrets}
        forms = {form for value in values if len(value) >= _SHORTEST for form in _spelled(value)}
        self._forms = sorted((form.encode("utf-8", "replace") for form in forms), key=len, reverse=True)

    def cut(self, body: bytes) -> bytes:
        for form in self._forms:
            body = body.replace(form, REDACTED.encode())
        return body


def _spelled(value: str) -> tuple[str, str, str]:
    return value, quote(value, safe="", errors="replace"), value.replace("/", "\\/")
