"""Logging to stderr: structured, one line an event, redaction as the last step. Standard output is the protocol's."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TextIO, cast

import structlog

from narrowgate_common.secret_scan import redact
from narrowgate_common.text import one_line, project

Log = structlog.typing.FilteringBoundLogger

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_EVENT_CHARS = 2_000
_TRACE_CHARS = 50_000
_MARGIN = 10_000
"""Searched beyond what is kept, so that no half of a secret stands at the cut."""
_OF_SEVERAL_LINES = {"exception", "stack"}


class Redaction:
    """Every string of an event, whatever put it there: without secrets, nothing invisible, and on one line."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.known = tuple(secret for secret in known if secret)

    def __call__(
        self, _logger: Any, _method: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        return {key: self._clean(value, lines=key in _OF_SEVERAL_LINES) for key, value in event.items()}

    def _clean(self, value: Any, *, lines: bool = False) -> Any:
        if isinstance(value, (int, float)) or value is None:
            return value
        if isinstance(value, dict):
            return {self._text(str(key)): self._clean(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._clean(item) for item in value]
        return self._trace(str(value)) if lines else self._text(str(value))

    def _text(self, text: str) -> str:
        return redact(one_line(text[:_TRACE_CHARS], _EVENT_CHARS + _MARGIN), self.known)[:_EVENT_CHARS]

    def _trace(self, text: str) -> str:
        return redact(project(text[: _TRACE_CHARS + _MARGIN]), self.known)[:_TRACE_CHARS]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class _Steady:
    """A stream whose reader may be gone: what cannot be logged must not fail the call it tells of."""

    stream: TextIO

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self.stream.flush()


def configure(*, level: str = "info", secrets: Iterable[str] = (), stream: TextIO | None = None) -> Log:
    """The process's log. JSON unless a person is watching; other libraries' loggers only from WARNING up."""
    out = stream or sys.stderr
    steady = cast("TextIO", _Steady(out))
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        Redaction(secrets),
    ]
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if out.isatty() else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(steady),
        cache_logger_on_first_use=False,
    )
    _quiet_the_rest(steady, [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *shared, renderer])
    log: Log = structlog.get_logger()
    return log


def _quiet_the_rest(out: TextIO, processors: list[structlog.typing.Processor]) -> None:
    """Clients of HTTP log whole URLs at INFO; whatever still comes through passes the same redaction."""
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=processors))
    logging.raiseExceptions = False  # it would print a message that cannot be formatted, with its arguments
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
