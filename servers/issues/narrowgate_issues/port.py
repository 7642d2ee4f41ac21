"""What the tools ask of any tracker, in the tracker's words and no vendor's.

Strings that a person could have written are vendor text and untrusted; `key`, `id`, `url` and times are checked
by the adapter that built the value. Times are ISO 8601 in UTC, dates are `YYYY-MM-DD`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_issues.custom_fields import FieldType
from narrowgate_issues.versions import Version

FieldValue = str | int | float | bool | None | tuple[str, ...]
"""A field as the tools speak of it; `None` clears, a tuple is a list of names."""

Audience = Literal["internal", "public"]


class StatusCategory(StrEnum):
    """The three kinds of status every tracker knows, whatever its workflow calls them."""

    TODO = "todo"
    IN_PROGRESS = "in_progress"
    DONE = "done"


class Order(StrEnum):
    UPDATED = "updated"
    CREATED = "created"
    PRIORITY = "priority"
    DUE = "due"


class Part(StrEnum):
    """What `get_issue` may include beside the issue itself."""

    COMMENTS = "comments"
    ATTACHMENTS = "attachments"
    LINKS = "links"
    TRANSITIONS = "transitions"
    HISTORY = "history"


@dataclass(frozen=True, slots=True)
class Filter:
    """A search in structured form: every given part must hold. Compiled by the adapter with proper quoting.

    `assignee` and `reporter` hold "me", "unassigned" or a user id that `find_users` resolved. The four time
    bounds are dates (`2026-11-30`) or relative (`-7d`, `-2w`, `-12h`).
    """

    text: str | None = None
    projects: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    status_category: StatusCategory | None = None
    assignee: str | None = None
    reporter: str | None = None
    labels: tuple[str, ...] = ()
    priorities: tuple[str, ...] = ()
    parent: str | None = None
    updated_after: str | None = None
    updated_before: str | None = None
    created_after: str | None = None
    created_before: str | None = None
    due_before: str | None = None
    order: Order = Order.UPDATED
    ascending: bool = False


@dataclass(frozen=True, slots=True)
class User:
    """`id` is what the vendor's writes take: an account id on Cloud, a user name on Data Center."""

    id: str
    name: str
    email: str | None = None
    active: bool = True


@dataclass(frozen=True, slots=True)
class IssueRef:
    """An issue as another one mentions it."""

    key: str
    title: str
    status: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote below an issue."""

    id: str
    author: str
    created: str
    updated: str
    body: str
    """Markdown."""
    rich: Rich = field(default_factory=Rich)
    """The body as it can be edited."""
    internal: bool | None = None
    """On service desks: whether customers do not see it; None where the vendor does not tell."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file beside an issue; its bytes come from `download`."""

    id: str
    filename: str
    size: int
    media_type: str
    created: str
    author: str


@dataclass(frozen=True, slots=True)
class Link:
    """One issue as another sees it."""

    id: str
    relation: str
    """As read from this issue: "blocks", "is blocked by"."""
    issue: IssueRef


@dataclass(frozen=True, slots=True)
class ScreenField:
    """One field that a screen offers: what `describe_fields` prints and a transition may demand."""

    id: str
    """The vendor's id: `summary`, `customfield_10016`."""
    name: str | None
    """What the safelists call it, alias or built in; "comment" for a transition's comment; None for all others."""
    label: str
    type: str
    """The vendor's word for it."""
    required: bool
    has_default: bool = False
    implied: bool = False
    """Given by a tool's own argument or by the tracker itself, so never missing."""
    allowed: tuple[str, ...] = ()
    """The first of them; `allowed_total` counts all."""
    allowed_total: int = 0
    declare_as: FieldType | None = None
    """The type an administrator would give it under an alias, if it can have one."""


