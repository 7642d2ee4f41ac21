"""Gating: a tool that is not allowed does not exist, neither in the list nor in the dispatch table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from narrowgate_common.operations import Operation


class Gate(StrEnum):
    """What an administrator must have opened, beyond what the operation itself demands."""

    OPEN = "open"
    UPLOAD = "upload"
    DOWNLOAD = "download"


@dataclass(frozen=True, slots=True)
class Grants:
    """What this deployment allows, known without asking the vendor anything."""

    writes: bool = False
    upload_root: bool = False
    download_root: bool = False
    capabilities: frozenset[str] = frozenset()
    """What the vendor can do at all, by kind of vendor and of credential."""


def allows(grants: Grants, gate: Gate, operation: Operation, capability: str | None = None) -> bool:
    """Writes need the writes gate whatever a tool's own gate says: an upload needs both."""
    opened = {
        Gate.OPEN: True,
        Gate.UPLOAD: grants.writes and grants.upload_root,
        Gate.DOWNLOAD: grants.download_root,
    }[gate]
    permitted = operation is Operation.READ or grants.writes
    capable = capability is None or capability in grants.capabilities
    return opened and permitted and capable
