"""Runs the company on a free loopback port, in a thread, for as long as a `with` block lasts."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import fernwood
from narrowgate_sandbox.jira.app import Seen, create_app

HOST = "127.0.0.1"
START_S = 20.0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running company: `url` is the tracker's site, without a slash at the end."""

    url: str
    company: Company
    requests: list[Seen]

    @property
    def gateway_url(self) -> str:
        """Where scoped tokens go."""
        return f"{self.url}/ex/jira/{self.company.cloud_id}"

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


@contextmanager
def serving(app: ASGIApp, port: int = 0) -> Iterator[str]:
    """Any ASGI application on loopback; the address it has."""
    with socket.create_server((HOST, port)) as listener:
        server = _Server(
            uvicorn.Config(
                app,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=1,
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            if not server.ready.wait(START_S):
                raise RuntimeError("the sandbox did not start")
            yield f"http://{HOST}:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(START_S)


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.ready.set()
