"""What the shared checks play on the issues server: one issue in the scope, and calls of every tool."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from narrowgate_common.selftest.rehearsal import Rehearsal
from narrowgate_common.selftest.script import Files, Loss, Proper, Queries, Repertoire, Script, ToolCall
from narrowgate_issues import VERSION
from narrowgate_issues.fields import BUILT_IN, NEVER
from narrowgate_issues.selftest.casting import CAST, STRANGER
from narrowgate_issues.server import NAME, IssuesServer

Stage = Rehearsal[IssuesServer]

ISSUE, OTHER_ISSUE = "SHOP-9", "SHOP-11"
"""Two issues in the scope that nothing depends on."""

_REPERTOIRE = Repertoire(
    reading=frozenset({"search_issues", "get_issue", "list_projects", "describe_fields", "find_users"}),
    writing=frozenset(
        {"create_issue", "update_issue", "transition_issue", "add_comment", "edit_comment", "link_issues"}
    ),
    uploading="attach_file",
    downloading="download_attachment",
    glance="get_issue",
)
_MISTYPED: tuple[ToolCall, ...] = (
    ("search_issues", {"limit": "5"}),
    ("search_issues", {"limit": True}),
    ("search_issues", {"limit": 5.0}),
    ("search_issues", {"limit": 10**9}),
    ("search_issues", {"ascending": "true"}),
    ("search_issues", {"labels": "red"}),
    ("get_issue", {"include": "comments"}),
    ("get_issue", {"key": 5}),
    ("get_issue", {"key": f"{ISSUE}/../../myself"}),
    ("get_issue", {"key": f"{ISSUE}?expand=all"}),
    ("update_issue", {"fields": json.dumps({"title": "x"})}),
    ("update_issue", {"preview": 1}),
    ("create_issue", {"fields": json.dumps({"title": "x"})}),
    ("add_comment", {"body": ["x"]}),
    ("add_comment", {"audience": "everybody"}),
)
_IMPERSONATING = frozenset({"reporter", "security", "project", "type", "status", "properties", "watchers"})
_RAW = frozenset({"summary", "customfield_10030", "Summary"})
_QUERIES = Queries(
    "search_issues",
    "project = SHOP",
    (
        f"project = SHOP OR project = {STRANGER}",
        f'project = SHOP AND text ~ "a" OR project = {STRANGER} ORDER BY created',
        f"project = SHOP) OR (project = {STRANGER}",
    ),
)


async def _proper(stage: Stage) -> Proper:
    project = {"project": "SHOP"} if stage.several else {}
    return {
        "search_issues": {},
        "get_issue": {"key": ISSUE},
        "list_projects": {},
        "describe_fields": {"action": "update", "key": ISSUE},
        "find_users": {"text": "alex"},
        "create_issue": {**project, "type": "Task", "fields": {"title": "selftest"}},
        "update_issue": {"key": ISSUE, "fields": {"title": "selftest"}},
        "transition_issue": {"key": ISSUE, "to": "In Progress"},
        "add_comment": {"key": ISSUE, "body": "selftest"},
        "edit_comment": {"key": ISSUE, "comment": "20003", "body": "selftest"},
        "link_issues": {"key": ISSUE, "relation": "blocks", "other": OTHER_ISSUE},
        "attach_file": {"key": ISSUE, "path": "selftest.txt"},
        "download_attachment": {"key": ISSUE, "attachment": "selftest.txt"},
    }


def _forbidden(stage: Stage) -> Iterator[tuple[str, str]]:
    for action, tool, names in (
        ("update", "update_issue", NEVER),
        ("create", "create_issue", _IMPERSONATING),
        ("transition", "transition_issue", _IMPERSONATING),
    ):
        narrowed = BUILT_IN.keys() - stage.server.house.safelists[action].keys()
        yield from ((tool, name) for name in sorted({*names, *_RAW, *narrowed}))


def _spoken(given: Proper, text: str) -> Sequence[ToolCall]:
    in_create = {**given.get("create_issue", {}), "fields": {"title": "selftest", "description": text}}
    calls: list[ToolCall] = [
        ("search_issues", {"text": text.replace("\n", " ")[:500]}),
        ("create_issue", in_create),
        ("update_issue", {"key": ISSUE, "fields": {"description": text}}),
        ("add_comment", {"key": ISSUE, "body": text}),
        ("transition_issue", {"key": ISSUE, "to": "In Progress", "comment": text}),
    ]
    return [(tool, each) for tool, each in calls if tool in given]


@contextmanager
def _planted(stage: Stage, text: str, address: str) -> Iterator[Sequence[ToolCall]]:
    """In a title and in a comment."""
    issue, author = stage.company.issue(ISSUE), stage.company.users[0]
    title = issue.values["summary"]
    link = {"type": "text", "text": "see", "marks": [{"type": "link", "attrs": {"href": address}}]}
    paragraph = {"type": "paragraph", "content": [{"type": "text", "text": text}, link]}
    document = {"type": "doc", "version": 1, "content": [paragraph]}
    comment = stage.company.add_comment(issue, author, stage.company.moment(), document)
    issue.values["summary"] = text
    try:
        yield [
            ("get_issue", {"key": ISSUE, "include": ["comments"]}),
            ("search_issues", {"updated_after": "-30d", "limit": 50}),
        ]
    finally:
        issue.values["summary"] = title
        issue.comments.remove(comment)


def _losses(stage: Stage, _given: Proper, word: str) -> Sequence[Loss]:
    def made() -> int:
        return sum(word in json.dumps(one.body) for one in stage.company.issue(ISSUE).comments)

    return [Loss(("add_comment", {"key": ISSUE, "body": word}), "POST", f"/{ISSUE}/comment", made)]


def _attached(stage: Stage) -> Sequence[bytes]:
    return [file.content for file in stage.company.issue(ISSUE).attachments]


def _filed(stage: Stage, name: str, content: bytes) -> str:
    issue, author = stage.company.issue(ISSUE), stage.company.users[0]
    file = stage.company.attach(
        issue, author, stage.company.moment(), filename=name, media_type="text/plain", content=content
    )
    return file.id


SCRIPT = Script(
    name=NAME,
    version=VERSION,
    cast=CAST,
    repertoire=_REPERTOIRE,
    asking=("/search/jql", "/comment/list"),
    proper=_proper,
    mistyped=_MISTYPED,
    forbidden=_forbidden,
    spoken=_spoken,
    planted=_planted,
    losses=_losses,
    queries=_QUERIES,
    files=Files(_attached, _filed),
)
