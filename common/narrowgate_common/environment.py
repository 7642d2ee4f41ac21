"""The only module that knows the process's environment; it is read once, at the start."""

from __future__ import annotations

import os
from collections.abc import Mapping

ROOT = "NARROWGATE_"


def config_variable(family: str) -> str:
    """Names the configuration file; the only variable of ours that sets no key."""
    return f"{ROOT}{family}_CONFIG"


def snapshot() -> Mapping[str, str]:
    return dict(os.environ)


def refuse_plugins() -> None:
    """No package that happens to be installed may hook into validation; before pydantic is imported.

    https://docs.pydantic.dev/latest/concepts/plugins/
    """
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
