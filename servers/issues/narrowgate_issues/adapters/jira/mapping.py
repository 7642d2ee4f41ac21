"""Jira's JSON into the port's values: picked field by field, tolerant of null and of what should not be there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from narrowgate_common.errors import GatewayError, upstream_error
from narrowgate_common.rich_text import Rich
from narrowgate_common.richtext.merging import seen
from narrowgate_issues import versions
from narrowgate_issues.adapters.jira import originals
from narrowgate_issues.adapters.jira.fieldset import IMPLIED, VENDOR_NAMES, Edition, declared_type, our_name
from narrowgate_issues.custom_fields import CustomField
from narrowgate_issues.port import (
    Attachment,
    Change,
    Comment,
    FieldValue,
    Issue,
    IssueRef,
    Link,
    LinkType,
    Project,
    Row,
    ScreenField,
    StatusCategory,
    Transition,
    User,
)
from narrowgate_issues.versions import Version

_KEY = re.compile(r"[A-Z][A-Z0-9_]{1,39}-[1-9][0-9]{0,9}", re.ASCII)
_PROJECT = re.compile(r"[A-Z][A-Z0-9_]{1,39}", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", re.ASCII)
_FIELD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,79}", re.ASCII)
_VERSION = re.compile(r"[0-9TZ:.+-]{1,40}", re.ASCII)
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{1,6}(Z|[+-][0-9]{2}:?[0-9]{2})", re.ASCII
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_SECONDS = len("2026-11-30T09:12:01")
_CATEGORIES = {
    "new": StatusCategory.TODO,
    "indeterminate": StatusCategory.IN_PROGRESS,
    "done": StatusCategory.DONE,
}
_WITHOUT_CUSTOMERS = {"software", "business", "product_discovery"}
"""Kinds of project whose comments no customer sees; of a kind that is not known here one might."""
_ALLOWED_SHOWN = 50
HISTORY_SHOWN = 100

Json = Mapping[str, Any]
Made = TypeVar("Made")


def row(raw: Any, site: str, edition: Edition) -> Row:
    fields = obj(raw, "fields")
    key = matched(_KEY, raw, "key")
    return Row(
        key=key,
        project=matched(_PROJECT, obj(fields, "project"), "key"),
        url=f"{site}/browse/{key}",
        title=text(fields, "summary"),
        type=text(obj(fields, "issuetype"), "name"),
        status=text(obj(fields, "status"), "name"),
        priority=text(obj(fields, "priority"), "name") or None,
        assignee=user(fields.get("assignee"), edition),
        labels=_labels(fields),
        updated=moment(text(fields, "updated")),
        due_date=date(text(fields, "duedate")),
    )


def issue(raw: Any, site: str, aliases: Mapping[str, CustomField], edition: Edition) -> Issue:
    fields = obj(raw, "fields")
    key = matched(_KEY, raw, "key")
    rich = _rich(fields, aliases, edition)
    described = rich.get("description", Rich())
    return Issue(
        key=key,
        id=matched(_ID, raw, "id"),
        project=matched(_PROJECT, obj(fields, "project"), "key"),
        url=f"{site}/browse/{key}",
        version=version(fields, aliases, seen(described.blocks)),
        versioned=versioned(aliases),
        title=text(fields, "summary"),
        type=text(obj(fields, "issuetype"), "name"),
        status=text(obj(fields, "status"), "name"),
        status_category=_CATEGORIES.get(text(obj(obj(fields, "status"), "statusCategory"), "key")),
        priority=text(obj(fields, "priority"), "name") or None,
        assignee=user(fields.get("assignee"), edition),
        reporter=user(fields.get("reporter"), edition),
        labels=_labels(fields),
        components=_names(fields, "components"),
        fix_versions=_names(fields, "fixVersions"),
        resolution=text(obj(fields, "resolution"), "name") or None,
        parent=ref(fields.get("parent")),
        created=moment(text(fields, "created")),
        updated=moment(text(fields, "updated")),
        due_date=date(text(fields, "duedate")),
        description=described.markdown,
        rich=rich,
        subtasks=_refs(items(fields, "subtasks")),
        custom={
            alias: rich[alias].markdown if alias in rich else custom(fields.get(field.id), field, edition)
            for alias, field in aliases.items()
        },
        people=_people(fields, aliases, edition),
        attachments=_attachments(fields, edition) if "attachment" in fields else None,
        links=_links(fields) if "issuelinks" in fields else None,
        transitions=transitions(raw, aliases) if isinstance(raw, dict) and "transitions" in raw else None,
        history=history(raw) if isinstance(raw, dict) and "changelog" in raw else None,
        service_desk=text(obj(fields, "project"), "projectTypeKey") not in _WITHOUT_CUSTOMERS,
    )


def version(fields: Json, aliases: Mapping[str, CustomField], blocks: Iterable[str] = ()) -> Version:
    """Of what an edit can change, so that a colleague's comment makes no version stale; `blocks` are hashes."""
    held = {name: fields.get(vendor) for name, vendor in VENDOR_NAMES.items()}
    held |= {name: _identity(fields, VENDOR_NAMES[name]) for name in ("assignee", "parent")}
    held |= {"status": text(obj(fields, "status"), "name")}
    held |= {alias: fields.get(field.id) for alias, field in aliases.items()}
    return versions.version(plain(text(fields, "updated")), held, tuple(blocks))


