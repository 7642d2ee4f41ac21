import hashlib
import json
from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.audit_chain import BEGINNING, SEPARATOR, line_of, read_line, walk

KEY = b"k" * 32
WORDS = st.text(max_size=20)


def intent(number: int) -> dict[str, str]:
    return {
        "time": f"t{number}",
        "kind": "intent",
        "id": str(number),
        "principal": "ann",
        "tool": "add_comment",
        "target": f"ABC-{number}",
    }


def log(*records: dict[str, str], key: bytes = KEY) -> list[bytes]:
    lines, previous = [], BEGINNING
    for record in records:
        lines.append(line_of(record, previous=previous, torn=b"", key=key))
        read = read_line(lines[-1][:-1], key)
        assert read is not None
        previous = read.mac
    return lines


FIVE = log(*map(intent, range(5)))


@given(st.dictionaries(st.sampled_from(["target", "reason", "principal"]), WORDS), WORDS)
def test_a_record_is_one_line_of_json_and_read_back_as_written(words: dict[str, str], previous: str) -> None:
    line = line_of(words, previous=previous, torn=b"", key=KEY)
    record = read_line(line[:-1], KEY)

    assert record is not None
    assert (
        json.loads(line)
        == {**record.fields, "mac": record.mac}
        == {**words, "previous": previous, "mac": record.mac}
    )
    assert line.count(b"\n") == 1
    assert line.isascii()


def test_a_log_as_it_was_written_is_intact() -> None:
    found = walk(FIVE, KEY)

    assert (found.intact, found.records, found.first_broken, found.torn) == (True, 5, None, 0)
    assert found.head == json.loads(FIVE[-1])["mac"]


def test_an_empty_log_is_intact() -> None:
    found = walk([], KEY)

    assert (found.intact, found.records, found.head, found.unfinished) == (True, 0, None, ())


@given(st.integers(0, 4), st.data())
def test_a_changed_byte_breaks_the_chain_at_its_line(line: int, data: st.DataObject) -> None:
    lines = list(FIVE)
    place = data.draw(st.integers(0, len(lines[line]) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte not in {lines[line][place], 10}))
    lines[line] = lines[line][:place] + bytes([byte]) + lines[line][place + 1 :]

    assert (walk(lines, KEY).intact, walk(lines, KEY).first_broken) == (False, line + 1)


@given(st.integers(0, 4), st.binary(min_size=1, max_size=8), st.data())
def test_added_bytes_break_the_chain_at_their_line(line: int, added: bytes, data: st.DataObject) -> None:
    lines = list(FIVE)
    place = data.draw(st.integers(0, len(lines[line]) - 1))
    lines[line : line + 1] = BytesIO(lines[line][:place] + added + lines[line][place:]).readlines()

    assert not walk(lines, KEY).intact


@pytest.mark.parametrize(
    ("lines", "broken"),
    [
        ([*FIVE[:2], *FIVE[3:]], 3),
        (FIVE[1:], 1),
        ([*FIVE[:3], FIVE[2], *FIVE[3:]], 4),
        ([FIVE[0], FIVE[2], FIVE[1], *FIVE[3:]], 2),
        ([*FIVE, FIVE[0]], 6),
        ([*FIVE[:2], b"\n", *FIVE[2:]], 3),
        ([*FIVE[:2], b"{}\n", *FIVE[2:]], 3),
        ([*FIVE[:2], b"[" * 100_000 + b"\n", *FIVE[2:]], 3),
        ([*FIVE[:2], *log(intent(9)), *FIVE[2:]], 3),
        ([*FIVE[:2], *log(intent(9), key=b"other"), *FIVE[2:]], 3),
        ([*FIVE[:2], FIVE[2][:-1] + b" \n", *FIVE[3:]], 3),
        ([*FIVE[:2], FIVE[2].replace(b'":"', b'": "'), *FIVE[3:]], 3),
        ([*FIVE[:2], FIVE[2][:40] + b"\n", *FIVE[3:]], 3),
        ([*FIVE[:4], FIVE[4][:40] + b"\n"], 5),
        (log(*map(intent, range(3)), key=b"other"), 1),
    ],
)
def test_the_first_broken_line_is_named(lines: list[bytes], broken: int) -> None:
    found = walk(lines, KEY)

    assert (found.intact, found.first_broken, found.records) == (False, broken, broken - 1)


@given(st.integers(0, 4), st.data())
def test_half_a_record_at_the_end_is_what_a_crash_leaves(line: int, data: st.DataObject) -> None:
    half = data.draw(st.integers(1, len(FIVE[line]) - 1))
    found = walk([*FIVE[:line], FIVE[line][:half]], KEY)

    assert (found.intact, found.records, found.torn) == (True, line, 1)


def after(lines: list[bytes], torn: bytes) -> list[bytes]:
    previous = json.loads(lines[-1])["mac"]
    return [*lines, torn + line_of(intent(5), previous=previous, torn=torn, key=KEY)]


@given(st.binary(min_size=1, max_size=60).filter(lambda torn: b"\n" not in torn))
def test_the_record_after_a_half_one_goes_on_and_says_so(torn: bytes) -> None:
    lines = after(FIVE, torn)
    found = walk(lines, KEY)
    record = read_line(lines[-1][:-1], KEY)

    assert (found.intact, found.records, found.torn) == (True, 6, 1)
    assert record is not None
    assert record.fields["torn"] == hashlib.sha256(torn).hexdigest()


@pytest.mark.parametrize(
    "changed",
    [
        lambda line: line.replace(b"half", b"hall"),
        lambda line: line.replace(b"half", b""),
        lambda line: line.replace(b"half" + SEPARATOR, b""),
        lambda line: line.replace(b"half" + SEPARATOR, b"half"),
        lambda line: line.replace(b"half" + SEPARATOR, b"half\n"),
        lambda line: b"more" + SEPARATOR + line,
    ],
)
def test_nothing_but_the_half_record_itself_is_accepted_before_a_record(
    changed: Callable[[bytes], bytes],
) -> None:
    *before, last = after(FIVE, b"half")

    assert walk([*before, last], KEY).intact
    assert not walk([*before, *BytesIO(changed(last)).readlines()], KEY).intact


def test_a_separator_without_a_half_record_is_refused() -> None:
    assert walk([*FIVE[:4], SEPARATOR + FIVE[4]], KEY).first_broken == 5


def test_intents_without_a_result_are_listed() -> None:
    results = [{"kind": "result", "id": number, "outcome": "done"} for number in ("0", "2", "7")]
    found = walk(log(*map(intent, range(4)), *results), KEY)

    assert [(left.id, left.tool, left.target) for left in found.unfinished] == [
        ("1", "add_comment", "ABC-1"),
        ("3", "add_comment", "ABC-3"),
    ]
