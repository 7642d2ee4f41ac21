"""Thousands of writes through every fault there is: `python -m tests.campaigns.faults --calls 5000 --deadline 1`.

Real server processes share one ledger, are killed and started again, and are asked twice by impatient clients. At the
end the tracker's own state is held against what the callers were told.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.campaigns.grounds import GROUNDS, Effects, Ground
from tests.campaigns.hosts import Host
from tests.campaigns.plan import FATES, Kind, Planned, Repeat, plan
from tests.campaigns.reckoning import Reckoned, Story, Told, Verdict, printed, problems, reckoned, told
from tests.campaigns.striking import Striking
from tests.issues.command import environment
from tests.issues.harness import Office, connected
from tests.issues.harness import environment as settings_of

from narrowgate_sandbox import FaultProxy

PATIENCE = 6
"""How often a client asks again that got no answer, or one that tells it to."""
PAGES, PAGES_AT_THE_END = 3, 500
"""The newest stand first: further pages cannot show what was made a moment ago."""
LOG = "hosts.log"
LOG_LINES = 20
"""At level error nothing is logged but what nobody expected."""


@dataclass(frozen=True, slots=True)
class Wishes:
    calls: int
    seed: int = 7
    deadline_s: float = 1.0
    hosts: int = 3
    in_flight: int = 16
    kill_every: int = 100
    target: str = "sandbox"


@dataclass
class Tally:
    """What happened beside the answers."""

    kills: int = 0
    lost: int = 0
    repeats: int = 0
    late: int = 0
    reads: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


@dataclass
class Campaign:
    wishes: Wishes
    ground: Ground
    proxy: FaultProxy
    office: Office
    home: Path
    hosts: list[Host] = field(default_factory=list)
    stories: list[Story] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self._chance = Random(self.wishes.seed + 1)
        self._turn = 0

    async def play(self, calls: Sequence[Planned]) -> None:
        self.hosts += [await self._new_host() for _ in range(self.wishes.hosts)]
        waiting = list(reversed(calls))

        async def client() -> None:
            while waiting:
                self.stories.append(await self._lived(waiting.pop()))

        clients = [asyncio.create_task(client()) for _ in range(self.wishes.in_flight)]
        try:
            await self._killing(clients)
        finally:
            for host in self.hosts:
                await host.close()

    async def _killing(self, clients: Sequence[asyncio.Task[None]]) -> None:
        """In turn, and always one that is at work; its successor stands by before."""
        due, running = self.wishes.kill_every, asyncio.gather(*clients)
        while not running.done():
            await asyncio.wait([running], timeout=0.05)
            if len(self.stories) >= due and not running.done():
                due += self.wishes.kill_every
                await self._replace(self.tally.kills % len(self.hosts))
        await running

    async def _replace(self, place: int) -> None:
        successor, old = await self._new_host(), self.hosts[place]
        self.hosts[place] = successor
        old.kill()
        await old.close()
        self.tally.kills += 1

    async def _new_host(self) -> Host:
        more = {
            "WRITES__ENABLED": "true",
            "LIMITS__DEADLINE_S": str(self.wishes.deadline_s),
            "LOGGING__LEVEL": "error",
            **self.ground.settings,
        }
        return await Host.start(environment(self.proxy.url, self.home, **more), self.home / LOG)

    def _host(self) -> Host:
        self._turn += 1
        return self.hosts[self._turn % len(self.hosts)]

    async def _lived(self, call: Planned) -> Story:
        story, arguments = Story(call), self._arguments(call)
        if call.fate.fault.for_s:
            self.proxy.next(call.fate.fault)
        story.told = await self._insisted(story, arguments, await self._first(call, arguments))
        if call.repeat is Repeat.AFTERWARDS and (call.named or story.ending is Verdict.UNKNOWN):
            again = [*story.told, await self._again(story, arguments)]
            story.told = await self._insisted(story, arguments, again)
        if story.ending is Verdict.UNKNOWN:
            story.found = await self.shown(story)
        return story

    async def _insisted(self, story: Story, arguments: Mapping[str, Any], answers: list[Told]) -> list[Told]:
        """An answer that was lost, or says that the call is still in flight, is made up for by the next one."""
        for _ in range(PATIENCE):
            story.told = answers
            if not _asks_again(story):
                break
            answers = [*filter(_is_final, answers), await self._again(story, arguments)]
        return answers

    async def _first(self, call: Planned, arguments: Mapping[str, Any]) -> list[Told]:
        """Twice at once: a named call at two processes, an unnamed one at the same."""
        first = self._host()
        if call.repeat is not Repeat.AT_ONCE:
            return [await self._asked(first, call, arguments)]
        self.tally.repeats += 1
        second = self._host() if call.named else first
        both = (self._asked(host, call, arguments) for host in (first, second))
        return list(await asyncio.gather(*both))

    async def _again(self, story: Story, arguments: Mapping[str, Any]) -> Told:
        """With the same arguments; sometimes with the request_id that the answer gave."""
        self.tally.repeats += 1
        known = next((one.request_id for one in reversed(story.told) if one.request_id), None)
        given = {"request_id": known} if known and self._chance.random() < 0.5 else {}
        return await self._asked(self._host(), story.call, {**arguments, **given})

    async def _asked(self, host: Host, call: Planned, arguments: Mapping[str, Any]) -> Told:
        answer = told(call.kind, await host.call(call.kind, arguments))
        self.tally.lost += answer.verdict is Verdict.LOST
        return answer

    def _arguments(self, call: Planned) -> dict[str, Any]:
        text = f"{call.token} through {call.fate.name}"
        target = self.ground.places.target(call)
        given: dict[Kind, dict[str, Any]] = {
            Kind.CREATE: {"project": self.ground.project, "type": "Task", "fields": {"title": text}},
            Kind.COMMENT: {"key": target, "body": text},
            Kind.MOVE: {"key": target, "to": "In Progress"},
            Kind.LINK: {"key": target, "relation": "blocks", "other": self.ground.places.hub},
        }
        return {**given[call.kind], **({"request_id": f"mine-{call.number}"} if call.named else {})}

    async def shown(self, story: Story, pages: int = PAGES) -> bool:
        """Whether the `next` that the caller was given shows the effect; asked without the proxy, page by page."""
        if story.pointer is None:
            return False
        tool, arguments = story.pointer["tool"], dict(story.pointer["arguments"])
        marks = {Kind.MOVE: "In Progress", Kind.LINK: f" {self.ground.places.hub} "}
        for _ in range(pages):
            result = await self.office.call(tool, **arguments)
            if marks.get(story.call.kind, story.call.token) in result.text:
                return True
            if "cursor" not in result.data:
                return False
            arguments["cursor"] = result.data["cursor"]
        return False


def _is_final(answer: Told) -> bool:
    return answer.verdict is not Verdict.LOST and answer.reason != "in_flight"


def _asks_again(story: Story) -> bool:
    """Until something is known, and while there is nothing to look with."""
    if story.ending in {Verdict.DONE, Verdict.RECONCILED}:
        return False
    if not all(map(_is_final, story.told)):
        return True
    return story.ending is Verdict.UNKNOWN and story.pointer is None


async def campaign(wishes: Wishes, home: Path) -> tuple[list[Reckoned], Tally, list[str]]:
    """The reckoning of every call, what happened beside, and what is wrong."""
    calls, begun = plan(wishes.calls, wishes.seed), time.monotonic()
    with GROUNDS[wishes.target](calls) as ground, FaultProxy.start(ground.url) as proxy:
        looking = settings_of(ground.url, home / "reader", **ground.settings)
        async with connected(ground.transport(), looking) as office:
            played = Campaign(wishes, ground, proxy, office, home)
            striking = Striking(calls, ground.places, wishes.seed)
            proxy.decides = striking
            await played.play(calls)
            effects = ground.count(calls)
            await _look_late(played, effects)
    played.tally.reads, played.tally.seconds = striking.reads, time.monotonic() - begun
    rows = reckoned(played.stories, effects, striking.forwarded)
    strays = [
        f"{effects[number]} belong to no call" for number in sorted(effects.keys() - set(range(wishes.calls)))
    ]
    logged = (home / LOG).read_text("utf-8").splitlines()
    return rows, played.tally, [*problems(rows), *strays, *logged[-LOG_LINES:]]


async def _look_late(played: Campaign, effects: Effects) -> None:
    """An effect may come after the look, as with a request that hung: `next` must show it then."""
    for story in played.stories:
        if story.ending is Verdict.UNKNOWN and not story.found and effects.get(story.call.number):
            story.found = await played.shown(story, PAGES_AT_THE_END)
            played.tally.late += story.found


def report(rows: Sequence[Reckoned], tally: Tally, wrong: Sequence[str]) -> str:
    hit = tally.reads.total() - tally.reads["pass"]
    duplicates = sum(max(0, row.effects - 1) for row in rows)
    beside = (
        f"{len(rows)} calls in {tally.seconds:.0f} s; {tally.kills} processes killed, {tally.lost} answers lost with "
        f"them; {tally.repeats} repeats; {hit} of {tally.reads.total()} reads hit; {tally.late} effects came after the look"
    )
    verdict = "FAILED" if wrong else "every effect belongs to one call, and every call was told the truth"
    summary = (
        f"effects {sum(row.effects for row in rows)}, duplicates {duplicates}, wrong {len(wrong)}: {verdict}"
    )
    lines = [printed(rows, [fate.name for fate in FATES]), "", *wrong, beside, summary]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--calls", type=int, default=5000)
    parser.add_argument("--deadline", type=float, default=1.0, help="limits.deadline_s, at least 1")
    parser.add_argument("--target", choices=sorted(GROUNDS), default="sandbox")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kill-every", type=int, default=100, help="finished calls between two kills")
    asked = parser.parse_args()
    wishes = Wishes(asked.calls, asked.seed, asked.deadline, kill_every=asked.kill_every, target=asked.target)
    with tempfile.TemporaryDirectory() as home:
        rows, tally, wrong = asyncio.run(campaign(wishes, Path(home)))
    print(report(rows, tally, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
