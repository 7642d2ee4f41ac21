"""Attachments: uploaded, described, and fetched by way of the media store.

Source: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/
"""

from __future__ import annotations

from urllib.parse import quote

from narrowgate_sandbox.company.records import Attachment
from narrowgate_sandbox.jira import rendering
from narrowgate_sandbox.jira.call import Answer, Call, VendorError

MOST_FILES = 60


def add_attachments(call: Call) -> Answer:
    issue = call.issue()
    if call.headers.get("x-atlassian-token", "").lower() not in {"no-check", "nocheck"}:
        return Answer(403, b"XSRF check failed", {"content-type": "text/plain;charset=UTF-8"})
    if not call.may_write:
        raise VendorError(403, "You do not have permission to create attachments for this issue.")
    if not call.uploads:
        raise VendorError(400, "No files were found in the parts named 'file'.")
    if len(call.uploads) > MOST_FILES or any(
        len(one.content) > call.company.upload_limit for one in call.uploads
    ):
        raise VendorError(413, "The attachment is larger than this site allows.")
    added = [
        call.company.attach(
            issue,
            call.user,
            call.company.moment(),
            filename=one.filename,
            media_type=one.media_type,
            content=one.content,
        )
        for one in call.uploads
    ]
    return Answer(200, [rendering.attachment(call, one) for one in added])


def _of_path(call: Call) -> Attachment:
    number = call.path["attachment"]
    found = call.company.attachment(number)
    if found is None or not call.sees(found[0].project):
        raise VendorError(404, f"The attachment with id '{number}' does not exist")
    return found[1]


def get_attachment(call: Call) -> Answer:
    """The metadata; here, and only here, the id is a number."""
    attachment = _of_path(call)
    return Answer(200, rendering.attachment(call, attachment) | {"id": int(attachment.id)})


def get_content(call: Call) -> Answer:
    """303 to the media store, or the bytes themselves with `redirect=false`."""
    attachment = _of_path(call)
    if not call.flag("redirect", default=True):
        return _bytes(call, attachment)
    name = quote(attachment.filename, safe="")
    place = f"{call.base}/media/file/{attachment.media_id}/binary?token=sandbox-media&name={name}"
    return Answer(303, None, {"location": place})


def get_media(call: Call) -> Answer:
    """The media store: it trusts the address's own token, and wants no credentials."""
    found = call.company.attachment(call.path["media"])
    if found is None or call.argument("token") != "sandbox-media":
        raise VendorError(404, "Media not found")
    return _bytes(call, found[1])


def _bytes(call: Call, attachment: Attachment) -> Answer:
    name = quote(attachment.filename, safe="")
    headers = {
        "content-type": attachment.media_type,
        "content-disposition": f"attachment; filename*=UTF-8''{name}",
        "accept-ranges": "bytes",
    }
    asked = call.headers.get("range", "")
    if not asked:
        return Answer(200, attachment.content, headers)
    return _part(attachment.content, asked, headers)


def _part(content: bytes, asked: str, headers: dict[str, str]) -> Answer:
    """One range, as `bytes=first-last`."""
    first, dash, last = asked.removeprefix("bytes=").partition("-")
    start = int(first) if first.isdigit() else -1
    end = min(int(last), len(content) - 1) if last.isdigit() else len(content) - 1
    if not dash or not 0 <= start <= end:
        return Answer(416, b"", headers | {"content-range": f"bytes */{len(content)}"})
    span = {"content-range": f"bytes {start}-{end}/{len(content)}"}
    return Answer(206, content[start : end + 1], headers | span)


def get_settings(call: Call) -> Answer:
    return Answer(200, {"enabled": True, "uploadLimit": call.company.upload_limit})
