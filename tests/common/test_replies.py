import json
import re
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime
from http import HTTPStatus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from narrowgate_common.operations import Ended, Operation
from narrowgate_common.replies import (
    DELAY_CAP_S,
    DELAY_FLOOR_S,
    Attempt,
    BrokenExchangeError,
    Reply,
    UnreadableError,
    judge,
    may_hold_large_number,
    named_delay,
)

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def judged(
    status: int,
    body: bytes = b"{}",
    answers: str = "json",
    operation: Operation = Operation.READ,
    **headers: str,
) -> Attempt:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return judge(Reply(status, named, body), answers=answers, operation=operation, now=NOW)


def in_seconds(seconds: float, zone: timezone = UTC) -> str:
    return format_datetime((NOW + timedelta(seconds=seconds)).astimezone(zone))


ENDS = {
    **dict.fromkeys(range(200, 300), Ended.ANSWERED),
    **dict.fromkeys(range(300, 400), Ended.REJECTED),
    **dict.fromkeys(range(400, 500), Ended.REJECTED),
    **dict.fromkeys(range(500, 600), Ended.AMBIGUOUS),
    HTTPStatus.SEE_OTHER: Ended.AMBIGUOUS,
    HTTPStatus.REQUEST_TIMEOUT: Ended.AMBIGUOUS,
    HTTPStatus.TOO_MANY_REQUESTS: Ended.THROTTLED,
}


@pytest.mark.parametrize("operation", [Operation.READ, Operation.REPLACE])
def test_every_status_is_evidence_of_one_end(operation: Operation) -> None:
    assert {status: judged(status, operation=operation).ended for status in range(200, 600)} == ENDS


def test_what_adds_may_have_been_accepted_before_it_was_redirected() -> None:
    ends = {status: judged(status, operation=Operation.APPEND).ended for status in range(200, 600)}

    assert ends == {**ENDS, **dict.fromkeys(range(300, 400), Ended.AMBIGUOUS)}


TROUBLES = {
    **{status: f"status_{status}" for status in [*range(400, 429), *range(430, 600)]},
    **dict.fromkeys(range(300, 400), "redirect"),
    **dict.fromkeys(range(200, 300), ""),
    429: "throttled",
}


def test_every_status_has_a_word_for_its_trouble() -> None:
    assert {status: judged(status).trouble for status in range(200, 600)} == TROUBLES


def test_a_throttle_names_its_pause() -> None:
    assert judged(429, retry_after="7").delay_s == 7.0
    assert judged(429).delay_s is None


def test_an_answer_is_an_object_or_a_list() -> None:
    assert [judged(200, body).ended for body in (b"{}", b"[]", b"[1]")] == [Ended.ANSWERED] * 3


PERMANENT = ("too_large", "encoding", "redirect", "certificate", "client_certificate")


@pytest.mark.parametrize("trouble", PERMANENT)
def test_what_would_surely_come_again_is_not_worth_repeating(trouble: str) -> None:
    assert not Attempt(Ended.AMBIGUOUS, trouble=trouble).repeatable


@pytest.mark.parametrize(
    "trouble", ["", "timeout", "connection_lost", "cut_body", "unreadable", "status_503", "tls"]
)
def test_what_may_go_better_next_time_is(trouble: str) -> None:
    assert Attempt(Ended.AMBIGUOUS, trouble=trouble).repeatable


def test_a_broken_exchange_is_an_attempt_without_a_reply() -> None:
    broken = BrokenExchangeError(Ended.NOT_SENT, "proxy")

    assert broken.attempt() == Attempt(Ended.NOT_SENT, None, "proxy", None)
    assert str(broken) == "proxy"
    assert Attempt(Ended.ANSWERED).trouble == ""


def test_the_bounds_of_a_pause_are_a_second_and_an_hour() -> None:
    assert (DELAY_FLOOR_S, DELAY_CAP_S) == (1.0, 3600.0)


def test_a_bare_503_is_no_throttle_even_with_a_named_delay() -> None:
    attempt = judged(503, retry_after="5")

    assert (attempt.ended, attempt.delay_s) == (Ended.AMBIGUOUS, None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"7",
        b'"text"',
        b'{"a":',
        b"<html></html>",
        b"{'a': 1}",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b"\xff\xfe{}",
        b'{"a": 1e999}',
        b'[{"a": [-1E+400]}]',
        b"[1" + b"0" * 400 + b"]",
        b"[1" + b"0" * 400 + b".5]",
        b"[" + b"9" * 250 + b"e99]",
        b"{}{}",
        b'["\\ud800", NaN]',
        b'["\\ud800", 1e999]',
        b"[" * 100_000,
        b'{"a":' * 100_000,
    ],
    ids=lambda body: repr(body[:12]),
)
def test_an_answer_that_is_not_what_was_promised_leaves_the_effect_in_doubt(body: bytes) -> None:
    attempt = judged(200, body)

    assert (attempt.ended, attempt.trouble) == (Ended.AMBIGUOUS, "unreadable")


@pytest.mark.parametrize("answers", ["nothing", "bytes"])
def test_where_no_json_is_promised_any_body_will_do(answers: str) -> None:
    assert judged(204, b"", answers).ended is Ended.ANSWERED
    assert judged(200, b"<html>", answers).ended is Ended.ANSWERED


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_would_surely_come_again(status: int) -> None:
    assert not judged(status).repeatable


