"""The projects this server is confined to, on the way in and on the way back, nested objects included."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from narrowgate_common.errors import bad_input, not_found

if TYPE_CHECKING:
    from narrowgate_issues.port import Change, FieldValue, Issue, IssueRef, Link, Project, Row

_KEY_IN_TEXT = re.compile(r"\b([A-Z][A-Z0-9_]{1,39})-[1-9][0-9]{0,9}\b", re.ASCII)
_LIKE_A_KEY = re.compile(r"([A-Za-z0-9_]{1,60})-[0-9]", re.ASCII)
_HISTORY_OF_ITS_OWN = frozenset({
    "summary", "description", "environment", "comment", "status", "resolution", "priority", "assignee", "reporter",
    "creator", "labels", "component", "fix version", "version", "duedate", "attachment", "issuetype", "sprint",
    "rank", "flagged", "security", "timeestimate", "timeoriginalestimate", "timespent", "worklogid",
})  # fmt: skip
"""Fields whose history quotes this issue alone, whatever its text looks like."""

_HISTORY_OF_OTHERS = frozenset({
    "link", "issuelinks", "remoteissuelink", "remoteworkitemlink", "parent", "parent issue", "parent link",
    "issueparentassociation", "epic link", "epic child", "subtask", "subtasks", "sub-task", "sub-tasks", "project",
    "key",
})  # fmt: skip
"""Fields whose history names other issues or projects, in words of theirs too: shown only when surely inside."""

_JUDGED = 1_000
"""Characters of a line of history that are looked at for keys; a result shows fewer."""

_KEY_ROOM = 100
"""No key is longer: one that begins before the last of these is seen whole."""

HIDDEN = "[outside this server's scope]"


@dataclass(frozen=True, slots=True)
class Scope:
    """No projects means every project the account can see."""

    projects: frozenset[str] | None = None

    def admits(self, project: str) -> bool:
        return self.projects is None or project in self.projects

    def admits_key(self, key: str) -> bool:
        return self.admits(key.rpartition("-")[0])

    def check_key(self, key: str) -> None:
        """Outside is answered exactly like absent, before anything is sent."""
        if not self.admits_key(key):
            raise not_found(f"Issue {key}")

    def check_project(self, project: str) -> None:
        if not self.admits(project):
            raise bad_input(
                "That project is outside what this server may touch",
                reason="out_of_scope",
                details=[f"allowed: {', '.join(sorted(self.projects or ()))}"],
            )

    def narrowed(self, projects: Iterable[str]) -> tuple[str, ...]:
        """What a search is confined to: the caller may narrow the scope and never widen it."""
        chosen = tuple(dict.fromkeys(projects))
        for project in chosen:
            self.check_project(project)
        return chosen or tuple(sorted(self.projects or ()))

    def confined(self, issue: Issue) -> Issue:
        """The issue with what it says about others cut to the scope. Raises not_found when it is itself outside.

        The returned project decides, not the requested key: issues move, and old keys keep working.
        """
        if not self._holds(issue):
            raise not_found("That issue")
        if self.projects is None:
            return issue
        kept: dict[str, Any] = {
            "parent": issue.parent if issue.parent and self.admits_key(issue.parent.key) else None,
            "subtasks": self._refs(issue.subtasks),
            "links": None if issue.links is None else self._links(issue.links),
            "history": None if issue.history is None else tuple(self._line(line) for line in issue.history),
            "custom": {alias: self._custom(value) for alias, value in issue.custom.items()},
        }
        # most issues are inside with all they name, and a copy of so many fields takes a while
        changed = {name: value for name, value in kept.items() if value != getattr(issue, name)}
        return replace(issue, **changed) if changed else issue

    def visible(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """For lists: what is outside is left out. This is the guarantee; the query's own clause only saves work."""
        return tuple(row for row in rows if self._holds(row))

    def _holds(self, found: Issue | Row) -> bool:
        return self.admits(found.project) and self.admits_key(found.key)

    def visible_projects(self, projects: Iterable[Project]) -> tuple[Project, ...]:
        return tuple(project for project in projects if self.admits(project.key))

    def _refs(self, refs: tuple[IssueRef, ...]) -> tuple[IssueRef, ...]:
        return tuple(ref for ref in refs if self.admits_key(ref.key))

    def _links(self, links: tuple[Link, ...]) -> tuple[Link, ...]:
        return tuple(link for link in links if self.admits_key(link.issue.key))

    def _custom(self, value: FieldValue) -> FieldValue:
        """A field may hold the key of another issue: an epic's, on Data Center."""
        if isinstance(value, tuple):
            return tuple(each for each in value if self._custom(each) is not None)
        key = value.strip().upper() if isinstance(value, str) else ""
        stranger = _KEY_IN_TEXT.fullmatch(key) and not self.admits_key(key)
        return None if stranger else value

    def _line(self, line: Change) -> Change:
        """What is neither one of its own fields nor surely about others is judged by the keys it names."""
        field = line.field.strip().lower()
        if field in _HISTORY_OF_ITS_OWN:
            return line
        shows = self._is_inside if field in _HISTORY_OF_OTHERS else self._names_no_stranger
        return replace(line, old=_shown(line.old, shows), new=_shown(line.new, shows))

    def _is_inside(self, text: str) -> bool:
        """A name without a key could be anybody's: another project's, an epic's."""
        named = [match[1] for match in _LIKE_A_KEY.finditer(text)]
        return bool(named) and all(self.admits(project) for project in named)

    def _names_no_stranger(self, text: str) -> bool:
        return all(self.admits(match[1]) for match in _KEY_IN_TEXT.finditer(text))


def _shown(text: str, shows: Callable[[str], bool]) -> str:
    judged = text[:_JUDGED]
    if judged and not shows(judged):
        return HIDDEN
    return text if len(text) <= _JUDGED else text[: _JUDGED - _KEY_ROOM]
