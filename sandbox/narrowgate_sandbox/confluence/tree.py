"""Where pages stand: above, below, and which versions they had.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-children/ and .../api-group-version/
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrowgate_sandbox.company.wiki_records import Folder, WikiPage
from narrowgate_sandbox.confluence import paging, shapes
from narrowgate_sandbox.confluence.call import Call
from narrowgate_sandbox.web import Answer

DEEPEST = 5
Node = WikiPage | Folder


def get_children(call: Call) -> Answer:
    """Pages only."""
    found = [one for one in call.wiki.children(call.page().id) if call.sees(one)]
    return paging.listed(call, found, shapes.child)


def get_direct_children(call: Call) -> Answer:
    """Folders too."""
    return paging.listed(call, _below(call, call.page().id), lambda one: _node(one) | _position(one))


def get_folder_children(call: Call) -> Answer:
    return paging.listed(call, _below(call, folder(call).id), lambda one: _node(one) | _position(one))


def folder(call: Call) -> Folder:
    found = call.wiki.folders.get(call.id())
    if found is None or not call.sees_space(found.space):
        raise call.missing(call.id())
    return found


def get_descendants(call: Call) -> Answer:
    """With their depth, at most five levels down."""
    depth = min(call.number("depth", DEEPEST), DEEPEST)
    found = list(_descendants(call, call.page().id, 1, depth))
    return paging.listed(
        call, found, lambda one: _node(one[0]) | {"parentId": one[0].parent, "depth": one[1]}
    )


def _descendants(call: Call, parent: str, level: int, deepest: int) -> Iterator[tuple[Node, int]]:
    for one in _below(call, parent) if level <= deepest else ():
        yield one, level
        yield from _descendants(call, one.id, level + 1, deepest)


def _below(call: Call, parent: str) -> list[Node]:
    pages = [one for one in call.wiki.children(parent) if call.sees(one) and one.unseen_reads == 0]
    folders = [one for one in call.wiki.folders.values() if one.parent == parent]
    return [*pages, *folders]


def _node(one: Node) -> dict[str, Any]:
    page = isinstance(one, WikiPage)
    return {
        "id": one.id,
        "status": one.status if isinstance(one, WikiPage) else "current",
        "title": one.title,
        "type": "page" if page else "folder",
        "spaceId": one.space.id,
    }


def _position(one: Node) -> dict[str, Any]:
    return {"childPosition": one.position if isinstance(one, WikiPage) else 0}


def get_ancestors(call: Call) -> Answer:
    """From the top down, only ids and types."""
    line = call.wiki.ancestors(call.page())
    return paging.listed(
        call, line, lambda one: {"id": one.id, "type": "page" if isinstance(one, WikiPage) else "folder"}
    )


def get_versions(call: Call) -> Answer:
    """The newest first, unless `sort` says otherwise."""
    page = call.page()
    forwards = call.argument("sort") == "modified-date"
    known = page.versions if forwards else page.versions[::-1]

    def shape(one: Any) -> dict[str, Any]:
        body = shapes.body(call, page, one.body, shapes.MANY)
        entity = {"id": page.id, "title": one.title} | ({"body": body} if body else {})
        return shapes.version(one) | {"page": entity}

    return paging.listed(call, known, shape)


def get_version(call: Call) -> Answer:
    page = call.page()
    number = int(call.id("version"))
    found = page.at(number)
    if found is None:
        raise call.missing(page.id)
    earlier = {"prevVersion": number - 1} if number > 1 else {}
    later = {"nextVersion": number + 1} if number < page.version else {}
    rest = {"contentTypeModified": False, "collaborators": [found.author.account_id]}
    return Answer(200, shapes.version(found) | rest | earlier | later)