@pytest.mark.parametrize(
    ("header", "delay"),
    [
        ("0", DELAY_FLOOR_S),
        ("1", 1.0),
        (" 17 ", 17.0),
        ("2.5", 2.5),
        ("0.001", DELAY_FLOOR_S),
        ("86400", DELAY_CAP_S),
        ("9" * 900, DELAY_CAP_S),
        (in_seconds(30), 30.0),
        (in_seconds(30, timezone(timedelta(hours=-5))), 30.0),
        ("Mon, 30 Nov 2026 12:00:20", 20.0),
        (in_seconds(-30), DELAY_FLOOR_S),
        (in_seconds(1e6), DELAY_CAP_S),
        ("Monday, 30-Nov-26 12:00:10 GMT", 10.0),
    ],
)
def test_a_pause_is_read_as_seconds_or_date_between_floor_and_cap(header: str, delay: float) -> None:
    assert named_delay(header, NOW) == delay


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        " ",
        "-1",
        "+5",
        "1.2.3",
        "1.",
        ".5",
        "30 Nov 99999999999999999999 12:00",
        "1 Nov AM 12:0099999999999999999999 30",
        "1e3",
        "soon",
        "5 s",
        "١٢",
        "Mon, 99 Foo 2026 99:99:99 GMT",
        ",",
        "0x10",
    ],
)
def test_a_pause_that_cannot_be_read_is_none(header: str | None) -> None:
    assert named_delay(header, NOW) is None


@given(
    st.text(max_size=60)
    | st.from_regex(r"(Mon, )?[0-9]{1,3} (Nov|Foo) [0-9]{1,5} [0-9:]{1,9} ?([+-][0-9]{1,9}|GMT|[A-Z]{1,4})?")
)
def test_whatever_the_header_says_the_pause_has_bounds(header: str) -> None:
    delay = named_delay(header, NOW)

    assert delay is None or DELAY_FLOOR_S <= delay <= DELAY_CAP_S


def test_known_fields_of_an_error_body_are_found_or_none() -> None:
    reply = Reply(400, body=b'{"error": {"code": 7, "list": []}}')

    assert reply.known("error", "code") == 7
    assert reply.known("error", "list", "x") is None
    assert reply.known("no", "such") is None
    assert Reply(500, body=b"<html>").known("error") is None
    assert Reply(500, body=b"[1]").known("error") is None


@pytest.mark.parametrize(
    ("body", "read"),
    [
        (b'"a\\ud83d"', "a\ufffd"),
        (b'"\\uDE00b"', "\ufffdb"),
        (b'"\\ud83d\\ud83d\\ude00"', "\ufffd\U0001f600"),
        (b'"\\ude00\\ud83d"', "\ufffd\ufffd"),
        (b'"\\\\ud83d \\ud83d"', "\\ud83d \ufffd"),
        (b'"\\\\\\ud83d"', "\\\ufffd"),
        (b'"\\ud83dx\\u00e9"', "\ufffdx\u00e9"),
    ],
)
def test_half_a_surrogate_pair_costs_one_character_and_no_answer(body: bytes, read: str) -> None:
    assert Reply(200, body=b'[{"title": %b}, 1]' % body).json == [{"title": read}, 1]


@given(st.lists(st.sampled_from(["\\ud83d", "\\ude00", "\\\\", "\\n", "u", "d83d", "a"])))
def test_any_mix_of_escapes_reads_as_whole_characters(pieces: list[str]) -> None:
    (read,) = Reply(200, body=f'["{"".join(pieces)}"]'.encode()).json

    assert read == json.loads(f'"{"".join(pieces)}"').encode("utf-16", "surrogatepass").decode(
        "utf-16", "replace"
    )


@pytest.mark.parametrize(
    "body", [b"1e99", b"1e308", b"1.7976931348623157e308", b'"1e999"', b"1" + b"0" * 250, b"1e-999"]
)
def test_a_number_that_a_float_can_hold_is_read(body: bytes) -> None:
    assert len(Reply(200, body=b"[%b]" % body).json) == 1


def test_json_that_cannot_be_read_says_nothing_of_the_body() -> None:
    with pytest.raises(UnreadableError) as unreadable:
        _ = Reply(200, body=b"token=hunter2").json

    assert "hunter2" not in str(unreadable.value)


NUMBER_LIKE = st.lists(
    st.sampled_from(["1", "9" * 99, "0" * 100, "0" * 101, "e", "E", "+", "-", ".", "x", "12", "007"]),
    max_size=12,
).map("".join)


@given(NUMBER_LIKE)
@example("0" * 200)
@example("1e308")
@example("1E+999")
@example("1e-999")
def test_every_number_that_could_be_too_large_is_looked_for(text: str) -> None:
    could = re.search(r"[0-9]{200}|[eE]\+?[0-9]{3}", text) is not None
    assert may_hold_large_number(text.encode()) == could


def test_half_pairs_are_mended_among_half_a_million_escapes_and_no_more() -> None:
    body = b'["\\ud800' + b"\\n" * 499_999
    assert Reply(200, {}, body + b'"]').json == ["\ufffd" + "\n" * 499_999]
    with pytest.raises(UnreadableError):
        _ = Reply(200, {}, body + b'\\n"]').json
