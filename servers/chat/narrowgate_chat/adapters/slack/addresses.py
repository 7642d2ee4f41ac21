"""How people name messages and channels: permalinks, addresses, ids, in whatever case they were typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from narrowgate_chat.adapters.slack.picking import CHANNEL_ID, TS, USER_ID
from narrowgate_chat.port import MessageRef, Name

_REFERENCE = re.compile(r"([A-Za-z][A-Za-z0-9]{2,30})/([0-9]{10}\.[0-9]{6})", re.ASCII)
_ARCHIVE = re.compile(r"/archives/([A-Za-z0-9]{3,31})(?:/p([0-9]{10})([0-9]{6}))?/?", re.ASCII)
_CLIENT = re.compile(r"/client/[A-Za-z0-9]{3,31}/([A-Za-z0-9]{3,31})/?", re.ASCII)
_TOKEN = re.compile(r"<[#@]([A-Za-z0-9]{3,31})(?:\|[^<>]{0,200})?>", re.ASCII)
_MAIL = re.compile(r"[^\s@<>]{1,100}@[^\s@<>]{1,150}")
_TYPED = re.compile(r"(?=[a-z]*[0-9])[a-z0-9]{8,31}", re.ASCII)
"""Ids in small letters are told from words by their length and digits."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """`host` is the configured site's; every workspace of the vendor's is browsed below its own domain too."""

    host: str

    def message(self, pasted: str) -> MessageRef | None:
        plain = _REFERENCE.fullmatch(pasted)
        if plain:
            channel = _channel(plain[1].upper())
            return None if channel is None else MessageRef(channel, plain[2])
        path, query = self._of_site(pasted)
        found = _ARCHIVE.fullmatch(path)
        channel = _channel(found[1].upper()) if found else None
        if found is None or channel is None or not found[2]:
            return None
        root = parse_qs(query).get("thread_ts", [""])[0]
        return MessageRef(channel, f"{found[2]}.{found[3]}", root if TS.fullmatch(root) else None)

    def channel(self, pasted: str) -> Name | None:
        token = _TOKEN.fullmatch(pasted)
        bare = token[1] if token else pasted.removeprefix("@")
        if _TYPED.fullmatch(bare):
            bare = bare.upper()
        if USER_ID.fullmatch(bare):
            return Name(person=bare)
        named = _channel(bare)
        if named is not None:
            return named
        if _MAIL.fullmatch(pasted):
            return Name(person=pasted)
        path, _ = self._of_site(pasted)
        found = _ARCHIVE.fullmatch(path) or _CLIENT.fullmatch(path)
        return _channel(found[1].upper()) if found else None

    def _of_site(self, pasted: str) -> tuple[str, str]:
        """Path and query of an address of this vendor's; empty for any other."""
        try:
            parts = urlsplit(pasted.strip("<>").partition("|")[0])
            host = parts.hostname or ""
        except ValueError:
            return "", ""
        known = host in (self.host, "slack.com") or host.endswith(".slack.com")
        return (parts.path, parts.query) if known and parts.scheme in ("https", "http") else ("", "")


def _channel(found: str) -> Name | None:
    return Name(id=found) if CHANNEL_ID.fullmatch(found) else None
