"""The dialect as Slack's rich text, and Slack's texts in the dialect."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_chat.adapters.slack.compose import written
from narrowgate_chat.adapters.slack.reading import markdown
from narrowgate_chat.adapters.slack.tables import aligned
from narrowgate_chat.port import Mention, User
from narrowgate_common.richtext.dialect.parsing import parse

ANN = User("U0ANN", "Ann Berg", "ann.berg")


class Known:
    def user(self, user_id: str) -> str:
        return {"U0ANN": "ann.berg"}.get(user_id, user_id)

    def channel(self, channel_id: str) -> str:
        return {"C0DEV": "dev"}.get(channel_id, channel_id)


def read(raw: Mapping[str, Any]) -> str:
    return markdown(raw, Known())


def canonical(text: str) -> str:
    return "\n\n".join(piece.markdown for piece in written(text, ()).pieces)


SAME = [
    "plain words",
    "**bold** *it* ~~gone~~ `code <b>&amp;`",
    "**bold *and it* both**",
    "a < b & c > d",
    "`a|b` [label | with bar](https://x.example/?a=1&b=2)",
    "<https://x.example/a_b_c>",
    "first\n\nsecond",
    "one<br>two",
    "- a\n  - b\n    1. c\n    2. d\n  - e\n- f",
    "4. four\n5. five",
    "```\nif a < b:\n    *x*\n\n    `y`\n```",
    "> quoted\n>\n> more",
    "> quoted\n> - item",
    "***",
    "家族 👨\N{ZERO WIDTH JOINER}👩 :tada: 議事録",
    "snake_case_name and 2*3*4",
    "10:30:45 and C:\\dir",
    "~/bin and ~user~",
    "<!channel> @here <@U0ANN> #dev",
]


@pytest.mark.parametrize("text", SAME)
def test_what_the_vendor_can_hold_comes_back_as_it_was(text: str) -> None:
    assert parse(canonical(text)) == parse(text)


OTHERWISE = [
    ("# Title\n\ntext", "**Title**\n\ntext", "headings are shown as bold lines"),
    ("- [x] done\n- [ ] open", "- ☑ done\n- ☐ open", "task boxes are shown as signs"),
    (
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
        "```\na | b\n--+--\n1 | 2\n```",
        "tables are shown as aligned text",
    ),
    ("```py\nx\n```", "```\nx\n```", "code blocks keep no language"),
    ("> [!WARNING]\n> hot", "> **Warning**\n>\n> hot", ""),
]


@pytest.mark.parametrize(("text", "shown", "note"), OTHERWISE)
def test_what_it_cannot_hold_is_shown_otherwise_and_said(text: str, shown: str, note: str) -> None:
    found = written(text, ())

    assert [piece.markdown for piece in found.pieces] == [shown]
    assert list(found.notes) == ([note] if note else [])


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab cd*_~`<>&!@#[]()|-1.:\n\\é家👍"), max_size=120))
def test_a_piece_reads_as_it_says_and_no_letter_is_lost(text: str) -> None:
    found = written(text, ())
    for piece in found.pieces:
        assert read(piece.native) == piece.markdown
        assert read(json.loads(json.dumps(piece.native))) == piece.markdown
    letters = [char for char in text if char in "abcdé家👍"]
    native = "".join(words(piece.native["blocks"]) for piece in found.pieces)
    assert [char for char in native if char in "abcdé家👍"] == letters


def words(value: Any) -> str:
    """What people read of blocks."""
    if isinstance(value, dict):
        if value.get("type") == "link":
            shown = value.get("text", value["url"])
            return f"{shown}{value['url']}" if "text" in value else str(shown)
        if value.get("type") == "emoji":
            return f":{value['name']}:"
        return "".join(words(value[key]) for key in ("text", "elements") if key in value)
    return "".join(map(words, value)) if isinstance(value, list) else str(value)


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("<@!#U0AN>channel here|^subteam`*\n []()https://x.y"), max_size=100))
def test_nothing_that_is_written_can_be_a_ping(text: str) -> None:
    for piece in written(text, ()).pieces:
        said = json.dumps(piece.native)
        assert not re.search(r'"type": "(user|usergroup|broadcast|channel)"', said)
        assert not re.search(r"<[@!#]", piece.native["text"])


def test_who_is_mentioned_is_an_element_in_whatever_case() -> None:
    found = written("@Ann and @annie, `@ann`, x@ann, @here", [Mention("ann", ANN), Mention("here")])

    (piece,) = found.pieces
    assert piece.native["text"] == "<@U0ANN> and @annie, @ann, x@ann, <!here>"
    assert piece.markdown == "@ann.berg and @annie, `@ann`, x@ann, @here"


@pytest.mark.parametrize("letter", ["x", "&", "家", "<"])
def test_pieces_stay_below_the_vendors_limits(letter: str) -> None:
    found = written("\n\n".join(letter * 700 + " " + letter * 50 for _ in range(40)), ())

    assert len(found.pieces) > 1
    assert all(len(piece.native["text"]) <= 3_900 for piece in found.pieces)
    assert all(len(words(piece.native["blocks"])) <= 10_000 for piece in found.pieces)


def test_a_long_code_block_is_opened_again() -> None:
    found = written("```\n" + "line of code\n" * 600 + "```", ())

    kinds = {block["elements"][0]["type"] for piece in found.pieces for block in piece.native["blocks"]}
    assert kinds == {"rich_text_preformatted"}
    assert sum(piece.markdown.count("line of code") for piece in found.pieces) == 600


MRKDWN = [
    ("*bold* _it_ ~gone~ `co*de*`", "**bold** *it* ~~gone~~ `co*de*`"),
    ("*_both_*", "***both***"),
    ("a &lt; b &amp;&amp; c &amp;lt;", "a < b && c &amp;lt;"),
    ("<@U0ANN> <@U0BEN> <@U0BEN|ben>", "@ann.berg @U0BEN @ben"),
    ("<#C0DEV> <#C0OTH|other>", "#dev #other"),
    ("<!here> <!channel|channel> <!subteam^S0A|@on-call>", "@here @channel @on-call"),
    ("<https://x.example/?a=1&amp;b=2|x &amp; y>", "[x & y](https://x.example/?a=1&b=2)"),
    ("<https://x.example>", "<https://x.example>"),
    ("<mailto:a@x.example|a@x.example>", "<a@x.example>"),
    ("<!date^1392734382^{date}|Feb 18>", "Feb 18"),
    ("snake_case_name 2*3*4", "snake_case_name 2\\*3\\*4"),
    ("one\ntwo\n\nthree", "one<br>two\n\nthree"),
    ("&gt; quoted\n&gt; more\nnot", "> quoted<br>more\n\nnot"),
    ("before ```if a &lt; b:\n  *x*``` after", "before\n\n```\nif a < b:\n  *x*\n```\n\nafter"),
    ("```open", "\\`\\`\\`open"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "shown"), MRKDWN)
def test_the_vendors_markup_is_read(text: str, shown: str) -> None:
    assert parse(read({"text": text})) == parse(shown)


BLOCKS = [
    ({"text": "fallback", "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "*a*"}}]}, "**a**"),
    ({"blocks": [{"type": "section", "fields": [{"type": "mrkdwn", "text": "x"}, {"type": "plain_text", "text": "*y*"}]}]},
     "x\n\n\\*y\\*"),
    ({"blocks": [{"type": "header", "text": {"type": "plain_text", "text": "H"}}]}, "## H"),
    ({"blocks": [{"type": "context", "elements": [{"type": "mrkdwn", "text": "c"},
                                                  {"type": "image", "alt_text": "pic", "image_url": "javascript:x"}]}]}, "c\n\npic"),
    ({"blocks": [{"type": "markdown", "text": "# h\n\n- a"}]}, "# h\n\n- a"),
    ({"blocks": [{"type": "table", "rows": [[{"type": "raw_text", "text": "a"}], [{"type": "raw_text", "text": "1"}]]}]},
     "| a |\n| --- |\n| 1 |"),
    ({"blocks": [{"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Go"}}]}]}, "Go"),
    ({"blocks": [{"type": "tomorrows", "stuff": [{"text": {"text": "new"}}]}]}, "new"),
    ({"text": "", "attachments": [{"title": "T", "title_link": "https://x.example/", "text": "t", "fields": [{"title": "k", "value": "v"}]}]},
     "> [**T**](https://x.example/)\n>\n> t\n>\n> **k**\n>\n> v"),
    ({"text": "", "attachments": [{"fallback": "only this"}]}, "> only this"),
    ({"text": None, "blocks": None, "attachments": [None, 3]}, ""),
    ({"text": "t", "blocks": [None, 3, {"type": "rich_text", "elements": [None, {"type": "rich_text_section", "elements": [None, 5]}]}]}, "t"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "shown"), BLOCKS)
def test_a_message_is_read_from_whatever_says_something(raw: Mapping[str, Any], shown: str) -> None:
    assert parse(read(raw)) == parse(shown)


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab*_~`<>@!|&;gt#\n /:h"), max_size=80))
def test_any_text_of_the_vendors_is_read_without_losing_letters(text: str) -> None:
    shown = read({"text": text})
    assert shown.count("b") >= len(re.findall("b", re.sub(r"<[^<>\n]*>", "", text)))


def test_columns_count_wide_characters_twice() -> None:
    (table,) = parse("| a | b |\n| --- | --- |\n| 家族 | x |\n| y | z |")

    assert aligned(table).split("\n") == ["a    | b", "-----+--", "家族 | x", "y    | z"]
