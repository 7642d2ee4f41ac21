"""How the wiki shows a body to people."""

from __future__ import annotations

from narrowgate_sandbox.company.wiki_records import WikiComment, WikiPage
from narrowgate_sandbox.confluence.call import Call


def rendered(_call: Call, _content: WikiPage | WikiComment, text: str, _kind: str) -> str:
    return text
