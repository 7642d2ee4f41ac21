"""Trackers on loopback, each in a process of its own, and the proxy that counts what reaches them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
from tests.counterpart_fixtures import free_port, serving
from tests.counterparts import COUNTERPARTS

from benchmarks.counting_proxy import ARRIVED, HOST, Arrival


@dataclass(frozen=True, slots=True)
class Tracker:
    """Where it is, who asks, and what is asked for. `kind` is what our configuration calls it."""

    name: str
    kind: str
    url: str
    account: str
    token: str
    issues: tuple[str, ...]
    """Read one after another."""
    rich: str | None = None
    """One of them with much to convert."""

    @property
    def project(self) -> str:
        return self.issues[0].rpartition("-")[0]

    def at(self, url: str) -> Tracker:
        """The same behind a proxy."""
        return replace(self, url=url)


def _numbered(project: str, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"{project}-{number}" for number in numbers)


@contextmanager
def sandbox() -> Iterator[Tracker]:
    """The embedded company, in Jira Cloud's wire format."""
    port = free_port()
    with serving([sys.executable, "-m", "narrowgate_sandbox", "--port", str(port)], port, {}):
        yield Tracker(
            name="the embedded company (Jira Cloud)",
            kind="jira_cloud",
            url=f"http://{HOST}:{port}",
            account="alex.lindqvist@fernwood.example",
            token="sandbox-token-alex",
            issues=_numbered("SHOP", range(1, 11)),
            rich="SHOP-2",
        )


@contextmanager
def jira820(_home: Path) -> Iterator[Tracker]:
    """Jira Data Center as somebody else wrote it."""
    port = free_port()
    settings = {"JIRA820_PORT": str(port), "JIRA820_DATE": "2026-11-30", "JIRA820_SEED": "7"}
    with serving([COUNTERPARTS["jira820"].path], port, settings):
        yield Tracker(
            name="jira820 (Jira Data Center)",
            kind="jira_dc",
            url=f"http://{HOST}:{port}",
            account="",
            token="any",
            issues=_numbered("JIRA820", range(1, 11)),
        )


BACKLOT_ACCOUNT, BACKLOT_TOKEN = "admin@acme.com", "admin-service-token"


@contextmanager
def backlot_company(home: Path) -> Iterator[str]:
    """backlot's address, with its bundled company."""
    port, company = free_port(), home / "backlot"
    shutil.copytree(COUNTERPARTS["backlot"].folder / "company", company, dirs_exist_ok=True)
    options = ["--port", str(port), "--data-dir", str(company), "--disable-telemetry"]
    with serving([COUNTERPARTS["backlot"].path, "serve", *options], port, {"DO_NOT_TRACK": "1"}):
        yield f"http://{HOST}:{port}"


@contextmanager
def backlot(home: Path) -> Iterator[Tracker]:
    """Jira Cloud as somebody else wrote it; it has the older endpoints too, which mcp-atlassian asks."""
    with backlot_company(home) as url:
        yield Tracker(
            name="backlot (Jira Cloud)",
            kind="jira_cloud",
            url=f"{url}/atlassian",
            account=BACKLOT_ACCOUNT,
            token=BACKLOT_TOKEN,
            issues=_numbered("PLAD294FC", (1825, 227, 3004, 5462, 8191, 8402, 8986)),
        )


@dataclass(frozen=True, slots=True)
class Proxy:
    url: str

    def arrived(self) -> list[Arrival]:
        """Since it was last asked."""
        told = httpx.get(self.url + ARRIVED, trust_env=False).raise_for_status().json()
        return [Arrival(**each) for each in told]


@contextmanager
def counted(upstream: str) -> Iterator[Proxy]:
    with beside("benchmarks.counting_proxy", upstream) as url:
        yield Proxy(url)


@contextmanager
def beside(module: str, *words: str) -> Iterator[str]:
    """A module of this package in a process of its own; its address. It takes its port as the first word."""
    port = free_port()
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", module, str(port), *words]
    with serving(command, port, {"PYTHONPATH": path.rstrip(os.pathsep)}):
        yield f"http://{HOST}:{port}"
