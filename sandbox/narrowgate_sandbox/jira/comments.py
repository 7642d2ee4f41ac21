"""Comments: listed, made and edited.

Source: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.records import Comment, Document, Issue
from narrowgate_sandbox.jira import adf, properties, rendering, values
from narrowgate_sandbox.jira.call import Answer, Call, VendorError, page

NOT_A_BODY = "Comment body is not valid!"


def body_of(call: Call, said: dict[str, Any]) -> Document:
    """The document of a comment; raises values.RefusedError."""
    body = said.get("body")
    if not adf.is_document(body):
        raise values.RefusedError(NOT_A_BODY)
    if not adf.says_something(body):
        raise values.RefusedError("Comment body can not be empty!")
    document: Document = values.document(call, body)
    return document


def properties_of(said: dict[str, Any]) -> dict[str, Any]:
    return properties.read(said.get("properties"))


def _checked_body(call: Call) -> Document:
    try:
        return body_of(call, call.object())
    except values.RefusedError as refused:
        if str(refused).isupper():
            raise VendorError(400, str(refused)) from refused
        raise VendorError(400, errors={"comment": str(refused)}) from refused


def _visibility(call: Call) -> dict[str, Any] | None:
    said = call.object().get("visibility")
    if said is None:
        return None
    if not isinstance(said, dict) or said.get("type") not in {"group", "role"}:
        raise VendorError(400, errors={"commentLevel": "Visibility type must be 'group' or 'role'."})
    return said


def _of_path(call: Call) -> tuple[Issue, Comment]:
    issue, number = call.issue(), call.path["comment"]
    found = next((one for one in issue.comments if one.id == number), None)
    if found is None:
        raise VendorError(404, f"Can not find a comment for the id: {number}.")
    return issue, found


def get_comments(call: Call) -> Answer:
    issue = call.issue()
    order = call.argument("orderBy", "created").strip()
    if order not in {"created", "+created", "-created"}:
        raise VendorError(400, f"Unable to order by '{order}'.")
    ordered = list(reversed(issue.comments)) if order == "-created" else issue.comments
    part, start, size = page(call, ordered, 100)
    expand = frozenset(call.arguments("expand")) & {"renderedBody"}
    shown = [rendering.comment(call, issue, one, expand) for one in part]
    return Answer(200, {"startAt": start, "maxResults": size, "total": len(ordered), "comments": shown})


def get_comment(call: Call) -> Answer:
    issue, comment = _of_path(call)
    expand = frozenset(call.arguments("expand")) & {"renderedBody"}
    return Answer(200, rendering.comment(call, issue, comment, expand))


def add_comment(call: Call) -> Answer:
    issue = call.issue()
    if not call.may_write:
        raise VendorError(400, "You do not have the permission to comment on this issue.")
    body, kept, visibility = _checked_body(call), properties_of(call.object()), _visibility(call)
    comment = call.company.add_comment(issue, call.user, call.company.moment(), body)
    comment.properties.update(kept)
    comment.visibility = visibility
    return Answer(201, rendering.comment(call, issue, comment))


def edit_comment(call: Call) -> Answer:
    issue, comment = _of_path(call)
    if not call.may_write:
        raise VendorError(400, f"You do not have permission to edit comment with id: {comment.id}.")
    body, kept = _checked_body(call), properties_of(call.object())
    comment.body, comment.update_author = body, call.user
    comment.updated = issue.updated = call.company.moment()
    comment.properties.update(kept)
    return Answer(200, rendering.comment(call, issue, comment))


def list_comments(call: Call) -> Answer:
    """Comments by their ids, wherever they are; those out of sight are left out."""
    ids = call.object().get("ids")
    if not isinstance(ids, list) or not ids or len(ids) > 1000 or not all(type(one) is int for one in ids):
        raise VendorError(400, "ids must be a list of 1 to 1000 numbers.")
    found = [call.company.comment(str(one)) for one in ids]
    seen = [pair for pair in found if pair is not None and call.sees(pair[0].project)]
    expand = frozenset(call.arguments("expand"))
    shown = [rendering.comment(call, issue, comment, expand) for issue, comment in seen]
    size = 1_048_576
    answer = {"startAt": 0, "maxResults": size, "total": len(shown), "isLast": True, "values": shown}
    return Answer(200, answer)
