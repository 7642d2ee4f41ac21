"""Where a configuration file lies when nobody names one, and how a new one is written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from narrowgate_common.errors import configuration_error


def default_file(family: str, environment: Mapping[str, str]) -> Path | None:
    """Below XDG_CONFIG_HOME; never the working directory, which may belong to a repository."""
    base = Path(environment.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():
        base = Path(environment.get("HOME", "")) / ".config"
    return base / "narrowgate" / f"{family.lower()}.toml" if base.is_absolute() else None


def is_there(file: Path) -> bool:
    """Also where it cannot be read: then that is an error, and no reason to go without."""
    try:
        os.lstat(file)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def write_new(file: Path, text: str) -> None:
    """Private from its first moment, and never through a link that stands in its place.

    Raises configuration_error (`file_exists`, `file_unwritable`).
    """
    try:
        if not file.parent.is_dir():
            file.parent.mkdir(parents=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8", newline="\n") as stream:  # noqa: PTH123 - a descriptor
            stream.write(text)
    except OSError as error:
        taken = isinstance(error, FileExistsError) and os.path.lexists(file)
        problem = "exists already; nothing was changed" if taken else "cannot be written there; use --config"
        reason = "file_exists" if taken else "file_unwritable"
        raise configuration_error(f"The configuration file {problem}", reason=reason) from None
