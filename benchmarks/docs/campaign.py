"""What is measured of the docs server, in an order that keeps the servers of one comparison together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.counterparts import COUNTERPARTS

from benchmarks.bytes import Listed, costs, listed
from benchmarks.cold_start import Starts, cold_starts, first_starts
from benchmarks.docs import servers
from benchmarks.docs.edits import WORDS, with_our_edits, with_peers_edits
from benchmarks.docs.planted_wiki import READERS
from benchmarks.docs.servers import EDIT, GET_PAGE, KB, MB, READ, SIZES
from benchmarks.docs.wikis import Company, Wiki, backlot, company
from benchmarks.peers import MCP_ATLASSIAN
from benchmarks.per_call import Pace, read
from benchmarks.plan import Place, Plan, Say
from benchmarks.servers import Server
from benchmarks.sessions import Session, session
from benchmarks.trackers import counted

_LARGEST_ROUNDS = 3


@dataclass(slots=True)
class Docs:
    starts: list[Starts] = field(default_factory=list)
    first_starts: list[Starts] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)
    large_sessions: list[Session] = field(default_factory=list)
    """In which the page of 1 MB was read."""
    listed: list[Listed] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def measure(plan: Plan, home: Path, say: Say) -> Docs:
    results = Docs()
    with company() as wikis:
        _start_and_lists(results, plan, home, wikis, say)
        say("docs: usual pages of the embedded company")
        results.places += [_alone(plan, home, wikis.cloud), _beside(plan, home, wikis.data_center)]
    _on_backlot(results, plan, home, say)
    with company(tuple(SIZES)) as wikis:
        say("docs: large pages of the embedded company")
        results.places += [_alone(plan, home, wikis.cloud), _beside(plan, home, wikis.data_center)]
        results.large_sessions = [session(each, READ[MB]) for each in _everybody(home, wikis.data_center)]
    return results


def _start_and_lists(results: Docs, plan: Plan, home: Path, wikis: Company, say: Say) -> None:
    sdk = [servers.bare(home), servers.ours(home, wikis.cloud)]
    peers = _peers(home, wikis.data_center)
    say("docs: cold starts")
    results.starts = cold_starts([*sdk, *peers], plan.starts)
    say("docs: first starts, with nothing compiled")
    results.first_starts = first_starts(sdk, plan.first_starts, home)
    say("docs: sessions and lists")
    results.sessions = [session(each, GET_PAGE) for each in [*sdk, *peers]]
    results.listed = [listed(each) for each in [*servers.listings(home, wikis.cloud), *peers]]


def _peers(home: Path, wiki: Wiki) -> list[Server]:
    return [servers.peer(home, wiki)] if MCP_ATLASSIAN.is_installed() else []


def _everybody(home: Path, wiki: Wiki) -> list[Server]:
    return [servers.bare(home), servers.ours(home, wiki), *_peers(home, wiki)]


def _alone(plan: Plan, home: Path, wiki: Wiki) -> Place:
    """Ours straight to the wiki; the proxy only counts beforehand."""
    asked = [servers.bare(home), with_our_edits(servers.ours(home, wiki), wiki)]
    with counted(wiki.url) as proxy:
        counting = servers.ours(home, wiki.at(proxy.url))
        found = costs(replace(counting, asks=asked[1].asks), proxy)
    reads = [read(cost.what, asked, wiki, cost.sent, _pace(cost.what, plan)) for cost in found]
    return Place(wiki.name, found, reads)


def _beside(plan: Plan, home: Path, wiki: Wiki) -> Place:
    """Ours and the peer's through the same proxy, which counts."""
    with counted(wiki.url) as proxy:
        behind = wiki.at(proxy.url)
        asked = [
            with_our_edits(servers.ours(home, behind), behind),
            *(with_peers_edits(each, behind) for each in _peers(home, behind)),
        ]
        found = [costs(server, proxy) for server in asked]
        reads = [read(cost.what, asked, behind, cost.sent, _pace(cost.what, plan)) for cost in found[0]]
    return Place(wiki.name, [cost for each in found for cost in each], reads)


def _on_backlot(results: Docs, plan: Plan, home: Path, say: Say) -> None:
    if not COUNTERPARTS["backlot"].is_installed():
        results.left_out.append("backlot is not installed, so no page was read on it: make counterparts")
        return
    with backlot(home) as wiki:
        say("docs: pages of backlot")
        results.places.append(_beside(plan, home, wiki))


def _pace(what: str, plan: Plan) -> Pace:
    """All pages, or all words, in turn; how often is asked of 1 MB is what a server's life here allows."""
    turn = len(READERS) if what in READ.values() else len(WORDS)
    if what in (READ[MB], EDIT[MB]):
        return Pace(min(plan.rounds, _LARGEST_ROUNDS), at_a_time=turn, warm_up=turn)
    if what in (READ[KB], EDIT[KB]):
        return Pace(plan.rounds, at_a_time=turn, warm_up=turn)
    return Pace(plan.rounds)
