"""The ledger: what was sent, written down before it is sent, so that nothing is sent twice.

A crash leaves a step that was dispatched and has no receipt; whoever asks next may look for it, never repeat it.
Rejected calls are not remembered, all others for 24 hours of the wall clock, which several processes share.
"""

from __future__ import annotations

import base64
import json
import secrets
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import anyio

from narrowgate_common.claims import CallIdentity, Standing, State, Verdict, judge
from narrowgate_common.errors import Category, GatewayError, bad_input
from narrowgate_common.ledger_entry import Claim, Earlier, Entry, Fresh, Look, Resume, progress_of
from narrowgate_common.ledger_schema import Store, ledger_errors
from narrowgate_common.owners import Owner, is_alive
from narrowgate_common.state import StateDirectory

__all__ = [
    "CallIdentity",
    "Claim",
    "Earlier",
    "Entry",
    "Fresh",
    "Ledger",
    "Look",
    "Resume",
    "UnfinishedCall",
]

REMEMBERED_S = 24 * 60 * 60.0
POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class UnfinishedCall:
    """A call that nobody works on and that may have done something: what an administrator should know of."""

    principal: str
    tool: str
    request_id: str
    started_at: float
    outcome: Literal["unknown", "partial"]


@dataclass(frozen=True, slots=True)
class _InFlight:
    entry: Entry


class Ledger:
    """The calls of all processes that share a state directory; safe to use by concurrent calls of this one."""

    def __init__(self, store: Store, owners: StateDirectory, owner: Owner) -> None:
        self._store = store
        self._owners = owners
        self._owner = owner

    @classmethod
    def open(cls, state: StateDirectory, *, clock: Callable[[], float] = time.time) -> Ledger:
        """Open the ledger of a state directory; raises configuration_error (`ledger_unwritable`)."""
        owners = StateDirectory.open(state.path / "owners")
        with ledger_errors():
            owner = Owner.enter(owners)
        try:
            return cls(Store.open(state, clock), owners, owner)
        except BaseException:
            owner.leave()
            raise

    def close(self) -> None:
        """Leave the ledger; what is still open is judged by its steps, as after a crash."""
        self._owner.leave()
        self._store.close()

    async def begin(self, identity: CallIdentity, *, timeout_s: float) -> Claim:
        """Claim a call: exactly one of several that ask for the same one may send.

        Waits for one in flight, at most `timeout_s` seconds, then raises upstream_error (`in_flight`, outcome
        unknown). A request_id that stands for another call raises bad_input (`key_reused`).
        """
        deadline = anyio.current_time() + timeout_s
        with ledger_errors():
            self._owner.stay()
        self._purge()
        awaited: int | None = None
        while isinstance(claim := self._claim(identity, awaited), _InFlight):
            awaited = claim.entry.id
            left = deadline - anyio.current_time()
            if left <= 0:
                raise _still_in_flight(claim.entry.request_id)
            await anyio.sleep(min(POLL_S, left))
        return claim

    def unfinished(self) -> tuple[UnfinishedCall, ...]:
        """Return the calls, oldest first, that ended unknown or midway, or died after they sent something."""
        outcomes: dict[Verdict, Literal["unknown", "partial"]] = {
            Verdict.LOOK: "unknown",
            Verdict.RESUME: "partial",
        }
        self._purge()
        with self._store.transaction() as db:
            rows = db.execute("SELECT * FROM calls WHERE state != 'done' ORDER BY id").fetchall()
            verdicts = [(row, judge(self._standing(db, row), tied=True)) for row in rows]
        return tuple(
            UnfinishedCall(
                row["principal"], row["tool"], row["request_id"], row["started_at"], outcomes[verdict]
            )
            for row, verdict in verdicts
            if verdict in outcomes
        )

    def _claim(self, identity: CallIdentity, awaited: int | None) -> Claim | _InFlight:
        with self._store.transaction() as db:
            row = _find(db, identity, awaited)
            if row is None:
                return Fresh(self._insert(db, identity))
            _refuse_reuse(identity, row)
            tied = identity.request_id is not None or awaited == row["id"]
            return self._apply(db, identity, row, judge(self._standing(db, row), tied=tied))

    def _apply(
        self, db: sqlite3.Connection, identity: CallIdentity, row: sqlite3.Row, verdict: Verdict
    ) -> Claim | _InFlight:
        match verdict:
            case Verdict.NEW:
                return Fresh(self._insert(db, identity))
            case Verdict.WAIT:
                return _InFlight(self._entry(row, may_send=False))
            case Verdict.EARLIER:
                return Earlier(self._entry(row, may_send=False), json.loads(row["answer"]))
            case Verdict.LOOK:
                db.execute("UPDATE calls SET state = 'unknown', owner = NULL WHERE id = ?", (row["id"],))
                return Look(self._entry(row, may_send=False), _answer(row))
            case Verdict.FRESH:
                return Fresh(self._take(db, row))
            case Verdict.RESUME:
                return Resume(self._take(db, row), _answer(row))

    def _insert(self, db: sqlite3.Connection, identity: CallIdentity) -> Entry:
        request_id = identity.request_id or _readable_id()
        stamp, now = secrets.token_hex(16), self._store.now()
        added = db.execute(
            "INSERT INTO calls (principal, request_id, tool, fingerprint, stamp, started_at, touched_at, state, owner)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?)",
            (
                identity.principal,
                request_id,
                identity.tool,
                identity.fingerprint,
                stamp,
                now,
                now,
                self._owner.token,
            ),
        )
        return self._entry(_by_id(db, added.lastrowid), may_send=True)

    def _take(self, db: sqlite3.Connection, row: sqlite3.Row) -> Entry:
        """Work on a call whose owner is gone. The new claim number shuts out an owner that was only thought dead."""
        db.execute(
            "UPDATE calls SET state = 'open', owner = ?, claim = claim + 1, touched_at = ? WHERE id = ?",
            (self._owner.token, self._store.now(), row["id"]),
        )
        return self._entry(_by_id(db, row["id"]), may_send=True)

    def _entry(self, row: sqlite3.Row, *, may_send: bool) -> Entry:
        return Entry(
            id=row["id"],
            request_id=row["request_id"],
            stamp=row["stamp"],
            started_at=row["started_at"],
            may_send=may_send,
            _claim=row["claim"],
            _store=self._store,
        )

    def _standing(self, db: sqlite3.Connection, row: sqlite3.Row) -> Standing:
        return Standing(
            State(row["state"]),
            progress_of(db, row["id"]),
            in_flight=self._is_alive(row["owner"]),
            delivered=bool(row["delivered"]),
        )

    def _is_alive(self, owner: str | None) -> bool:
        return owner is not None and is_alive(self._owners, owner)

    def _purge(self) -> None:
        with self._store.transaction() as db:
            old = db.execute(
                "SELECT id, owner FROM calls WHERE touched_at <= ?", (self._store.now() - REMEMBERED_S,)
            )
            gone = [(row["id"],) for row in old if not self._is_alive(row["owner"])]
            db.executemany("DELETE FROM calls WHERE id = ?", gone)


