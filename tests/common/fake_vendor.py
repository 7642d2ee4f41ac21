"""A notice board with an HTTP interface, and one small tool of each operation for it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field
from starlette.applications import Starlette
from starlette.requests import Request as Asked
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as Path_
from starlette.types import ASGIApp, Receive, Scope, Send

from narrowgate_common.arguments import Arguments
from narrowgate_common.errors import Category, GatewayError, bad_input, configuration_error, not_found
from narrowgate_common.ledger import Entry
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Sender
from narrowgate_common.replies import Reply
from narrowgate_common.routes import FilePart, Request, Route
from narrowgate_common.tools import Data, Rendering, Tool
from narrowgate_sandbox.hosting import serving

# --- the vendor


@dataclass
class Board:
    """What the vendor knows, and the headers of every request that reached it."""

    notes: list[dict[str, Any]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    keys: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What was added under a key of the vendor's: the same key is the same note."""
    headers: list[dict[str, str]] = field(default_factory=list)
    pinned: dict[str, Any] = field(default_factory=lambda: {"id": "1", "text": "old", "version": 1})
    on_request: Callable[[], None] = lambda: None
    """What happens in the world while a request is being answered."""

    def clear(self) -> None:
        self.__init__()  # type: ignore[misc]

    @property
    def texts(self) -> list[str]:
        return [note["text"] for note in self.notes]


def board_app(board: Board) -> ASGIApp:
    async def read(_asked: Asked) -> Response:
        return JSONResponse(board.pinned)

    async def replace(asked: Asked) -> Response:
        wanted = await asked.json()
        if wanted.get("version") not in (None, board.pinned["version"]):
            return JSONResponse({"message": "stale"}, 409)
        board.pinned |= {"text": wanted["text"], "version": board.pinned["version"] + 1}
        return JSONResponse(board.pinned)

    async def add(asked: Asked) -> Response:
        board.notes.append({"id": str(len(board.notes) + 1), **await asked.json()})
        return JSONResponse(board.notes[-1], 201)

    async def add_once(asked: Asked) -> Response:
        key = asked.path_params["key"]
        if key not in board.keys:
            board.notes.append({"id": str(len(board.notes) + 1), **await asked.json()})
            board.keys[key] = board.notes[-1]
        return JSONResponse(board.keys[key], 200)

    async def find(asked: Asked) -> Response:
        stamp = asked.query_params.get("stamp")
        return JSONResponse({"notes": [note for note in board.notes if note["stamp"] == stamp]})

    async def label(asked: Asked) -> Response:
        board.labels.append((await asked.json())["label"])
        return Response(status_code=204)

    async def upload(asked: Asked) -> Response:
        board.notes.append({"id": "f", "text": (await asked.body()).decode("latin-1"), "stamp": ""})
        return JSONResponse([{"id": "f"}], 200)

    async def file(asked: Asked) -> Response:
        return Response(b"x" * int(asked.path_params["size"]), media_type="application/octet-stream")

    app = Starlette(
        routes=[
            Path_("/api/notes/{id}", read, methods=["GET"]),
            Path_("/api/notes/{id}", replace, methods=["PUT"]),
            Path_("/api/notes", add, methods=["POST"]),
            Path_("/api/keyed/{key}", add_once, methods=["PUT"]),
            Path_("/api/notes", find, methods=["GET"]),
            Path_("/api/labels", label, methods=["POST"]),
            Path_("/api/files", upload, methods=["POST"]),
            Path_("/api/files/{size}", file, methods=["GET"]),
        ]
    )

    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        board.on_request()
        board.headers.append({name.decode(): value.decode("latin-1") for name, value in scope["headers"]})
        await app(scope, receive, send)

    return noting


@dataclass(frozen=True)
class Vendor:
    url: str
    board: Board

    @classmethod
    @contextmanager
    def start(cls) -> Iterator[Vendor]:
        board = Board()
        with serving(board_app(board)) as url:
            yield cls(url, board)


# --- what the adapter may ask

READ_NOTE = Route("read_note", Operation.READ, "GET", "/api/notes/{id}")
FIND_NOTES = Route("find_notes", Operation.READ, "GET", "/api/notes", query=frozenset({"stamp"}))
GET_FILE = Route("get_file", Operation.READ, "GET", "/api/files/{size}", answers="bytes")
LISTEN = Route(
    "listen", Operation.READ, "GET", "/api/live", query=frozenset({"connection_id"}), answers="websocket"
)
SET_NOTE = Route("set_note", Operation.REPLACE, "PUT", "/api/notes/{id}")
ADD_NOTE = Route("add_note", Operation.APPEND, "POST", "/api/notes")
ADD_KEYED = Route("add_keyed", Operation.APPEND, "PUT", "/api/keyed/{key}")
ADD_LABEL = Route("add_label", Operation.APPEND, "POST", "/api/labels", answers="nothing")
ADD_FILE = Route(
    "add_file", Operation.APPEND, "POST", "/api/files", headers=(("X-Atlassian-Token", "no-check"),)
)
ROUTES = frozenset(
    {READ_NOTE, FIND_NOTES, GET_FILE, LISTEN, SET_NOTE, ADD_NOTE, ADD_KEYED, ADD_LABEL, ADD_FILE}
)

