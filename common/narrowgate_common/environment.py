"""The only module that reads the process's environment, once, at the start."""

from __future__ import annotations

import os
from collections.abc import Mapping

ROOT = "NARROWGATE_"


def config_variable(family: str) -> str:
    """Names the configuration file; the only variable of ours that sets no key."""
    return f"{ROOT}{family}_CONFIG"


def snapshot() -> Mapping[str, str]:
    return dict(os.environ)
