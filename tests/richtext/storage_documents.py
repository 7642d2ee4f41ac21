"""Storage documents for tests: our samples, and those of a folder that NARROWGATE_STORAGE_CORPUS may name."""

from __future__ import annotations

import os
from pathlib import Path

from tests.richtext.storage_samples import SAMPLES

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.reading import Reading, reading
from narrowgate_common.richtext.storage.format import STORAGE


def documents() -> dict[str, str]:
    found = dict(SAMPLES)
    folder = os.environ.get("NARROWGATE_STORAGE_CORPUS")
    if folder:
        for path in sorted(Path(folder).glob("*.xml")):
            found[path.name] = path.read_bytes().decode()
    return found


def read(original: str) -> Reading[str, str]:
    return reading(STORAGE, original)


def rebuilt(block: Block) -> str:
    """Every container made again from its own children."""
    if not block.children:
        return STORAGE.keep(block)
    return STORAGE.container(block, block, [Part(child, child, rebuilt(child)) for child in block.children])
