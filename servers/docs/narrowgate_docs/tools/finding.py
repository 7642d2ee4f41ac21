"""search_pages, list_pages and list_spaces: passages and titles, never whole pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from narrowgate_common.errors import bad_input
from narrowgate_common.listings import listing, theirs
from narrowgate_common.outgoing import check_every, check_outgoing
from narrowgate_common.paging import Listing, Page, Place
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data, Rendering
from narrowgate_docs.port import Filter, Hit, Order, PageRef, Space
from narrowgate_docs.scope import Scope
from narrowgate_docs.tools import shapes
from narrowgate_docs.tools.arguments import ListSpaces, SearchPages
from narrowgate_docs.tools.desk import Desk

Fetch = Callable[[int, str | None], Awaitable[Page[Any]]]


async def search_pages(arguments: Any, desk: Desk) -> Data:
    fetch = await _search(arguments, desk)
    return await _listed("search_pages", "pages", arguments, Listing(fetch, _hit_row(desk)), desk)


async def list_pages(arguments: Any, desk: Desk) -> Data:
    fetch = await _below(arguments, desk)
    return await _listed("list_pages", "pages", arguments, Listing(fetch, _page_row(desk)), desk)


async def list_spaces(arguments: ListSpaces, desk: Desk) -> Data:
    wanted = sorted(desk.scope.spaces or ())

    def fetch(size: int, token: str | None) -> Awaitable[Page[Space]]:
        return desk.wiki.spaces(wanted, limit=size, token=token)

    return await _listed("list_spaces", "spaces", arguments, Listing(fetch, _space_row(desk)), desk)


async def _listed(tool: str, name: str, arguments: Any, rows_of: Listing[Any], desk: Desk) -> Data:
    asked = arguments.model_dump(mode="json")
    place = Place.read(desk.unseal(tool, asked, arguments.cursor))
    rows, more = await rows_of.rows(place, limit=arguments.limit, room=desk.house.max_result_chars)
    return {name: rows, **given(cursor=desk.seal(tool, asked, more))}


def _hit_row(desk: Desk) -> Callable[[Hit], Data | None]:
    return lambda hit: shapes.hit(hit) if desk.scope.visible([hit]) else None


def _page_row(desk: Desk) -> Callable[[PageRef], Data | None]:
    return lambda page: shapes.page(page) if desk.scope.visible_pages([page]) else None


def _space_row(desk: Desk) -> Callable[[Space], Data | None]:
    return lambda space: shapes.space(space) if desk.scope.visible_spaces([space]) else None


async def _search(arguments: Any, desk: Desk) -> Fetch:
    query = getattr(arguments, "query", None)
    spaces = desk.scope.narrowed(getattr(arguments, "spaces", ()))
    if query is not None:
        _refuse_both(arguments)
        check_outgoing(query)
        return lambda size, token: desk.wiki.search_native(query, spaces=spaces, limit=size, token=token)
    wanted = await _filter(arguments, spaces, desk)
    return lambda size, token: desk.wiki.search(wanted, limit=size, token=token)


def _refuse_both(arguments: SearchPages) -> None:
    """A filter beside a native query would be ignored without a word."""
    if arguments.model_fields_set - {"query", "spaces", "limit", "cursor"}:
        raise bad_input("Give either query or the filters", reason="conflicting_arguments")


async def _filter(arguments: SearchPages, spaces: tuple[str, ...], desk: Desk) -> Filter:
    check_every(arguments.model_dump(mode="json", exclude={"cursor"}))
    return Filter(
        text=arguments.text,
        title=arguments.title,
        spaces=spaces,
        labels=arguments.labels,
        ancestor=None if arguments.below is None else (await desk.page(arguments.below)).id,
        creator=arguments.creator,
        contributor=arguments.contributor,
        updated_after=arguments.updated_after,
        updated_before=arguments.updated_before,
        created_after=arguments.created_after,
        created_before=arguments.created_before,
        order=Order(arguments.order),
    )


async def _below(arguments: Any, desk: Desk) -> Fetch:
    if arguments.parent is not None:
        parent = await desk.page(arguments.parent)
        return lambda size, token: desk.wiki.children(parent.space, parent.id, limit=size, token=token)
    space = sole_space(getattr(arguments, "space", None), desk)
    return lambda size, token: desk.wiki.children(space, None, limit=size, token=token)


def sole_space(named: str | None, desk: Desk) -> str:
    """The space given, or the only one there is. Raises bad_input."""
    found = desk.scope.narrowed([named] if named else [])
    if len(found) != 1:
        raise bad_input("Say which space", reason="invalid_arguments")
    return found[0]


def named_space(arguments: Any, scope: Scope) -> str:
    """The space of a call, as far as it can be told without refusing it."""
    named = getattr(arguments, "space", None)
    return str(named) if named else next(iter(sorted(scope.spaces or ())), "")


def search_text(data: Data) -> Rendering:
    return listing(data, "pages", "page", map(_hit_text, data.get("pages", [])))


def _hit_text(each: Data) -> str:
    words = theirs(each)
    path = " / ".join([each.get("space", ""), *words.get("path", []), words.get("title", "")])
    lines = [f"{each.get('id', '')} {path} ({each.get('updated', '')[:10]})"]
    for found in words.get("passages", []):
        place = " > ".join(found.get("under", []))
        lines.append(f"  {place + ': ' if place else ''}{found.get('text', '')}")
    return "\n".join(lines)


def pages_text(data: Data) -> Rendering:
    return listing(data, "pages", "page", map(page_line, data.get("pages", [])))


def page_line(each: Data) -> str:
    facts = [each.get("space", ""), each.get("updated", "")[:10], each.get("standing", "")]
    if each.get("has_children"):
        facts.append("has pages below it")
    return f"{each.get('id', '')} {theirs(each).get('title', '')} ({', '.join(filter(None, facts))})"


def spaces_text(data: Data) -> Rendering:
    lines = [
        f"{each.get('key', '')}: {theirs(each).get('name', '')} ({theirs(each).get('kind', '')})"
        for each in data.get("spaces", [])
    ]
    return listing(data, "spaces", "space", lines)
