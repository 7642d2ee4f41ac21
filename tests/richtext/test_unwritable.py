"""What no format writes, although it has the form of something that is written: it is refused, and says why."""

from __future__ import annotations

import pytest
from tests.richtext.originals import changed, markdown, written

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.formats import NAMES, Name


def reason_and_message(name: Name, text: str) -> tuple[str | None, str]:
    with pytest.raises(GatewayError) as refusal:
        written(name, text)
    return refusal.value.reason, refusal.value.message


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "to", ["example.org/x", "//example.org/x", "/x", "#x", "javascript:x", "file:///x", "x"]
)
@pytest.mark.parametrize("around", ["{}", "words {} words", "| a |\n| --- |\n| {} |", "- {}"])
def test_a_card_leads_to_an_address(name: Name, to: str, around: str) -> None:
    assert reason_and_message(name, around.format(f":card[{to}]"))[0] == "bad_link"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "day", ["2026-99-99", "2026-02-30", "2026-13-01", "2026-00-10", "0000-01-01", "x", "2026-1-1"]
)
def test_a_date_is_a_day_that_there_is(name: Name, day: str) -> None:
    reason, message = reason_and_message(name, f"on :date[{day}] only")
    assert reason == "unsupported_markup"
    assert "day" in message


@pytest.mark.parametrize("name", ["storage", "adf"])
def test_a_date_cannot_be_changed_to_a_day_that_there_is_not(name: Name) -> None:
    original = written(name, "on :date[2026-01-31] only")
    assert "2026-02-28" in markdown(name, changed(name, original, "2026-01-31", "2026-02-28").original)
    with pytest.raises(GatewayError):
        changed(name, original, "2026-01-31", "2026-02-29")


PATHS = ("../../x.png", "..", ".", "/etc/x.png", "../x.png", "a/../x.png", "..%2Fx.png", "a%2Fx.png", "a%5Cx.png",
         "x%09y.png", "x%0Ay.png", "x%00y.png", "%2E%2E/x.png", "%20.png/..", "")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("form", ["[words](<attachment:{}>)", "![words](<attachment:{}>)"])
def test_an_attachment_has_a_name_and_no_path(name: Name, path: str, form: str) -> None:
    assert reason_and_message(name, form.format(path))[0] in ("bad_link", "unsupported_markup")


def test_an_attachment_of_another_page_is_named_with_it() -> None:
    assert 'ri:filename="x.png"><ri:page ri:space-key="S" ri:content-title="T"/>' in written(
        "storage", "[words](attachment:S/T/x.png)"
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("container", "kind"), [("note", "NOTE"), ("info", "INFO"), ("warning", "WARNING"), ("tip", "TIP")]
)
@pytest.mark.parametrize("head", [":::{}", ":::{} A title", ':::{}{{title="A title"}}'])
def test_who_writes_a_container_for_a_panel_is_told_how_panels_are_written(
    name: Name, container: str, kind: str, head: str
) -> None:
    reason, message = reason_and_message(name, f"{head.format(container)}\nwords\n:::")
    assert reason == "unsupported_markup"
    assert f"> [!{kind}]" in message
