"""A configuration file at its bounds, and what stands in its place."""

import os
import tomllib
from pathlib import Path

import pytest

from narrowgate_common.configuration import read_file
from narrowgate_common.errors import GatewayError


def said(file: Path) -> str:
    with pytest.raises(GatewayError) as refused:
        read_file(file)
    assert refused.value.category == "configuration_error"
    assert str(file) not in refused.value.message
    return f"{refused.value.reason}: {refused.value.message}"


def test_a_file_of_a_megabyte_is_read_and_a_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_bytes(b"a = 1 #" + b"x" * (1_000_000 - 7))
    assert read_file(file) == {"a": 1}
    file.write_bytes(b"a = 1 #" + b"x" * (1_000_000 - 6))
    assert said(file) == "file_unreadable: The configuration file is too large"


def test_what_stands_in_a_files_place_is_told(tmp_path: Path) -> None:
    assert said(tmp_path / "absent").startswith(
        "file_unreadable: The configuration file does not exist or cannot be read"
    )
    assert said(tmp_path) in {
        "file_unreadable: The configuration file is not a regular file",
        "file_unreadable: The configuration file cannot be read",
    }
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert said(tmp_path / "pipe") == "file_unreadable: The configuration file is not a regular file"
    assert said(tmp_path / "a\x00b").startswith("file_unreadable: ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"a = ", "file_invalid: The configuration file is not valid TOML (at "),
        (b"[a\n", "file_invalid: The configuration file is not valid TOML (at line 1, column 3)"),
        (b'a = "secret-word', "file_invalid: The configuration file is not valid TOML (at "),
        (b"a = 1\na = 2\n", "file_invalid: The configuration file is not valid TOML"),
        (b"a = '\xff'", "file_invalid: The configuration file is not valid TOML: it is not UTF-8"),
        (
            b"a = " + b"9" * 5_000,
            "file_invalid: The configuration file is not valid TOML: a number is too long",
        ),
        (b"a = " + b"[" * 5_000, "file_invalid: The configuration file is not valid TOML"),
    ],
)
def test_a_file_that_is_no_toml_is_told_by_its_place(tmp_path: Path, text: bytes, problem: str) -> None:
    file = tmp_path / "f.toml"
    file.write_bytes(text)
    told = said(file)
    assert told.startswith(problem)
    assert "secret" not in told


@pytest.mark.parametrize("text", ["a = 2026-11-30", "a = 10:00:00", 'a = "\\u0000"', 'a = "\\u001b[2J"'])
def test_a_value_that_no_setting_has_is_refused_wherever_it_is_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "f.toml"
    file.write_text(text)
    assert "a" in said(file)


def test_an_exact_end_of_the_file_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_bytes(b"")
    assert read_file(file) == {}


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux lists them")
def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_text("a = 1")
    os.mkfifo(tmp_path / "pipe", 0o600)
    before = descriptors()
    for _ in range(5):
        read_file(file)
        said(tmp_path / "pipe")
    assert descriptors() == before


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_followed(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "f.toml"
    file.write_text("a = 1")
    file.chmod(mode)
    assert said(file).startswith("file_exposed: The configuration file may be written by other accounts")
    file.chmod(0o644)
    assert read_file(file) == {"a": 1}


def test_a_disk_that_fails_is_told_without_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "f.toml"
    file.write_text("a = 1")

    def fail(_descriptor: int, _count: int) -> bytes:
        raise OSError(5, "Input/output error", str(file))

    with monkeypatch.context() as patched:
        patched.setattr(os, "read", fail)
        assert said(file) == "file_unreadable: The configuration file cannot be read"


def test_a_place_that_cannot_be_told_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "f.toml"
    file.write_text('a = "secret-word"')

    def fail(text: str) -> dict[str, object]:
        raise tomllib.TOMLDecodeError(text)

    monkeypatch.setattr(tomllib, "loads", fail)
    assert said(file) == "file_invalid: The configuration file is not valid TOML"