def versioned(aliases: Iterable[str]) -> tuple[str, ...]:
    """The names of the fields in a version, in its order."""
    return (*VENDOR_NAMES, "status", *aliases)


def _identity(fields: Json, name: str) -> str:
    held = obj(fields, name)
    return text(held, "accountId") or text(held, "name") or text(held, "key")


def issue_key(raw: Any) -> str:
    return matched(_KEY, raw, "key")


def identifier(raw: Any) -> str:
    """Raises upstream_error: what is no identifier becomes no part of a request."""
    return matched(_ID, raw, "id")


def user(raw: Any, edition: Edition) -> User | None:
    if not isinstance(raw, dict):
        return None
    identity = text(raw, edition.user_key) or text(raw, "key")
    name = text(raw, "displayName") or text(raw, "name")
    return User(identity, name, text(raw, "emailAddress") or None, raw.get("active") is not False)


def comment(raw: Any, edition: Edition) -> Comment:
    author = user(obj(raw, "author"), edition)
    public = raw.get("jsdPublic") if isinstance(raw, dict) else None
    rich = originals.shown(raw.get("body") if isinstance(raw, dict) else None, edition)
    return Comment(
        id=matched(_ID, raw, "id"),
        author=author.name if author else "",
        created=moment(text(raw, "created")),
        updated=moment(text(raw, "updated")),
        body=rich.markdown,
        rich=rich,
        internal=None if not isinstance(public, bool) else not public,
    )


def attachment(raw: Any, edition: Edition) -> Attachment:
    author = user(obj(raw, "author"), edition)
    size = raw.get("size") if isinstance(raw, dict) else 0
    return Attachment(
        id=matched(_ID, raw, "id"),
        filename=text(raw, "filename"),
        size=size if isinstance(size, int) else 0,
        media_type=text(raw, "mimeType")[:100],
        created=moment(text(raw, "created")),
        author=author.name if author else "",
    )


def project(raw: Any) -> Project:
    types = tuple(name for each in items(raw, "issueTypes") if (name := text(each, "name")))
    return Project(matched(_PROJECT, raw, "key"), text(raw, "name"), text(raw, "projectTypeKey"), types)


def transitions(raw: Any, aliases: Mapping[str, CustomField]) -> tuple[Transition, ...]:
    return readable(items(raw, "transitions"), lambda each: _transition(each, aliases))


def _transition(raw: Any, aliases: Mapping[str, CustomField]) -> Transition:
    return Transition(
        id=matched(_ID, raw, "id"),
        name=text(raw, "name"),
        to_status=text(obj(raw, "to"), "name"),
        fields=screen(obj(raw, "fields"), aliases),
    )


def screen(raw: Json, aliases: Mapping[str, CustomField]) -> tuple[ScreenField, ...]:
    """A screen as edit and transition metadata give it: an object by field id."""
    named = ((identity, each) for identity, each in raw.items() if _FIELD_ID.fullmatch(identity))
    return tuple(screen_field(identity, each, aliases) for identity, each in named)


def screen_field(identity: str, raw: Any, aliases: Mapping[str, CustomField]) -> ScreenField:
    schema = obj(raw, "schema")
    kind = text(schema, "type")
    return ScreenField(
        id=identity,
        name=our_name(identity, aliases),
        label=text(raw, "name"),
        type=f"{kind} of {text(schema, 'items')}" if kind == "array" else kind,
        required=isinstance(raw, dict) and raw.get("required") is True,
        has_default=isinstance(raw, dict) and raw.get("hasDefaultValue") is True,
        implied=identity in IMPLIED,
        declare_as=declared_type(schema),
        allowed=tuple(
            label for each in items(raw, "allowedValues")[:_ALLOWED_SHOWN] if (label := _label(each))
        ),
        allowed_total=len(items(raw, "allowedValues")),
    )


def link_type(raw: Any) -> LinkType:
    return LinkType(text(raw, "name"), text(raw, "outward"), text(raw, "inward"))


def history(raw: Any) -> tuple[Change, ...]:
    """Newest first, and only the newest."""
    lines = [
        Change(
            author=text(obj(entry, "author"), "displayName"),
            at=moment(text(entry, "created")),
            field=text(item, "field"),
            old=text(item, "fromString"),
            new=text(item, "toString"),
        )
        for entry in items(obj(raw, "changelog"), "histories")
        for item in items(entry, "items")
    ]
    return tuple(sorted(lines, key=lambda line: line.at, reverse=True)[:HISTORY_SHOWN])


