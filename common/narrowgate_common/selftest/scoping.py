"""What lies outside the scope is answered as if it were not there; the rest of it each server knows for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrowgate_common.selftest.rehearsal import Rehearsal
from narrowgate_common.selftest.script import ToolCall
from narrowgate_common.selftest.verdicts import Verdict, held


async def unseen(stage: Rehearsal[Any], calls: Sequence[ToolCall], *hidden: str) -> list[str]:
    """The problems of calls for what is outside: each has to answer `not_found`, before anything is sent.

    `hidden` is what the caller could not know.
    """
    problems = []
    for name, given in calls:
        if not stage.has(name):
            continue
        said = await stage.call(name, **given)
        if said.requests or said.error.get("category") != "not_found" or said.holds(*hidden):
            problems.append(f"{name} does not answer as if nothing were there")
    return problems


async def native_query(stage: Rehearsal[Any]) -> Verdict:
    queries = stage.script.queries
    if not stage.server.settings.raw_query:
        said = await stage.call(queries.tool, query=queries.plain)
        return held(["it is taken"] if not said.failed or said.requests else [], "shut, and refused")
    problems = []
    for query in (queries.plain, *queries.widening):
        said = await stage.call(queries.tool, query=query, limit=50)
        if stage.scoped and stage.shows_stranger(said):
            problems.append(f"{query} shows what is outside")
    plain = await stage.call(queries.tool, query=queries.plain)
    if plain.failed:
        problems.append("an ordinary query is refused")
    return held(
        problems, "open, and confined" if stage.scoped else "open; there is no scope to confine it to"
    )
