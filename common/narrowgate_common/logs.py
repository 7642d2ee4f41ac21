"""Logging to stderr: structured, one line an event, redaction as the last step. Standard output is the protocol's.

structlog is loaded by the first event: most sessions have none, and it would be a tenth of their start.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TextIO, cast

if TYPE_CHECKING:
    from structlog.typing import Processor

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
        from narrowgate_common.secret_scan import redact
        from narrowgate_common.text import one_line

        return redact(one_line(text[:_TRACE_CHARS], _EVENT_CHARS + _MARGIN), self.known)[:_EVENT_CHARS]

    def _trace(self, text: str) -> str:
        from narrowgate_common.secret_scan import redact
        from narrowgate_common.text import project

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


class Log(Protocol):
    """Events by name, with what is to be known about them."""

    def debug(self, event: str, **about: Any) -> Any: ...

    def info(self, event: str, **about: Any) -> Any: ...

    def warning(self, event: str, **about: Any) -> Any: ...

    def error(self, event: str, **about: Any) -> Any: ...

    def exception(self, event: str, **about: Any) -> Any: ...


@dataclass(frozen=True)
class _Structured:
    """What turns an event into a line; built by the first."""

    level: int
    redaction: Redaction
    stream: TextIO
    colourful: bool

    @cached_property
    def log(self) -> Log:
        import structlog

        log: Log = structlog.wrap_logger(
            structlog.PrintLogger(self.stream),
            processors=[*self._processors, self._renderer],
            wrapper_class=structlog.make_filtering_bound_logger(self.level),
        )
        return log

    @cached_property
    def formatter(self) -> logging.Formatter:
        """For what comes through the standard library's logging."""
        from structlog.stdlib import ProcessorFormatter

        return ProcessorFormatter(
            processors=[ProcessorFormatter.remove_processors_meta, *self._processors, self._renderer]
        )

    @cached_property
    def _processors(self) -> list[Processor]:
        from structlog import processors

        return [
            processors.add_log_level,
            processors.TimeStamper(fmt="iso", utc=True),
            processors.format_exc_info,
            self.redaction,
        ]

    @cached_property
    def _renderer(self) -> Processor:
        import structlog

        return structlog.dev.ConsoleRenderer() if self.colourful else structlog.processors.JSONRenderer()


@dataclass(frozen=True, slots=True)
class _AtFirstEvent:
    structured: _Structured

    def __getattr__(self, name: str) -> Any:
        return getattr(self.structured.log, name)


class _OfOthers(logging.Formatter):
    def __init__(self, structured: _Structured) -> None:
        super().__init__()
        self._structured = structured

    def format(self, record: logging.LogRecord) -> str:
        return self._structured.formatter.format(record)


def configure(*, level: str = "info", secrets: Iterable[str] = (), stream: TextIO | None = None) -> Log:
    """The process's log. JSON unless a person is watching; other libraries' loggers only from WARNING up."""
    out = stream or sys.stderr
    steady = cast("TextIO", _Steady(out))
    structured = _Structured(_LEVELS[level], Redaction(secrets), steady, out.isatty())
    _quiet_the_rest(steady, structured)
    return cast("Log", _AtFirstEvent(structured))


def _quiet_the_rest(out: TextIO, structured: _Structured) -> None:
    """Clients of HTTP log whole URLs at INFO; whatever still comes through passes the same redaction."""
    handler = logging.StreamHandler(out)
    handler.setFormatter(_OfOthers(structured))
    logging.raiseExceptions = False  # it would print a message that cannot be formatted, with its arguments
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
