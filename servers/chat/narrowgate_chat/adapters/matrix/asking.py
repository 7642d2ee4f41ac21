"""One request of a declared route, and the JSON that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrowgate_common.outbound import Sender
from narrowgate_common.routes import QueryValue, Request, Route


class Asking:
    """All of one call that leaves, except streams."""

    def __init__(self, sender: Sender) -> None:
        self.sender = sender

    async def json(
        self,
        route: Route,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, QueryValue] | None = None,
        *,
        body: Any = None,
        step: str | None = None,
        keyed: bool = False,
    ) -> Any:
        request = Request(route, path or {}, query or {}, json=body, step=step, keyed=keyed)
        return (await self.sender.send(request)).json
