"""One remembered call, in the hands of whoever works on it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from narrowgate_common.claims import Progress, State
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.ledger_schema import Store


@dataclass(frozen=True, slots=True)
class Entry:
    """A call in the ledger.

    Every method is durable when it returns, and raises configuration_error (`ledger_unwritable`) when it cannot be.
    `request_id` is the caller's, or one made here. `stamp` (32 hex digits) is written into the vendor's object, so
    that it can be found again. `started_at` is in seconds since the epoch. `may_send` is false where the call may
    only look; `dispatched` enforces that. To send a dispatched step again under the vendor's own key is to look.
    """

    id: int
    request_id: str
    stamp: str
    started_at: float
    may_send: bool
    _claim: int = field(repr=False)
    _store: Store = field(repr=False)

    @property
    def age_s(self) -> float:
        """Seconds since the call began, by the wall clock."""
        return self._store.now() - self.started_at

    def dispatched(self, step: str) -> None:
        """Write down that a step is about to be sent; send no byte of it before this returns.

        A step that is written down already is not sent twice: raises upstream_error with outcome unknown
        (`already_dispatched`; `look_only`; `claim_lost` when another process has taken the call over). Sending
        again under an idempotency key of the vendor's is the same step, and needs no second `dispatched`.
        """
        if not self.may_send:
            raise self._refusal("look_only", "This call may only look for what an earlier one did.")
        with self._store.transaction() as db:
            if not self._holds(db):
                raise self._refusal("claim_lost", "Another process has taken this call over.")
            added = db.execute("INSERT OR IGNORE INTO steps (call, step) VALUES (?, ?)", (self.id, step))
            if added.rowcount == 0:
                raise self._refusal("already_dispatched", "This step was sent already and is not repeated.")

    def received(self, step: str, receipt: Mapping[str, Any]) -> None:
        """Keep the vendor's answer to a step, or the proof found by looking; the first one counts."""
        with self._store.transaction() as db:
            db.execute(
                "INSERT INTO steps (call, step, receipt) SELECT id, ?, ? FROM calls WHERE id = ?"
                " ON CONFLICT (call, step) DO UPDATE SET receipt = excluded.receipt WHERE receipt IS NULL",
                (step, json.dumps(receipt), self.id),
            )

    def not_accepted(self, step: str) -> None:
        """Forget a step that was not sent, was throttled or was rejected: it may be sent again.

        A look forgets nothing.
        """
        with self._store.transaction() as db:
            if self._holds(db):
                db.execute(
                    "DELETE FROM steps WHERE call = ? AND step = ? AND receipt IS NULL", (self.id, step)
                )

    def receipt(self, step: str) -> dict[str, Any] | None:
        return dict(self.receipts()).get(step)

    def receipts(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the answered steps in the order in which they were sent."""
        return [(step, json.loads(receipt)) for step, receipt in self._steps() if receipt is not None]

    def note(self, name: str, content: Mapping[str, Any]) -> None:
        """Keep what a later look will need (how things were before a step); the last note of a name counts.

        A note is no effect: a call that has nothing else is forgotten with it. A look leaves no notes.
        """
        with self._store.transaction() as db:
            if self._holds(db):
                db.execute(
                    "INSERT OR REPLACE INTO notes (call, name, content) VALUES (?, ?, ?)",
                    (self.id, name, json.dumps(content)),
                )

    def noted(self, name: str) -> dict[str, Any] | None:
        with self._store.transaction() as db:
            query = "SELECT content FROM notes WHERE call = ? AND name = ?"
            row = db.execute(query, (self.id, name)).fetchone()
        return None if row is None else dict(json.loads(row["content"]))

    def is_open(self, step: str) -> bool:
        """Whether a step was dispatched and has no receipt: nobody knows whether it happened."""
        return (step, None) in self._steps()

    def has_open_steps(self) -> bool:
        return any(receipt is None for _, receipt in self._steps())

    def finish(self, result: Mapping[str, Any], *, reconciled: bool = False) -> dict[str, Any]:
        """Remember the result for 24 hours, and return what every later call gets: the first result, if there is one.

        `reconciled` says that a read proved it, and marks the result so.
        """
        wanted = {**result, "reconciled": True} if reconciled else dict(result)
        with self._store.transaction() as db:
            # an answer that comes after all is a proof, also when the call was given up as unknown meanwhile
            if self._holds(db) or _state(db, self.id) == State.UNKNOWN:
                self._write(db, State.DONE, wanted)
            kept = db.execute(
                "SELECT answer FROM calls WHERE id = ? AND state = ?", (self.id, State.DONE)
            ).fetchone()
        return dict(json.loads(kept["answer"])) if kept else wanted

    def unknown(self, error: Mapping[str, Any]) -> None:
        """Remember for 24 hours that nobody knows whether it happened: from now on calls only look."""
        with self._store.transaction() as db:
            if self._holds(db) or self._looks(db):
                self._write(db, State.UNKNOWN, error)

    def partial(self, error: Mapping[str, Any]) -> None:
        """Remember for 24 hours that it stopped after a receipt: the next call resumes, and sends the rest.

        With a step that has no receipt the call is unknown, whatever is said here. A look that found the receipts of
        all steps may say so too.
        """
        with self._store.transaction() as db:
            if self._holds(db) or self._looks(db):
                unanswered = progress_of(db, self.id) is Progress.UNANSWERED
                self._write(db, State.UNKNOWN if unanswered else State.PARTIAL, error)

    def forget(self) -> None:
        """Forget a rejected call. One that has steps is not forgotten but released; a look forgets nothing."""
        with self._store.transaction() as db:
            if self._holds(db) and progress_of(db, self.id) is Progress.NOTHING_SENT:
                db.execute("DELETE FROM calls WHERE id = ?", (self.id,))
        self.release()

    def release(self) -> None:
        """Stop working on it (cancelled, failed unexpectedly): the next call judges by the steps, as after a crash."""
        with self._store.transaction() as db:
            if self._holds(db):
                db.execute("UPDATE calls SET owner = NULL WHERE id = ?", (self.id,))

    def delivered(self) -> None:
        """Note that the result was written out, or answered without cancellation: a repeat is a new effect now."""
        with self._store.transaction() as db:
            db.execute("UPDATE calls SET delivered = 1 WHERE id = ? AND state = ?", (self.id, State.DONE))

    def _holds(self, db: sqlite3.Connection) -> bool:
        """Whether this is the one claim that may send: nobody has ended the call, nor taken it over."""
        return self.may_send and self._stands(db, State.OPEN)

    def _looks(self, db: sqlite3.Connection) -> bool:
        return not self.may_send and self._stands(db, State.UNKNOWN)

    def _stands(self, db: sqlite3.Connection, state: State) -> bool:
        query = "SELECT 1 FROM calls WHERE id = ? AND claim = ? AND state = ?"
        return db.execute(query, (self.id, self._claim, state)).fetchone() is not None

    def _write(self, db: sqlite3.Connection, state: State, answer: Mapping[str, Any]) -> None:
        db.execute(
            "UPDATE calls SET state = ?, answer = ?, touched_at = ?, owner = NULL, delivered = 0 WHERE id = ?",
            (state, json.dumps(answer), self._store.now(), self.id),
        )

    def _steps(self) -> list[tuple[str, str | None]]:
        with self._store.transaction() as db:
            return [
                (row["step"], row["receipt"])
                for row in db.execute("SELECT * FROM steps WHERE call = ? ORDER BY position", (self.id,))
            ]

    def _refusal(self, reason: str, message: str) -> GatewayError:
        return GatewayError(
            Category.UPSTREAM_ERROR, message, reason=reason, outcome="unknown", request_id=self.request_id
        )


@dataclass(frozen=True, slots=True)
class Fresh:
    """Nothing was sent yet: send."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Resume:
    """Stopped midway, with a receipt for every dispatched step: go on after the last one.

    `error` is what it ended with, if it ended at all.
    """

    entry: Entry
    error: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Nobody knows whether it happened: look for it, never send, unless under a key by which the vendor knows it again.

    A look records what it finds with `received` and `finish`; several at once do no harm. `error` is what the call
    ended with, if it ended at all.
    """

    entry: Entry
    error: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """It was done already: answer with `result`, and note the delivery in `entry`."""

    entry: Entry
    result: dict[str, Any]


Claim = Fresh | Resume | Look | Earlier


def progress_of(db: sqlite3.Connection, call: int) -> Progress:
    """Sum up the steps of a call."""
    query = "SELECT count(*), count(receipt) FROM steps WHERE call = ?"
    dispatched, answered = db.execute(query, (call,)).fetchone()
    return Progress.of(dispatched=dispatched, answered=answered)


def _state(db: sqlite3.Connection, call: int) -> str | None:
    row = db.execute("SELECT state FROM calls WHERE id = ?", (call,)).fetchone()
    return None if row is None else str(row["state"])
