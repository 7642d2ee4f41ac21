"""What the figures were taken on; without it they say nothing."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("mcp", "httpx", "pydantic", "anyio")


@dataclass(frozen=True, slots=True)
class Machine:
    cores: int
    processor: str
    system: str
    python: str
    libraries: tuple[str, ...]
    load: tuple[float, float, float]
    """Over 1, 5 and 15 minutes, before anything was started."""


def this_machine() -> Machine:
    return Machine(
        cores=os.cpu_count() or 1,
        processor=_processor(),
        system=f"{platform.system()} {platform.release()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        libraries=tuple(f"{name} {version(name)}" for name in LIBRARIES),
        load=os.getloadavg(),
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