def custom(raw: Any, field: CustomField, edition: Edition) -> FieldValue:
    """A custom field's value as its declared type shows it; objects of plugins by their own words."""
    if raw is None:
        return None
    if field.type == "rich_text":
        return originals.shown(raw, edition).markdown
    if field.type == "datetime":
        return moment(raw) if isinstance(raw, str) else None
    if isinstance(raw, list):
        return tuple(label for each in raw if (label := _label(each)))
    if isinstance(raw, (str, int, float, bool)):
        return raw
    return _label(raw) or None


def moment(raw: str) -> str:
    """UTC as ISO 8601; what lies outside the calendar stays as it is, and what is no time at all is left out."""
    try:
        parsed = datetime.fromisoformat(raw) if _MOMENT.fullmatch(raw) else None
        utc = parsed and parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        utc = None
    return f"{utc.isoformat()[:_SECONDS]}Z" if utc else plain(raw)


def plain(raw: str) -> str:
    """A time stands outside the untrusted text, so it must look like one."""
    return raw if _VERSION.fullmatch(raw) else ""


def date(raw: str) -> str | None:
    return raw if _DATE.fullmatch(raw) else None


def ref(raw: Any) -> IssueRef | None:
    if not isinstance(raw, dict) or not _KEY.fullmatch(text(raw, "key")):
        return None
    fields = obj(raw, "fields")
    return IssueRef(text(raw, "key"), text(fields, "summary"), text(obj(fields, "status"), "name"))


def matched(pattern: re.Pattern[str], raw: Any, name: str) -> str:
    """An identifier that stands outside the untrusted text, so it must look like one."""
    value = str(raw.get(name, "")) if isinstance(raw, dict) else ""
    if not pattern.fullmatch(value):
        raise upstream_error("The tracker's answer lacks an identifier it promises", reason="unreadable")
    return value


def listed(raw: Any, *names: str) -> list[Any]:
    """The list that an answer is, or holds by one of these names.

    Raises upstream_error (`unreadable`): an answer without it is another answer, and no empty list.
    """
    found = [raw.get(name) for name in names] if isinstance(raw, dict) else [] if names else [raw]
    for each in found:
        if isinstance(each, list):
            return each
    raise upstream_error("The tracker's answer lacks the list it promises", reason="unreadable")


def readable(raw: Iterable[Any], make: Callable[[Any], Made]) -> tuple[Made, ...]:
    """What can be read of a list: an entry without its identifier is no reason to lose the others."""
    found = []
    for each in raw:
        try:
            found.append(make(each))
        except GatewayError:
            continue
    return tuple(found)


def text(raw: Any, name: str) -> str:
    """What a vendor may send is longer than any name or title; nothing after it looks at more than this."""
    value = raw.get(name) if isinstance(raw, dict) else None
    return value[: originals.LONGEST] if isinstance(value, str) else ""


def obj(raw: Any, name: str) -> Json:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, dict) else {}


def items(raw: Any, name: str) -> list[Any]:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, list) else []


def _rich(fields: Json, aliases: Mapping[str, CustomField], edition: Edition) -> dict[str, Rich]:
    """The rich texts that are set."""
    held = {alias: fields.get(field.id) for alias, field in aliases.items() if field.type == "rich_text"}
    held = {"description": fields.get("description"), **held}
    return originals.all_shown({name: raw for name, raw in held.items() if raw is not None}, edition)


def _people(fields: Json, aliases: Mapping[str, CustomField], edition: Edition) -> dict[str, User]:
    held = {alias: field.id for alias, field in aliases.items() if field.type == "user"}
    return {alias: found for alias, name in held.items() if (found := user(fields.get(name), edition))}


def _labels(fields: Json) -> tuple[str, ...]:
    return tuple(label for label in items(fields, "labels") if isinstance(label, str))


def _names(raw: Json, name: str) -> tuple[str, ...]:
    return tuple(label for each in items(raw, name) if (label := text(each, "name")))


def _label(raw: Any) -> str:
    if isinstance(raw, (str, int, float)) and not isinstance(raw, bool):
        return str(raw)
    if isinstance(raw, Mapping) and "displayName" not in raw and _is_another(raw):
        return text(raw, "key").upper()  # a project's or another issue's name is not this issue's to tell
    return text(raw, "value") or text(raw, "displayName") or text(raw, "name") or text(raw, "key")


def _is_another(raw: Json) -> bool:
    """A project or an issue, by what only those have."""
    return "projectTypeKey" in raw or _KEY.fullmatch(text(raw, "key").upper()) is not None


def _refs(raw: list[Any]) -> tuple[IssueRef, ...]:
    return tuple(found for each in raw if (found := ref(each)))


def _attachments(fields: Json, edition: Edition) -> tuple[Attachment, ...]:
    return readable(items(fields, "attachment"), lambda each: attachment(each, edition))


def _links(fields: Json) -> tuple[Link, ...]:
    return tuple(found for found in readable(items(fields, "issuelinks"), _link) if found)


def _link(raw: Any) -> Link | None:
    for direction in ("outward", "inward"):
        other = ref(obj(raw, f"{direction}Issue"))
        if other is not None:
            return Link(matched(_ID, raw, "id"), text(obj(raw, "type"), direction), other)
    return None
