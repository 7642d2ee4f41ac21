"""A body as people see it, in the representation that was asked for."""

from __future__ import annotations

from html import escape

from narrowgate_sandbox.company.wiki_records import WikiComment, WikiPage
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.storage import tree
from narrowgate_sandbox.confluence.view_parts import PARTS
from narrowgate_sandbox.confluence.views import Scene, inside


def rendered(call: Call, content: WikiPage | WikiComment, text: str, kind: str) -> str:
    """A body that cannot be read is shown as text."""
    page = content.page if isinstance(content, WikiComment) else content
    try:
        root = tree(text)
    except WikiError:
        return f"<p>{escape(text)}</p>"
    return inside(Scene(call, page, kind, root, PARTS), root)