READ = Request(READ_NOTE, {"id": "1"})
REPLACE = Request(SET_NOTE, {"id": "1"}, json={"text": "new"})
GUARDED = Request(SET_NOTE, {"id": "1"}, json={"text": "new", "version": 1}, guarded=True)
APPEND = Request(ADD_NOTE, json={"text": "hello", "stamp": "s"})
KEYED = Request(ADD_KEYED, {"key": "k"}, json={"text": "hello", "stamp": "s"}, keyed=True)
UPLOAD = Request(ADD_FILE, file=FilePart("a.txt", b"content"))


def explain(_request: Request, reply: Reply) -> GatewayError:
    if reply.status == 401:
        return configuration_error("The board rejects the credential", reason="credential_rejected")
    if reply.status == 404:
        return not_found("That note")
    reason = "stale_version" if reply.status == 409 else "refused"
    return bad_input("The board refused it", reason=reason, details=[str(reply.known("message") or "")])


# --- the tools


@dataclass(frozen=True)
class Desk:
    sender: Sender
    entry: Entry | None

    @property
    def stamp(self) -> str:
        return self.entry.stamp if self.entry else ""


class ReadNote(Arguments):
    id: str = "1"


class SetNote(Arguments):
    text: str
    version: int | None = None


class AddNote(Arguments):
    text: str
    label: str | None = None
    request_id: Annotated[str, Field(max_length=128)] | None = None


async def read_note(arguments: ReadNote, desk: Desk) -> Data:
    note = (await desk.sender.send(Request(READ_NOTE, {"id": arguments.id}))).json
    return {"id": note["id"], "untrusted": {"text": note["text"]}}


async def set_note(arguments: SetNote, desk: Desk) -> Data:
    body = arguments.model_dump()
    request = Request(SET_NOTE, {"id": "1"}, json=body, guarded=arguments.version is not None)
    return {"id": (await desk.sender.send(request)).json["id"], "applied": ["text"]}


async def add_note(arguments: AddNote, desk: Desk) -> Data:
    """Sent once under a stamp; looked for when the answer is lost; a label is a second effect."""
    try:
        body = {"text": arguments.text, "stamp": desk.stamp}
        note = (await desk.sender.send(Request(ADD_NOTE, json=body))).json
        found = {}
    except GatewayError as error:
        if error.outcome != "unknown":
            raise
        note, found = await look(desk), {"reconciled": True}
    if arguments.label is not None:
        await desk.sender.send(Request(ADD_LABEL, json={"label": arguments.label}))
    return {"id": note["id"], "applied": ["text"], **found}


async def post_note(arguments: AddNote, desk: Desk) -> Data:
    """Sent under a key of the vendor's, in several steps where the text has several lines."""
    ids = [
        (await desk.sender.send(keyed_note(desk.stamp, number, line, keyed=True))).json["id"]
        for number, line in enumerate(arguments.text.splitlines())
    ]
    return {"id": ids[0], "applied": ["text"]}


async def post_blindly(arguments: AddNote, desk: Desk) -> Data:
    """The same at a vendor that does not know a key again, and without a way to look."""
    note = (await desk.sender.send(keyed_note(desk.stamp, 0, arguments.text, keyed=False))).json
    return {"id": note["id"], "applied": ["text"]}


def keyed_note(stamp: str, number: int, text: str, *, keyed: bool) -> Request:
    step = f"line {number}"
    return Request(ADD_KEYED, {"key": f"{stamp}-{number}"}, json={"text": text}, step=step, keyed=keyed)


async def look(desk: Desk) -> dict[str, Any]:
    seen = (await desk.sender.send(Request(FIND_NOTES, query={"stamp": desk.stamp}))).json["notes"]
    if not seen:
        raise GatewayError(
            Category.UPSTREAM_ERROR,
            "It is not known whether the note was added",
            reason="answer_lost",
            outcome="unknown",
            next_call={"tool": "read_note", "arguments": {"id": "1"}},
        )
    if desk.entry is not None:
        desk.entry.received(ADD_NOTE.name, {"status": 201, "body": json.dumps(seen[0])})
    return dict(seen[0])


def rendered(data: Data) -> Rendering:
    notes = [word for word in ("repeated", "reconciled") if data.get(word)]
    return Rendering(" ".join(["note", str(data["id"]), *notes]), data.get("untrusted", {}).get("text", ""))


RESULT = {
    "id": "string",
    "applied": "array",
    "reconciled": "boolean",
    "repeated": "boolean",
    "request_id": "string",
    "untrusted": "object",
}


def a_tool(
    name: str,
    operation: Operation,
    arguments: type[Arguments],
    function: Callable[[Any, Desk], Awaitable[Data]],
    **more: Any,
) -> Tool[Desk]:
    return Tool(name, name, f"Does {name}.", operation, arguments, RESULT, function, rendered, (), **more)


READ_TOOL = a_tool("read_note", Operation.READ, ReadNote, read_note)
REPLACE_TOOL = a_tool("set_note", Operation.REPLACE, SetNote, set_note, target=lambda _: "note 1")
APPEND_TOOL = a_tool("add_note", Operation.APPEND, AddNote, add_note, made="id")
KEYED_TOOL = a_tool("post_note", Operation.APPEND, AddNote, post_note, made="id")
BLIND_TOOL = a_tool("post_blindly", Operation.APPEND, AddNote, post_blindly, made="id")
TOOLS = (READ_TOOL, REPLACE_TOOL, APPEND_TOOL)
