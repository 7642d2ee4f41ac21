"""A Mattermost server of our own making, after its published description and what its source shows: none can be installed.

It answers what the adapter asks, and refuses what the vendor would. `tests/vendor_mattermost_contract.py` holds both
sides against the published description.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect
from tests.chat.mattermost_pings import pinged
from tests.chat.mattermost_state import Json, Listener, Refused, Server, new_id

from narrowgate_sandbox.hosting import HOST, _listener, _Server

V4 = "/api/v4"
Handler = Callable[[Server, Request, str], Awaitable[Any]]


def fernwood_chat() -> Server:
    """A small company: `agent` is the account under test."""
    server = Server()
    agent = server.add_user("agent", bot=True)["id"]
    ann = server.add_user("ann.berg", first="Ann", last="Berg")["id"]
    ben = server.add_user("ben", first="Ben", last="Ode")["id"]
    everybody = (agent, ann, ben)
    server.add_channel("town-square", "O", everybody)
    server.add_channel("releases", "O", everybody, header="What goes out, and when")
    server.add_channel("lobby", "O", (ann,))
    server.add_channel("secret", "P", (ann, ben))
    server.add_channel("core", "P", everybody)
    server.add_channel("old", "O", everybody, delete_at=server.now())
    server.add_channel("partners", "O", everybody, shared=True)
    server.add_channel("0123456789abcdef0123456789abcdef01234567", "G", everybody)
    return server


def refused(error: Refused) -> JSONResponse:
    shape = {
        "id": error.word, "message": error.message, "detailed_error": "SELECT secret FROM sessions",
        "request_id": new_id(), "status_code": error.status,
    }  # fmt: skip
    return JSONResponse(shape, error.status)


def app_of(server: Server) -> ASGIApp:
    def answering(handler: Handler, status: int) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            server.asked.append(f"{request.method} {request.url.path}")
            if server.limited:
                server.limited -= 1
                headers = {
                    "X-RateLimit-Limit": "10",
                    "X-RateLimit-Remaining": "0",
                    "X-RateLimit-Reset": "1",
                    "Retry-After": "1",
                }
                return Response("limit exceeded", 429, headers)
            user = server.tokens.get(request.headers.get("authorization", "").removeprefix("Bearer "))
            try:
                found = await handler(server, request, _known(user))
            except Refused as error:
                return refused(error)
            return found if isinstance(found, Response) else JSONResponse(found, status)

        return answer

    async def live(socket: WebSocket) -> None:
        user = server.tokens.get(socket.headers.get("authorization", "").removeprefix("Bearer "))
        if user is None:
            await socket.close(4001)
            return
        await socket.accept()
        listener = Listener(user, asyncio.get_running_loop())
        server.listeners.append(listener)
        server.heard.set()
        listener.tell({"event": "hello", "data": {"connection_id": new_id()}, "broadcast": {}})
        await _tell(socket, listener)
        server.listeners.remove(listener)
        server.left.set()

    routes = [
        Route(V4 + path, answering(handler, status), methods=[method])
        for method, path, handler, status in ROUTES
    ]
    return Starlette(routes=[*routes, WebSocketRoute(f"{V4}/websocket", live)])


async def _tell(socket: WebSocket, listener: Listener) -> None:
    async def left() -> None:
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_text()
        listener.tell(None)

    watching = asyncio.create_task(left())
    with suppress(RuntimeError, WebSocketDisconnect):
        while (event := await listener.queue.get()) is not None:
            await socket.send_json(event)
        await socket.close()
    watching.cancel()


def _known(user: str | None) -> str:
    if user is None:
        raise Refused(401, "api.context.session_expired.app_error")
    return user


# --- people and teams


async def _me(server: Server, _request: Request, user: str) -> Json:
    return server.users[user]


def _user_by(field_name: str, parameter: str) -> Handler:
    async def find(server: Server, request: Request, _user: str) -> Json:
        for each in server.users.values():
            if each[field_name] == request.path_params[parameter]:
                return each
        raise Refused(404, "app.user.missing_account.const")

    return find


async def _users(server: Server, request: Request, _user: str) -> list[Json]:
    return [server.users[each] for each in await request.json() if each in server.users]


async def _search_users(server: Server, request: Request, _user: str) -> list[Json]:
    body = await request.json()
    fields = ("username", "first_name", "last_name", "email")
    term = body["term"].lower()
    found = [each for each in server.users.values() if any(term in each[name].lower() for name in fields)]
    return found[: body.get("limit", 100)]


async def _team(server: Server, request: Request, _user: str) -> Json:
    if next(iter(request.path_params.values())) not in (server.team["id"], server.team["name"]):
        raise Refused(404, "app.team.get_by_name.missing.app_error")
    return server.team


# --- channels


async def _my_channels(server: Server, _request: Request, user: str) -> list[Json]:
    return [
        each
        for each in server.channels.values()
        if user in server.members[each["id"]] and not each["delete_at"]
    ]


async def _public_channels(server: Server, request: Request, _user: str) -> list[Json]:
    found = [each for each in server.channels.values() if each["type"] == "O" and not each["delete_at"]]
    return _paged(request, found)


async def _channel(server: Server, request: Request, user: str) -> Json:
    return server.readable(request.path_params["id"], user)


async def _channel_named(server: Server, request: Request, user: str) -> Json:
    for each in server.channels.values():
        hidden = each["type"] != "O" and user not in server.members[each["id"]]
        if each["name"] == request.path_params["name"] and not hidden:
            return each
    raise Refused(404, "app.channel.get_by_name.missing.app_error")


async def _direct(server: Server, request: Request, _user: str) -> Json:
    one, other = await request.json()
    if other not in server.users:
        raise Refused(400, "api.context.invalid_body_param.app_error")
    return server.direct(one, other)


# --- posts


async def _send(server: Server, request: Request, user: str) -> Json:
    return server.post(user, await request.json())


def _found_post(server: Server, request: Request, user: str) -> Json:
    post = server.posts.get(request.path_params["id"])
    if post is None or post["delete_at"]:
        raise Refused(404, "app.post.get.app_error")
    server.readable(post["channel_id"], user)
    return post


async def _post(server: Server, request: Request, user: str) -> Json:
    return server.shown(_found_post(server, request, user))


async def _patch(server: Server, request: Request, user: str) -> Json:
    post, body = _found_post(server, request, user), await request.json()
    if post["user_id"] != user:
        raise Refused(403, "api.context.permissions.app_error")
    post["message"] = body["message"]
    post["edit_at"] = post["update_at"] = server.now()
    server.pings[post["id"]] = pinged(post["message"])
    server.tell("post_edited", post)
    return server.shown(post)


async def _posts(server: Server, request: Request, user: str) -> Json:
    channel, asked = server.readable(request.path_params["id"], user)["id"], request.query_params
    if "since" in asked:
        since = [each for each in server.ordered(channel) if each["update_at"] > int(asked["since"])]
        return server.listing(since[:1000])
    if "after" in asked:
        return server.listing(_paged(request, list(server.after(channel, asked["after"])))[::-1])
    if "before" in asked:
        return server.listing(_paged(request, list(server.before(channel, asked["before"]))))
    return server.listing(_paged(request, server.ordered(channel)))


def _paged(request: Request, found: list[Json]) -> list[Json]:
    size = min(int(request.query_params.get("per_page", 60)), 200)
    start = int(request.query_params.get("page", 0)) * size
    return found[start : start + size]


async def _thread(server: Server, request: Request, user: str) -> Json:
    """Down from a place, which is a time and an id; the root is in every answer."""
    post, asked = _found_post(server, request, user), request.query_params
    root = server.posts[post["root_id"] or post["id"]]
    replies = [each for each in server.ordered(root["channel_id"]) if each["root_id"] == root["id"]]
    replies.sort(key=lambda each: (each["create_at"], each["id"]))
    if "fromCreateAt" in asked:
        start = int(asked["fromCreateAt"]), asked.get("fromPost", "")
        replies = [each for each in replies if (each["create_at"], each["id"]) > start]
    size = int(asked.get("perPage", 0)) or len(replies) + 1
    return server.listing([root, *replies[:size]], has_next=len(replies) > size)


async def _react(server: Server, request: Request, user: str) -> Json:
    body = await request.json()
    post = server.posts[body["post_id"]]
    if body["user_id"] != user:
        raise Refused(403, "api.context.permissions.app_error")
    for each in post["reactions"]:
        if (each["user_id"], each["emoji_name"]) == (user, body["emoji_name"]):
            return dict(each)
    made = {**body, "create_at": server.now()}
    post["reactions"].append(made)
    return made


async def _search(server: Server, request: Request, user: str) -> Json:
    """The database's own search: every word, the filters the adapter uses, one page."""
    body = await request.json()
    words = body["terms"].split()
    filters = dict(
        word.split(":", 1) for word in words if word.split(":")[0] in {"in", "from", "after", "before"}
    )
    plain = [word.strip('"').lower() for word in words if word.split(":")[0] not in filters]
    found = [
        each
        for channel in server.channels
        if user in server.members[channel]
        for each in server.ordered(channel)
        if all(word in each["message"].lower() for word in plain) and _passes(server, each, filters)
    ]
    return {**server.listing(found if body.get("page", 0) == 0 else []), "matches": None}


