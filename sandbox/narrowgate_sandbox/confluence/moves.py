"""Moving pages, which only the first API does.

Source: https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content---children-and-descendants/
"""

from __future__ import annotations

from narrowgate_sandbox.company.wiki_records import Space, WikiPage
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.web import Answer

POSITIONS = ("before", "after", "append")


def move_page(call: Call) -> Answer:
    """Below the target, or beside it; versions stay as they are."""
    page, target, position = call.page(call.path["id"]), call.page(call.path["target"]), call.path["position"]
    if position not in POSITIONS:
        raise WikiError(400, f"Invalid position: {position}")
    call.check_may_write()
    _check(call, page, target)
    call.company.moment()
    if position == "append":
        call.wiki.move(page, target.id)
    else:
        call.wiki.move(
            page, target.parent, before=target if position == "before" else _next(call, target, page)
        )
    return Answer(200, {"pageId": page.id})


def _next(call: Call, target: WikiPage, moved: WikiPage) -> WikiPage | None:
    """The page after the target, the moved one left out."""
    if target.parent is None:
        return None
    beside = [one for one in call.wiki.children(target.parent) if one is not moved]
    place = beside.index(target) + 1
    return beside[place] if place < len(beside) else None


def _check(call: Call, page: WikiPage, target: WikiPage) -> None:
    if page in (target, *call.wiki.ancestors(target)):
        raise WikiError(400, "The move would make the page an ancestor of itself.")
    if page.status != "current" or target.status != "current":
        raise call.missing(page.id if page.status != "current" else target.id)
    if target.space is not page.space:
        if call.wiki.titled(target.space, page.title) is not None:
            raise WikiError(400, "A page already exists with the same title in the target space.")
        _carry(call, page, target.space)


def _carry(call: Call, page: WikiPage, space: Space) -> None:
    """With everything below it."""
    page.space = space
    for one in call.wiki.children(page.id):
        _carry(call, one, space)
