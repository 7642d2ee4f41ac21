"""Pages in the second API.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.wiki_records import Space, Version, WikiPage
from narrowgate_sandbox.confluence import paging, shapes, writing
from narrowgate_sandbox.confluence.call import NUMBER, Call, WikiError, wrong_type
from narrowgate_sandbox.web import Answer

_SORTS = {
    "id": lambda page: int(page.id),
    "title": lambda page: page.title.casefold(),
    "created-date": lambda page: (page.created, int(page.id)),
    "modified-date": lambda page: (page.latest.at, int(page.id)),
}


def get_page(call: Call) -> Answer:
    return _one(call, _of_kind(call, "page"))


def get_blog_post(call: Call) -> Answer:
    return _one(call, _of_kind(call, "blogpost"))


def _of_kind(call: Call, kind: str) -> WikiPage:
    page = call.page()
    if page.kind != kind:
        raise call.missing(page.id)
    return page


def _one(call: Call, page: WikiPage) -> Answer:
    shown = _shown(call, page)
    statuses = call.arguments("status")
    shape = shapes.page(call, page, shapes.ONE, shown)
    if statuses and shape["status"] not in statuses:
        raise call.missing(page.id)
    place = f"{call.context}{call.route}"
    if call.flag("include-labels"):
        shape["labels"] = shapes.optional([shapes.label(one) for one in page.labels], f"{place}/labels")
    if call.flag("include-properties"):
        held = [shapes.stored_property(one) for one in page.properties]
        shape["properties"] = shapes.optional(held, f"{place}/properties")
    if call.flag("include-versions"):
        known = [shapes.version(one) for one in reversed(page.versions)]
        shape["versions"] = shapes.optional(known, f"{place}/versions")
    if not call.flag("include-version", default=True):
        shape.pop("version")
    return Answer(200, shapes.single(call, shape))


def _shown(call: Call, page: WikiPage) -> Version:
    """The version that `version` or `get-draft` names; the latest one without."""
    if call.argument("version"):
        found = page.at(call.number("version", 0))
        if found is None:
            raise call.missing(page.id)
        return found
    if call.flag("get-draft") and page.draft is not None:
        return page.draft
    return page.latest


def get_pages(call: Call) -> Answer:
    everything = [one for one in call.wiki.pages.values() if one.kind == "page"]
    ids, spaces = _numbers(call, "id"), _numbers(call, "space-id")
    found = [
        one for one in everything if (not ids or one.id in ids) and (not spaces or one.space.id in spaces)
    ]
    return _listed(call, found)


def _numbers(call: Call, name: str) -> list[str]:
    said = call.arguments(name)
    for one in said:
        if not NUMBER.fullmatch(one):
            raise wrong_type(one, name, "long")
    return said


def get_space_pages(call: Call) -> Answer:
    space = space_of(call, call.id())
    found = [one for one in call.wiki.pages.values() if one.space is space and one.kind == "page"]
    if call.argument("depth") == "root":
        found = [one for one in found if one.parent is None]
    return _listed(call, found)


def space_of(call: Call, number: str) -> Space:
    space = call.wiki.space(number)
    if space is None or space.id != number or not call.sees_space(space):
        raise call.missing(number)
    return space


def _listed(call: Call, pages: list[WikiPage]) -> Answer:
    statuses = call.arguments("status") or ["current", "archived"]
    title = call.argument("title")
    seen = [one for one in pages if one.status in statuses and call.sees(one) and one.unseen_reads == 0]
    found = [one for one in seen if not title or one.title == title]
    return paging.listed(call, in_order(call, found), lambda one: shapes.page(call, one))


def in_order(call: Call, pages: list[WikiPage]) -> list[WikiPage]:
    asked = call.argument("sort", "id")
    key = _SORTS.get(asked.removeprefix("-"))
    if key is None:
        raise wrong_type(asked, "sort", "PageSortOrder")
    return sorted(pages, key=key, reverse=asked.startswith("-"))


def create_page(call: Call) -> Answer:
    said = call.object()
    space = space_of(call, _text(said, "spaceId"))
    draft = _status(said, "current") == "draft"
    root = call.flag("root-level")
    if root and said.get("parentId"):
        raise WikiError(400, "A parentId may not be provided when root-level is true.")
    parent = None if root else said.get("parentId") or space.home
    title = said.get("title") or ""
    wanted = writing.Wanted(typed(title, "title", str), written_body(said), 1, parent=parent, draft=draft)
    page = writing.create(call, space, wanted)
    return _written(call, page, page.latest)


def update_page(call: Call) -> Answer:
    said = call.object()
    page = _of_kind(call, "page")
    missing = next((name for name in ("id", "status", "title", "body", "version") if name not in said), None)
    if missing:
        raise WikiError(400, f"The field '{missing}' must be provided.")
    if str(said["id"]) != page.id:
        raise WikiError(400, "The id in the path and the id in the body must be the same.")
    if said.get("spaceId") not in (None, page.space.id):
        raise WikiError(400, "Moving a page to a different space is not supported.")
    version = typed(said["version"], "version", dict)
    wanted = writing.Wanted(
        _text(said, "title"),
        written_body(said),
        typed(version.get("number"), "version.number", int),
        str(version.get("message") or ""),
        parent=said.get("parentId"),
        draft=_status(said, "") == "draft",
    )
    return _written(call, page, writing.update(call, page, wanted))


def delete_page(call: Call) -> Answer:
    """Into the trash, and out of it for good with `purge`."""
    page = _of_kind(call, "page")
    call.check_may_write()
    if call.flag("purge"):
        if page.status != "trashed":
            raise WikiError(404, "Not Found")
        del call.wiki.pages[page.id]
    elif page.status == "trashed":
        raise WikiError(404, "Not Found")
    else:
        call.company.moment()
        page.status = "trashed"
    return Answer(204)


def _written(call: Call, page: WikiPage, version: Version) -> Answer:
    storing = call.with_(query_string="body-format=storage")
    return Answer(200, shapes.single(call, shapes.page(storing, page, shapes.ONE, version)))


def written_body(said: dict[str, Any]) -> str:
    """The storage text of `body`, in either of its two forms."""
    body = typed(said.get("body") or {"representation": "storage", "value": ""}, "body", dict)
    if "storage" in body:
        body = {"representation": "storage"} | typed(body["storage"], "body.storage", dict)
    if body.get("representation") != "storage":
        raise WikiError(400, f"The representation '{body.get('representation')}' is not supported.")
    return str(typed(body.get("value"), "body.value", str))


def _status(said: dict[str, Any], usual: str) -> str:
    status = said.get("status", usual)
    if status not in ("current", "draft"):
        raise WikiError(400, f"Invalid status: {status}. It must be one of [current, draft]")
    return str(status)


def _text(said: dict[str, Any], name: str) -> str:
    return str(typed(said.get(name), name, str))


def typed(value: Any, name: str, kind: type) -> Any:
    if type(value) is not kind:
        raise WikiError(400, f"The field '{name}' must be provided as {kind.__name__}.")
    return value
