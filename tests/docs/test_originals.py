import re

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.rich_text import Rich
from narrowgate_docs.adapters.confluence import originals


@pytest.mark.parametrize(
    ("markdown", "first"),
    [
        ("Words", "<p local-id="),
        ("## Words", "<h2 local-id="),
        ("- a\n- b", "<ul local-id="),
        ("1. a", "<ol local-id="),
        ("> a", "<blockquote local-id="),
        ("```\n<p >no</p>\n```", "<ac:structured-macro ac:local-id="),
        ("```\n<p >no</p>\n```\n\nwords", "<ac:structured-macro ac:local-id="),
    ],
)
def test_a_stamp_is_an_attribute_of_the_first_block(markdown: str, first: str) -> None:
    plain = originals.stamped(markdown, "")
    marked = originals.stamped(markdown, "a stamp")

    assert marked.original.startswith(first)
    assert re.sub(r' (ac:)?local-id="[0-9a-f-]{36}"', "", marked.original, count=1) == plain.original
    assert marked.markdown == plain.markdown
    assert originals.shown(marked.original).markdown == plain.markdown
    assert originals.carries(marked.original, "a stamp")
    assert not originals.carries(marked.original, "another stamp")
    assert not originals.carries(plain.original, "a stamp")


def test_a_stamp_tells_nothing_of_what_it_was_made_from() -> None:
    assert "secret" not in originals.mark_of("secret")
    assert originals.mark_of("a") == originals.mark_of("a") != originals.mark_of("b")


@pytest.mark.parametrize(
    ("source", "locked"),
    [
        ("<p>a</p>", ""),
        ("", ""),
        ("  ", ""),
        ("<p>a", "ill_formed"),
        ("<p>a</br></p>", "ill_formed"),
        ("<!DOCTYPE x><p>a</p>", "ill_formed"),
        ("<div>" * 3000 + "deep" + "</div>" * 3000, "too_deep"),
    ],
)
def test_what_cannot_be_read_is_shown_as_words_and_locked(source: str, locked: str) -> None:
    found = originals.shown(source)

    assert found.locked == locked
    if locked:
        assert "<" not in found.markdown
        assert found.markdown.strip()
        with pytest.raises(GatewayError) as refused:
            originals.rewritten(found, "other", allow_removals=True)
        assert refused.value.reason == locked


def test_a_body_that_is_longer_than_any_of_the_vendors_is_shown_in_part() -> None:
    found = originals.shown(f"<p>{'word ' * (originals.LONGEST // 5)}the end</p>")

    assert found.locked == "too_large"
    assert found.markdown.startswith("word word")
    assert found.markdown.endswith("too long to be shown]")
    assert "the end" not in found.markdown


def test_a_text_in_place_of_none_and_of_another() -> None:
    fresh = originals.rewritten(Rich(), "a **b**", allow_removals=False)
    before = originals.shown('<p local-id="1">a <em>b</em></p><p>c</p>')
    changed = originals.rewritten(before, before.markdown.replace("c", "d"), allow_removals=False)

    assert fresh.original == "<p>a <strong>b</strong></p>"
    assert changed.original == '<p local-id="1">a <em>b</em></p><p>d</p>'