def _passes(server: Server, post: Json, filters: dict[str, str]) -> bool:
    name = server.channels[post["channel_id"]]["name"]
    author = server.users[post["user_id"]]["username"]
    return bool(filters.get("in", name) == name) and bool(filters.get("from", author) == author)


# --- files


async def _upload(server: Server, request: Request, user: str) -> Json:
    async with request.form() as form:
        return await _kept(server, form, user)


async def _kept(server: Server, form: FormData, user: str) -> Json:
    server.readable(str(form["channel_id"]), user)
    infos = []
    for part in form.values():
        if isinstance(part, str):
            continue
        content = await part.read()
        at = server.now()
        info = {
            "id": new_id(), "user_id": user, "post_id": "", "create_at": at, "update_at": at, "delete_at": 0,
            "name": part.filename, "extension": str(part.filename).rpartition(".")[2], "size": len(content),
            "mime_type": part.content_type, "has_preview_image": False,
        }  # fmt: skip
        server.files[str(info["id"])] = info, content
        infos.append(info)
    return {"file_infos": infos, "client_ids": []}


async def _files(server: Server, request: Request, user: str) -> list[Json]:
    return [server.files[each][0] for each in _found_post(server, request, user)["file_ids"]]


async def _download(server: Server, request: Request, _user: str) -> Response:
    info, content = server.files[request.path_params["id"]]
    return Response(content, media_type=info["mime_type"])


