"""Attachments: read in the second API, written in the first, fetched by way of the media store.

Source: https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content---attachments/
"""

from __future__ import annotations

from urllib.parse import quote

from narrowgate_sandbox.company.wiki_records import WikiFile
from narrowgate_sandbox.confluence import content_shapes, paging, shapes
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import expansion
from narrowgate_sandbox.web import Answer, Upload

NO_CHECK = "no-check"


def get_file(call: Call) -> Answer:
    file = call.file()
    number = call.number("version", file.version)
    if not 1 <= number <= file.version:
        raise call.missing(file.id)
    shape = shapes.file(file, number)
    if call.flag("include-labels"):
        held = [shapes.label(one) for one in file.labels]
        shape["labels"] = shapes.optional(held, f"/wiki/api/v2/attachments/{file.id}/labels")
    return Answer(200, shapes.single(call, shape))


def get_page_files(call: Call) -> Answer:
    return paging.listed(call, _filtered(call, call.wiki.files_of(call.page())), shapes.file)


def _filtered(call: Call, files: list[WikiFile]) -> list[WikiFile]:
    name, kind = call.argument("filename"), call.argument("mediaType")
    return [one for one in files if name in ("", one.title) and kind in ("", one.media_type)]


def delete_file(call: Call) -> Answer:
    file = call.file()
    call.check_may_write()
    call.company.moment()
    del call.wiki.files[file.id]
    return Answer(204)


def get_content_files(call: Call) -> Answer:
    expand = expansion(call)
    found = _filtered(call, call.wiki.files_of(call.page(call.path["id"])))
    return paging.numbered(call, found, lambda one: content_shapes.file(call, one, expand), usual=50)


def add_files(call: Call) -> Answer:
    """New names only."""
    page = call.page(call.path["id"])
    uploads = _checked(call)
    taken = next((one.filename for one in uploads if call.wiki.file(page, one.filename)), None)
    if taken is not None:
        raise WikiError(
            400, f"Cannot add a new attachment with same file name as an existing attachment: {taken}"
        )
    return _listed(call, [_attached(call, one) for one in uploads])


def put_files(call: Call) -> Answer:
    """New names, and new versions of those that are there; only in the cloud."""
    page = call.page(call.path["id"])
    added = []
    for one in _checked(call):
        known = call.wiki.file(page, one.filename)
        added.append(_attached(call, one) if known is None else _renewed(call, known, one))
    return _listed(call, added)


def _checked(call: Call) -> tuple[Upload, ...]:
    if call.headers.get("x-atlassian-token", "") != NO_CHECK:
        raise WikiError(403, "XSRF check failed")
    call.check_may_write()
    if not call.uploads:
        raise WikiError(400, "At least one file must be provided in a part named 'file'.")
    if any(len(one.content) > call.company.upload_limit for one in call.uploads):
        raise WikiError(413, f"The attachment exceeds the maximum size of {call.company.upload_limit} bytes.")
    return call.uploads


def _attached(call: Call, upload: Upload) -> WikiFile:
    return call.wiki.attach(
        call.page(call.path["id"]),
        call.user,
        call.company.moment(),
        title=upload.filename,
        media_type=upload.media_type,
        content=upload.content,
        comment=call.form.get("comment", ""),
    )


def _renewed(call: Call, file: WikiFile, upload: Upload) -> WikiFile:
    call.wiki.renew(
        file,
        call.user,
        call.company.moment(),
        media_type=upload.media_type,
        content=upload.content,
        comment=call.form.get("comment", ""),
    )
    return file


def _listed(call: Call, files: list[WikiFile]) -> Answer:
    shown = [content_shapes.file(call, one, frozenset({"version"})) for one in files]
    place = {"base": call.site, "context": call.context}
    return Answer(200, {"results": shown, "size": len(shown), "_links": place})


def put_data(call: Call) -> Answer:
    """The next version of one file, whatever the uploaded name is."""
    file = _of_page(call)
    uploads = _checked(call)
    _renewed(call, file, uploads[0])
    return Answer(200, content_shapes.alone(call, content_shapes.file(call, file, frozenset({"version"}))))


def _of_page(call: Call) -> WikiFile:
    page, file = call.page(call.path["id"]), call.file(call.path["file"])
    if file.page is not page:
        raise call.missing(file.id)
    return file


def download(call: Call) -> Answer:
    """To the media store."""
    file = _of_page(call)
    number = call.number("version", file.version)
    if not 1 <= number <= file.version:
        raise WikiError(400, f"Invalid version: {number}")
    return _elsewhere(call, file, number)


def _elsewhere(call: Call, file: WikiFile, number: int) -> Answer:
    origin = call.site.removesuffix(call.context)
    name = quote(file.title, safe="")
    place = f"{origin}/media/wiki/{file.file_id}/{number}/binary?token=sandbox-media&dl=true&name={name}"
    return Answer(302, None, {"location": place})


def download_link(call: Call) -> Answer:
    """The link that pages and answers carry: bytes on Data Center, in the cloud the media store again."""
    page = call.page(call.path["id"])
    file = call.wiki.file(page, call.path["name"])
    if file is None:
        raise call.missing(call.path["name"])
    number = call.number("version", file.version)
    if not 1 <= number <= file.version:
        raise call.missing(file.id)
    return _elsewhere(call, file, number) if call.cloud else _bytes(file, number)


def media(call: Call) -> Answer:
    """The media store: it trusts the address's own token, and wants no credentials."""
    found = next((one for one in call.wiki.files.values() if one.file_id == call.path["file"]), None)
    if found is None or call.argument("token") != "sandbox-media" or not call.path["version"].isdigit():
        raise WikiError(404, "Media not found")
    return _bytes(found, min(int(call.path["version"]) or 1, found.version))


def _bytes(file: WikiFile, number: int) -> Answer:
    content, media_type = file.contents[number - 1]
    name = quote(file.title, safe="")
    headers = {"content-type": media_type, "content-disposition": f"attachment; filename*=UTF-8''{name}"}
    return Answer(200, content, headers)
