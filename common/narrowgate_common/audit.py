"""The audit log: who was about to write what, and how it ended. No intent, no write.

`audit.jsonl` in the state directory, shared by all processes. Arguments appear as an HMAC, so that a known call can be
recognised and an unknown one cannot be read.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from narrowgate_common.audit_chain import (
    BEGINNING,
    UnfinishedIntent,
    Verification,
    line_of,
    read_line,
    walk,
)
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.fingerprints import canonical
from narrowgate_common.locks import locked
from narrowgate_common.state import StateDirectory

__all__ = ["Audit", "UnfinishedIntent", "Verification", "verify"]

FILE = "audit.jsonl"
CHAIN_KEY = "audit-chain"
ARGUMENTS_KEY = "audit-arguments"
TEXT_CHARS = 500
_WINDOW_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Audit:
    """The log of a state directory, for appending.

    An append waits for other processes to finish theirs, and then for the disk (fsync): a write pays for both twice,
    once before it is sent and once after.
    """

    state: StateDirectory
    clock: Callable[[], float]
    _chain_key: bytes = field(repr=False)
    _arguments_key: bytes = field(repr=False)

    @classmethod
    def open(cls, state: StateDirectory, *, clock: Callable[[], float] = time.time) -> Audit:
        """Open the log, made where it is missing; raises configuration_error (`audit_unwritable`, `state_unusable`)."""
        audit = cls(state, clock, state.key(CHAIN_KEY), state.key(ARGUMENTS_KEY))
        with _log_of(state, os.O_RDWR | os.O_APPEND | os.O_CREAT) as log, _audit_errors(), locked(log):
            audit._end(log)
        return audit

    def intent(self, principal: str, tool: str, target: str, arguments: Mapping[str, Any]) -> str:
        """Write down that a write is about to be sent, and return the id of the intent.

        Raises configuration_error (`audit_unwritable`): then nothing may be sent.
        """
        intent_id = secrets.token_hex(16)
        mac = hmac.new(self._arguments_key, canonical(dict(arguments)), hashlib.sha256).hexdigest()
        who = {"principal": principal, "tool": tool, "target": target}
        self._append("intent", intent_id, who, arguments=mac)
        return intent_id

    def result(
        self,
        intent_id: str,
        *,
        outcome: str,
        category: str | None = None,
        reason: str | None = None,
        target: str | None = None,
    ) -> None:
        """Write down how it ended; `target` where the write made one.

        Raises configuration_error (`audit_unwritable`) about something that has happened all the same.
        """
        ended = {"target": target, "outcome": outcome, "category": category, "reason": reason}
        self._append("result", intent_id, {name: word for name, word in ended.items() if word is not None})

    def _append(self, kind: str, intent_id: str, words: Mapping[str, str], **exact: str) -> None:
        fields = {
            "time": _utc(self.clock()),
            "kind": kind,
            "id": intent_id,
            **{name: word[:TEXT_CHARS] for name, word in words.items()},
            **exact,
        }
        with (
            _log_of(self.state, os.O_RDWR | os.O_APPEND | os.O_CREAT) as log,
            _audit_errors(),
            locked(log),
        ):
            previous, torn = self._end(log)
            _write(log, line_of(fields, previous=previous, torn=torn, key=self._chain_key))
            if previous == BEGINNING:
                self.state.sync()

    def _end(self, log: int) -> tuple[str, bytes]:
        """Return the seal to go on from, and the half record that a crash left after it."""
        line, torn = _last_line(log)
        if line is None:
            return BEGINNING, torn
        record = read_line(line, self._chain_key)
        if record is None:
            raise _unwritable("ends with a damaged record: look at it with `audit verify`, then move it away")
        return record.mac, torn


def verify(state: StateDirectory) -> Verification:
    """Walk along the whole chain; raises configuration_error (`audit_unwritable`) when the log cannot be read.

    Writers are not held up: what is appended meanwhile is not looked at. A log that is missing is intact and empty.
    """
    key = state.key(CHAIN_KEY)
    if not os.path.lexists(state.path / FILE):
        return walk([], key)
    with _log_of(state, os.O_RDONLY) as log, _audit_errors():
        with locked(log, shared=True):
            size = os.fstat(log).st_size
        return walk(_lines(log, size), key)


@contextmanager
def _log_of(state: StateDirectory, flags: int) -> Iterator[int]:
    with _audit_errors():
        log = state.open_private(FILE, flags)
    try:
        yield log
    finally:
        os.close(log)


@contextmanager
def _audit_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _unwritable("cannot be written (disk full, read-only, or not a private file)") from error


def _unwritable(what: str) -> GatewayError:
    return configuration_error(
        f"The audit log in state.dir {what}; nothing is written without it.", reason="audit_unwritable"
    )


def _write(log: int, line: bytes) -> None:
    """In one go: a crash leaves the beginning of the line, never a hole in it."""
    if os.write(log, line) != len(line):
        raise OSError("the record was cut short")
    os.fsync(log)


def _last_line(log: int) -> tuple[bytes | None, bytes]:
    """Return the last whole line without its newline, None if there is none, and whatever stands after it."""
    size, window = os.fstat(log).st_size, _WINDOW_BYTES
    while True:
        start = max(0, size - window)
        data = _read(log, start, size)
        end = data.rfind(b"\n")
        begin = data.rfind(b"\n", 0, max(end, 0)) + 1
        if start == 0 or begin > 0:
            return (data[begin:end], data[end + 1 :]) if end >= 0 else (None, data)
        window *= 2


def _read(log: int, start: int, end: int) -> bytes:
    with open(log, "rb", closefd=False) as file:
        file.seek(start)
        return file.read(end - start)


def _lines(log: int, size: int) -> Iterator[bytes]:
    with open(log, "rb", closefd=False) as file:
        while line := file.readline(size):
            size -= len(line)
            yield line


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
