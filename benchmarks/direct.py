"""The requests that a server sends, sent by httpx in this process: what a read costs without any server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import cycle, islice
from types import TracebackType
from typing import Self

import httpx

from benchmarks.counting_proxy import Arrival
from benchmarks.trackers import Tracker

_JSON = {"Accept": "application/json"}


class Direct:
    """One client, and so one connection, for as long as the block lasts."""

    def __init__(self, tracker: Tracker, sent: Sequence[Sequence[Arrival]]) -> None:
        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(
            base_url=tracker.url, trust_env=False, auth=(tracker.account, tracker.token), headers=_JSON
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
        for call in islice(cycle(self._sent), calls):
            began = time.perf_counter()
            for asked in call:
                await self._send(asked)
            found.append(time.perf_counter() - began)
        return found

    async def _send(self, asked: Arrival) -> None:
        headers = {"Content-Type": "application/json"} if asked.body else {}
        answer = await self._client.request(
            asked.method, asked.target, content=asked.body or None, headers=headers
        )
        answer.raise_for_status()
