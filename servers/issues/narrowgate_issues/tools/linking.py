"""link_issues: by the relation as people say it; a link that exists already is not made again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.listings import origin_notes
from narrowgate_common.quoting import quoted
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Issue, Link, LinkType, Part
from narrowgate_issues.tools import shapes
from narrowgate_issues.tools.arguments import LinkIssues
from narrowgate_issues.tools.desk import Desk

_STEP = "link"


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of link and the direction it was meant in: `words` is how it reads from the first issue."""

    kind: LinkType
    words: str
    forwards: bool


async def link_issues(arguments: LinkIssues, desk: Desk) -> Data:
    key, other = desk.key(arguments.key), desk.key(arguments.other)
    if key == other:
        raise bad_input("An issue is not linked to itself", reason="invalid_arguments")
    relation = meant(arguments.relation, await desk.tracker.link_types())
    issue = await desk.issue(key, Part.LINKS)
    target = await desk.issue(other)
    existing = held(issue, relation, target.key)
    if existing is not None:
        return {**_linked(issue, existing), _how_come(desk): True}
    found, reconciled = await proving.done_or_found(
        lambda: _send(issue.key, relation, target.key, desk),
        lambda: _found(issue.key, relation, target.key, desk),
        proving.lost(f"{key} was linked to {other}", "get_issue", {"key": key, "include": ["links"]}),
        desk,
    )
    if found is not None:
        return {**_linked(issue, found), **given(reconciled=reconciled or None)}
    return await _read_back(issue, relation, target.key, desk)


async def _read_back(issue: Issue, relation: Relation, other: str, desk: Desk) -> Data:
    """The tracker took it, whatever this read says: a failure here is not the link's."""
    place = {"key": issue.key, "url": issue.url}
    try:
        after = await _found(issue.key, relation, other, desk)
    except GatewayError:
        return {**place, "verified": False}
    return {**place, "ignored": ["link"]} if after is None else _linked(issue, after)


def _how_come(desk: Desk) -> str:
    """A link that an earlier run of this call sent is its effect, not one that was there before."""
    return "reconciled" if desk.entry is not None and desk.entry.is_open(_STEP) else "existed"


def meant(text: str, kinds: Sequence[LinkType]) -> Relation:
    """The relation that was typed, read from the first issue to the other. Raises bad_input listing the kinds."""
    wanted = text.strip().casefold()
    for kind in kinds:
        if wanted in {kind.outward.casefold(), kind.name.casefold()}:
            return Relation(kind, kind.outward, forwards=True)
        if wanted == kind.inward.casefold():
            return Relation(kind, kind.inward, forwards=False)
    words = sorted({quoted(word, 40) for kind in kinds for word in (kind.outward, kind.inward)})
    raise bad_input(
        "The tracker has no such relation",
        reason="no_such_relation",
        details=[f"available: {', '.join(words)}"],
    )


def held(issue: Issue, relation: Relation, other: str) -> Link | None:
    for link in issue.links or ():
        if link.issue.key == other and link.relation.casefold() == relation.words.casefold():
            return link
    return None


async def _send(key: str, relation: Relation, other: str, desk: Desk) -> Link | None:
    outward, inward = (key, other) if relation.forwards else (other, key)
    await desk.tracker.link_issues(relation.kind, outward=outward, inward=inward)
    return None


async def _found(key: str, relation: Relation, other: str, desk: Desk) -> Link | None:
    return held(await desk.issue(key, Part.LINKS), relation, other)


def _linked(issue: Issue, link: Link) -> Data:
    return {"key": issue.key, "url": issue.url, "link": shapes.link(link)}


def linked_text(data: Data) -> Rendering:
    link = data.get("link", {})
    lines = [f"{data['key']} {data.get('url', '')}"]
    if data.get("existed"):
        lines.append("That link existed already; nothing was sent.")
    if data.get("ignored"):
        lines.append("IGNORED by the tracker: the link is not there.")
    if data.get("verified") is False:
        lines.append("It was linked, but reading it back failed; read it with get_issue.")
    words = link.get("untrusted", {})
    body = (
        f"{data['key']} {words.get('relation', '')} {link.get('key', '')}: {words.get('title', '')}"
        if link
        else ""
    )
    return Rendering("\n".join(lines + origin_notes(data)), body)
