"""The fields a query may name: what an issue has there, and which values exist."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from narrowgate_sandbox.company.catalogue import ACCEPTANCE, FIELDS, SEVERITY, STORY_POINTS
from narrowgate_sandbox.company.records import Issue
from narrowgate_sandbox.company.workflows import CATEGORIES
from narrowgate_sandbox.jira import adf
from narrowgate_sandbox.jira.call import Call
from narrowgate_sandbox.jira.jql.kinds import NO_ISSUE, Dated, Discrete, Known, Numeric, Textual


def _choice(field_id: str, all_of: Callable[[Call], Iterable[Any]]) -> Discrete:
    def values(issue: Issue) -> tuple[str, ...]:
        chosen = issue.values.get(field_id) or ()
        return tuple(one.id for one in chosen) if isinstance(chosen, tuple) else (chosen.id,)

    def rank(issue: Issue) -> Any:
        chosen = issue.values.get(field_id)
        if isinstance(chosen, tuple):
            return chosen[0].name if chosen else None
        # The first of a list counts most: a descending order by priority begins with the highest.
        return -int(chosen.id) if chosen else None

    return Discrete(values, lambda call, word: _among(all_of(call), word), rank)


def _among(choices: Iterable[Any], word: str) -> str | None:
    sought = word.casefold()
    return next((str(one.id) for one in choices if sought in (str(one.id), one.name.casefold())), None)


def _person(field_id: str) -> Discrete:
    def values(issue: Issue) -> tuple[str, ...]:
        who = issue.values.get(field_id)
        return (who.account_id,) if who else ()

    def resolve(call: Call, word: str) -> str | None:
        found = call.company.user(word)
        return found.account_id if found else None

    def rank(issue: Issue) -> str | None:
        who = issue.values.get(field_id)
        return who.name.casefold() if who else None

    return Discrete(values, resolve, rank, people=True)


def _project(call: Call, word: str) -> str | None:
    sought = word.casefold()
    seen = (one for one in call.company.projects if call.sees(one))
    return next((one.id for one in seen if sought in (one.id, one.key.casefold(), one.name.casefold())), None)


def _issue(call: Call, word: str) -> str | None:
    found = call.company.find(word)
    return found.id if found and call.sees(found.project) else None


def _types(call: Call) -> Iterable[Any]:
    return (kind for one in call.company.projects if call.sees(one) for kind in one.types)


def _statuses(call: Call) -> Iterable[Any]:
    return (
        one for project in call.company.projects if call.sees(project) for one in project.workflow.statuses
    )


def _category(_call: Call, word: str) -> str | None:
    sought = word.casefold()
    return next(
        (one.key for one in CATEGORIES if sought in (one.key, str(one.id), one.name.casefold())), None
    )


def _of_projects(name: str) -> Callable[[Call], Iterable[Any]]:
    return lambda call: (
        one for project in call.company.projects if call.sees(project) for one in getattr(project, name)
    )


def _document(issue: Issue, field_id: str) -> str:
    return adf.plain_text(issue.values.get(field_id))


def _comments(issue: Issue) -> list[str]:
    return [adf.plain_text(one.body) for one in issue.comments]


def _everything(issue: Issue) -> list[str]:
    return [issue.summary, _document(issue, "description"), _document(issue, ACCEPTANCE), *_comments(issue)]


def _due(issue: Issue) -> date | None:
    day = issue.values.get("duedate")
    return date.fromisoformat(day) if day else None


def _number_in_project(issue: Issue) -> tuple[str, int]:
    return issue.project.key, int(issue.key.rpartition("-")[2])


_KEY = Discrete(lambda one: (one.id,), _issue, _number_in_project, may_be_empty=False, complaint=NO_ISSUE)
_TYPE = Discrete(
    lambda one: (one.type.id,),
    lambda call, word: _among(_types(call), word),
    lambda one: one.type.name,
    may_be_empty=False,
)
_DUE = Dated(_due, _due, whole_days=True)
_POINTS = Numeric(lambda one: one.values.get(STORY_POINTS), lambda one: one.values.get(STORY_POINTS))
_SEVERITY = _choice(SEVERITY, lambda _call: FIELDS[SEVERITY].choices)

BY_CLAUSE: dict[str, Known] = {
    "project": Discrete(
        lambda one: (one.project.id,), _project, lambda one: one.project.name, may_be_empty=False
    ),
    "issuekey": _KEY,
    "key": _KEY,
    "issue": _KEY,
    "id": _KEY,
    "issuetype": _TYPE,
    "type": _TYPE,
    "status": Discrete(
        lambda one: (one.status.id,),
        lambda call, word: _among(_statuses(call), word),
        lambda one: one.status.name,
        may_be_empty=False,
    ),
    "statuscategory": Discrete(
        lambda one: (one.status.category.key,),
        _category,
        lambda one: one.status.category.id,
        may_be_empty=False,
    ),
    "assignee": _person("assignee"),
    "reporter": _person("reporter"),
    "creator": Discrete(
        lambda one: (one.creator.account_id,),
        lambda call, word: word if call.company.user(word) else None,
        lambda one: one.creator.name,
        people=True,
    ),
    "labels": Discrete(
        lambda one: tuple(one.values.get("labels") or ()),
        lambda _call, word: word,
        lambda one: (one.values.get("labels") or (None,))[0],
    ),
    "priority": _choice("priority", lambda call: call.company.priorities),
    "resolution": _choice("resolution", lambda call: call.company.resolutions),
    "component": _choice("components", _of_projects("components")),
    "fixversion": _choice("fixVersions", _of_projects("versions")),
    "parent": Discrete(
        lambda one: (one.parent.id,) if one.parent else (),
        _issue,
        lambda one: one.parent.key if one.parent else None,
        complaint=NO_ISSUE,
    ),
    "text": Textual(_everything, lambda one: one.summary, may_be_empty=False),
    "summary": Textual(lambda one: [one.summary], lambda one: one.summary.casefold()),
    "description": Textual(
        lambda one: [_document(one, "description")], lambda one: _document(one, "description") or None
    ),
    "comment": Textual(_comments, lambda one: len(one.comments)),
    "created": Dated(lambda one: one.created, lambda one: one.created),
    "updated": Dated(lambda one: one.updated, lambda one: one.updated),
    "due": _DUE,
    "duedate": _DUE,
    "resolved": Dated(
        lambda one: one.values.get("resolutiondate"), lambda one: one.values.get("resolutiondate")
    ),
    "story points": _POINTS,
    "cf[10016]": _POINTS,
    "severity": _SEVERITY,
    "cf[10030]": _SEVERITY,
}
