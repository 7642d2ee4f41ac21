"""The company's state: what is there, who may see it, and the few ways in which it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from narrowgate_sandbox.company.chat import Chat
from narrowgate_sandbox.company.clock import Clock
from narrowgate_sandbox.company.records import (
    Account,
    Attachment,
    Change,
    ChangeItem,
    Choice,
    Comment,
    Document,
    Issue,
    IssueType,
    Link,
    LinkType,
    Project,
    User,
)
from narrowgate_sandbox.company.wiki import Wiki
from narrowgate_sandbox.company.wiki_records import Space, WikiPage

_FIRST_ID = {"issue": 10001, "comment": 20001, "attachment": 30001, "change": 40001, "link": 50001}
_MEDIA = UUID("6f0c5f1e-52a4-4bb1-9d0f-1f6f2f0a7c11")


@dataclass(slots=True)
class Company:
    """One site. `upload_limit` is in bytes; `search_lag` is how many writes a search is behind."""

    name: str
    cloud_id: str
    users: Sequence[User]
    accounts: Sequence[Account]
    projects: Sequence[Project]
    priorities: Sequence[Choice]
    resolutions: Sequence[Choice]
    link_types: Sequence[LinkType]
    clock: Clock = field(default_factory=Clock)
    issues: dict[str, Issue] = field(default_factory=dict)
    """By key, in the order of their making."""
    links: list[Link] = field(default_factory=list)
    upload_limit: int = 5_000_000
    search_lag: int = 0
    writes: int = 0
    wiki: Wiki = field(default_factory=Wiki)
    chat: Chat = field(default_factory=Chat)
    _counters: Counter[str] = field(default_factory=Counter)

    def issue(self, reference: str) -> Issue:
        """By key or id; KeyError when there is none."""
        found = self.find(reference)
        if found is None:
            raise KeyError(reference)
        return found

    def find(self, reference: str) -> Issue | None:
        by_key = self.issues.get(reference.upper())
        return by_key or next((one for one in self.issues.values() if one.id == reference), None)

    def project(self, reference: str) -> Project | None:
        wanted = reference.upper()
        return next((one for one in self.projects if wanted in (one.key, one.id)), None)

    def user(self, account_id: str) -> User | None:
        return next((one for one in self.users if one.account_id == account_id), None)

    def account(self, name: str) -> Account:
        """The credential of the user whose e-mail starts so: what a test signs in with."""
        return next(one for one in self.accounts if one.user.email.startswith(name))

    def comment(self, comment_id: str) -> tuple[Issue, Comment] | None:
        everything = ((one, comment) for one in self.issues.values() for comment in one.comments)
        return next((pair for pair in everything if pair[1].id == comment_id), None)

    def attachment(self, attachment_id: str) -> tuple[Issue, Attachment] | None:
        everything = ((one, file) for one in self.issues.values() for file in one.attachments)
        return next((pair for pair in everything if attachment_id in (pair[1].id, pair[1].media_id)), None)

    def children(self, parent: Issue) -> list[Issue]:
        return [one for one in self.issues.values() if one.parent is parent]

    def links_of(self, issue: Issue) -> list[Link]:
        return [link for link in self.links if issue in (link.source, link.target)]

    def indexed(self, issue: Issue) -> bool:
        """Whether a search finds it yet."""
        return issue.written + self.search_lag <= self.writes or issue.written == 0

    def space(self, key: str) -> Space:
        return self.wiki.spaces[key]

    def wiki_page(self, space_key: str, title: str) -> WikiPage:
        """KeyError when there is none."""
        return self.wiki.page(space_key, title)

    def plant_page(
        self, space_key: str, title: str, body: str, parent: WikiPage | str | None = None, **more: Any
    ) -> WikiPage:
        """A page that is there already, unchecked; `parent` is a page or a title, by default the homepage."""
        space = self.space(space_key)
        above = self.wiki_page(space_key, parent).id if isinstance(parent, str) else parent and parent.id
        values = {"parent": above or space.home} | more
        author = values.pop("author", space.author)
        return self.wiki.open_page(space, title, body, author, self.clock.tick(), **values)

    def next_id(self, kind: str) -> str:
        self._counters[kind] += 1
        return str(_FIRST_ID[kind] + self._counters[kind] - 1)

    def moment(self) -> datetime:
        """The time of one write."""
        self.writes += 1
        return self.clock.tick()

    def open_issue(
        self, project: Project, kind: IssueType, creator: User, at: datetime, values: dict[str, Any]
    ) -> Issue:
        number = 1 + sum(1 for one in self.issues.values() if one.project is project)
        issue = Issue(
            id=self.next_id("issue"),
            key=f"{project.key}-{number}",
            project=project,
            type=kind,
            status=project.workflow.initial,
            creator=creator,
            created=at,
            updated=at,
            values=values,
            written=self.writes,
        )
        self.issues[issue.key] = issue
        return issue

    def record(self, issue: Issue, author: User, at: datetime, items: Iterable[ChangeItem]) -> None:
        """Note a change in the history; an issue counts as updated even when nothing differs."""
        issue.updated = at
        changed = tuple(items)
        if changed:
            issue.history.append(Change(self.next_id("change"), author, at, changed))

    def add_comment(self, issue: Issue, author: User, at: datetime, body: Document) -> Comment:
        comment = Comment(self.next_id("comment"), author, at, body, updated=at, update_author=author)
        issue.comments.append(comment)
        issue.updated = at
        return comment

    def attach(
        self, issue: Issue, author: User, at: datetime, *, filename: str, media_type: str, content: bytes
    ) -> Attachment:
        number = self.next_id("attachment")
        media_id = str(uuid5(_MEDIA, number))
        file = Attachment(number, media_id, filename, media_type, content, author, at)
        issue.attachments.append(file)
        added = ChangeItem("Attachment", "attachment", False, None, None, number, filename)
        self.record(issue, author, at, [added])
        return file

    def link(self, kind: LinkType, source: Issue, target: Issue) -> Link:
        """The link, made when it was not there already."""
        wanted = (kind, source, target)
        known = next((one for one in self.links if (one.type, one.source, one.target) == wanted), None)
        if known is None:
            known = Link(self.next_id("link"), kind, source, target)
            self.links.append(known)
        return known
