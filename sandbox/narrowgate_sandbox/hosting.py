"""Runs the company on a free loopback port, in a thread, for as long as a `with` block lasts."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from narrowgate_sandbox.app import create_app
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import fernwood
from narrowgate_sandbox.web import Seen

HOST = "127.0.0.1"
PATIENCE_S = 20.0
LAST_ANSWERS_S = 1.0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running company: `url` is its site and the tracker's address, without a slash at the end."""

    url: str
    company: Company
    requests: list[Seen]

    @property
    def gateway_url(self) -> str:
        """Where scoped tokens go."""
        return f"{self.url}/ex/jira/{self.company.cloud_id}"

    @property
    def wiki_url(self) -> str:
        """The wiki in the cloud."""
        return f"{self.url}/wiki"

    @property
    def wiki_gateway_url(self) -> str:
        """The wiki for scoped tokens."""
        return f"{self.url}/ex/confluence/{self.company.cloud_id}/wiki"

    @property
    def confluence_url(self) -> str:
        """The same wiki as a Data Center site."""
        return f"{self.url}/confluence"

    @property
    def slack_url(self) -> str:
        """What stands before `/api/METHOD` for the chat."""
        return f"{self.url}/slack"

    @property
    def slack_files_url(self) -> str:
        """The second host, which takes and gives the chat's files."""
        return f"{self.url}/slack-files"

    @classmethod
    @contextmanager
    def start(
        cls,
        company: Company | None = None,
        *,
        port: int = 0,
        around: Callable[[ASGIApp], ASGIApp] | None = None,
    ) -> Iterator[Sandbox]:
        """A fresh company, or yours; `around` may wrap the application, to watch or to disturb it."""
        owner = company if company is not None else fernwood()
        app = create_app(owner)
        with serving(around(app) if around else app, port) as url:
            yield cls(url, owner, app.state.requests)


def _listener(port: int) -> socket.socket:
    """Small pieces leave asyncio at once only on sockets that say they are TCP; on others every answer waits 40 ms."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((HOST, port))
    listener.listen()
    return listener


@contextmanager
def serving(app: ASGIApp, port: int = 0) -> Iterator[str]:
    """Any ASGI application on loopback; the address it has."""
    with _listener(port) as listener:
        server = _Server(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                date_header=False,
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            if not server.ready.wait(PATIENCE_S):
                raise RuntimeError("the sandbox did not start")
            yield f"http://{HOST}:{listener.getsockname()[1]}"
        finally:
            server.finish()
            thread.join(PATIENCE_S)


class _Server(uvicorn.Server):
    """Says when it listens, and ends as soon as it is told to: the usual one looks up every 0.1 s."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    def finish(self) -> None:
        if self.ready.is_set():
            self._loop.call_soon_threadsafe(self._over.set)

    async def main_loop(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self.ready.set()
        await self._over.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for one in sockets or []:
            one.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_ANSWERS_S):
                while self._busy():  # noqa: ASYNC110 - the server offers no event to wait for
                    await asyncio.sleep(0.001)

    def _busy(self) -> bool:
        return bool(self.server_state.connections or self.server_state.tasks)
