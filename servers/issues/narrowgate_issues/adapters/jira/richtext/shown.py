"""How things without a Markdown form show, in both formats alike."""

from __future__ import annotations

from narrowgate_issues.adapters.jira.richtext import addresses
from narrowgate_issues.adapters.jira.richtext.tree import PLAIN, Inline, Run


def token(name: str, text: str = "") -> Run:
    """`[kind]` or `[kind: text]`."""
    return Run(f"[{name}: {text.strip()}]" if text.strip() else f"[{name}]")


def linked(text: str, address: str) -> list[Inline]:
    """Text with an address: a link, or both as text where the address could do more than open a page."""
    cleaned = addresses.cleaned(address)
    if addresses.is_showable(cleaned):
        return [Run(text, PLAIN, cleaned)]
    return [Run(f"{text} ({cleaned[:200]})" if cleaned and cleaned not in text else text)]


def mention(name: str, user_id: str) -> Run:
    return Run(f"@{name or user_id or 'somebody'}", PLAIN, addresses.of_user(user_id) if user_id else None)


def image(alt: str, address: str) -> list[Inline]:
    """Described, with its address, never as a Markdown image: no client is to fetch it."""
    return linked(f"image: {alt}" if alt else "image", address)
