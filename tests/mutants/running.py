"""Runs tests against a module with a fault: one forked process each, so that nothing is imported twice in it.

The parent imports the libraries, and nothing of ours; a child finds the module with its fault where the right one
would be. Nothing is written: neither the module nor what Hypothesis or pytest would remember.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

_LIBRARIES = (
    "anyio", "httpx", "hypothesis", "jsonschema", "markdown_it", "mcp", "pydantic", "pytest", "starlette.testclient",
    "structlog", "tenacity", "uvicorn", "xdist",
)  # fmt: skip
SURVIVED, KILLED = 0, 1


@dataclass(frozen=True, slots=True)
class Job:
    """A module's name and code, and the test files that should notice."""

    module: str
    code: CodeType
    tests: Sequence[str]
    timeout_s: float


def load_libraries() -> None:
    for name in _LIBRARIES:
        with suppress(ImportError):
            __import__(name)


def run(job: Job) -> tuple[int, float]:
    """The verdict on one job, and how long it took."""
    ((_, verdict, took),) = run_all([("", lambda: job)], jobs=1)
    return verdict, took


def run_all(work: Sequence[tuple[Any, Callable[[], Job]]], *, jobs: int) -> Iterator[tuple[Any, int, float]]:
    """Verdicts as they come; a job's code is made when its turn comes."""
    waiting = list(reversed(work))
    running: dict[int, tuple[Any, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            name, make = waiting.pop()
            running[_started(make())] = (name, time.monotonic())
        pid, status = os.wait()
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # what a test left behind
        name, begun = running.pop(pid)
        yield name, _verdict(status), time.monotonic() - begun


def _verdict(status: int) -> int:
    """A process that was stopped by its alarm, or died, has noticed the fault in its own way."""
    return SURVIVED if os.waitstatus_to_exitcode(status) == SURVIVED else KILLED


def _started(job: Job) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            os.setpgid(0, 0)
            signal.setitimer(signal.ITIMER_REAL, job.timeout_s)
            os._exit(_tested(job))
        finally:
            os._exit(KILLED)
    return pid


def _tested(job: Job) -> int:
    import pytest
    from hypothesis import HealthCheck, Phase, settings

    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    sys.meta_path.insert(0, _Planted(job.module, job.code))
    sys.dont_write_bytecode = True
    settings.register_profile(
        "mutants", database=None, max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )  # fmt: skip
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:cov", "--hypothesis-profile=mutants"]
    options += [
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]  # the libraries are there already, on purpose
    return SURVIVED if pytest.main([*job.tests, *options]) == pytest.ExitCode.OK else KILLED


class _Planted(MetaPathFinder, Loader):
    def __init__(self, module: str, code: CodeType) -> None:
        self._module = module
        self._code = code

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        return ModuleSpec(fullname, self, origin=self._code.co_filename)

    def create_module(self, _spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self._code.co_filename
        exec(self._code, module.__dict__)
