"""Answers in the forms the vendor's descriptions and reference pages show; what they link to is never where they are from."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "samples"


def sample(name: str) -> Any:
    """`confluence_cloud/page`: a fresh copy each time."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
