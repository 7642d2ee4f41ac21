"""What can be read from the configured upload root, and that nothing else can."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from narrowgate_common.selftest.hostile import EXPECTED, OUTSIDE, PLAIN, SECRET, hostile_folder, planted
from narrowgate_common.selftest.rehearsal import Rehearsal, Said
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_common.text import one_line
from narrowgate_common.uploads import UploadRoot

_SHUT = "uploads are not open: they need writes.enabled and an existing uploads.root"
_READ_ONLY = "uploads.root is not writable for this account, so no hostile file can be put there"
_ENTRIES = 20_000
"""As many are looked at; a root with more is not looked through."""


async def paths(stage: Rehearsal[Any]) -> Verdict:
    if not _open(stage):
        return absent(_SHUT)
    (stage.home / "outside.txt").write_bytes(OUTSIDE)
    tried = _paths(_root(stage), stage.home)
    problems = [f"{path} is taken" for path in tried if not _is_refused(await _attach(stage, path))]
    return held(problems, f"{len(tried)} paths")


def _paths(root: UploadRoot, home: Path) -> list[str]:
    outside = str(home / "outside.txt")
    climbing = os.path.relpath(outside, root.path)
    return [
        outside,
        climbing,
        f"{root.path}/{climbing}",
        f"x/../{climbing}",
        f"{root.path}-evil/f",
        "..",
        ".",
        "/",
        "x//y",
        "./x",
        "/etc/passwd",
        "/proc/self/environ",
        "/dev/stdin",
        "~/.ssh/id_rsa",
        "$HOME/.netrc",
        "%2e%2e/outside.txt",
        f"file://{outside}",
        "..\\outside.txt",
        "C:\\Windows\\win.ini",
        "\\\\host\\share\\f",
        "NUL",
        "x\u202e.txt",
        "x" * 300,
        "x/" * 40 + "x",
    ]


async def special(stage: Rehearsal[Any]) -> Verdict:
    if not _open(stage):
        return absent(_SHUT)
    root, problems = _root(stage), []
    with hostile_folder(root, stage.home) as folder:
        if folder is None:
            return absent(_READ_ONLY)
        tried = planted(root, folder)
        for file in tried:
            said = await _attach(stage, f"{folder}/{file}")
            if not _is_refused(said) or said.error.get("reason") != EXPECTED[file]:
                problems.append(f"{file} is not refused as {EXPECTED[file]}")
    return held(problems, ", ".join(tried))


async def secrets(stage: Rehearsal[Any]) -> Verdict:
    if not _open(stage):
        return absent(_SHUT)
    root = _root(stage)
    if root.max_bytes < 2 * len(SECRET):
        return absent("uploads.max_bytes is smaller than a credential")
    with hostile_folder(root, stage.home) as folder:
        if folder is None:
            return absent(_READ_ONLY)
        said = await _attach(stage, f"{folder}/notes.txt")
    return held([] if _is_refused(said) and SECRET not in f"{said.text}{said.data}" else ["it is taken"])


async def plain(stage: Rehearsal[Any]) -> Verdict:
    if not _open(stage):
        return absent(_SHUT)
    root, before = _root(stage), len(stage.script.files.attached(stage))
    with hostile_folder(root, stage.home) as folder:
        if folder is None:
            return absent(_READ_ONLY)
        said = await _attach(stage, f"{folder}/plain.txt")
    made = list(stage.script.files.attached(stage)[before:])
    if said.failed or made != [PLAIN[: root.max_bytes]]:
        return held([said.error.get("message", "what arrived is not what was there")])
    return held([])


async def others(stage: Rehearsal[Any]) -> Verdict:
    """The product opens nothing outside the root; what lies inside is in the hands of whoever may write there."""
    root = stage.admin.roots.uploads
    if root is None:
        return absent("there is no uploads.root")
    problems = [f"{one_line(name, 80)} {why}" for name, why in _looked_at(root)]
    return held(problems)


def _looked_at(root: UploadRoot) -> Iterator[tuple[str, str]]:
    seen = 0
    for place, folders, files, descriptor in os.fwalk(".", dir_fd=root.descriptor, follow_symlinks=False):
        names = [".", *folders, *files] if place == "." else [*folders, *files]
        seen += len(names)
        if seen > _ENTRIES:
            yield "uploads.root", f"holds more than {_ENTRIES} entries; nobody knows what all of them are"
            return
        for name in names:
            why = _objection(os.stat(name, dir_fd=descriptor, follow_symlinks=False))
            if why:
                yield os.path.normpath(f"{place}/{name}"), why


def _objection(found: os.stat_result) -> str | None:
    if stat.S_ISLNK(found.st_mode):
        return None
    if found.st_mode & stat.S_IWOTH:
        return "may be changed by every account"
    if found.st_uid not in {os.geteuid(), 0}:
        return "belongs to another account, which may change it"
    return None


def _open(stage: Rehearsal[Any]) -> bool:
    return stage.has(stage.script.repertoire.uploading)


def _root(stage: Rehearsal[Any]) -> UploadRoot:
    root: UploadRoot | None = stage.server.roots.uploads
    assert root is not None  # noqa: S101 - the tool exists only with a root
    return root


async def _attach(stage: Rehearsal[Any], path: str) -> Said:
    tool = stage.script.repertoire.uploading
    return await stage.call(tool, **{**(await stage.proper())[tool], "path": path})


def _is_refused(said: Said) -> bool:
    return said.failed and said.requests == 0 and "OUTSIDE" not in f"{said.text}{said.data}"
