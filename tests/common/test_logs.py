import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.logs import Log, Redaction, configure

SECRET = "s3cr3t-t0ken-of-mine"
KNOWN_KIND = "xoxb-" + "123456789012-123456789012-" + "a" * 24


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def configured(stream: io.StringIO | None = None, level: str = "info") -> Iterator[tuple[Log, io.StringIO]]:
    """Logging is the process's, so it is put back as it was."""
    out = stream if stream is not None else io.StringIO()
    root = logging.getLogger()
    before = (root.handlers[:], root.level, logging.raiseExceptions)
    try:
        yield configure(level=level, secrets=[SECRET], stream=out), out
    finally:
        root.handlers[:], logging.raiseExceptions = before[0], before[2]
        root.setLevel(before[1])
        structlog.reset_defaults()


def events(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def fail(message: str) -> None:
    local_secret = SECRET  # noqa: F841 - what a log of locals would show
    raise RuntimeError(message)


def test_an_event_is_one_line_of_json_with_its_time_and_level() -> None:
    with configured() as (log, out):
        log.warning("refused", tool="add", count=3, flag=True, nothing=None, parts=["a", {"b": 1.5}])

    (event,) = events(out)
    assert event.pop("timestamp").endswith("Z")
    assert event == {
        "event": "refused",
        "level": "warning",
        "tool": "add",
        "count": 3,
        "flag": True,
        "nothing": None,
        "parts": ["a", {"b": 1.5}],
    }


@pytest.mark.parametrize("secret", [SECRET, KNOWN_KIND])
def test_no_secret_is_logged_wherever_it_stands(secret: str) -> None:
    with configured() as (log, out):
        log.info(
            secret,
            text=f"({secret})",
            deep=[{"k": (secret, {secret: secret})}],
            thing=Exception(secret),
        )
        logging.getLogger("other").error("from %s", secret)
        try:
            fail(f"bad {secret}")
        except RuntimeError:
            log.exception("unexpected")
            logging.getLogger("other").exception("unexpected")

    assert secret not in out.getvalue()
    assert len(events(out)) == 4


def test_a_traceback_is_kept_without_the_values_of_variables() -> None:
    with configured() as (log, out):
        try:
            fail("it broke")
        except RuntimeError:
            log.exception("unexpected")

    trace = events(out)[0]["exception"]
    assert "RuntimeError: it broke" in trace
    assert "\n" in trace
    assert SECRET not in trace


FORGED = "title\r\n2026-11-30 CRITICAL forged \x1b[2K\x1b]0;x\x07 \u202eevil\u2028line\x9b2J"


@pytest.mark.parametrize("make", [io.StringIO, Terminal])
def test_text_of_others_cannot_forge_a_line_or_drive_a_terminal(make: type[io.StringIO]) -> None:
    with configured(make()) as (log, out):
        log.info("seen", title=FORGED)
        log.info(FORGED)
        logging.getLogger("other").warning("saw %s", FORGED)

    lines = out.getvalue().splitlines()
    assert len(lines) == 3
    assert not [char for char in out.getvalue() if char in "\x07\x9b\u202e\u2028"]
    assert "\x1b]" not in out.getvalue()
    assert "\x1b[2K" not in out.getvalue()


def test_a_traceback_on_a_terminal_drives_it_no_more_than_a_title() -> None:
    with configured(Terminal()) as (log, out):
        try:
            fail(FORGED)
        except RuntimeError:
            log.exception("unexpected")

    assert not [char for char in out.getvalue() if char in "\x07\x9b\u202e"]
    assert "\x1b]" not in out.getvalue()


@given(st.text(max_size=200), st.integers(0, 200))
def test_no_half_of_a_secret_stands_where_a_long_text_is_cut(filler: str, back: int) -> None:
    redaction = Redaction([SECRET])
    cut = 2_000
    text = (filler * cut)[: cut - back] + SECRET * 3

    shown = redaction(None, "info", {"event": text})["event"]

    assert len(shown) <= cut
    assert SECRET[:8] not in shown.replace(filler, "")


def test_a_text_without_end_is_cut() -> None:
    shown = Redaction()(None, "info", {"event": "x" * 10_000_000, "exception": "line\n" * 1_000_000})

    assert len(shown["event"]) <= 2_000
    assert len(shown["exception"]) <= 50_000


class Gone(io.StringIO):
    def write(self, text: str, /) -> int:
        raise BrokenPipeError(len(text))


def closed() -> io.StringIO:
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("make", [Gone, closed])
def test_a_log_that_nobody_reads_fails_no_call(make: Any) -> None:
    stream = make()
    stream.isatty = lambda: False
    with configured(stream) as (log, _):
        log.info("refused")
        logging.getLogger("other").error("trouble")


def test_other_libraries_say_nothing_below_a_warning() -> None:
    with configured() as (_, out):
        logging.getLogger("httpx").info("HTTP Request: GET https://x.example/?token=%s", SECRET)
        logging.getLogger("mcp.server").debug("message")

    assert out.getvalue() == ""


def test_a_message_of_others_that_cannot_be_formatted_is_dropped_with_its_arguments(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with configured() as (_, out):
        logging.getLogger("other").error("%d", SECRET)

    assert SECRET not in out.getvalue() + capsys.readouterr().err


def test_what_others_log_has_the_same_form() -> None:
    with configured() as (_, out):
        logging.getLogger("other").error("trouble %d", 7)

    (event,) = events(out)
    assert (event["event"], event["level"], set(event)) == (
        "trouble 7",
        "error",
        {"event", "level", "timestamp"},
    )


@pytest.mark.parametrize(("level", "shown"), [("debug", 3), ("info", 2), ("error", 1)])
def test_the_level_is_the_configured_one(level: str, shown: int) -> None:
    with configured(level=level) as (log, out):
        log.debug("d")
        log.info("i")
        log.error("e")

    assert len(events(out)) == shown
