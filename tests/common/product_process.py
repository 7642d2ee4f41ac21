"""A process that makes one call, and may be killed at it."""

import json
import sys
from pathlib import Path

import anyio
from tests.common.fake_product import product
from tests.common.fake_vendor import BLIND_TOOL, KEYED_TOOL, TOOLS


async def call(url: str, home: str, tool: str, arguments: str) -> None:
    async with product(url, Path(home), tools=[*TOOLS, KEYED_TOOL, BLIND_TOOL]) as made:
        result = await made.call(tool, **json.loads(arguments))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    _, url, home, tool, arguments = sys.argv
    anyio.run(call, url, home, tool, arguments)
