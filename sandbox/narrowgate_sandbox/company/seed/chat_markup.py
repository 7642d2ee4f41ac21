"""Short words for the blocks that people's and bots' messages have."""

from __future__ import annotations

from narrowgate_sandbox.company.chat_records import Json


def rich(*elements: Json) -> list[Json]:
    """What the vendor's own editor makes of one paragraph."""
    section = {"type": "rich_text_section", "elements": list(elements)}
    return [{"type": "rich_text", "block_id": "rich1", "elements": [section]}]


def words(text: str, **style: bool) -> Json:
    return {"type": "text", "text": text} | ({"style": style} if style else {})


def link(url: str, text: str) -> Json:
    return {"type": "link", "url": url, "text": text}


def section(text: str, *fields: str) -> Json:
    said: Json = {"type": "section", "block_id": "sect1", "text": {"type": "mrkdwn", "text": text}}
    listed = [{"type": "mrkdwn", "text": one} for one in fields]
    return said | ({"fields": listed} if listed else {})


def header(text: str) -> Json:
    return {
        "type": "header",
        "block_id": "head1",
        "text": {"type": "plain_text", "text": text, "emoji": True},
    }


def context(*texts: str) -> Json:
    elements = [{"type": "mrkdwn", "text": one} for one in texts]
    return {"type": "context", "block_id": "cont1", "elements": elements}
