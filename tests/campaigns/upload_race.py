"""Uploads are opened while another process swaps the parts of their paths: `python -m tests.campaigns.upload_race`.

Whatever is read must have lain below the root. The naive way (resolve, check, open) runs beside the two real ones, to
show that the race is one: it is expected to escape, and does not count.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.campaigns.swapping import INSIDE
from tests.campaigns.tables import table

from narrowgate_common.descriptors import Opener, choose_opener, openat2, walk
from narrowgate_common.errors import GatewayError
from narrowgate_common.uploads import UploadRoot

SWAPPING = Path(__file__).with_name("swapping.py")
OUTSIDE = b"OUTSIDE"
OTHER = b"other"
CONTROL_SHARE = 10
"""The naive way gets one open in so many."""


class UnswappableError(Exception):
    """This file system cannot exchange names."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is opened, and what the other process does to it meanwhile."""

    name: str
    path: str
    swap: tuple[str, str, str]
    escapable: bool = True
    """Whether the naive way would read what lies outside."""


SCENES = (
    Scene("parent folder <> link", "swap/f", ("exchange", "swap", "to-out")),
    Scene("folder above <> link", "top/sub/f", ("exchange", "top", "to-out-too")),
    Scene("folder <> folder with a link", "mixed/f", ("exchange", "mixed", "holds-link")),
    Scene("file <> link", "file", ("exchange", "file", "file-link")),
    Scene("file, link renamed over it", "over", ("replace", "over", "../out/f")),
    Scene("file <> hard link", "single", ("exchange", "single", "second-name"), escapable=False),
    Scene("file <> pipe", "plain", ("exchange", "plain", "pipe"), escapable=False),
    Scene("file <> other file", "one", ("exchange", "one", "two"), escapable=False),
)


@dataclass
class Outcome:
    """What one scene came to with one way of opening: contents read, and refusals by their reason."""

    scene: Scene
    opener: str
    read: Counter[bytes] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def opens(self) -> int:
        return self.read.total() + self.refused.total()

    @property
    def escapes(self) -> int:
        return sum(count for content, count in self.read.items() if content not in {INSIDE, OTHER})


def plant(place: Path) -> Path:
    """The root with everything the scenes need, beside a folder whose content must stay unread."""
    up, out = place / "up", place / "out"
    for folder in (up / "swap", up / "top" / "sub", up / "mixed", up / "holds-link", out / "sub"):
        folder.mkdir(parents=True)
    for name in ("f", "sub/f", "linked"):
        (out / name).write_bytes(OUTSIDE)
    for name in ("swap/f", "top/sub/f", "mixed/f", "file", "over", "single", "plain", "one"):
        (up / name).write_bytes(INSIDE)
    (up / "two").write_bytes(OTHER)
    for name, target in {"to-out": out, "to-out-too": out, "file-link": out / "f"}.items():
        (up / name).symlink_to(target)
    (up / "holds-link" / "f").symlink_to(out / "f")
    (up / "second-name").hardlink_to(out / "linked")
    os.mkfifo(up / "pipe")
    return up


@contextmanager
def swapping(up: Path, swap: Sequence[str]) -> Iterator[None]:
    """Names change their meaning for as long as the block lasts. Raises UnswappableError."""
    command = [sys.executable, str(SWAPPING), str(up), *swap]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            if process.stdout is None or process.stdout.readline() != b"swapping\n":
                raise UnswappableError
            yield
        finally:
            process.kill()


def naive(up: Path) -> Opener:
    """What must not be done: the name is resolved, then checked, then opened by its name again."""

    def resolve_check_open(_root: int, parts: tuple[str, ...]) -> int:
        path = up.joinpath(*parts)
        if not os.path.realpath(path).startswith(f"{up}/"):
            raise PermissionError
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    return resolve_check_open


def raced(root: UploadRoot, outcome: Outcome, opens: int) -> Outcome:
    for _ in range(opens):
        try:
            outcome.read[root.read(outcome.scene.path).content] += 1
        except GatewayError as error:
            outcome.refused[error.reason or str(error.category)] += 1
    return outcome


def openers() -> dict[str, Opener]:
    """The ways of opening that this platform has."""
    here = os.open(".", os.O_RDONLY)
    try:
        modern = choose_opener(here) is openat2
    finally:
        os.close(here)
    return {"walk": walk, **({"openat2": openat2} if modern else {})}


def race(place: Path, opens: int, told: Callable[[Outcome], None] = lambda _outcome: None) -> list[Outcome]:
    """Every scene by every way, `opens` times in all. Raises UnswappableError."""
    up = plant(place)
    ways: Mapping[str, Opener] = openers()
    each = max(1, opens // (len(SCENES) * len(ways)))
    outcomes = []
    opened = UploadRoot.open(str(up), max_bytes=1000, label="up")
    try:
        for scene in SCENES:
            for name, opener in {**ways, "naive": naive(up)}.items():
                if name == "naive" and not scene.escapable:
                    continue
                share = each if name in ways else max(1, each // CONTROL_SHARE)
                with swapping(up, scene.swap):
                    outcomes.append(raced(replace(opened, opener=opener), Outcome(scene, name), share))
                told(outcomes[-1])
    finally:
        opened.close()
    return outcomes


def real(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.opener != "naive"]


def printed(outcomes: Sequence[Outcome]) -> str:
    head = ("scene", "opener", "opens", "read", "refused", "escapes", "what was read; why it was refused")
    rows = [
        (
            outcome.scene.name,
            outcome.opener,
            outcome.opens,
            outcome.read.total(),
            outcome.refused.total(),
            outcome.escapes,
            _words(outcome),
        )
        for outcome in outcomes
    ]
    return table(head, rows)


def _words(outcome: Outcome) -> str:
    contents = (f"{content.decode()} {count}" for content, count in outcome.read.most_common())
    reasons = (f"{reason} {count}" for reason, count in outcome.refused.most_common())
    return f"{', '.join(contents)}; {', '.join(reasons)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--opens", type=int, default=1_000_000)
    wanted = parser.parse_args().opens
    with tempfile.TemporaryDirectory() as place:
        outcomes = race(Path(place), wanted)
    print(printed(outcomes))
    counted = real(outcomes)
    opens, escapes = sum(one.opens for one in counted), sum(one.escapes for one in counted)
    naively = sum(one.escapes for one in outcomes) - escapes
    print(f"\n{opens} opens, {escapes} escapes (the naive way: {naively})")
    return 1 if escapes else 0


if __name__ == "__main__":
    sys.exit(main())
