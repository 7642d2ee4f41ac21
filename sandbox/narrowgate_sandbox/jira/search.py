"""Search: bounded queries, opaque tokens, no total.

Source: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from narrowgate_sandbox.company.catalogue import Field
from narrowgate_sandbox.company.records import Issue
from narrowgate_sandbox.jira import issue_shape
from narrowgate_sandbox.jira.call import Answer, Call, VendorError
from narrowgate_sandbox.jira.jql import evaluation, grammar
from narrowgate_sandbox.jira.jql.words import JqlError

UNBOUNDED = "Unbounded JQL queries are not allowed here. Please add a search restriction to your query."
REMOVED = (
    "The requested API has been removed. Please migrate to the /rest/api/3/search/jql API. A full migration guideline"
    " is available at https://developer.atlassian.com/changelog/#CHANGE-2046"
)
MOST, MOST_WITH_FIELDS, USUAL = 5000, 100, 50
_TYPES: dict[str, type] = {
    "jql": str,
    "nextPageToken": str,
    "maxResults": int,
    "fields": list,
    "expand": str,
    "properties": list,
    "fieldsByKeys": bool,
    "reconcileIssues": list,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    jql: str
    token: str
    limit: int
    fields: Sequence[str]
    expand: frozenset[str]
    properties: Sequence[str]
    reconcile: frozenset[str]


def removed(_call: Call) -> Answer:
    raise VendorError(410, REMOVED)


def search(call: Call) -> Answer:
    return _answer(call, _from_query(call))


def search_by_body(call: Call) -> Answer:
    return _answer(call, _from_body(call.object()))


def _from_query(call: Call) -> Wanted:
    return Wanted(
        call.argument("jql"),
        call.argument("nextPageToken"),
        call.number("maxResults", USUAL),
        call.arguments("fields"),
        frozenset(call.arguments("expand")),
        call.arguments("properties"),
        frozenset(call.arguments("reconcileIssues")),
    )


def _from_body(body: dict[str, Any]) -> Wanted:
    """Strictly what the vendor documents: unknown keys and lists in place of strings are refused."""
    said = {name: value for name, value in body.items() if value is not None}
    for name, value in said.items():
        if type(value) is not _TYPES.get(name):
            raise VendorError(
                400, "Invalid request payload. Refer to the REST API documentation and try again."
            )
    return Wanted(
        said.get("jql", ""),
        said.get("nextPageToken", ""),
        said.get("maxResults", USUAL),
        [str(one) for one in said.get("fields", [])],
        frozenset(part.strip() for part in said.get("expand", "").split(",") if part.strip()),
        [str(one) for one in said.get("properties", [])],
        frozenset(str(one) for one in said.get("reconcileIssues", [])),
    )


def _answer(call: Call, wanted: Wanted) -> Answer:
    found = _found(call, wanted)
    only_ids = set(wanted.fields) <= {"id", "key"}
    if not 0 <= wanted.limit <= MOST:
        raise VendorError(400, f"The maxResults value must be between 0 and {MOST}.")
    size = min(wanted.limit or USUAL, MOST if only_ids else MOST_WITH_FIELDS)
    start = _start(wanted)
    part = found[start : start + size]
    fields = issue_shape.wanted_fields(wanted.fields, "id")
    answer: dict[str, Any] = {"issues": [_shape(call, one, wanted, fields) for one in part]}
    answer["isLast"] = start + size >= len(found)
    if not answer["isLast"]:
        answer["nextPageToken"] = _token(wanted.jql, start + size)
    if "names" in wanted.expand:
        answer["names"] = {field.id: field.name for field in fields}
    return Answer(200, answer)


def _found(call: Call, wanted: Wanted) -> list[Issue]:
    try:
        query = grammar.parse(wanted.jql)
        if query.where is None:
            raise VendorError(400, UNBOUNDED)
        if call.account is None:
            return []
        everything = call.company.issues.values()
        seen = [one for one in everything if call.sees(one.project) and _indexed(call, one, wanted)]
        return evaluation.run(call, query, seen)
    except JqlError as wrong:
        raise VendorError(400, *wrong.messages) from wrong


def _indexed(call: Call, issue: Issue, wanted: Wanted) -> bool:
    return call.company.indexed(issue) or issue.id in wanted.reconcile


def _shape(call: Call, issue: Issue, wanted: Wanted, fields: Sequence[Field]) -> dict[str, Any]:
    """Ids alone when nothing else was asked for."""
    if set(wanted.fields) <= {"id"}:
        return {"id": issue.id}
    expand = wanted.expand - {"names", "schema"}
    shape = issue_shape.shape(call, issue, fields, expand, wanted.properties)
    if set(wanted.fields) <= {"id", "key"}:
        shape.pop("fields")
    return shape


def _token(jql: str, start: int) -> str:
    said = json.dumps([_digest(jql), start], separators=(",", ":"))
    return base64.urlsafe_b64encode(said.encode()).decode()


def _start(wanted: Wanted) -> int:
    """Where the token says the page begins; it belongs to one query."""
    if not wanted.token:
        return 0
    try:
        digest, start = json.loads(base64.urlsafe_b64decode(wanted.token.encode()))
    except (ValueError, TypeError, binascii.Error):
        digest, start = "", 0
    if digest != _digest(wanted.jql) or type(start) is not int:
        raise VendorError(400, "The provided next page token is invalid or expired.")
    return start


def _digest(jql: str) -> str:
    return sha256(jql.encode()).hexdigest()[:12]
