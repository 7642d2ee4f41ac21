"""One run: everything that is measured, in an order that keeps the servers of one comparison together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.counterparts import COUNTERPARTS

from benchmarks import servers
from benchmarks.bytes import Listed, costs, listed
from benchmarks.cold_start import Starts, cold_starts, first_starts
from benchmarks.docs import campaign as docs
from benchmarks.machine import Machine, this_machine
from benchmarks.peers import MCP_ATLASSIAN, missing
from benchmarks.per_call import Pace, read
from benchmarks.plan import DOCS, RICH_TEXT, SERVERS, Place, Plan, Say
from benchmarks.rich_text.measure import RichText, measure
from benchmarks.sessions import Session, session
from benchmarks.trackers import Proxy, Tracker, backlot, counted, jira820, sandbox


@dataclass(slots=True)
class Results:
    """A part that was not asked for is empty."""

    machine: Machine
    plan: Plan
    starts: list[Starts] = field(default_factory=list)
    first_starts: list[Starts] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    listed: list[Listed] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    docs: docs.Docs | None = None
    rich_text: RichText | None = None
    left_out: list[str] = field(default_factory=list)


def run(plan: Plan, home: Path, say: Say) -> Results:
    results = Results(this_machine(), plan, left_out=missing())
    if RICH_TEXT in plan.parts:
        results.rich_text = measure(say)
    if SERVERS in plan.parts:
        _servers(results, home, say)
    if DOCS in plan.parts:
        results.docs = docs.measure(plan, home, say)
    return results


def _servers(results: Results, home: Path, say: Say) -> None:
    plan, has_peer = results.plan, MCP_ATLASSIAN.is_installed()
    with sandbox() as tracker, counted(tracker.url) as proxy:
        _start_and_lists(results, home, tracker, proxy, has_peer=has_peer, say=say)
        say("reads on the embedded company")
        results.places.append(_alone(plan, home, tracker, proxy))
    for name, open_tracker in (("backlot", backlot), ("jira820", jira820)):
        with _installed(name, open_tracker, home, results) as tracker_or_none:
            if tracker_or_none is not None:
                say(f"reads on {name}")
                _beside(results, home, tracker_or_none, has_peer=has_peer)


def _start_and_lists(
    results: Results, home: Path, tracker: Tracker, proxy: Proxy, *, has_peer: bool, say: Say
) -> None:
    plan, ours = results.plan, servers.ours(home, tracker)
    sdk = [servers.bare(home), ours]
    everybody = [*sdk, *([servers.peer(home, tracker.at(proxy.url))] if has_peer else [])]
    say("cold starts")
    results.starts = cold_starts(everybody, plan.starts)
    say("first starts, with nothing compiled")
    results.first_starts = first_starts(sdk, plan.first_starts, home)
    say("sessions and lists")
    results.sessions = [session(server, servers.GET_ISSUE) for server in sdk]
    results.listed = [listed(server) for server in everybody[1:]]


def _alone(plan: Plan, home: Path, tracker: Tracker, proxy: Proxy) -> Place:
    """Ours straight to the tracker; the proxy only counts beforehand."""
    found = costs(servers.ours(home, tracker.at(proxy.url)), proxy)
    asked = [servers.bare(home), servers.ours(home, tracker)]
    reads = [read(cost.what, asked, tracker, cost.sent, Pace(plan.rounds)) for cost in found]
    return Place(tracker.name, found, reads)


def _beside(results: Results, home: Path, tracker: Tracker, *, has_peer: bool) -> None:
    """Ours and the peer's through the same proxy, since the peer reaches a cloud only through one."""
    with counted(tracker.url) as proxy:
        behind = tracker.at(proxy.url)
        asked = [servers.ours(home, behind), *([servers.peer(home, behind)] if has_peer else [])]
        found = [costs(server, proxy) for server in asked]
        reads = [read(cost.what, asked, behind, cost.sent, Pace(results.plan.rounds)) for cost in found[0]]
        results.places.append(Place(tracker.name, [cost for each in found for cost in each], reads))
        if tracker.kind == "jira_cloud":
            results.sessions += [session(server, servers.GET_ISSUE) for server in asked[1:]]


Opener = Callable[[Path], AbstractContextManager[Tracker]]


@contextmanager
def _installed(name: str, opened: Opener, home: Path, results: Results) -> Iterator[Tracker | None]:
    if COUNTERPARTS[name].is_installed():
        with opened(home) as tracker:
            yield tracker
        return
    results.left_out.append(f"{name} is not installed, so nothing was compared on it: make counterparts")
    yield None
