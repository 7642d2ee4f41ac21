"""The form of the audit log: one JSON record a line, each sealed together with the seal of the one before.

    {"time":...,"kind":"intent",...,"previous":"<seal of the line before>","mac":"<seal of this line>"}

The seal is an HMAC-SHA256 over the bytes of the line before `,"mac"`. Without the key no record can be altered,
added, or taken from the middle unnoticed. Records taken from the end are missed only by who kept the last seal
elsewhere, so it is shown (`head`); and whoever can read the key, which lies beside the log, can write a new log.

A crash can leave half a record without its newline. The next record goes on in the same line, behind an ASCII record
separator (as in RFC 7464), and states the hash of what was left there: `"torn":"<sha256>"`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

BEGINNING = ""
"""The `previous` of the first record."""
SEPARATOR = b"\x1e"
_SEAL = b',"mac":"'
_SEAL_LENGTH = len(_SEAL) + hashlib.sha256().digest_size * 2 + len(b'"}')


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose seal is right."""

    fields: Mapping[str, Any]
    mac: str


@dataclass(frozen=True, slots=True)
class UnfinishedIntent:
    """A write that was about to be sent, and of whose end nothing was written down."""

    id: str
    time: str
    principal: str
    tool: str
    target: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What a walk along the chain found.

    `records` counts the records before the first broken one, whose line is `first_broken` (counted from 1). `head` is
    the seal of the last good record, None when there is none. `torn` counts the halves left by crashes, which break
    nothing.
    """

    records: int
    intact: bool
    first_broken: int | None
    head: str | None
    unfinished: tuple[UnfinishedIntent, ...]
    torn: int = 0


def line_of(fields: Mapping[str, Any], *, previous: str, torn: bytes, key: bytes) -> bytes:
    """Write the bytes that append a record: to a new line, or behind the `torn` remains of one."""
    left = {"torn": hashlib.sha256(torn).hexdigest()} if torn else {}
    body = json.dumps({**fields, **left, "previous": previous}, separators=(",", ":")).encode("ascii")
    seal = _SEAL + _mac(body, key).encode("ascii") + b'"}\n'
    return (SEPARATOR if torn else b"") + body[:-1] + seal


def read_line(line: bytes, key: bytes) -> Record | None:
    """Read the record of a whole line, given without its newline; None when anything about it is not as written."""
    torn, _, sealed = line.rpartition(SEPARATOR)
    body, seal = sealed[:-_SEAL_LENGTH] + b"}", sealed[-_SEAL_LENGTH:]
    mac = _mac(body, key)
    if not hmac.compare_digest(seal, _SEAL + mac.encode("ascii") + b'"}'):
        return None
    # only what this program has sealed is parsed
    fields = json.loads(body)
    stated = hashlib.sha256(torn).hexdigest() if SEPARATOR in line else None
    return Record(fields, mac) if fields.get("torn") == stated else None


def walk(lines: Iterable[bytes], key: bytes) -> Verification:
    """Follow the chain through the lines of a log, newlines included, up to its end or to the first broken link."""
    head, records, torn = BEGINNING, 0, 0
    open_intents: dict[str, UnfinishedIntent] = {}
    broken = False
    for line in lines:
        if not line.endswith(b"\n"):
            torn += 1
            break
        record = read_line(line[:-1], key)
        broken = record is None or record.fields["previous"] != head
        if record is None or broken:
            break
        head, records, torn = record.mac, records + 1, torn + ("torn" in record.fields)
        _note(open_intents, record.fields)
    return Verification(
        records=records,
        intact=not broken,
        first_broken=records + 1 if broken else None,
        head=head or None,
        unfinished=tuple(open_intents.values()),
        torn=torn,
    )


def _note(open_intents: dict[str, UnfinishedIntent], fields: Mapping[str, Any]) -> None:
    if fields["kind"] == "intent":
        open_intents[fields["id"]] = UnfinishedIntent(
            fields["id"], fields["time"], fields["principal"], fields["tool"], fields["target"]
        )
    else:
        open_intents.pop(fields["id"], None)


def _mac(body: bytes, key: bytes) -> str:
    return hmac.new(key, body, hashlib.sha256).hexdigest()
