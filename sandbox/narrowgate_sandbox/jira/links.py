"""Links between issues.

In a request the `inwardIssue` is the one that *blocks*: it is the issue the outward one shows as inward. The names
describe the other end, and half the world's clients have it the wrong way round.
Source: https://developer.atlassian.com/cloud/jira/platform/issue-linking-model/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.records import Issue, Link, LinkType
from narrowgate_sandbox.jira import comments, rendering, values
from narrowgate_sandbox.jira.call import Answer, Call, VendorError


def get_types(call: Call) -> Answer:
    return Answer(
        200, {"issueLinkTypes": [rendering.link_type(call, one) for one in call.company.link_types]}
    )


def add_link(call: Call) -> Answer:
    """201 without a body; an exact duplicate is accepted and changes nothing."""
    body = call.object()
    kind = _type(call, body.get("type"))
    source, target = _issue(call, body.get("inwardIssue")), _issue(call, body.get("outwardIssue"))
    if source is target:
        raise VendorError(400, "You cannot link an issue to itself.")
    if not call.may_write:
        raise VendorError(404, f"No Link Issue Permission for issue '{source.key}'")
    said = _comment(call, body.get("comment"))
    at = call.company.moment()
    known = len(call.company.links)
    call.company.link(kind, source, target)
    if len(call.company.links) > known:
        source.updated = target.updated = at
    if said is not None:
        call.company.add_comment(source, call.user, at, said)
    return Answer(201)


def _comment(call: Call, said: Any) -> dict[str, Any] | None:
    if said is None:
        return None
    try:
        return comments.body_of(call, said if isinstance(said, dict) else {})
    except values.RefusedError as refused:
        raise VendorError(400, errors={"comment": str(refused)}) from refused


def _type(call: Call, said: Any) -> LinkType:
    wanted = (said.get("id"), said.get("name")) if isinstance(said, dict) else (None, None)
    types = call.company.link_types
    found = next((one for one in types if wanted[0] == one.id or wanted[1] == one.name), None)
    if found is None:
        raise VendorError(404, f"No issue link type with name '{wanted[1] or wanted[0]}' found.")
    return found


def _issue(call: Call, said: Any) -> Issue:
    reference = (said.get("key") or said.get("id")) if isinstance(said, dict) else None
    if not isinstance(reference, str):
        raise VendorError(400, "Both the inward and the outward issue have to be named.")
    return call.issue(reference)


def get_link(call: Call) -> Answer:
    wanted = call.path["link"]
    found = next((one for one in call.company.links if one.id == wanted), None)
    if found is None or not (call.sees(found.source.project) and call.sees(found.target.project)):
        raise VendorError(404, f"No issue link with id '{wanted}' exists.")
    return Answer(200, _both_ends(call, found))


def _both_ends(call: Call, link: Link) -> dict[str, Any]:
    return {
        "id": link.id,
        "self": call.url(f"issueLink/{link.id}"),
        "type": rendering.link_type(call, link.type),
        "inwardIssue": rendering.reference(call, link.source),
        "outwardIssue": rendering.reference(call, link.target),
    }
