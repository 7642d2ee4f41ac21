"""Logging to stderr: structured, one line an event, redaction as the last step. Standard output is the protocol's."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, MutableMapping
from typing import Any, TextIO

import structlog

from narrowgate_common.secret_scan import redact
from narrowgate_common.text import one_line

Log = structlog.typing.FilteringBoundLogger

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_EVENT_CHARS = 2_000


class Redaction:
    """Every string of an event, whatever put it there, without secrets and on one line."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.known = tuple(secret for secret in known if secret)

    def __call__(
        self, _logger: Any, _method: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        return {key: self._clean(value) for key, value in event.items()}

    def _clean(self, value: Any) -> Any:
        if isinstance(value, str):
            return redact(value[:50_000], self.known)
        if isinstance(value, (int, float, bool)) or value is None:
            return value
        if isinstance(value, dict):
            return {key: self._clean(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._clean(item) for item in value]
        return redact(one_line(str(value), _EVENT_CHARS), self.known)


def configure(*, level: str = "info", secrets: Iterable[str] = (), stream: TextIO | None = None) -> Log:
    """The process's log. JSON unless a person is watching; other libraries' loggers only from WARNING up."""
    out = stream or sys.stderr
    redaction = Redaction(secrets)
    shared = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer = structlog.dev.ConsoleRenderer() if out.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, redaction, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    _quiet_the_rest(out, redaction)
    log: Log = structlog.get_logger()
    return log


def _quiet_the_rest(out: TextIO, redaction: Redaction) -> None:
    """Clients of HTTP log whole URLs at INFO; whatever still comes through passes the same redaction."""
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                redaction,
                structlog.processors.JSONRenderer(),
            ]
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
