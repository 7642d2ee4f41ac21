"""The port's values as the structured results show them: what a person wrote stands below `untrusted`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from narrowgate_common.room import cost, head, prefix
from narrowgate_common.shaping import given, name, names
from narrowgate_common.text import bound, one_line
from narrowgate_issues.port import (
    Attachment,
    Change,
    Comment,
    Issue,
    IssueRef,
    Link,
    Project,
    Row,
    ScreenField,
    Transition,
    User,
)

Data = dict[str, Any]


def summary(issue: Row) -> Data:
    return given(
        key=issue.key,
        url=issue.url,
        updated=issue.updated,
        due_date=issue.due_date,
        untrusted=given(
            title=name(issue.title),
            type=name(issue.type),
            status=name(issue.status),
            priority=name(issue.priority),
            assignee=person(issue.assignee),
            labels=names(issue.labels),
        ),
    )


def facts(issue: Issue, room: int) -> Data:
    """An issue by itself without its texts and lists; `room` bounds what its custom fields may take."""
    custom, cut = _custom(issue, room)
    lists = _lists(issue, room // 4)
    cut = cut or any(len(lists[name]) < len(getattr(issue, name)) for name in lists)
    return given(
        key=issue.key,
        id=issue.id,
        url=issue.url,
        version=str(issue.version),
        status_category=str(issue.status_category or "") or None,
        created=issue.created,
        updated=issue.updated,
        due_date=issue.due_date,
        service_desk=issue.service_desk or None,
        truncated=cut or None,
        untrusted={**_untrusted(issue), **given(**lists, custom=custom)},
        parent=None if issue.parent is None else ref(issue.parent),
    )


def lists(issue: Issue) -> dict[str, list[Data]]:
    """What stands beside an issue, by the names of the result; without what was not asked for."""
    return {
        **({"subtasks": [ref(each) for each in issue.subtasks]} if issue.subtasks else {}),
        **_asked("attachments", issue.attachments, attachment),
        **_asked("links", issue.links, link),
        **_asked("transitions", issue.transitions, transition),
        **_asked("history", issue.history, change),
    }


def _asked(name: str, values: Sequence[Any] | None, shape: Callable[[Any], Data]) -> dict[str, list[Data]]:
    """An empty list says that there is nothing, none at all that it was not asked for."""
    return {} if values is None else {name: [shape(each) for each in values]}


def _untrusted(issue: Issue) -> Data:
    return given(
        title=name(issue.title),
        type=name(issue.type),
        status=name(issue.status),
        priority=name(issue.priority),
        resolution=name(issue.resolution),
        assignee=person(issue.assignee),
        reporter=person(issue.reporter),
        hidden_from_markdown=[
            f"{name}: {hidden}" for name, text in issue.rich.items() for hidden in text.hidden
        ],
    )


def _lists(issue: Issue, room: int) -> dict[str, list[str]]:
    """The fields that hold names, each within the room."""
    held = {"labels": issue.labels, "components": issue.components, "fix_versions": issue.fix_versions}
    return {field: head(names(values), room) for field, values in held.items()}


def _custom(issue: Issue, room: int) -> tuple[Data, bool]:
    """The custom fields by alias, and whether a text among them was cut."""
    held = {alias: value for alias, value in issue.custom.items() if value is not None}
    shown: Data = {}
    cut = False
    for left, (alias, value) in zip(range(len(held), 0, -1), held.items(), strict=True):
        text = prefix(value, room // left) if isinstance(value, str) else None
        shown[alias] = text.text if text else list(value) if isinstance(value, tuple) else value
        room -= cost(shown[alias])
        cut = cut or (text is not None and text.truncated)
    return shown, cut


def ref(issue: IssueRef) -> Data:
    return given(key=issue.key, untrusted=given(title=name(issue.title), status=name(issue.status)))


def person(user: User | None) -> str | None:
    return None if user is None else name(user.name)


def user(found: User) -> Data:
    """The id is the vendor's, and on some trackers a name that people choose: it stays among the untrusted."""
    return given(
        active=found.active,
        untrusted=given(id=name(found.id), name=name(found.name), email=name(found.email)),
    )


def comment(each: Comment, body: str) -> Data:
    """`body` is what is shown of the comment's text."""
    return given(
        id=each.id,
        created=each.created,
        updated=each.updated if each.updated != each.created else None,
        internal=each.internal,
        untrusted=given(author=name(each.author), body=body),
    )


def attachment(each: Attachment) -> Data:
    return given(
        id=each.id,
        size=each.size,
        created=each.created,
        untrusted=given(
            filename=name(each.filename), media_type=name(each.media_type), author=name(each.author)
        ),
    )


def link(each: Link) -> Data:
    return given(
        id=each.id,
        key=each.issue.key,
        untrusted=given(
            relation=name(each.relation), title=name(each.issue.title), status=name(each.issue.status)
        ),
    )


def transition(each: Transition) -> Data:
    return given(
        id=each.id,
        untrusted=given(
            name=name(each.name),
            to_status=name(each.to_status),
            required=[one_line(field.label or field.id, 80) for field in each.fields if field.required],
        ),
    )


def change(each: Change) -> Data:
    return given(
        at=each.at,
        untrusted=given(
            author=name(each.author),
            field=name(each.field),
            old=bound(each.old, 300).text,
            new=bound(each.new, 300).text,
        ),
    )


def project(each: Project) -> Data:
    return given(
        key=each.key,
        untrusted=given(name=name(each.name), kind=name(each.kind), types=names(each.issue_types)),
    )


def screen_field(each: ScreenField, alias: str | None, room: int) -> Data:
    """`name` is what the write tools take; without one the field cannot be written through this server."""
    allowed = head(names(each.allowed), room)
    return given(
        name=alias,
        required=each.required,
        allowed_total=each.allowed_total if each.allowed_total > len(allowed) else None,
        untrusted=given(id=name(each.id), label=name(each.label), type=name(each.type), allowed=allowed),
    )
