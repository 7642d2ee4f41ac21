"""Stands at the sandbox's door: for each write that arrives, whether the audit held its intent by then."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrowgate_common.audit import FILE

Application = Any
"""ASGI's: a callable of scope, receive and send."""


@dataclass
class Witness:
    """Called in the sandbox's own thread. `asking` says how the paths end that are asked by POST."""

    state_dir: Path
    asking: tuple[str, ...] = ()
    intended: list[bool] = field(default_factory=list)
    """In the order in which writes arrived."""

    def is_write(self, method: str, path: str) -> bool:
        """`path` may carry a query."""
        return method not in {"GET", "HEAD"} and not path.partition("?")[0].endswith(self.asking)

    def around(self, app: Application) -> Application:
        async def watched(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http" and self.is_write(scope["method"], scope["path"]):
                self.intended.append(self._has_open_intent())
            await app(scope, receive, send)

        return watched

    def _has_open_intent(self) -> bool:
        try:
            lines = (self.state_dir / FILE).read_bytes().splitlines()
        except OSError:
            return False
        kinds = [json.loads(line)["kind"] for line in lines]
        return kinds.count("intent") > kinds.count("result")
