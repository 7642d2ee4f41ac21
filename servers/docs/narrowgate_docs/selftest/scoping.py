"""What lies outside the scope is neither asked for, where its name tells, nor shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from narrowgate_common.selftest.rehearsal import Said
from narrowgate_common.selftest.scoping import unseen
from narrowgate_common.selftest.script import ToolCall
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_docs.selftest.casting import ACTOR, STRANGER
from narrowgate_docs.selftest.naming import moving, naming
from narrowgate_docs.selftest.script import Stage, own_page

_OUTSIDE = "Reading list"
_HIDDEN = "Thinking in systems"
"""What stands on that page."""
_TITLED_ALIKE = "Glossary"
"""A page of this title is inside, and another one outside."""
_CHILD = "selftest outside"


async def names(stage: Stage) -> Verdict:
    if not stage.scoped:
        return absent(stage.unscoped)
    site, title = stage.server.connected.site, _OUTSIDE.replace(" ", "+")
    calls = [
        *naming(stage, await stage.proper(), f"{STRANGER}/{_OUTSIDE}"),
        ("get_page", {"page": f"{site}/display/{STRANGER}/{title}"}),
        ("get_page", {"page": f"{site}/pages/viewpage.action?spaceKey={STRANGER}&title={title}"}),
    ]
    return held(await unseen(stage, calls, _HIDDEN), f"{len(calls)} calls")


async def ids(stage: Stage) -> Verdict:
    """Only the wiki knows where a page with an id is: it is asked, and then nothing is shown or written."""
    if not stage.scoped:
        return absent(stage.unscoped)
    page, inside, given = (
        stage.company.wiki_page(STRANGER, _OUTSIDE),
        own_page(stage).id,
        await stage.proper(),
    )
    remark = f"<p>{_HIDDEN}</p>"
    comment = stage.company.wiki.add_comment(page, remark, page.author, stage.company.moment())
    calls = [
        *naming(stage, given, page.id),
        *moving(stage, given, page.id),
        *moving(stage, given, f"{STRANGER}/{_OUTSIDE}"),
        ("get_page", {"page": f"{stage.server.connected.site}/pages/viewpage.action?pageId={page.id}"}),
        ("list_comments", {"page": inside, "replies_to": comment.id}),
        ("add_comment", {"page": inside, "body": "x", "reply_to": comment.id}),
    ]
    writes = stage.writes()
    problems = [
        f"{name} does not answer as if nothing were there"
        for name, arguments in calls
        if stage.has(name) and _is_seen(stage, await stage.call(name, **arguments))
    ]
    if stage.writes() != writes:
        problems.append("something was written")
    return held(problems, f"{len(calls)} calls")


def _is_seen(stage: Stage, said: Said) -> bool:
    return said.error.get("category") != "not_found" or stage.shows_stranger(said) or said.holds(_OUTSIDE)


async def search(stage: Stage) -> Verdict:
    if not stage.scoped:
        return absent(stage.unscoped)
    problems = []
    said = await stage.call("search_pages", title=_TITLED_ALIKE, limit=50)
    if said.failed or not said.data.get("pages"):
        problems.append("the search finds nothing at all")
    listed = [said, await stage.call("search_pages", text="thinking", limit=50)]
    listed.append(await stage.call("list_spaces", limit=50))
    if any(stage.shows_stranger(each) for each in listed):
        problems.append("what is outside is shown")
    widened = [await stage.call(tool, **given) for tool, given in await _widening(stage)]
    if any(not each.failed or each.requests for each in widened):
        problems.append("it can be widened by an argument")
    return held(problems)


async def _widening(stage: Stage) -> Sequence[ToolCall]:
    given = await stage.proper()
    calls: list[ToolCall] = [("search_pages", {"spaces": [STRANGER]}), ("list_pages", {"space": STRANGER})]
    return [*calls, ("create_page", {**given.get("create_page", {}), "space": STRANGER})]


async def children(stage: Stage) -> Verdict:
    if not stage.scoped:
        return absent(stage.unscoped)
    parent = own_page(stage)
    inside = stage.company.plant_page(ACTOR, "selftest inside", "<p>x</p>", parent)
    outside = stage.company.plant_page(STRANGER, _CHILD, "<p>x</p>", parent)
    try:
        said = await stage.call("list_pages", parent=parent.id, limit=50)
    finally:
        del stage.company.wiki.pages[inside.id], stage.company.wiki.pages[outside.id]
    problems = [] if said.holds("selftest inside") else ["the child inside is not shown either"]
    return held(problems + (["the child outside is shown"] if stage.shows_stranger(said) else []))


async def moved(stage: Stage) -> Verdict:
    """The wiki answers an id for ever: what it says of the page decides, not how it was asked for."""
    if not stage.scoped:
        return absent(stage.unscoped)
    page = own_page(stage)
    with _elsewhere(stage):
        said = [await stage.call("get_page", page=page.id), await stage.call("list_comments", page=page.id)]
    return held(["it is shown"] if any(_shows(each, page.title) for each in said) else [])


def _shows(said: Said, title: str) -> bool:
    return not said.failed or said.holds(title) or said.error.get("category") != "not_found"


@contextmanager
def _elsewhere(stage: Stage) -> Iterator[None]:
    page = own_page(stage)
    home, page.space = page.space, stage.company.space(STRANGER)
    try:
        yield
    finally:
        page.space = home
