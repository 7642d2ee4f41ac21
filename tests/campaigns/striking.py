"""What the fault proxy is told: the planned fate for the one write of each call, chance for what only reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.campaigns.plan import READ_FATES, TOKEN, Kind, Places, Planned, drawn

from narrowgate_sandbox import Fault

_MOVE = re.compile(r"/issue/([A-Z0-9]+-[0-9]+)/transitions\b")
_KEY = re.compile(rb'"key":\s*"([A-Z0-9]+-[0-9]+)"')
_READS_BY_POST = ("/search/jql", "/comment/list")


class Striking:
    """Decides in the proxy's thread; the counts are read when all is over."""

    def __init__(self, calls: Sequence[Planned], places: Places, seed: int) -> None:
        self._calls = {call.number: call for call in calls}
        self._movers = {places.own[call.number]: call for call in calls if call.kind is Kind.MOVE}
        self._linkers = {places.own[call.number]: call for call in calls if call.kind is Kind.LINK}
        self._chance = Random(seed)
        self.arrived: Counter[int] = Counter()
        self.forwarded: Counter[int] = Counter()
        self.reads: Counter[str] = Counter()

    def __call__(self, method: str, path: str, body: bytes) -> Fault | None:
        if method == "GET" or path.partition("?")[0].endswith(_READS_BY_POST):
            fate = drawn(READ_FATES, self._chance)
            self.reads[fate.name] += 1
            return fate.fault
        call = self._call(path, body)
        return None if call is None else self._struck(call)

    def _struck(self, call: Planned) -> Fault:
        """Only the first request is struck: whatever follows it is counted, and passes."""
        self.arrived[call.number] += 1
        first = self.arrived[call.number] == 1
        fault = call.fate.fault if first and call.fate.fault.for_s == 0 else Fault.PASS
        self.forwarded[call.number] += fault.forwarded
        return fault

    def _call(self, path: str, body: bytes) -> Planned | None:
        move = _MOVE.search(path)
        if move:
            return self._movers.get(move[1])
        if path.endswith("/issueLink"):
            keys = [key.decode() for key in _KEY.findall(body)]
            return next((self._linkers[key] for key in keys if key in self._linkers), None)
        token = TOKEN.search(body)
        return self._calls.get(int(token[1])) if token else None
