"""What the tools do that only read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from narrowgate_common.errors import bad_input
from narrowgate_common.listings import listing, theirs
from narrowgate_common.outgoing import check_every, check_outgoing
from narrowgate_common.paging import Listing, Page, Place
from narrowgate_common.room import SPARE, head
from narrowgate_common.shaping import given, names
from narrowgate_common.text import bound
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import (
    Filter,
    Order,
    Part,
    Project,
    Row,
    ScreenField,
    StatusCategory,
    Transition,
)
from narrowgate_issues.tools import issue_view, listings, people, shapes
from narrowgate_issues.tools.arguments import FindUsers, GetIssue, ListProjects, SearchIssues
from narrowgate_issues.tools.demands import writable_name
from narrowgate_issues.tools.desk import Desk

_ALLOWED_CHARS = 600


async def search_issues(arguments: Any, desk: Desk) -> Data:
    asked = arguments.model_dump(mode="json")
    place = Place.read(desk.unseal("search_issues", asked, arguments.cursor))
    listing = Listing(await _search(arguments, desk), lambda row: _row(row, desk))
    rows, more = await listing.rows(place, limit=arguments.limit, room=desk.house.max_result_chars)
    return {"issues": rows, **given(cursor=desk.seal("search_issues", asked, more))}


def _row(row: Row, desk: Desk) -> Data | None:
    (found,) = desk.scope.visible([row]) or (None,)
    return None if found is None else shapes.summary(found)


async def _search(arguments: Any, desk: Desk) -> Callable[[int, str | None], Awaitable[Page[Row]]]:
    query = getattr(arguments, "query", None)
    if query is None:
        wanted = await _filter(arguments, desk)
        return lambda size, token: desk.tracker.search(wanted, limit=size, token=token)
    _refuse_both(arguments)
    check_outgoing(query)
    projects = desk.scope.narrowed(getattr(arguments, "projects", ()))
    return lambda size, token: desk.tracker.search_native(query, projects=projects, limit=size, token=token)


def _refuse_both(arguments: SearchIssues) -> None:
    """A filter beside a native query would be ignored without a word."""
    if arguments.model_fields_set - {"query", "projects", "limit", "cursor"}:
        raise bad_input("Give either query or the filters", reason="conflicting_arguments")


async def _filter(arguments: SearchIssues, desk: Desk) -> Filter:
    check_every(arguments.model_dump(mode="json", exclude={"cursor"}))
    return Filter(
        text=arguments.text,
        projects=desk.scope.narrowed(getattr(arguments, "projects", ())),
        types=arguments.types,
        statuses=arguments.statuses,
        status_category=StatusCategory(arguments.status_category) if arguments.status_category else None,
        assignee=await _person(arguments.assignee, desk),
        reporter=await _person(arguments.reporter, desk),
        labels=arguments.labels,
        priorities=arguments.priorities,
        parent=None if arguments.parent is None else (await desk.issue(desk.key(arguments.parent))).key,
        updated_after=arguments.updated_after,
        updated_before=arguments.updated_before,
        created_after=arguments.created_after,
        created_before=arguments.created_before,
        due_before=arguments.due_before,
        order=Order(arguments.order),
        ascending=arguments.ascending,
    )


async def _person(typed: str | None, desk: Desk) -> str | None:
    if typed is None or typed in {"me", "unassigned"}:
        return typed
    return (await people.resolve(desk.tracker, typed, assignable_to=None)).id


def search_text(data: Data) -> Rendering:
    return listing(data, "issues", "issue", map(listings.issue_line, data.get("issues", [])))


async def get_issue(arguments: GetIssue, desk: Desk) -> Data:
    key = desk.key(arguments.key)
    asked = {"key": key}
    place = issue_view.Place.read(desk.unseal("get_issue", asked, arguments.cursor))
    include = [Part(each) for each in arguments.include]
    issue = await desk.issue(key, *include, comments_token=str(place.taken))
    view = issue_view.View(desk.house.max_result_chars, arguments.offset, place)
    data, more = view.shown(issue)
    return {**data, **given(cursor=desk.seal("get_issue", asked, more))}


async def list_projects(arguments: ListProjects, desk: Desk) -> Data:
    place = Place.read(desk.unseal("list_projects", {}, arguments.cursor))
    listing = Listing(
        _projects(desk), lambda each: shapes.project(each) if desk.scope.admits(each.key) else None
    )
    rows, more = await listing.rows(place, limit=arguments.limit, room=desk.house.max_result_chars)
    return {"projects": rows, **given(cursor=desk.seal("list_projects", {}, more))}


def _projects(desk: Desk) -> Callable[[int, str | None], Awaitable[Page[Project]]]:
    wanted = sorted(desk.scope.projects or ())
    return lambda size, token: desk.tracker.list_projects(wanted, limit=size, token=token)


def projects_text(data: Data) -> Rendering:
    lines = [
        f"{each['key']}: {theirs(each).get('name', '')} ({theirs(each).get('kind', '')})"
        + (f" types: {', '.join(types)}" if (types := theirs(each).get("types")) else "")
        for each in data.get("projects", [])
    ]
    return listing(data, "projects", "project", lines)


async def describe_fields(arguments: Any, desk: Desk) -> Data:
    if arguments.action == "create":
        return await _create_fields(arguments, desk)
    if arguments.key is None:
        raise bad_input("Give the key of the issue", reason="invalid_arguments")
    issue = await desk.issue(desk.key(arguments.key))
    if arguments.action == "update":
        screen = await desk.tracker.edit_screen(issue.key)
        return {"fields": _rows(screen, "update", desk)}
    moves = await desk.tracker.transitions(issue.key)
    room = desk.house.max_result_chars - SPARE
    rows = head((_move(each, desk, len(moves)) for each in moves), room)
    return {"transitions": rows, **given(truncated=len(rows) < len(moves) or None)}


def _move(each: Transition, desk: Desk, moves: int) -> Data:
    return {**shapes.transition(each), "fields": _rows(each.fields, "transition", desk, moves)}


async def _create_fields(arguments: Any, desk: Desk) -> Data:
    project = getattr(arguments, "project", None)
    chosen = desk.scope.narrowed([project] if project else [])
    if len(chosen) != 1:
        raise bad_input("Give the project the issue shall be created in", reason="invalid_arguments")
    if arguments.type is None:
        types = await desk.tracker.issue_types(chosen[0])
        return {"untrusted": {"types": head(names(types), desk.house.max_result_chars - SPARE)}}
    screen = await desk.tracker.create_screen(chosen[0], arguments.type)
    return {"fields": _rows(screen, "create", desk)}


def _rows(screen: Sequence[ScreenField], action: str, desk: Desk, screens: int = 1) -> list[Data]:
    """The safelist crossed with the screen; a required field that is not writable is shown too, without a name."""
    shown = [field for field in screen if writable_name(field, action, desk) or _is_blocking(field)]
    room = desk.house.max_result_chars // (2 * max(1, len(shown)) * screens)
    rows = (shapes.screen_field(field, writable_name(field, action, desk), room) for field in shown)
    return head(rows, desk.house.max_result_chars - SPARE)


def _is_blocking(field: ScreenField) -> bool:
    return field.required and not field.has_default and not field.implied


def fields_text(data: Data) -> Rendering:
    lines = [_field_line(each) for each in data.get("fields", [])]
    for each in data.get("transitions", []):
        lines.append(listings.transition_line(each))
        lines += [f"  {_field_line(field)}" for field in each.get("fields", [])]
    types = theirs(data).get("types", [])
    if types:
        lines.append(f"Issue types: {', '.join(types)}")
    return Rendering("One field a line: name, type, whether required, allowed values.", "\n".join(lines))


def _field_line(each: Data) -> str:
    words = theirs(each)
    name = each.get("name") or f"(not writable here: {words.get('id', '')})"
    required = ", required" if each.get("required") else ""
    return f"{name} ({words.get('label', '')}), {words.get('type', '')}{required}{_allowed(each)}"


def _allowed(each: Data) -> str:
    """The values, in the text no more than fit a line; the structured result may hold more."""
    values = ", ".join(theirs(each).get("allowed", []))
    shown = bound(values, _ALLOWED_CHARS)
    total = (
        f" ... of {each['allowed_total']}" if "allowed_total" in each else " ..." if shown.truncated else ""
    )
    return f": {shown.text}{total}" if values else ""


async def find_users(arguments: FindUsers, desk: Desk) -> Data:
    check_outgoing(arguments.text)
    target = await _assignable_to(arguments.assignable_to, desk)
    found = await desk.tracker.find_users(arguments.text, assignable_to=target, limit=arguments.limit)
    return {"users": [shapes.user(each) for each in found[: arguments.limit]]}


async def _assignable_to(named: str | None, desk: Desk) -> str | None:
    """A project, or an issue that is still where it says: issues move, and old keys keep working."""
    if named is None:
        return None
    if "-" in named or "://" in named:
        return (await desk.issue(desk.key(named))).key
    desk.scope.check_project(named.upper())
    return named.upper()


def users_text(data: Data) -> Rendering:
    lines = [
        f"{words.get('name', '')} (id {words.get('id', '')}"
        + (f", {words['email']}" if "email" in words else "")
        + ("" if each.get("active") else ", inactive")
        + ")"
        for each in data.get("users", [])
        if (words := theirs(each))
    ]
    return listing(data, "users", "user", lines)
