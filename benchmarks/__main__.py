"""`make bench`: measures, and writes RESULTS.md and its charts."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.campaign import run
from benchmarks.peers import install_all
from benchmarks.plan import PARTS, Plan
from benchmarks.report import write

RESULTS = Path(__file__).with_name("RESULTS.md")


def main(argv: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(argv)
    if asked.install_peers:
        return _install()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        results = run(_plan(asked), Path(home), _say)
    output = asked.output or (
        Path(tempfile.mkdtemp(prefix="bench-")) / RESULTS.name if asked.only else RESULTS
    )
    write(results, output)
    _say(f"wrote {output} after {time.monotonic() - began:.0f} s")
    return 0


def _plan(asked: argparse.Namespace) -> Plan:
    parts = (asked.only,) if asked.only else PARTS
    return Plan(asked.starts, asked.first_starts, asked.rounds, parts)


def _parser() -> argparse.ArgumentParser:
    plan = Plan()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--starts", type=int, default=plan.starts, help="counted starts of each server")
    parser.add_argument(
        "--first-starts", type=int, default=plan.first_starts, help="starts with nothing compiled"
    )
    parser.add_argument("--rounds", type=int, default=plan.rounds, help="rounds of ten calls each")
    parser.add_argument(
        "--only", choices=PARTS, help="one part, written to a folder of its own without --output"
    )
    parser.add_argument(
        "--output", type=Path, help="charts are written beside it; RESULTS.md when everything is measured"
    )
    parser.add_argument("--install-peers", action="store_true", help="install what is compared, and end")
    return parser


def _install() -> int:
    reasons = install_all()
    for reason in reasons:
        _say(f"not installed: {reason}")
    return 1 if reasons else 0


def _say(line: str) -> None:
    sys.stdout.write(f"bench: {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
