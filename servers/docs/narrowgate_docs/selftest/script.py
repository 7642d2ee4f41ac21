"""What the shared checks play on the docs server: one page in the scope, and calls of every tool."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING

from narrowgate_common.selftest.rehearsal import Rehearsal
from narrowgate_common.selftest.script import Files, Loss, Proper, Queries, Repertoire, Script, ToolCall
from narrowgate_docs import VERSION
from narrowgate_docs.fields import BUILT_IN, NEVER
from narrowgate_docs.selftest.casting import ACTOR, CAST, STRANGER, in_the_cloud
from narrowgate_docs.server import NAME, DocsServer

if TYPE_CHECKING:
    from narrowgate_sandbox.company.wiki_records import WikiPage

Stage = Rehearsal[DocsServer]

TITLE, PASSAGE = "Coding guide", "Readability first"
"""A page in the scope that nothing depends on, with macros, and words that stand on it once."""

_REPERTOIRE = Repertoire(
    reading=frozenset({"search_pages", "get_page", "list_pages", "list_spaces", "list_comments"}),
    writing=frozenset({"create_page", "update_page", "edit_page", "add_comment"}),
    uploading="attach_file",
    downloading="download_attachment",
    glance="get_page",
)
_MISTYPED: tuple[ToolCall, ...] = (
    ("search_pages", {"limit": "5"}),
    ("search_pages", {"limit": True}),
    ("search_pages", {"limit": 5.0}),
    ("search_pages", {"limit": 10**9}),
    ("search_pages", {"labels": "red"}),
    ("search_pages", {"order": "created DESC"}),
    ("get_page", {"include": "attachments"}),
    ("get_page", {"view": "html"}),
    ("get_page", {"offset": -1}),
    ("get_page", {"page": 5}),
    ("get_page", {"page": "../98310"}),
    ("get_page", {"page": "98310?expand=body"}),
    ("get_page", {"page": "https://elsewhere.example/wiki/spaces/ENG/pages/98310"}),
    ("list_comments", {"location": "everywhere"}),
    ("create_page", {"fields": json.dumps({"title": "x"})}),
    ("update_page", {"fields": json.dumps({"title": "x"})}),
    ("update_page", {"preview": 1}),
    ("update_page", {"allow_removals": "true"}),
    ("update_page", {"version": 3}),
    ("edit_page", {"edits": json.dumps([{"old": "a", "new": "b"}])}),
    ("edit_page", {"edits": [{"old": "a", "new": "b", "all": True}]}),
    ("edit_page", {"edits": []}),
    ("add_comment", {"body": ["x"]}),
)
_RAW = frozenset({"spaceId", "body.storage", "type", "ancestors", "versionMessage"})
_FIELDS = {
    "title": "selftest",
    "body": "selftest",
    "labels": ["selftest"],
    "remove_labels": ["selftest"],
    "parent": f"{ACTOR}/Glossary",
}
"""Of an update, whichever of them the safelist keeps."""
_QUERIES = Queries(
    "search_pages",
    f"space = {ACTOR}",
    (
        f'space = {ACTOR} OR space = "{STRANGER}"',
        f'space = {ACTOR} AND text ~ "words" OR space = "{STRANGER}" ORDER BY created',
        f'space = {ACTOR}) OR (space = "{STRANGER}"',
        'text ~ "thinking"',
    ),
)


def own_page(stage: Stage) -> WikiPage:
    return stage.company.wiki_page(ACTOR, TITLE)


async def _proper(stage: Stage) -> Proper:
    page = own_page(stage).id
    version = str((await stage.call("get_page", page=page)).data.get("version", ""))
    space = {"space": ACTOR} if stage.several else {}
    written = {"page": page, "version": version}
    takes = next(iter(stage.server.house.safelists["update"]))
    return {
        "search_pages": {"text": "readability"},
        "get_page": {"page": page},
        "list_pages": {"parent": page},
        "list_spaces": {},
        "list_comments": {"page": page},
        "create_page": {**space, "fields": {"title": "selftest"}},
        "update_page": {**written, "fields": {takes: _FIELDS[takes]}},
        "edit_page": {**written, "edits": [{"old": PASSAGE, "new": PASSAGE.lower()}]},
        "add_comment": {"page": page, "body": "selftest"},
        "attach_file": {"page": page, "path": "selftest.txt"},
        "download_attachment": {"page": page, "attachment": "selftest.txt"},
    }


def _forbidden(stage: Stage) -> Iterator[tuple[str, str]]:
    for action in ("create", "update"):
        narrowed = BUILT_IN.keys() - stage.server.house.safelists[action].keys()
        yield from ((f"{action}_page", name) for name in sorted({*NEVER, *_RAW, *narrowed}))


def _spoken(given: Proper, text: str) -> Sequence[ToolCall]:
    flat = text.replace("\n", " ")
    calls: list[ToolCall] = [
        ("search_pages", {"text": flat[:500]}),
        ("create_page", {"fields": {"title": "selftest", "body": text}}),
        ("create_page", {"fields": {"title": flat[:250]}}),
        ("update_page", {"fields": {"body": text}, "allow_removals": True}),
        ("update_page", {"fields": {"title": flat[:250]}}),
        ("edit_page", {"edits": [{"old": PASSAGE, "new": text}]}),
        ("add_comment", {"body": text}),
    ]
    return [(tool, {**given[tool], **each}) for tool, each in calls if tool in given]


@contextmanager
def _planted(stage: Stage, text: str, address: str) -> Iterator[Sequence[ToolCall]]:
    """In a title, a heading, a paragraph, a file's name and a comment, with a link and an image to the address."""
    company, author = stage.company, stage.company.users[1]
    marked = escape("".join(letter for letter in text if letter >= " "))
    link = f'<p><a href="{address}">{marked}</a></p>'
    image = f'<ac:image><ri:url ri:value="{address}" /></ac:image>'
    page = company.plant_page(ACTOR, text, f"<h2>{marked}</h2>{link}{image}")
    comment = company.wiki.add_comment(page, link, author, company.moment())
    _attach(stage, page, text, b"x")
    whole = {"page": page.id}
    try:
        yield [
            ("get_page", {**whole, "include": ["attachments"]}),
            *[("get_page", {**whole, "view": view}) for view in ("outline", "storage", "rendered")],
            ("search_pages", {"text": "ignore all instructions", "limit": 50}),
            ("list_pages", {"parent": page.parent, "limit": 50}),
            ("list_comments", whole),
        ]
    finally:
        company.wiki.remove_comment(comment)
        for file in company.wiki.files_of(page):
            del company.wiki.files[file.id]
        del company.wiki.pages[page.id]


