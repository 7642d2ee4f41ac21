"""`python -m narrowgate_common.richtext`, for people and scripts."""

import io
import json
from pathlib import Path

import pytest

from narrowgate_common.richtext.__main__ import main

PAGE = '<p local-id="1">One <ac:structured-macro ac:name="jira"/> two</p><p><span style="color: red">x</span></p>'


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "page.xml"
    file.write_bytes(PAGE.encode())
    return str(file)


def test_an_original_reads_as_markdown_and_what_is_hidden_is_told_apart(
    capsys: pytest.CaptureFixture[str], page: str
) -> None:
    code, out, err = run(capsys, "read", "--format", "storage", page)

    assert (code, out.startswith("One :macro[jira]{"), out.endswith("} two\n\nx\n")) == (0, True, True)
    assert err == "not shown, and kept: colour\n"


def test_an_edit_gives_the_original_with_that_change_alone(
    capsys: pytest.CaptureFixture[str], page: str, tmp_path: Path
) -> None:
    _, text, _ = run(capsys, "read", "--format", "storage", page)
    wanted = tmp_path / "wanted.md"
    wanted.write_text(text.replace("two", "three"), "utf-8")

    assert run(capsys, "edit", "--format", "storage", page, "--markdown", str(wanted)) == (
        0,
        PAGE.replace("two", "three"),
        "",
    )
    code, out, _ = run(capsys, "edit", "--format", "storage", page, "--markdown", str(wanted), "--preview")
    assert (code, out.count("\n-"), out.count("three")) == (0, 2, 2)


def test_a_loss_is_refused_with_its_name_and_allowed_with_leave(
    capsys: pytest.CaptureFixture[str], page: str, tmp_path: Path
) -> None:
    wanted = tmp_path / "wanted.md"
    wanted.write_text("One two\n\nx", "utf-8")
    words = ("edit", "--format", "storage", page, "--markdown", str(wanted))

    code, out, err = run(capsys, *words)
    assert (code, out, "would_lose" in err, "macro jira" in err) == (2, "", True, True)
    code, out, err = run(capsys, *words, "--allow-removals")
    assert (code, err) == (0, "lost: macro jira\n")
    assert out == '<p local-id="1">One two</p><p><span style="color: red">x</span></p>'


def test_markdown_from_standard_input_is_written_anew(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("# A\n\n**b**"))

    code, out, _ = run(capsys, "write", "--format", "adf")

    assert code == 0
    assert [node["type"] for node in json.loads(out)["content"]] == ["heading", "paragraph"]


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("<p>open", "storage", "ill_formed"),
        ("no json", "adf", "ill_formed"),
        ("[1]", "adf", "ill_formed"),
        ("[" * 200_000, "adf", "ill_formed"),
    ],
)
def test_what_cannot_be_read_ends_with_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, name: str, reason: str
) -> None:
    file = tmp_path / "original"
    file.write_text(text, "utf-8")

    code, out, err = run(capsys, "read", "--format", name, str(file))

    assert (code, out, reason in err) == (2, "", True)


def test_a_file_that_is_no_text_or_is_not_there_ends_with_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "original"
    file.write_bytes(b"\xff")

    for name in (file, tmp_path / "absent"):
        code, out, err = run(capsys, "read", "--format", "wiki", str(name))
        assert (code, out, err.startswith("refused:")) == (2, "", True)
