"""Search by query, in the first API only: with a cursor in the cloud, with `start` on Data Center.

Source: https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-search/
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from narrowgate_sandbox.company.wiki_records import Space, WikiComment, WikiFile, WikiPage
from narrowgate_sandbox.confluence import comment_shapes, content_shapes, links, paging, texts
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import expansion
from narrowgate_sandbox.confluence.cql import evaluation, grammar
from narrowgate_sandbox.confluence.cql.entities import Entity
from narrowgate_sandbox.confluence.cql.words import CqlError
from narrowgate_sandbox.confluence.shapes import moment
from narrowgate_sandbox.web import Answer

USUAL = 25


def search(call: Call) -> Answer:
    found, sought = _found(call)
    start, part, place = _piece(call, found)
    shown = [_result(call, one, sought) for one in part]
    return Answer(
        200,
        {
            "results": shown,
            "start": start,
            "limit": min(call.number("limit", USUAL), call.wiki.temper.most_per_page),
            "size": len(shown),
            "totalSize": len(found),
            "cqlQuery": call.argument("cql"),
            "searchDuration": 7,
            "_links": place,
        },
    )


def search_content(call: Call) -> Answer:
    """Contents alone, without spaces."""
    found, _ = _found(call)
    expand = expansion(call)
    start, part, place = _piece(call, [one for one in found if one.kind != "space"])
    shown = [_content(call, one, expand) for one in part]
    limit = min(call.number("limit", USUAL), call.wiki.temper.most_per_page)
    return Answer(
        200, {"results": shown, "start": start, "limit": limit, "size": len(shown), "_links": place}
    )


def _found(call: Call) -> tuple[list[Entity], list[str]]:
    try:
        query = grammar.parse(call.argument("cql"))
        return evaluation.run(call, query), evaluation.lit(query.where)
    except CqlError as wrong:
        raise WikiError(400, str(wrong)) from wrong


def _piece(call: Call, found: list[Entity]) -> tuple[int, list[Entity], dict[str, str]]:
    """The cloud ignores `start`, and counts by its cursor."""
    start = paging.start_of(call) if call.cloud else call.number("start", 0)
    asked = call.number("limit", USUAL)
    part, after = paging.piece(call, found, start, asked, continued=start > 0)
    place = {"base": call.site, "context": call.context, "self": f"{call.site}{call.route}"}
    if after is not None:
        place["next"] = f"{call.route}?{_next(call, asked, after)}"
    return start, list(part), place


def _next(call: Call, asked: int, after: int) -> str:
    kept = [(name, value) for name, value in call.pairs() if name not in ("cursor", "limit", "start", "next")]
    moved = [("limit", asked), ("start", after)]
    first = [("next", "true"), ("cursor", paging.cursor_for(call, after))] if call.cloud else []
    return urlencode([*first, *moved, *kept])


def _content(call: Call, one: Entity, expand: frozenset[str]) -> dict[str, Any]:
    thing = one.thing
    if isinstance(thing, WikiComment):
        return comment_shapes.comment(call, thing, expand)
    if isinstance(thing, WikiPage):
        return content_shapes.page(call, thing, expand)
    if isinstance(thing, WikiFile):
        return content_shapes.file(call, thing, expand)
    raise TypeError("a space is not a content")


def _result(call: Call, one: Entity, sought: list[str]) -> dict[str, Any]:
    shape = {
        "title": texts.highlighted(one.title, sought),
        "excerpt": _excerpt(call, one, sought),
        "url": _url(call, one),
        "resultGlobalContainer": {
            "title": one.space.name,
            "displayUrl": links.space(one.space, cloud=call.cloud),
        },
        "breadcrumbs": [],
        "entityType": "space" if one.kind == "space" else "content",
        "iconCssClass": f"aui-icon content-type-{one.kind}",
        "lastModified": moment(one.modified),
        "friendlyLastModified": f"{one.modified:%b %d, %Y}",
        "score": 0.0,
    }
    if isinstance(one.thing, Space):
        return shape | {"space": content_shapes.space(call, one.thing)}
    expand = frozenset(
        part.removeprefix("content.") for part in expansion(call) if part.startswith("content.")
    )
    return shape | {"content": _content(call, one, expand)}


def _excerpt(call: Call, one: Entity, sought: list[str]) -> str:
    kind = call.argument("excerpt", "highlight")
    escaped = not kind.endswith("_unescaped")
    if kind == "none":
        return ""
    if kind.startswith("indexed"):
        return texts.highlighted(one.text[:300], [], escaped=escaped)
    return texts.highlighted(texts.passage(one.text, sought), sought, escaped=escaped)


def _url(call: Call, one: Entity) -> str:
    thing = one.thing
    if isinstance(thing, Space):
        return links.space(thing, cloud=call.cloud)
    if isinstance(thing, WikiComment):
        return links.comment(thing, cloud=call.cloud)
    return links.file(thing) if isinstance(thing, WikiFile) else links.webui(thing, cloud=call.cloud)