@dataclass(frozen=True, slots=True)
class Transition:
    """A way out of an issue's status, and what its screen asks."""

    id: str
    name: str
    to_status: str
    fields: tuple[ScreenField, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One line of an issue's history."""

    author: str
    at: str
    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue with every field the safelist knows; parts that were not asked for are None.

    `versioned` names the fields that `version` tells apart. `rich` holds the rich fields that are set, as they can
    be edited.
    """

    key: str
    id: str
    project: str
    url: str
    version: Version
    title: str
    type: str
    status: str
    status_category: StatusCategory | None
    priority: str | None
    assignee: User | None
    reporter: User | None
    labels: tuple[str, ...]
    components: tuple[str, ...]
    fix_versions: tuple[str, ...]
    resolution: str | None
    parent: IssueRef | None
    created: str
    updated: str
    due_date: str | None
    description: str = ""
    versioned: tuple[str, ...] = ()
    rich: Mapping[str, Rich] = field(default_factory=dict)
    subtasks: tuple[IssueRef, ...] = ()
    custom: Mapping[str, FieldValue] = field(default_factory=dict)
    """By alias; people by their names."""
    people: Mapping[str, User] = field(default_factory=dict)
    """By alias, for those custom fields that hold a person."""
    comments: tuple[Comment, ...] | None = None
    """Newest first."""
    comments_total: int | None = None
    attachments: tuple[Attachment, ...] | None = None
    links: tuple[Link, ...] | None = None
    transitions: tuple[Transition, ...] | None = None
    history: tuple[Change, ...] | None = None
    service_desk: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """An issue in a list: what its line shows, and no more is asked for."""

    key: str
    project: str
    url: str
    title: str
    type: str
    status: str
    priority: str | None
    assignee: User | None
    labels: tuple[str, ...]
    updated: str
    due_date: str | None


@dataclass(frozen=True, slots=True)
class Project:
    """A place for issues, as its `key` and people name it."""

    key: str
    name: str
    kind: str
    issue_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """A write to fields: absolute values, and atomic edits of lists. Names and aliases are the safelist's.

    The value of a rich field is what it will read as; `rich` holds what is written.
    """

    values: Mapping[str, FieldValue] = field(default_factory=dict)
    rich: Mapping[str, Rewrite] = field(default_factory=dict)
    add_labels: tuple[str, ...] = ()
    remove_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkType:
    """A kind of link and its two readings."""

    name: str
    outward: str
    inward: str


class Tracker(Protocol):
    """One issue tracker, for the time of one call. Every method names what it asks, and sends declared routes only.

    All methods raise GatewayError; a read of something absent or out of sight raises `not_found`.
    """

    async def whoami(self) -> User: ...

    def rewritten(self, before: Rich, markdown: str, *, allow_removals: bool = False) -> Rewrite:
        """A text in place of another, or of none. Raises bad_input for what cannot be written, or would be lost."""
        ...

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Row]:
        """In the filter's order."""
        ...

    async def search_native(
        self, query: str, *, projects: Sequence[str], limit: int, token: str | None
    ) -> Page[Row]:
        """A query in the vendor's language, confined to `projects` where there are any."""
        ...

    async def get_issue(
        self, key: str, include: Collection[Part], *, comments_token: str | None
    ) -> Issue: ...

    async def list_projects(self, wanted: Sequence[str], *, limit: int, token: str | None) -> Page[Project]:
        """Projects by key, or all that are visible; may answer more than were wanted."""
        ...

    async def issue_types(self, project: str) -> tuple[str, ...]: ...

    async def create_screen(self, project: str, issue_type: str) -> tuple[ScreenField, ...]: ...

    async def edit_screen(self, key: str) -> tuple[ScreenField, ...]: ...

    async def transitions(self, key: str) -> tuple[Transition, ...]:
        """What may be done from the current status, each with its screen."""
        ...

    async def list_fields(self) -> tuple[ScreenField, ...]:
        """The custom fields this account sees anywhere."""
        ...

    async def find_users(self, text: str, *, assignable_to: str | None, limit: int) -> tuple[User, ...]:
        """`assignable_to` is an issue key or a project key; without it, anybody visible."""
        ...

    async def create_issue(self, project: str, issue_type: str, changes: Changes, *, stamp: str) -> str:
        """The new key."""
        ...

    async def find_created(self, project: str, *, stamp: str) -> str | None:
        """The key of the issue that carries this stamp, if the vendor keeps stamps and shows it already."""
        ...

    async def update_issue(self, key: str, changes: Changes, *, guarded: bool) -> None:
        """`guarded`: a version was compared, so an ambiguous end is not repeated."""
        ...

    async def transition(
        self, key: str, to: Transition, changes: Changes, *, comment: Rewrite | None
    ) -> None:
        """`comment` goes along only when the transition's screen takes one."""
        ...

    async def add_comment(
        self, key: str, body: Rewrite, *, audience: Audience | None, stamp: str
    ) -> Comment: ...

    async def find_comment(self, key: str, *, stamp: str) -> Comment | None: ...

    async def get_comment(self, key: str, comment_id: str) -> Comment: ...

    async def edit_comment(self, key: str, comment_id: str, body: Rewrite) -> Comment: ...

    async def link_types(self) -> tuple[LinkType, ...]: ...

    async def link_issues(self, kind: LinkType, *, outward: str, inward: str) -> None:
        """`outward` is the issue that "blocks", `inward` the one that "is blocked by"."""
        ...

    async def attach_file(self, key: str, filename: str, content: bytes, media_type: str) -> Attachment: ...

    def download(self, attachment: Attachment) -> AsyncGenerator[bytes]:
        """The attachment's bytes as the vendor stores them, streamed."""
        ...