def _find(db: sqlite3.Connection, identity: CallIdentity, awaited: int | None) -> sqlite3.Row | None:
    """Find the earlier call: the one named, the one waited for, or else the newest that asked for the same."""
    if identity.request_id is not None:
        return _one(
            db,
            "SELECT * FROM calls WHERE principal = ? AND request_id = ?",
            identity.principal,
            identity.request_id,
        )
    return _one(db, "SELECT * FROM calls WHERE id = ?", awaited) or _one(
        db,
        "SELECT * FROM calls WHERE principal = ? AND tool = ? AND fingerprint = ? ORDER BY id DESC LIMIT 1",
        identity.principal,
        identity.tool,
        identity.fingerprint,
    )


def _by_id(db: sqlite3.Connection, call: int | None) -> sqlite3.Row:
    row: sqlite3.Row = db.execute("SELECT * FROM calls WHERE id = ?", (call,)).fetchone()
    return row


def _one(db: sqlite3.Connection, query: str, *values: Any) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute(query, values).fetchone()
    return row


def _refuse_reuse(identity: CallIdentity, row: sqlite3.Row) -> None:
    if (identity.tool, identity.fingerprint) != (row["tool"], row["fingerprint"]):
        raise bad_input(
            "This request_id already stands for a call with other arguments; use a new one for a new call.",
            reason="key_reused",
        )


def _answer(row: sqlite3.Row) -> dict[str, Any] | None:
    return None if row["answer"] is None else dict(json.loads(row["answer"]))


def _readable_id() -> str:
    return "ng-" + base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def _still_in_flight(request_id: str) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "The same call is still being worked on. Ask again with this request_id to get its result.",
        reason="in_flight",
        outcome="unknown",
        request_id=request_id,
    )
