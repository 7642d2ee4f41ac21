"""Short words for writing storage format by hand, with ids as the editor makes them."""

from __future__ import annotations

from html import escape
from uuid import UUID, uuid5

from narrowgate_sandbox.company.records import User

_IDS = UUID("4f1d9c3a-6b2e-4a70-8d15-7e0c9b3a2f64")


def number(name: str) -> str:
    """A macro's id, the same for the same name."""
    return str(uuid5(_IDS, name))


def macro(name: str, seed: str, body: str = "", **parameters: str) -> str:
    """`body` is the whole inner element; parameters come before it."""
    said = "".join(
        f'<ac:parameter ac:name="{key}">{escape(value, quote=False)}</ac:parameter>'
        for key, value in parameters.items()
    )
    heading = f'ac:name="{name}" ac:schema-version="1" ac:macro-id="{number(seed)}"'
    return f"<ac:structured-macro {heading}>{said}{body}</ac:structured-macro>"


def rich(text: str) -> str:
    return f"<ac:rich-text-body>{text}</ac:rich-text-body>"


def code(seed: str, text: str, **parameters: str) -> str:
    safe = text.replace("]]>", "]]]]><![CDATA[>")
    return macro("code", seed, f"<ac:plain-text-body><![CDATA[{safe}]]></ac:plain-text-body>", **parameters)


def status(title: str, colour: str) -> str:
    return macro("status", f"status {title} {colour}", title=title, colour=colour)


def mention(user: User) -> str:
    return f'<ac:link><ri:user ri:account-id="{user.account_id}" /></ac:link>'


def page_link(title: str, words: str = "", space: str = "") -> str:
    key = f' ri:space-key="{space}"' if space else ""
    body = f"<ac:link-body>{words}</ac:link-body>" if words else ""
    return f'<ac:link><ri:page ri:content-title="{escape(title)}"{key} />{body}</ac:link>'


def marker(ref: str, text: str) -> str:
    return f'<ac:inline-comment-marker ac:ref="{ref}">{text}</ac:inline-comment-marker>'


def tasks(seed: str, *lines: tuple[str, bool]) -> str:
    def task(place: int, text: str, *, done: bool) -> str:
        state = "complete" if done else "incomplete"
        return (
            f"<ac:task>\n<ac:task-id>{place}</ac:task-id>\n<ac:task-uuid>{number(f'{seed} {place}')}</ac:task-uuid>\n"
            f"<ac:task-status>{state}</ac:task-status>\n<ac:task-body>{text}</ac:task-body>\n</ac:task>\n"
        )

    listed = "".join(task(place, text, done=done) for place, (text, done) in enumerate(lines, 1))
    return f"<ac:task-list>\n{listed}</ac:task-list>"