ROUTES: tuple[tuple[str, str, Handler, int], ...] = (
    ("GET", "/users/me", _me, 200),
    ("GET", "/users/username/{name}", _user_by("username", "name"), 200),
    ("GET", "/users/email/{address}", _user_by("email", "address"), 200),
    ("POST", "/users/ids", _users, 200),
    ("POST", "/users/search", _search_users, 200),
    ("GET", "/users/me/teams/{team}/channels", _my_channels, 200),
    ("GET", "/users/{id}", _user_by("id", "id"), 200),
    ("GET", "/teams/name/{name}", _team, 200),
    ("GET", "/teams/{id}", _team, 200),
    ("GET", "/teams/{team}/channels", _public_channels, 200),
    ("GET", "/teams/{team}/channels/name/{name}", _channel_named, 200),
    ("POST", "/teams/{team}/posts/search", _search, 200),
    ("POST", "/channels/direct", _direct, 201),
    ("GET", "/channels/{id}", _channel, 200),
    ("GET", "/channels/{id}/posts", _posts, 200),
    ("POST", "/posts", _send, 201),
    ("GET", "/posts/{id}", _post, 200),
    ("PUT", "/posts/{id}/patch", _patch, 200),
    ("GET", "/posts/{id}/thread", _thread, 200),
    ("GET", "/posts/{id}/files/info", _files, 200),
    ("POST", "/reactions", _react, 201),
    ("POST", "/files", _upload, 201),
    ("GET", "/files/{id}", _download, 200),
)


@dataclass(frozen=True)
class Running:
    url: str
    server: Server
    problems: list[str] = field(default_factory=list)


@contextmanager
def running(
    server: Server | None = None, around: Callable[[ASGIApp], ASGIApp] | None = None
) -> Iterator[Running]:
    """On a free loopback port, in a thread, websockets included."""
    owner = server or fernwood_chat()
    app = app_of(owner)
    with _listener(0) as listener:
        config = uvicorn.Config(
            around(app) if around else app, loop="asyncio", http="h11", ws="websockets-sansio", lifespan="off",
            log_config=None, access_log=False,
        )  # fmt: skip
        host = _Server(config)
        thread = threading.Thread(target=host.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        assert host.ready.wait(20)
        try:
            yield Running(f"http://{HOST}:{listener.getsockname()[1]}", owner)
        finally:
            owner.drop_listeners()
            host.finish()
            thread.join(20)
