"""Where a download can end up, whatever the vendor calls the file."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from typing import Any

from narrowgate_common.selftest.rehearsal import Rehearsal, Said
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_common.text import one_line, project

_PLAIN = "report.txt"
_CONTENT = b"narrowgate selftest\n"


async def names(stage: Rehearsal[Any]) -> Verdict:
    root = stage.server.roots.downloads
    if root is None or not stage.has(stage.script.repertoire.downloading):
        return absent("there is no existing downloads.root")
    mark = f"narrowgate-selftest-{secrets.token_hex(8)}"
    tried = _names(mark)
    problems = [
        f"{one_line(name, 60)!r} {why}"
        for name in tried
        if (why := await _objection(stage, root.descriptor, name, root.max_bytes))
    ]
    if any(_exists(f"{above}{mark}.txt", root.descriptor) for above in ("../", "../../", "/")):
        problems.append("a file was written outside of downloads.root")
    return held(problems, f"{len(tried)} names; everything was removed again")


def _names(mark: str) -> list[str]:
    return [
        f"../{mark}.txt",
        f"../../{mark}.txt",
        f"/{mark}.txt",
        f"..\\{mark}.txt",
        "/etc/cron.d/x",
        "..",
        ".",
        " ",
        "-rf",
        "~root",
        ".bashrc",
        "a\x00.png",
        "a\x1b[2J.txt",
        "inv\u202egpj.exe",
        "CON.txt",
        "a" * 300 + ".txt",
        _PLAIN,
        _PLAIN,
    ]


async def _objection(stage: Rehearsal[Any], root: int, name: str, limit: int) -> str | None:
    """Save an attachment of this name, look at what came of it, and remove it."""
    tool, content = stage.script.repertoire.downloading, _CONTENT[:limit]
    file = stage.script.files.planted(stage, name, content)
    said = await stage.call(tool, **{**(await stage.proper())[tool], stage.script.files.chosen_by: file})
    if said.failed:
        return None if _may_refuse(name, said) else f"is not saved: {said.error.get('message', '')}"
    saved = str(said.data.get("untrusted", {}).get("file", ""))
    try:
        return _misplaced(saved, root, content)
    finally:
        _remove(saved, root)


def _may_refuse(name: str, said: Said) -> bool:
    """Where a file's name is part of its address, some names cannot be asked for."""
    return name != _PLAIN and said.error.get("category") in {"bad_input", "not_found"}


def _misplaced(saved: str, root: int, content: bytes) -> str | None:
    folder, _, name = saved.partition("/")
    if not folder or not name or "/" in name or {folder, name} & {".", ".."}:
        return "is not saved in a directory of its own below the root"
    if name[0] in ".-~ " or project(name) != name or not name.isprintable():
        return "keeps a name that shells or terminals misread"
    found = os.stat(saved, dir_fd=root, follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode) or found.st_mode & 0o077:
        return "is not a private regular file"
    return None if _read(saved, root) == content else "does not hold what the vendor has"


def _read(saved: str, root: int) -> bytes:
    file = os.open(saved, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=root)
    try:
        return os.read(file, 2 * len(_CONTENT))
    finally:
        os.close(file)


def _remove(saved: str, root: int) -> None:
    folder = saved.partition("/")[0]
    with suppress(OSError):
        os.unlink(saved, dir_fd=root)
    with suppress(OSError):
        os.rmdir(folder, dir_fd=root)


def _exists(path: str, root: int) -> bool:
    try:
        os.stat(path, dir_fd=root, follow_symlinks=False)
    except OSError:
        return False
    return True
