"""Entity properties of issues and comments: small JSON values that apps keep beside them."""

from __future__ import annotations

import json
from typing import Any

from narrowgate_sandbox.jira.call import Answer, Call, VendorError

KEY_LIMIT = 255
VALUE_LIMIT = 32_768


def read(listed: Any) -> dict[str, Any]:
    """What a body's `properties` lists."""
    if listed is None:
        return {}
    if not isinstance(listed, list):
        raise VendorError(400, "Invalid request payload. Refer to the REST API documentation and try again.")
    return dict(_entry(one) for one in listed)


def _entry(one: Any) -> tuple[str, Any]:
    if not isinstance(one, dict) or not isinstance(one.get("key"), str) or "value" not in one:
        raise VendorError(400, "Property key and value are required.")
    _check(one["key"], one["value"])
    return one["key"], one["value"]


def _check(key: str, value: Any) -> None:
    if not 0 < len(key) <= KEY_LIMIT:
        raise VendorError(400, f"The property key must not be longer than {KEY_LIMIT} characters.")
    if value is None or len(json.dumps(value)) > VALUE_LIMIT:
        raise VendorError(400, f"The property value must be between 1 and {VALUE_LIMIT} characters.")


def _keys(call: Call, kept: dict[str, Any], where: str) -> Answer:
    listed = [{"self": call.url(f"{where}/properties/{key}"), "key": key} for key in kept]
    return Answer(200, {"keys": listed})


def _one(call: Call, kept: dict[str, Any]) -> Answer:
    key = call.path["property"]
    if key not in kept:
        raise VendorError(404, f"The property with key '{key}' does not exist.")
    return Answer(200, {"key": key, "value": kept[key]})


def get_issue_properties(call: Call) -> Answer:
    issue = call.issue()
    return _keys(call, issue.properties, f"issue/{issue.key}")


def get_issue_property(call: Call) -> Answer:
    return _one(call, call.issue().properties)


def put_issue_property(call: Call) -> Answer:
    """201 for a new key, 200 for one that was there. `updated` stays as it is."""
    issue, key = call.issue(), call.path["property"]
    if not call.may_write:
        raise VendorError(403, "You do not have permission to edit issues in this project.")
    _check(key, call.body)
    new = key not in issue.properties
    call.company.moment()
    issue.properties[key] = call.body
    return Answer(201 if new else 200)


def _comment_properties(call: Call) -> dict[str, Any]:
    number = call.path["comment"]
    found = call.company.comment(number)
    if found is None or not call.sees(found[0].project):
        raise VendorError(404, f"Can not find a comment for the id: {number}.")
    return found[1].properties


def get_comment_properties(call: Call) -> Answer:
    return _keys(call, _comment_properties(call), f"comment/{call.path['comment']}")


def get_comment_property(call: Call) -> Answer:
    return _one(call, _comment_properties(call))
