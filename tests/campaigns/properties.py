"""`python -m tests.campaigns.properties [--examples N] [FILE ...]`: every property, with more examples than a test run has.

The table counts, by file, the properties, the examples each was shown at most, and those that did not hold.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[2]


@dataclass
class Row:
    properties: int = 0
    failed: int = 0
    seconds: float = 0.0


class Properties:
    """A pytest plugin: keeps what Hypothesis drives, and counts how it ends."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = defaultdict(Row)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept = [item for item in items if getattr(getattr(item, "obj", None), "is_hypothesis_test", False)]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        row = self.rows[report.nodeid.partition("::")[0]]
        row.seconds += report.duration
        if report.when == "call":
            row.properties += 1
            row.failed += report.failed


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.properties", description=__doc__)
    parser.add_argument(
        "--examples", type=int, default=500, help="of each property that says no number of its own"
    )
    parser.add_argument("files", nargs="*", default=["tests"])
    given = parser.parse_args(words)
    settings.register_profile(
        "campaign", max_examples=given.examples, deadline=None, suppress_health_check=list(HealthCheck)
    )
    found = Properties()
    began = time.monotonic()
    options = [
        "-q",
        "--no-header",
        "--hypothesis-profile=campaign",
        "-p",
        "no:cacheprovider",
        f"--rootdir={ROOT}",
    ]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # Hypothesis is there already, on purpose
    code = pytest.main([*options, *given.files], plugins=[found])
    print(f"\n{'file':52} {'properties':>10} {'examples':>9} {'failed':>7} {'seconds':>8}")
    for name, row in sorted(found.rows.items()):
        print(f"{name:52} {row.properties:10} {given.examples:9} {row.failed:7} {row.seconds:8.1f}")
    total = sum(row.properties for row in found.rows.values())
    failed = sum(row.failed for row in found.rows.values())
    print(f"{'all':52} {total:10} {given.examples:9} {failed:7} {time.monotonic() - began:8.1f}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
