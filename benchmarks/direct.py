"""The requests that a server sends, sent by httpx in this process: what a read costs without any server."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from types import TracebackType
from typing import Protocol, Self

import httpx

from benchmarks.counting_proxy import Arrival

_JSON = {"Accept": "application/json"}
_NUMBERED = re.compile(r'"version":\{"number":[0-9]{1,9}')
"""Of a write that names the version it makes; within a JSON string the quotes would be escaped."""


class Site(Protocol):
    """Where requests go, and who asks."""

    @property
    def url(self) -> str: ...
    @property
    def account(self) -> str: ...
    @property
    def token(self) -> str: ...


class Direct:
    """One client, and so one connection, for as long as the block lasts."""

    def __init__(self, site: Site, sent: Sequence[Sequence[Arrival]]) -> None:
        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(
            base_url=site.url, trust_env=False, auth=(site.account, site.token), headers=_JSON
        )
        self._sent = sent

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.run(self._client.aclose())
        self._runner.close()

    def times(self, calls: int) -> list[float]:
        """In seconds, each from the first request to the last complete answer."""
        return self._runner.run(self._times(calls))

    async def _times(self, calls: int) -> list[float]:
        found = []
        for sent in islice(cycle(self._sent), calls):
            call = [await self._current(each, sent) for each in sent]
            began = time.perf_counter()
            for asked in call:
                await self._send(asked)
            found.append(time.perf_counter() - began)
        return found

    async def _current(self, asked: Arrival, call: Sequence[Arrival]) -> Arrival:
        """A write that names the version it makes, with the one that is next now; all else as it was sent."""
        if _NUMBERED.search(asked.body) is None:
            return asked
        path = asked.target.partition("?")[0]
        look = next(each for each in call if each.method == "GET" and each.target.partition("?")[0] == path)
        stands = (await self._client.get(look.target)).raise_for_status().json()["version"]["number"]
        return replace(asked, body=_NUMBERED.sub(f'"version":{{"number":{stands + 1}', asked.body, count=1))

    async def _send(self, asked: Arrival) -> None:
        headers = {"Content-Type": "application/json"} if asked.body else {}
        answer = await self._client.request(
            asked.method, asked.target, content=asked.body or None, headers=headers
        )
        if answer.status_code != asked.status:
            raise httpx.HTTPStatusError(f"{answer.status_code}", request=answer.request, response=answer)
