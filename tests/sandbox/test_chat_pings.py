"""How texts are stored, and whom they notify."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sandbox.chat_client import talking

from narrowgate_sandbox.slack import mrkdwn

GROUPS = {"on-call": "S0FERNONCA"}

STORED = [
    ("5 < 6 & 7 > 3", "5 &lt; 6 &amp; 7 &gt; 3"),
    ("5 &lt; 6 &amp;&amp; x", "5 &lt; 6 &amp;&amp; x"),
    ("&amp;lt;!channel&amp;gt;", "&amp;lt;!channel&amp;gt;"),
    ("&lt;!channel&gt;", "&lt;!channel&gt;"),
    ("<!channel> hi <@U0FERNJUNO>", "<!channel> hi <@U0FERNJUNO>"),
    ("<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"),
    ("see https://x.example/a?b=1&c=2.", "see <https://x.example/a?b=1&amp;c=2>."),
    ("<https://x.example/a?b=1&c=2|a | b>", "<https://x.example/a?b=1&amp;c=2|a | b>"),
    ("(https://x.example)", "(<https://x.example>)"),
    ("日本語 🙇", "日本語 🙇"),
    ("", ""),
]

PINGS: list[tuple[str, bool, set[str]]] = [
    ("<!channel>", False, {"channel"}),
    ("<!here|here>", False, {"here"}),
    ("<!everyone> and <@U0FERNJUNO> and <@U0FERNALEX|alex>", False, {"everyone", "U0FERNJUNO", "U0FERNALEX"}),
    ("<!subteam^S0FERNONCA|@on-call>", False, {"S0FERNONCA"}),
    ("`<!channel>`", False, {"channel"}),
    (f"<!channel|{'long ' * 500}>", False, {"channel"}),
    ("&lt;!channel&gt; &lt;@U0FERNJUNO&gt;", False, set()),
    ("&lt;!channel> <!&#99;hannel>", False, set()),
    ("@channel @here @on-call @alex.lindqvist", False, set()),
    ("@channel, @here. (@on-call) @alex.lindqvist", True, {"channel", "here", "S0FERNONCA"}),
    ("me@channel.example <@channel>", True, set()),
    ("<#C0FERN00001|general> <!date^1^{date}|x>", False, set()),
    ("<https://x.example|<@U0FERNJUNO>>", False, {"U0FERNJUNO"}),
]


@pytest.mark.parametrize(("sent", "kept"), STORED)
def test_a_text_is_stored_as_the_vendor_stores_it(sent: str, kept: str) -> None:
    assert mrkdwn.stored(sent) == kept


@pytest.mark.parametrize(("text", "names", "whom"), PINGS)
def test_whom_a_text_notifies(text: str, names: bool, whom: set[str]) -> None:  # noqa: FBT001 - a table's row
    assert mrkdwn.pinged(text, GROUPS, names=names) == whom


PIECES = ["<", ">", "&", "&lt;", "&amp;", "https://x.example", "|", "!channel", "@U0FERNJUNO", " ", ".", "a"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_storing_what_is_stored_changes_nothing(text: str) -> None:
    once = mrkdwn.stored(text)
    assert mrkdwn.stored(once) == once
    assert mrkdwn.pinged(once, GROUPS) == mrkdwn.pinged(text, GROUPS)


@given(st.text(max_size=60))
def test_an_escaped_text_notifies_nobody(text: str) -> None:
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert not mrkdwn.pinged(safe, GROUPS)


SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "<!channel>"}}
PLAIN = {"type": "section", "text": {"type": "plain_text", "text": "<!channel>"}}
RICH = {
    "type": "rich_text",
    "elements": [
        {
            "type": "rich_text_section",
            "elements": [
                {"type": "text", "text": "<!here>"},
                {"type": "user", "user_id": "U0FERNJUNO"},
                {"type": "usergroup", "usergroup_id": "S0FERNONCA"},
                {"type": "broadcast", "range": "everyone"},
            ],
        }
    ],
}
SENT: list[tuple[dict[str, Any], set[str]]] = [
    ({"text": "hello"}, set()),
    ({"text": "<!channel> look"}, {"channel"}),
    ({"text": "@channel look"}, set()),
    ({"text": "@channel look", "link_names": True}, {"channel"}),
    ({"text": "@here look", "parse": "full"}, {"here"}),
    ({"text": "quiet", "blocks": [SECTION]}, {"channel"}),
    ({"text": "quiet", "blocks": [PLAIN]}, set()),
    ({"text": "quiet", "blocks": [RICH]}, {"U0FERNJUNO", "S0FERNONCA", "everyone"}),
    ({"text": "quiet", "attachments": [{"text": "<@U0FERNPRIY>"}]}, {"U0FERNPRIY"}),
    ({"markdown_text": "**<!here>**"}, {"here"}),
    ({"markdown_text": "**&lt;!here&gt;** @channel"}, set()),
]


@pytest.mark.parametrize(("arguments", "whom"), SENT)
def test_a_message_remembers_whom_it_notified(arguments: dict[str, Any], whom: set[str]) -> None:
    with talking() as talk:
        talk.do("chat.postMessage", channel="#checkout", **arguments)
        assert talk.last("checkout").pinged == whom


def test_an_edit_adds_to_whom_a_message_notified() -> None:
    with talking() as talk:
        ts = talk.do("chat.postMessage", channel="#checkout", text="<!here>")["ts"]
        talk.do("chat.update", channel="#checkout", ts=ts, text="<@U0FERNJUNO>")
        assert talk.channel("checkout").messages[ts].pinged == {"here", "U0FERNJUNO"}


def test_links_are_unfurled_unless_that_is_turned_off() -> None:
    with talking() as talk:
        talk.do("chat.postMessage", channel="#ops", text="https://x.example")
        assert talk.last("ops").unfurls
        talk.do(
            "chat.postMessage",
            channel="#ops",
            text="https://x.example",
            unfurl_links=False,
            unfurl_media=False,
        )
        assert not talk.last("ops").unfurls
