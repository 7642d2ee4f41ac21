"""No pattern of the product takes more than linear time, whatever text it is used on.

Each is run over long texts made to hurt it: of its own words and of what patterns usually stumble over. Linear ones
need milliseconds of processor time, a quadratic one minutes; after some seconds it is stopped.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest

import narrowgate_chat
import narrowgate_common
import narrowgate_docs
import narrowgate_issues

LENGTH = 20_000
PROCESSOR_S = 3.0
ENDS = ("", "!\ud800")
ATOMS = (
    "a", "A", "0", " ", "\t", "\n", "-", "_", ".", ":", "/", "\\", '"', "'", "(", "[", "{", "<", "*", "=", "é", "\u0301",
    "\u200d", "~", "!", "|", "a ", "a.", "a-", "a:", "a/", "a=", "&#1", "--", "[a|b", "{code}", "a:b@",
)  # fmt: skip
METHODS = {"search", "match", "fullmatch", "finditer", "findall", "sub", "split"}
BEGIN_A_LINE = {"_STARTS", "_HEADING", "_QUOTE", "_TABLE"}
"""Tried at the beginning of a line, out of a table."""

ROOT = Path(__file__).parent.parent
SOURCES = [file.read_text("utf-8") for top in ("common", "servers") for file in (ROOT / top).rglob("*.py")]


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def held(value: Any) -> Iterator[re.Pattern[str]]:
    """The patterns in a value: itself, or those of a table's rows."""
    rows = (
        value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else [value]
    )
    for row in rows:
        pattern = row if isinstance(row, re.Pattern) else getattr(row, "pattern", None)
        if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str):
            yield pattern


def uses(module: ModuleType, name: str) -> set[str]:
    """By which methods the product uses the pattern of this name; all that search anywhere are one."""
    if name in BEGIN_A_LINE:
        return {"match"}
    calls = re.compile(rf"\b{re.escape(name)}\b(?:\[[^]]*\]|[^()\n]{{0,60}}\))?\.([a-z]+)\(")
    for sources in ([Path(str(module.__file__)).read_text("utf-8")], SOURCES):
        used = {found[1] for source in sources for found in calls.finditer(source)} & METHODS
        if used:
            return {each if each in {"match", "fullmatch"} else "search" for each in used}
    return {"search"}


PATTERNS = {
    f"{module.__name__}.{name}[{place}]": (pattern, uses(module, name))
    for package in (narrowgate_common, narrowgate_issues, narrowgate_docs, narrowgate_chat)
    for module in modules(package)
    for name, value in vars(module).items()
    for place, pattern in enumerate(held(value))
}
"""Every compiled pattern that a module holds, with the ways it is used."""


def words(pattern: str) -> set[str]:
    """What the pattern itself looks for: repeated, it makes it begin again and again."""
    return set(re.findall(r"[A-Za-z0-9_ =:/-]{2,20}", pattern))


def run(pattern: re.Pattern[str], methods: Iterable[str]) -> None:
    for atom in (*ATOMS, *words(pattern.pattern)):
        for end in ENDS:
            for method in methods:
                getattr(pattern, method)(atom * (LENGTH // len(atom)) + end)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Of processor time, so that a busy machine fails nothing."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_patterns_are_found() -> None:
    assert len(PATTERNS) > 100


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_takes_time_in_proportion_to_the_text(name: str) -> None:
    pattern, methods = PATTERNS[name]
    with at_most(PROCESSOR_S):
        run(pattern, methods)


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"(a|a)*b", r"\s+$", r"(.*)=(.*);"])
def test_a_pattern_that_backtracks_is_noticed(pattern: str) -> None:
    with pytest.raises(TimeoutError), at_most(0.3):
        run(re.compile(pattern), ["search"])
