"""Wikis on loopback, each in a process of its own, and what is asked of them. Values, but for the starting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx

from benchmarks.docs.planted_wiki import EDITORS, READERS, SPACE, title
from benchmarks.trackers import BACKLOT_ACCOUNT, BACKLOT_TOKEN, backlot_company, beside

CLOUD, DATA_CENTER = "confluence_cloud", "confluence_dc"
_COMPANY = "the embedded company"
_ACCOUNT, _TOKEN = "alex.lindqvist@fernwood.example", "sandbox-token-alex"


@dataclass(frozen=True, slots=True)
class Wiki:
    """Where it is, who asks, and what is asked for. `kind` is what our configuration calls it.

    `url` ends before `below`, the path of the wiki on its host.
    """

    name: str
    kind: str
    url: str
    below: str
    account: str
    token: str
    space: str
    pages: tuple[str, ...] = ()
    """Ids, read one after another; the first one has the most to convert."""
    words: str | None = None
    """What ten pages hold; None where search has no endpoint that ours asks."""
    large: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """Ids of planted pages by editor or reader and size in bytes."""

    def at(self, url: str) -> Wiki:
        """The same behind a proxy."""
        return replace(self, url=url)


@dataclass(frozen=True, slots=True)
class Company:
    """One company's wiki by both of its interfaces."""

    cloud: Wiki
    data_center: Wiki


_PAGES = ("98315", "98320", "98322", "98323", "98324", "98325", "98328", "98329", "98336", "98335")


@contextmanager
def company(sizes: Sequence[int] = ()) -> Iterator[Company]:
    """The embedded company; with sizes, only the planted pages are asked for, since a search would meet them too."""
    with beside("benchmarks.docs.planted_wiki", *map(str, sizes)) as url:
        large = ", large pages" if sizes else ""
        cloud = Wiki(
            name=f"{_COMPANY} (Confluence Cloud{large})",
            kind=CLOUD,
            url=url,
            below="/wiki",
            account=_ACCOUNT,
            token=_TOKEN,
            space=SPACE,
            pages=() if sizes else _PAGES,
            words=None if sizes else "the",
            large=_planted(url, sizes),
        )
        name = f"{_COMPANY} (Confluence Data Center{large})"
        yield Company(cloud, replace(cloud, name=name, kind=DATA_CENTER, below="/confluence"))


def _planted(url: str, sizes: Sequence[int]) -> dict[tuple[str, int], str]:
    asked = [(who, size) for who in (*EDITORS, *READERS) for size in sizes]
    with httpx.Client(base_url=url, auth=(_ACCOUNT, _TOKEN), trust_env=False) as client:
        return {(who, size): _id(client, title(who, size)) for who, size in asked}


def _id(client: httpx.Client, page: str) -> str:
    query = {"spaceKey": SPACE, "title": page}
    found = client.get("/confluence/rest/api/content", params=query).raise_for_status().json()
    return str(found["results"][0]["id"])


@contextmanager
def backlot(home: Path) -> Iterator[Wiki]:
    """Confluence's first API as somebody else wrote it. It has no `content/search`, and takes no writes."""
    with backlot_company(home) as url:
        yield Wiki(
            name="backlot (Confluence's first API)",
            kind=DATA_CENTER,
            url=f"{url}/atlassian",
            below="/wiki",
            account=BACKLOT_ACCOUNT,
            token=BACKLOT_TOKEN,
            space="ENG8C85B6",
            pages=("6793368", "3255608", "4693818", "5992888", "8508839"),
        )
