"""The files' own host: takes the bytes of uploads, and gives files to those who bring their token."""

from __future__ import annotations

from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from narrowgate_sandbox.company.chat_records import ChatFile
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.slack.arguments import Arguments
from narrowgate_sandbox.slack.authentication import bearer, identify
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.files import readable
from narrowgate_sandbox.web import Answer, Endpoint, media_type, response

_HTML = {"content-type": "text/html; charset=utf-8"}
_LOGIN = (
    '<!DOCTYPE html><html lang="en-US"><head><title>Sign in | Slack</title></head>'
    "<body><h1>Sign in to your workspace</h1><form></form></body></html>"
)
LOGIN = Answer(200, _LOGIN.encode(), _HTML)
"""What those get who bring no token or one that does not do: the vendor leads to its login page."""


def upload(company: Company) -> Endpoint:
    """Raw bytes, or a form with one file; as many bytes as were announced. The address is the permission."""

    async def endpoint(request: Request) -> Response:
        file = company.chat.uploads.get(request.path_params["secret"])
        if file is None:
            return Response("Upload not found", 404)
        content = await _bytes(request)
        if len(content) != file.length:
            return Response(f"length mismatch: {len(content)} of {file.length}", 400)
        file.content = content
        return Response(f"OK - {len(content)}", 200, {"content-type": "text/plain"})

    return endpoint


async def _bytes(request: Request) -> bytes:
    if media_type(request) != "multipart/form-data":
        return await request.body()
    async with request.form() as form:
        parts = [one for _, one in form.multi_items() if isinstance(one, UploadFile)]
        return await parts[0].read() if parts else b""


def download(company: Company, *, moves: bool = True) -> Endpoint:
    """`moves`: the chat's temper may send to another address on the same host first."""

    async def endpoint(request: Request) -> Response:
        file = _found(company, request)
        if file is None or file.content is None:
            return response(LOGIN)
        if moves and company.chat.temper.files_move:
            place = request.url.path.replace("/files-pri/", "/cdn/", 1)
            return Response(None, 302, {"location": f"{request.url.scheme}://{request.url.netloc}{place}"})
        return Response(file.content, 200, _headers(file, attached="/download/" in request.url.path))

    return endpoint


def _found(company: Company, request: Request) -> ChatFile | None:
    try:
        token = identify(company, bearer(request))
    except SlackError:
        return None
    file = company.chat.files.get(request.path_params["place"].partition("-")[2])
    call = Call(company, token, "", Arguments({}), "")
    allowed = file is not None and "files:read" in token.scopes and readable(call, file)
    return file if allowed else None


def _headers(file: ChatFile, *, attached: bool) -> dict[str, str]:
    said = {"content-type": file.media_type}
    named = f"attachment; filename*=UTF-8''{quote(file.name, safe='')}"
    return said | ({"content-disposition": named} if attached else {})
