"""Random edits of real pages through every fault there is: `python -m tests.campaigns.docs_edits --edits 1000`.

Real server processes, killed in the middle of edits and started again, write to pages made from a corpus of storage
bodies while colleagues write to the same pages and connections break. After each edit the stored page is held against
what the caller was told: applied once, or not at all; nothing lost; every unknown end says how to look.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.campaigns.hosts import Host
from tests.docs.harness import Kind, environment
from tests.issues.command import plain

from narrowgate_common.richtext.formats import format_named
from narrowgate_common.richtext.reading import reading
from narrowgate_sandbox import Fault, FaultProxy, Sandbox
from narrowgate_sandbox.company.wiki_records import WikiPage

MODULE = "narrowgate_docs"
_ID = re.compile(r'<ac:structured-macro\b[^>]*?ac:name="([^"]*)"')
_WORD = re.compile(r"(?<![\w:/#{}=!.%-])[A-Za-z]{4,12}(?![\w:/#{}=%.-]\S)")
"""Words that are no part of what the dialect itself says."""

_MORE = "qz"
"""What an edit puts behind a word: no word of a page ends so."""

_LONGEST = 60_000

FATES: Mapping[str, Fault] = {
    "pass": Fault.PASS,
    "reset before": Fault.RESET_BEFORE,
    "reset after": Fault.RESET_AFTER,
    "close after": Fault.CLOSE_AFTER,
    "hang after": Fault.HANG_AFTER,
    "truncate": Fault.TRUNCATE,
    "500 before": Fault.error(500),
    "500 after": Fault.error(500, forwarded=True),
    "503 after": Fault.error(503, forwarded=True),
    "garbage": Fault.GARBAGE,
    "429": Fault.throttle(429, "1"),
}
"""What happens to the one write of an edit."""

OTHERS = ("nobody", "elsewhere", "same place", "invisible")
"""What a colleague does to the page between the read and the write."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One edit: what was done to it, and how it ended."""

    fate: str
    others: str
    killed: bool
    told: str
    problem: str = ""


@dataclass
class Campaign:
    box: Sandbox
    proxy: FaultProxy
    home: Path
    kind: Kind
    chance: Random
    host: Host | None = None
    outcomes: list[Outcome] = field(default_factory=list)

    async def play(self, bodies: Sequence[str], edits: int) -> None:
        pages = [
            self.box.company.plant_page("ENG", f"Corpus {number}", body) for number, body in enumerate(bodies)
        ]
        self.host = await self._new_host()
        try:
            while len(self.outcomes) < edits:
                self.outcomes += await self._edited(self.chance.choice(pages))
        finally:
            await self.host.close()

    async def _new_host(self) -> Host:
        given = environment(
            self.proxy.url, self.home, self.kind, WRITES__ENABLED="true", LIMITS__DEADLINE_S="2"
        )
        return await Host.start({**plain(self.home), **given}, self.home / "hosts.log", MODULE)

    async def _call(self, tool: str, **arguments: Any) -> dict[str, Any] | None:
        assert self.host is not None
        return await self.host.call(tool, arguments)

    async def _edited(self, page: WikiPage) -> list[Outcome]:
        """Nothing where the page offers no word that stands in it once."""
        seen = await self._call("get_page", page=page.id)
        if seen is None or seen.get("isError"):
            return [Outcome("pass", "nobody", killed=False, told="unread", problem=str(seen)[:200])]
        data = seen["structuredContent"]
        word = self._word(data["untrusted"].get("body", ""))
        if word is None:
            return []
        others = self.chance.choice(OTHERS)
        self._meddle(page, others, word)
        current, version = page.body, page.version
        fate = self.chance.choice(list(FATES))
        killed = self.chance.random() < 0.1
        self.proxy.rule(FATES[fate], method="PUT", times=1)
        asked = {
            "page": page.id,
            "version": data["version"],
            "edits": [{"old": word, "new": f"{word}{_MORE}"}],
        }
        answer = await (self._killed(asked) if killed else self._call("edit_page", **asked))
        self.proxy.clear()
        told = _told(answer)
        problem = self._judged(page, current, version, word, told)
        if told in {"unknown", "died"} and not problem:
            problem = await self._looked(page, answer)
        return [Outcome(fate, others, killed, told, problem)]

    def _word(self, text: str) -> str | None:
        found = Counter(_WORD.findall(text))
        once = [word for word, count in found.items() if count == 1 and text.count(word) == 1]
        return self.chance.choice(once) if once else None

    def _meddle(self, page: WikiPage, others: str, word: str) -> None:
        """A colleague's edit past this server; where it cannot be made, nobody's."""
        company, body = self.box.company, page.body
        if others == "invisible":
            company.wiki.rewrite(page, body.replace("<p>", '<p local-id="meddled">', 1))
        elif others == "elsewhere" and body.count("</p>"):
            changed = f"{body}<p>A colleague was here {page.version}.</p>"
            company.wiki.publish(page, company.users[1], company.moment(), title=page.title, body=changed)
        elif others == "same place" and body.count(word) == 1:
            changed = body.replace(word, f"{word} theirs")
            company.wiki.publish(page, company.users[1], company.moment(), title=page.title, body=changed)

    async def _killed(self, asked: Mapping[str, Any]) -> dict[str, Any] | None:
        assert self.host is not None
        call = asyncio.create_task(self.host.call("edit_page", asked))
        await asyncio.wait([call], timeout=self.chance.random() * 0.2)
        self.host.kill()
        answer = await call
        await self.host.close()
        self.host = await self._new_host()
        return answer

    def _judged(self, page: WikiPage, current: str, version: int, word: str, told: str) -> str:
        """What is wrong with the stored page, or nothing: it is as it was, or holds the edit once."""
        after = page.body
        written = page.version - version
        if _macros(after) != _macros(current):
            return f"macros differ: {_macros(current) - _macros(after)}"
        if written > 1:
            return f"written {written} times"
        if told == "applied" and (written != 1 or f"{word}{_MORE}" not in _markdown(after)):
            return "told as applied, and is not there"
        if told == "refused" and after != current:
            return "told as refused, and is there"
        if after == current:
            return ""
        return "" if _only(current, after, word) else f"more than the word {word} was changed in {page.title}"

    async def _looked(self, page: WikiPage, answer: dict[str, Any] | None) -> str:
        """An unknown end names the call that shows how it ended."""
        if answer is not None:
            following = answer["structuredContent"]["error"].get("next") or {}
            if following.get("tool") != "get_page":
                return "an unknown end that does not say how to look"
            shown = await self._call("get_page", **following["arguments"])
        else:
            shown = await self._call("get_page", page=page.id)
        if shown is None or shown.get("isError"):
            return "the look failed"
        seen = shown["structuredContent"]["version"].split(".")[0]
        return "" if seen == str(page.version) else "the look shows another version"