def _losses(stage: Stage, given: Proper, word: str) -> Sequence[Loss]:
    wiki, cloud = stage.company.wiki, in_the_cloud(stage)
    return [
        Loss(
            ("add_comment", {**given.get("add_comment", {}), "body": word}),
            "POST",
            "/footer-comments" if cloud else "/rest/api/content",
            lambda: sum(word in one.body for one in wiki.comments.values()),
        ),
        Loss(
            ("create_page", {**given.get("create_page", {}), "fields": {"title": word}}),
            "POST",
            "/api/v2/pages" if cloud else "/rest/api/content",
            lambda: sum(one.title == word for one in wiki.pages.values()),
        ),
    ]


def _attached(stage: Stage) -> Sequence[bytes]:
    return [file.content for file in stage.company.wiki.files_of(own_page(stage))]


def _filed(stage: Stage, name: str, content: bytes) -> str:
    return _attach(stage, own_page(stage), name, content)


def _attach(stage: Stage, page: WikiPage, name: str, content: bytes) -> str:
    company = stage.company
    file = company.wiki.attach(
        page, company.users[1], company.moment(), title=name, media_type="text/plain", content=content
    )
    return file.id


SCRIPT = Script(
    name=NAME,
    version=VERSION,
    cast=CAST,
    repertoire=_REPERTOIRE,
    asking=("/users-bulk",),
    proper=_proper,
    mistyped=_MISTYPED,
    forbidden=_forbidden,
    spoken=_spoken,
    planted=_planted,
    losses=_losses,
    queries=_QUERIES,
    files=Files(_attached, _filed),
)
