"""Comments in the first API's shapes.

Source: https://docs.atlassian.com/ConfluenceServer/rest/latest/#api/content/{id}/child-commentsOfContent
"""

from __future__ import annotations

from narrowgate_sandbox.company.wiki_records import WikiComment
from narrowgate_sandbox.confluence import content_shapes, links
from narrowgate_sandbox.confluence.call import Call
from narrowgate_sandbox.confluence.shapes import Json, moment


def comment(call: Call, one: WikiComment, expand: frozenset[str]) -> Json:
    shape: Json = {
        "id": one.id,
        "type": "comment",
        "status": "current",
        "title": one.latest.title,
        "extensions": _comment_extensions(call, one, expand),
        "_expandable": {"children": f"/rest/api/content/{one.id}/child"},
        "_links": content_shapes.content_links(call, one.id, links.comment(one, cloud=call.cloud)),
    }
    content_shapes.put_in(call, shape, one, one.latest, expand)
    if "container" in expand:
        shape["container"] = content_shapes.page(call, one.page, frozenset())
    else:
        shape["_expandable"]["container"] = f"/rest/api/content/{one.page.id}"
    if "ancestors" in expand:
        shape["ancestors"] = _above(call, one)
    return shape


def _above(call: Call, one: WikiComment) -> list[Json]:
    line: list[Json] = []
    above = one.parent
    while above is not None:
        parent = call.wiki.comments[above]
        line.insert(0, comment(call, parent, frozenset()))
        above = parent.parent
    return line


def _comment_extensions(call: Call, one: WikiComment, expand: frozenset[str]) -> Json:
    """Where a comment stands is always told; the rest only to those who ask."""
    shape: Json = {"location": "inline" if one.inline else "footer", "_expandable": {}}
    if one.anchor is not None and "extensions.inlineProperties" in expand:
        shape["inlineProperties"] = {
            "originalSelection": one.anchor.selection,
            "markerRef": one.anchor.ref,
        }
    elif one.anchor is not None:
        shape["_expandable"]["inlineProperties"] = ""
    if "extensions.resolution" in expand:
        status: Json = {"status": one.resolution}
        if one.resolved_by is not None:
            who, when = one.resolved_by
            status |= {"lastModifier": content_shapes.user(call, who), "lastModifiedDate": moment(when)}
        shape["resolution"] = status
    else:
        shape["_expandable"]["resolution"] = ""
    return shape
