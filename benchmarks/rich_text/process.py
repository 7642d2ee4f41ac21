"""A converter's process, asked line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Any

from benchmarks.peers import CFXMARK, MCP_ATLASSIAN
from benchmarks.rich_text.documents import Document

OURS = "narrowgate"
_SCRIPT = Path(__file__).with_name("converters.py")
_MOST_SECONDS = 240


@dataclass(frozen=True, slots=True)
class Program:
    """`converter` is its name in converters.py."""

    name: str
    converter: str
    python: Path


def ours(format_name: str) -> Program:
    return Program(OURS, format_name, Path(sys.executable))


def peers() -> list[Program]:
    """Those that are installed."""
    every = [(MCP_ATLASSIAN, "mcp-atlassian"), (CFXMARK, "cfxmark")]
    return [Program(name, name, peer.folder / "bin/python") for peer, name in every if peer.is_installed()]


class EndedError(Exception):
    """The process ended, or was ended since it took too long; the text says which."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Of one document: CPU seconds, None where it failed or was not asked for, and the index of the change made."""

    read_s: float | None
    write_s: float | None
    edit_s: float | None
    change: int | None
    edited: Any
    failures: list[str]

    @property
    def cold_s(self) -> float | None:
        """Of an edit, the reading included."""
        return None if self.edit_s is None else (self.read_s or 0.0) + self.edit_s


@dataclass(frozen=True, slots=True)
class Converter:
    program: Program
    process: subprocess.Popen[str]
    said: IO[str]
    """What it writes to standard error."""

    def convert(self, documents: Sequence[Document]) -> list[Conversion]:
        """In the same order. Raises EndedError."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = Timer(_MOST_SECONDS, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(json.dumps([asdict(each) for each in documents]) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            timer.cancel()
        if not line:
            raise EndedError(f"{self.program.name} is left out of what follows: {self._why_ended()}")
        return [Conversion(**each) for each in json.loads(line)]

    def _why_ended(self) -> str:
        if self.process.wait() < 0:
            return f"it was ended after {_MOST_SECONDS} s"
        self.said.seek(0)
        return self.said.read().strip().rpartition("\n")[2] or "it ended"


@contextmanager
def started(program: Program) -> Iterator[Converter]:
    command = [str(program.python), "-P", str(_SCRIPT), program.converter]
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as said, _process(command, said) as process:
        try:
            yield Converter(program, process, said)
        finally:
            process.kill()


def _process(command: list[str], said: IO[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        env={"PATH": os.environ["PATH"], "PYTHONHASHSEED": "0"},
        text=True,
        encoding="utf-8",
    )
