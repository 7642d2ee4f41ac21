"""What the company consists of. Values are frozen; what a write can change is an ordinary dataclass."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Document = dict[str, Any]
"""An Atlassian document, as the tracker stores it."""

ProjectKind = Literal["software", "service_desk", "business"]


@dataclass(frozen=True, slots=True)
class User:
    """`offset_minutes` is the zone's distance from UTC in winter, when the company's history takes place."""

    account_id: str
    name: str
    email: str
    zone: str = "Etc/UTC"
    offset_minutes: int = 0
    email_shown: bool = True
    active: bool = True
    kind: Literal["atlassian", "app", "customer"] = "atlassian"


@dataclass(frozen=True, slots=True)
class Account:
    """A credential: whose it is, which projects and spaces it shows, and whether it may change anything."""

    user: User
    token: str
    projects: frozenset[str]
    writes: bool = True
    spaces: frozenset[str] = frozenset()

    def sees(self, project: Project) -> bool:
        return project.key in self.projects


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a list of named things: a priority, a resolution, a component, a version, a select's option."""

    id: str
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class StatusCategory:
    id: int
    key: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Status:
    id: str
    name: str
    category: StatusCategory


@dataclass(frozen=True, slots=True)
class IssueType:
    """`level` is the place in the hierarchy: -1 a sub-task, 0 ordinary, 1 an epic."""

    id: str
    name: str
    description: str
    level: int = 0

    @property
    def subtask(self) -> bool:
        return self.level < 0


@dataclass(frozen=True, slots=True)
class Transition:
    """`sources` None: available everywhere. `to` None: back to where it was (a loop)."""

    id: str
    name: str
    to: Status | None
    sources: frozenset[str] | None
    screen: tuple[str, ...] = ()
    required: frozenset[str] = frozenset()

    def leaves(self, status: Status) -> bool:
        return self.sources is None or status.name in self.sources

    def target(self, status: Status) -> Status:
        return self.to or status


@dataclass(frozen=True, slots=True)
class Workflow:
    statuses: tuple[Status, ...]
    transitions: tuple[Transition, ...]

    @property
    def initial(self) -> Status:
        return self.statuses[0]

    def status(self, name: str) -> Status:
        return next(status for status in self.statuses if status.name == name)

    def leaving(self, status: Status) -> tuple[Transition, ...]:
        return tuple(step for step in self.transitions if step.leaves(status))


@dataclass(frozen=True, slots=True)
class Project:
    id: str
    key: str
    name: str
    kind: ProjectKind
    lead: User
    types: tuple[IssueType, ...]
    workflow: Workflow
    components: tuple[Choice, ...] = ()
    versions: tuple[Choice, ...] = ()

    @property
    def service_desk(self) -> bool:
        return self.kind == "service_desk"


@dataclass(frozen=True, slots=True)
class LinkType:
    id: str
    name: str
    inward: str
    outward: str


@dataclass(frozen=True, slots=True)
class Link:
    """`source` blocks `target`: the source reads the type's outward words, the target its inward ones."""

    id: str
    type: LinkType
    source: Issue
    target: Issue


@dataclass(frozen=True, slots=True)
class ChangeItem:
    """One field's change in the history; `old` and `new` are the ids, the others what people read."""

    field: str
    field_id: str
    custom: bool
    old: str | None
    old_text: str | None
    new: str | None
    new_text: str | None


@dataclass(frozen=True, slots=True)
class Change:
    id: str
    author: User
    at: datetime
    items: tuple[ChangeItem, ...]


@dataclass(slots=True)
class Comment:
    id: str
    author: User
    created: datetime
    body: Document
    updated: datetime
    update_author: User
    properties: dict[str, Any] = field(default_factory=dict)
    visibility: dict[str, Any] | None = None

    @property
    def public(self) -> bool:
        """Whether customers of a service desk see it."""
        internal = self.properties.get("sd.public.comment")
        return not (isinstance(internal, dict) and internal.get("internal") in (True, "true"))


@dataclass(frozen=True, slots=True)
class Attachment:
    """`media_id` is what a document's media node names; the attachment's own id is another number."""

    id: str
    media_id: str
    filename: str
    media_type: str
    content: bytes
    author: User
    created: datetime


@dataclass(slots=True, eq=False)
class Issue:
    """`values` holds what the field readers made of the fields, by field id; absent is unset."""

    id: str
    key: str
    project: Project
    type: IssueType
    status: Status
    creator: User
    created: datetime
    updated: datetime
    values: dict[str, Any] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    properties: dict[str, Any] = field(default_factory=dict)
    history: list[Change] = field(default_factory=list)
    written: int = 0
    """The number of the write that made it, for searches that lag behind."""

    @property
    def summary(self) -> str:
        return str(self.values.get("summary", ""))

    @property
    def parent(self) -> Issue | None:
        parent = self.values.get("parent")
        return parent if isinstance(parent, Issue) else None
