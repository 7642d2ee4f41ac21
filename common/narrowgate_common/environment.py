"""The only module that reads the process's environment, once, at the start."""

from __future__ import annotations

import os
from collections.abc import Mapping


def snapshot() -> Mapping[str, str]:
    return dict(os.environ)
