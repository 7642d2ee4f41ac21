"""The ledger's database: its tables, its connection and its transactions."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.locks import gate
from narrowgate_common.state import StateDirectory

FILE = "ledger.sqlite3"
VERSION = 1
BUSY_S = 10.0

_TABLES = (
    """
CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    principal TEXT NOT NULL,
    request_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    stamp TEXT NOT NULL,
    started_at REAL NOT NULL,
    touched_at REAL NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'unknown', 'partial')),
    owner TEXT,
    claim INTEGER NOT NULL DEFAULT 1,
    answer TEXT,
    delivered INTEGER NOT NULL DEFAULT 0,
    UNIQUE (principal, request_id)
)""",
    "CREATE INDEX IF NOT EXISTS same_call ON calls (principal, tool, fingerprint)",
    "CREATE INDEX IF NOT EXISTS by_age ON calls (touched_at)",
    """
CREATE TABLE IF NOT EXISTS steps (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    call INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    step TEXT NOT NULL,
    receipt TEXT,
    UNIQUE (call, step)
)""",
    """
CREATE TABLE IF NOT EXISTS notes (
    call INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (call, name)
)""",
)


class Store:
    """One connection to the ledger. A transaction is short and never spans an await, so concurrent calls take turns."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float]) -> None:
        self.now = clock
        self._connection = connection
        self._turn = threading.Lock()
        self._process = os.getpid()

    @classmethod
    def open(cls, state: StateDirectory, clock: Callable[[], float]) -> Store:
        """Open the ledger, made where it is missing. Raises configuration_error (`ledger_unwritable`)."""
        # the gate: several processes that switch one new file to WAL at once get SQLITE_BUSY without a wait
        with ledger_errors(), gate(state, "ledger.lock"):
            state.make_private(FILE)
            connection = sqlite3.connect(
                state.path / FILE, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
            return cls(connection, clock)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the database alone, until what was written is on the disk.

        Raises configuration_error (`ledger_unwritable`) for whatever SQLite or the disk has to say.
        """
        with self._turn, ledger_errors():
            if self._process != os.getpid():
                raise unwritable("was opened before this process was forked")
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                # SQLite has rolled back by itself after some errors, a full disk among them
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        with self._turn:
            self._connection.close()


@contextmanager
def ledger_errors() -> Iterator[None]:
    """Turn errors of SQLite and of the file system into configuration_error (`ledger_unwritable`)."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise unwritable("cannot be written (disk full, read-only, damaged or locked)") from error


def unwritable(what: str) -> GatewayError:
    return configuration_error(
        f"The ledger in state.dir {what}; no write is started without it.", reason="ledger_unwritable"
    )


def _prepare(connection: sqlite3.Connection) -> None:
    """WAL with synchronous=FULL: a commit is on the disk before it returns (https://www.sqlite.org/pragma.html)."""
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in {0, VERSION}:
        raise unwritable("was written by another version of narrowgate")
    for table in _TABLES:
        connection.execute(table)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
