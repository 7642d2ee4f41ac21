import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narrowgate_common.audit import Audit, _last_line, verify
from narrowgate_common.errors import GatewayError
from narrowgate_common.state import StateDirectory

SECRET = "hunter2-very-secret"


def state_in(path: Path) -> StateDirectory:
    return StateDirectory.open(path / "state")


def audit_in(path: Path) -> Audit:
    return Audit.open(state_in(path), clock=lambda: 1_800_000_000.25)


def log_in(path: Path) -> Path:
    return path / "state" / "audit.jsonl"


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log_in(path).read_text().splitlines()]


def write(audit: Audit, target: str = "ABC-1") -> str:
    return audit.intent("ann", "add_comment", target, {"body": "hello"})


def refusal(act: Callable[[], object], path: Path) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        act()
    assert (refused.value.category, refused.value.reason) == ("configuration_error", "audit_unwritable")
    assert "state.dir" in refused.value.message
    assert str(path) not in str(refused.value)
    return refused.value


def test_a_write_leaves_an_intent_and_a_result(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    intent = write(audit)
    audit.result(intent, outcome="refused", category="bad_input", reason="unknown_field", target="ABC-2")
    first, second = records(tmp_path)

    assert first == {
        "time": "2027-01-15T08:00:00.250Z",
        "kind": "intent",
        "id": intent,
        "principal": "ann",
        "tool": "add_comment",
        "target": "ABC-1",
        "arguments": first["arguments"],
        "previous": "",
        "mac": first["mac"],
    }
    assert second == {
        "time": "2027-01-15T08:00:00.250Z",
        "kind": "result",
        "id": intent,
        "target": "ABC-2",
        "outcome": "refused",
        "category": "bad_input",
        "reason": "unknown_field",
        "previous": first["mac"],
        "mac": second["mac"],
    }


def test_arguments_are_recognised_and_not_readable(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    for arguments in ({"body": SECRET, "n": 1}, {"n": 1, "body": SECRET}, {"body": SECRET, "n": 2}):
        audit.intent("ann", "add_comment", "ABC-1", arguments)
    first, second, third = (record["arguments"] for record in records(tmp_path))

    assert first == second != third
    assert SECRET not in log_in(tmp_path).read_text()


def test_another_state_directory_gives_the_same_arguments_another_mac(tmp_path: Path) -> None:
    for part in ("a", "b"):
        write(audit_in(tmp_path / part))

    assert records(tmp_path / "a")[0]["arguments"] != records(tmp_path / "b")[0]["arguments"]


def test_a_log_is_verified_over_several_lives_of_the_server(tmp_path: Path) -> None:
    for number in range(3):
        audit = audit_in(tmp_path)
        audit.result(write(audit, f"ABC-{number}"), outcome="done")
    found = verify(state_in(tmp_path))

    assert (found.intact, found.records, found.unfinished) == (True, 6, ())
    assert found.head == records(tmp_path)[-1]["mac"]


def test_a_log_that_was_never_written_is_intact(tmp_path: Path) -> None:
    assert verify(state_in(tmp_path)).intact
    audit_in(tmp_path)
    assert verify(state_in(tmp_path)).records == 0


def test_an_intent_without_a_result_is_reported(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    audit.result(write(audit, "ABC-1"), outcome="done")
    left = write(audit, "ABC-2")

    assert [(intent.id, intent.target) for intent in verify(state_in(tmp_path)).unfinished] == [
        (left, "ABC-2")
    ]


@pytest.mark.parametrize("line", range(6))
def test_a_deleted_line_is_reported_unless_it_was_the_last(tmp_path: Path, line: int) -> None:
    audit = audit_in(tmp_path)
    for _ in range(6):
        write(audit)
    before = verify(state_in(tmp_path)).head
    lines = log_in(tmp_path).read_bytes().splitlines(keepends=True)
    del lines[line]
    log_in(tmp_path).write_bytes(b"".join(lines))
    found = verify(state_in(tmp_path))

    assert found.first_broken == (None if line == 5 else line + 1)
    assert found.head != before


@pytest.mark.parametrize(
    "odd", ["a\nb", "\u2028", "\ud800", "\x1e", "é", '"}', "x" * 100_000, "💥" * 100_000]
)
def test_odd_words_stay_in_their_record(tmp_path: Path, odd: str) -> None:
    audit = audit_in(tmp_path)
    audit.result(audit.intent(odd, odd, odd, {odd: odd}), outcome=odd, reason=odd)
    write(audit)

    assert (verify(state_in(tmp_path)).intact, len(records(tmp_path))) == (True, 3)


@pytest.mark.parametrize("cut", [1, 30, 100, -2, -1])
def test_half_a_record_left_by_a_crash_stops_nothing(tmp_path: Path, cut: int) -> None:
    audit = audit_in(tmp_path)
    write(audit)
    whole = log_in(tmp_path).stat().st_size
    write(audit, "ABC-2")
    lost = log_in(tmp_path).stat().st_size - whole
    os.truncate(log_in(tmp_path), whole + cut % lost)
    torn = verify(state_in(tmp_path))
    write(audit_in(tmp_path), "ABC-3")
    healed = verify(state_in(tmp_path))

    assert (torn.intact, torn.records, torn.torn) == (True, 1, 1)
    assert (healed.intact, healed.records, healed.torn) == (True, 2, 1)
    assert [intent.target for intent in healed.unfinished] == ["ABC-1", "ABC-3"]


def test_a_crash_upon_a_crash_stops_nothing_either(tmp_path: Path) -> None:
    for number in range(4):
        write(audit_in(tmp_path), f"ABC-{number}")
        os.truncate(log_in(tmp_path), log_in(tmp_path).stat().st_size - 10)
    write(audit_in(tmp_path), "ABC-4")
    found = verify(state_in(tmp_path))

    assert (found.intact, found.records) == (True, 1)


def test_a_long_half_record_is_passed_over(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    write(audit)
    with log_in(tmp_path).open("ab") as file:
        file.write(b"\0" * 300_000)
    write(audit)

    assert (verify(state_in(tmp_path)).intact, verify(state_in(tmp_path)).records) == (True, 2)


def test_the_last_line_is_found_wherever_the_window_begins(tmp_path: Path) -> None:
    file = tmp_path / "log"
    for torn in [*range(40), *range(65_500, 65_540), *range(131_030, 131_075)]:
        file.write_bytes(b"first\n" + b"x" * 20 + b"\n" + b"t" * torn)
        with file.open("rb") as log:
            assert _last_line(log.fileno()) == (b"x" * 20, b"t" * torn)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", (None, b"")),
        (b"torn", (None, b"torn")),
        (b"\n", (b"", b"")),
        (b"one\n", (b"one", b"")),
        (b"one\ntorn", (b"one", b"torn")),
        (b"one\n\n", (b"", b"")),
        (b"x" * 70_000 + b"\n", (b"x" * 70_000, b"")),
        (b"x" * 70_000, (None, b"x" * 70_000)),
    ],
)
def test_the_last_line_and_what_stands_after_it(
    tmp_path: Path, content: bytes, found: tuple[bytes | None, bytes]
) -> None:
    (tmp_path / "log").write_bytes(content)
    with (tmp_path / "log").open("rb") as log:
        assert _last_line(log.fileno()) == found


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors where Linux shows them")
def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        write(audit_in(tmp_path))
        verify(state_in(tmp_path))
    (tmp_path / "state" / "audit.jsonl").chmod(0o644)
    refusal(lambda: write(audit), tmp_path)

    assert len(list(Path("/proc/self/fd").iterdir())) == before


def altered(log: Path) -> None:
    log.write_bytes(log.read_bytes().replace(b"ABC-1", b"ABC-9"))


def with_an_empty_line(log: Path) -> None:
    log.write_bytes(log.read_bytes() + b"\n")


def with_a_foreign_line(log: Path) -> None:
    log.write_bytes(log.read_bytes() + b'{"kind":"intent"}\n')


def readable_by_others(log: Path) -> None:
    log.chmod(0o644)


def symlink(log: Path) -> None:
    log.rename(log.with_name("elsewhere"))
    log.symlink_to(log.with_name("elsewhere"))


def directory(log: Path) -> None:
    log.unlink()
    log.mkdir()


def pipe(log: Path) -> None:
    log.unlink()
    os.mkfifo(log, 0o600)


DAMAGES = [altered, with_an_empty_line, with_a_foreign_line, readable_by_others, symlink, directory, pipe]


@pytest.mark.parametrize("damage", DAMAGES)
def test_without_a_sound_log_there_is_no_intent(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    audit = audit_in(tmp_path)
    write(audit)
    damage(log_in(tmp_path))

    refusal(lambda: write(audit), tmp_path)
    refusal(lambda: audit.result("id", outcome="done"), tmp_path)
    refusal(lambda: audit_in(tmp_path), tmp_path)


@pytest.mark.parametrize("damage", [readable_by_others, symlink, directory, pipe])
def test_what_is_no_private_file_is_not_verified(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    write(audit_in(tmp_path))
    damage(log_in(tmp_path))

    refusal(lambda: verify(state_in(tmp_path)), tmp_path)


def test_a_lost_key_is_noticed(tmp_path: Path) -> None:
    write(audit_in(tmp_path))
    (tmp_path / "state" / "audit-chain.key").unlink()

    refusal(lambda: audit_in(tmp_path), tmp_path)
    assert verify(state_in(tmp_path)).first_broken == 1


def test_the_log_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write(audit_in(tmp_path))
    finally:
        os.umask(before)

    assert log_in(tmp_path).stat().st_mode & 0o777 == 0o600


def test_a_log_that_was_moved_away_begins_anew(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    write(audit)
    log_in(tmp_path).rename(tmp_path / "rotated")
    write(audit)

    assert (verify(state_in(tmp_path)).intact, records(tmp_path)[0]["previous"]) == (True, "")