def _macros(body: str) -> Counter[str]:
    return Counter(_ID.findall(body))


def _markdown(body: str) -> str:
    return reading(format_named("storage"), body).markdown


def _only(current: str, after: str, word: str) -> bool:
    """Whether the page reads as before but for the word, and its bytes are those of before around it."""
    before, now = _markdown(current), _markdown(after)
    at = next(
        (place for place, (a, b) in enumerate(zip(current, after, strict=False)) if a != b), len(current)
    )
    same_end = current[at:].endswith(after[at:][-40:]) if len(after) - at > 80 else True
    return now.replace(f"{word}{_MORE}", word, 1) == before and same_end


def _told(answer: dict[str, Any] | None) -> str:
    if answer is None:
        return "died"
    data = answer.get("structuredContent", {})
    if answer.get("isError"):
        return "unknown" if data.get("error", {}).get("outcome") else "refused"
    return "applied" if data.get("applied") == ["body"] else "ignored"


def corpus() -> list[str]:
    """The bodies of the folder that NARROWGATE_STORAGE_CORPUS names; a few of our own without it."""
    folder = os.environ.get("NARROWGATE_STORAGE_CORPUS")
    if not folder:
        return [
            f"<h1>Part {number}</h1><p>Some words about number{number} here.</p>"
            f'<ac:structured-macro ac:name="toc" ac:macro-id="{number}" /><ul><li><p>item alpha{number}</p></li></ul>'
            for number in range(10)
        ]
    texts = [path.read_text("utf-8") for path in sorted(Path(folder).iterdir()) if ".xml" in path.name]
    return [text for text in texts if 200 <= len(text) <= _LONGEST and _is_readable(text)]


def _is_readable(text: str) -> bool:
    return format_named("storage").trouble(text) is None


async def campaign(edits: int, seed: int, home: Path, kind: Kind = "confluence_cloud") -> list[Outcome]:
    with Sandbox.start() as box, FaultProxy.start(box.url) as proxy:
        played = Campaign(box, proxy, home, kind, Random(seed))
        await played.play(corpus(), edits)
        return played.outcomes


def report(outcomes: Sequence[Outcome]) -> str:
    rows = Counter((each.fate, each.told) for each in outcomes)
    lines = [f"{fate:14} {told:8} {count:5}" for (fate, told), count in sorted(rows.items())]
    others = Counter((each.others, each.told) for each in outcomes)
    lines += [f"{other:14} {told:8} {count:5}" for (other, told), count in sorted(others.items())]
    wrong = [each for each in outcomes if each.problem]
    lines.append(f"{len(outcomes)} edits, {sum(each.killed for each in outcomes)} kills, {len(wrong)} wrong")
    return "\n".join(lines + [str(each) for each in wrong[:20]])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kind", choices=("confluence_cloud", "confluence_dc"), default="confluence_cloud")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = asyncio.run(campaign(wishes.edits, wishes.seed, Path(folder), wishes.kind))
        print(report(outcomes))
    return 1 if any(each.problem for each in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
