"""How the seed becomes a company: the projects' histories, in the order in which they happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from narrowgate_sandbox.company.catalogue import FIELDS, Kind
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.records import (
    ChangeItem,
    Choice,
    Comment,
    Document,
    Issue,
    IssueType,
    Project,
    User,
)
from narrowgate_sandbox.company.seed import chat, desk, ops, shop, wiki
from narrowgate_sandbox.company.seed.moments import moment
from narrowgate_sandbox.company.seed.people import ACCOUNTS, USERS
from narrowgate_sandbox.company.seed.projects import LINK_TYPES, PRIORITIES, PROJECTS, RESOLUTIONS


def fernwood() -> Company:
    """A fresh copy of the company."""
    company = Company(
        name="Fernwood Bikes",
        cloud_id="9c5f2d1e-4b3a-4c8d-a6e7-1f0e2d3c4b5a",
        users=USERS,
        accounts=ACCOUNTS,
        projects=PROJECTS,
        priorities=PRIORITIES,
        resolutions=RESOLUTIONS,
        link_types=LINK_TYPES,
    )
    for chapter in (shop, ops, desk):
        chapter.plant(Planting(company))
    wiki.plant(company)
    chat.plant(company)
    return company


@dataclass(frozen=True, slots=True)
class Planting:
    """Puts things into a company's past; names stand for the choices they name."""

    company: Company

    def issue(self, project: Project, kind: IssueType, title: str, by: User, at: str, **values: Any) -> Issue:
        said = {name: self._chosen(project, name, value) for name, value in values.items()}
        fields = {"reporter": by, "priority": self._chosen(project, "priority", "Medium")} | said
        return self.company.open_issue(project, kind, by, moment(at), {"summary": title} | fields)

    def move(self, issue: Issue, by: User, at: str, to: str, resolution: str | None = None) -> None:
        before, issue.status = issue.status, issue.project.workflow.status(to)
        items = [
            ChangeItem("status", "status", False, before.id, before.name, issue.status.id, issue.status.name)
        ]
        if resolution:
            chosen = _named(RESOLUTIONS, resolution)
            issue.values |= {"resolution": chosen, "resolutiondate": moment(at)}
            items.append(ChangeItem("resolution", "resolution", False, None, None, chosen.id, chosen.name))
        self.company.record(issue, by, moment(at), items)

    def comment(self, issue: Issue, by: User, at: str, body: Document, *, internal: bool = False) -> Comment:
        comment = self.company.add_comment(issue, by, moment(at), body)
        if internal:
            comment.properties["sd.public.comment"] = {"internal": True}
        return comment

    def link(self, kind: str, source: Issue, target: Issue) -> None:
        chosen = next(one for one in LINK_TYPES if one.name == kind)
        self.company.link(chosen, source, target)

    def attach(self, issue: Issue, by: User, at: str, filename: str, content: bytes, kind: str) -> str:
        """The media id that a document names."""
        file = self.company.attach(issue, by, moment(at), filename=filename, media_type=kind, content=content)
        return file.media_id

    def _chosen(self, project: Project, name: str, value: Any) -> Any:
        lists = {
            Kind.PRIORITY: PRIORITIES,
            Kind.RESOLUTION: RESOLUTIONS,
            Kind.COMPONENTS: project.components,
            Kind.VERSIONS: project.versions,
            Kind.OPTION: FIELDS[name].choices,
        }
        choices = lists.get(FIELDS[name].kind)
        if choices is None:
            return value
        if isinstance(value, tuple):
            return tuple(_named(choices, one) for one in value)
        return _named(choices, value)


def _named(choices: tuple[Choice, ...], name: str) -> Choice:
    return next(one for one in choices if one.name == name)
