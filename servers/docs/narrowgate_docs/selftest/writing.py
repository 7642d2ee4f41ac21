"""That a page is changed where it was asked for, and nowhere else."""

from __future__ import annotations

from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_docs.selftest.casting import in_the_cloud
from narrowgate_docs.selftest.script import PASSAGE, Stage, own_page

_SHUT = "writes are not enabled, or writes.fields leaves body out"
_NAMES = "Names say what things"


def _may_edit(stage: Stage) -> bool:
    return stage.has("edit_page") and "body" in stage.server.house.safelists["update"]


async def edit(stage: Stage) -> Verdict:
    """The answer to the write is cut as well: the page is looked at, not written once more."""
    if not _may_edit(stage):
        return absent(_SHUT)
    page = own_page(stage)
    before, number = page.body, page.version
    path = f"/pages/{page.id}" if in_the_cloud(stage) else f"/content/{page.id}"
    given, sent = await stage.proper(), stage.proxy.count("PUT", path, forwarded=True)
    with stage.losing("PUT", path):
        said = await stage.call(
            "edit_page", **{**given["edit_page"], "edits": [{"old": PASSAGE, "new": "Brevity first"}]}
        )
    problems = [] if said.data.get("applied") == ["body"] else ["it is not reported as applied"]
    if page.body != before.replace(PASSAGE, "Brevity first"):
        problems.append("the page does not differ in just that passage")
    times = stage.proxy.count("PUT", path, forwarded=True) - sent
    if (page.version, times) != (number + 1, 1):
        problems.append(f"it was written {times} times")
    return held(problems)


async def removals(stage: Stage) -> Verdict:
    if not _may_edit(stage):
        return absent(_SHUT)
    page, given = own_page(stage), (await stage.proper())["update_page"]
    before, writes = page.body, stage.writes()
    said = await stage.call("update_page", **{**given, "fields": {"body": "Nothing else is left."}})
    return held(["it is taken"] if not said.failed or page.body != before or stage.writes() != writes else [])


async def meanwhile(stage: Stage) -> Verdict:
    """In the same paragraph, between the read and the write of a whole text."""
    if not _may_edit(stage):
        return absent(_SHUT)
    page = own_page(stage)
    seen = (await stage.call("get_page", page=page.id)).data
    mine = str(seen.get("untrusted", {}).get("body", "")).replace(_NAMES, "Short names say what things")
    theirs = page.body.replace("not how they are made", "never how they are made")
    author, moment = stage.company.users[1], stage.company.moment()
    stage.company.wiki.publish(page, author, moment, title=page.title, body=theirs)
    writes = stage.writes()
    said = await stage.call(
        "update_page", page=page.id, version=str(seen.get("version")), fields={"body": mine}
    )
    taken = not said.failed or page.body != theirs or stage.writes() != writes
    return held(["it is overwritten"] if taken else [])
