"""What a message is made of: its text or blocks, its metadata, and whom that notifies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from narrowgate_sandbox.company.chat_records import Json
from narrowgate_sandbox.slack import blocks, mrkdwn
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError

TEXT_LIMIT, MARKDOWN_LIMIT, UPDATE_LIMIT = 40_000, 12_000, 4_000
_MOST_ATTACHMENTS = 100
_METADATA_LIMIT = 8_192
_EVENT = re.compile(r"[a-z0-9_]{1,255}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Content:
    text: str
    blocks: list[Json]
    attachments: list[Json]
    pinged: frozenset[str]


def read(call: Call) -> Content:
    """Refuses what is empty, too long or against the rules; text above the limit is cut."""
    said = call.arguments
    shown = blocks.checked(said.structure("blocks", "invalid_blocks_format"))
    attached = _attachments(said.structure("attachments", "invalid_attachments"))
    if said.given("markdown_text"):
        return _markdown(call, shown)
    text = mrkdwn.stored(said.text("text"))[:TEXT_LIMIT]
    if not text.strip() and not shown and not attached:
        raise SlackError("no_text")
    names = said.flag("link_names") or said.text("parse") == "full"
    groups = {one.handle: one.id for one in call.chat.groups}
    inner = [*mrkdwn.texts_within(shown), *mrkdwn.texts_within(attached)]
    pings = [mrkdwn.pinged(one, groups, names=names) for one in (said.text("text"), *inner)]
    return Content(text, shown, attached, frozenset(mrkdwn.mentioned(shown)).union(*pings))


def _markdown(call: Call, shown: list[Json]) -> Content:
    said = call.arguments.text("markdown_text")
    if shown or call.arguments.given("text"):
        raise SlackError("markdown_text_conflict")
    if len(said) > MARKDOWN_LIMIT:
        raise SlackError("msg_too_long")
    block = {"type": "markdown", "block_id": "b000", "text": said}
    return Content(mrkdwn.stored(said), [block], [], mrkdwn.pinged(said, {}))


def _attachments(value: Any) -> list[Json]:
    if value is None:
        return []
    if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
        raise SlackError("invalid_attachments")
    if len(value) > _MOST_ATTACHMENTS:
        raise SlackError("too_many_attachments")
    return [{"id": place} | one for place, one in enumerate(value, 1)]


def metadata(call: Call) -> Json | None:
    """https://docs.slack.dev/messaging/message-metadata"""
    value = call.arguments.structure("metadata", "invalid_metadata_format")
    if value is None:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("event_payload"), dict):
        raise SlackError("invalid_metadata_format")
    if not isinstance(value.get("event_type"), str) or not _EVENT.fullmatch(value["event_type"]):
        raise SlackError("invalid_metadata_schema")
    if len(str(value)) > _METADATA_LIMIT:
        raise SlackError("metadata_too_large")
    if call.chat.temper.refuses_metadata:
        raise SlackError("metadata_must_be_sent_from_app")
    return {"event_type": value["event_type"], "event_payload": value["event_payload"]}
