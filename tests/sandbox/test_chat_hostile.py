"""Whatever is asked, the chat answers in its own manner."""

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.slack.arguments import Arguments
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.methods import METHODS

COMPANY = fernwood()
NAMES = [
    *["channel", "channel_id", "text", "blocks", "attachments", "metadata", "markdown_text", "thread_ts", "ts", "message_ts"],
    *["timestamp", "name", "users", "user", "email", "types", "limit", "cursor", "oldest", "latest", "inclusive", "query"],
    *["count", "page", "file", "files", "filename", "length", "team", "initial_comment", "parse", "link_names"],
]  # fmt: skip
ROOM = COMPANY.chat.channel("checkout")
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            "x",
            ROOM.id,
            next(iter(ROOM.messages)),
            "U0FERNPRIY",
            "#ops",
            "[]",
            "{}",
            "section",
            "text",
            "mrkdwn",
        ]
    ),
)
KEYS = st.sampled_from(
    ["type", "text", "elements", "fields", "rows", "id", "block_id", "event_type", "event_payload"]
)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)


@given(st.sampled_from(sorted(METHODS)), st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=5))
def test_any_arguments_are_answered_or_refused_by_a_word(method: str, arguments: dict[str, Any]) -> None:
    for said in (arguments, arguments | {"channel": ROOM.id}):
        call = Call(COMPANY, COMPANY.chat.tokens[3], method, Arguments(said), "http://127.0.0.1/slack-files")
        with suppress(SlackError):
            assert isinstance(METHODS[method].handler(call), dict)
