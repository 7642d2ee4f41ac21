"""A short session an onlooker understands: `make demo`. No account, no network, a few seconds.

It starts the embedded company, the fault proxy in front of it, and the real servers over stdio, and counts at the
end what happened there.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from examples import docs_demo, issues_demo
from examples.stage import Stage
from narrowgate_sandbox import FaultProxy, Sandbox


async def play() -> int:
    stage = Stage()
    with tempfile.TemporaryDirectory() as folder, Sandbox.start() as box, FaultProxy.start(box.url) as proxy:
        home = Path(folder)
        print("An embedded company, the real servers over stdio, and an agent's calls.")
        await issues_demo.play(stage, box, proxy, home)
        await docs_demo.play(stage, box, home)
    print(
        f"\ndemo: {'everything went as announced' if not stage.surprises else f'{stage.surprises} surprises'}"
    )
    return 1 if stage.surprises else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(play()))
