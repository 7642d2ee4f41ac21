"""Which attack case is held by which test: `python -m tests.case_map` prints the account, and ends with 1 for a gap.

`cases.json` names every case, and for each either tests or the reason why there is none here.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).parent / "cases.json"
COUNTS = {"A": 25, "B": 17, "C": 22, "D": 18, "E": 18, "F": 17, "G": 16, "H": 18, "I": 24, "J": 15, "K": 12, "L": 12,
          "R": 57, "O": 22, "P": 50}  # fmt: skip
"""How many cases each group has; kept apart from the map, so that none goes missing with its line."""


def read() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(FILE.read_text("utf-8"), object_pairs_hook=_unique)
    return loaded


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A case that stands twice would hide one of its lines."""
    names = [name for name, _ in pairs]
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise ValueError(f"more than once: {', '.join(twice)}")
    return dict(pairs)


def problems(told: Mapping[str, Any]) -> list[str]:
    """What is wrong with the map, a line each."""
    cases, reasons = told["cases"], told["reasons"]
    found = [line for name, case in cases.items() for line in _of_case(name, case, reasons)]
    counted = Counter(name[0] for name in cases)
    found += [
        f"group {group} has {counted[group]} cases, not {count}"
        for group, count in COUNTS.items()
        if counted[group] != count
    ]
    found += [f"group {group} is not described" for group in COUNTS if not told["groups"].get(group)]
    used = {case.get("reason") for case in cases.values()}
    return found + [f"reason {name} is not used" for name in reasons if name not in used]


def _of_case(name: str, case: Mapping[str, Any], reasons: Mapping[str, str]) -> list[str]:
    found = []
    if name[0] not in COUNTS or not name[1:].isdecimal():
        found.append(f"{name}: is no case")
    if not str(case.get("title", "")).strip():
        found.append(f"{name}: has no title")
    if bool(case.get("tests")) == ("reason" in case):
        found.append(f"{name}: has either tests or a reason")
    if "reason" in case and not str(reasons.get(case["reason"], "")).strip():
        found.append(f"{name}: its reason is empty")
    return found + [f"{name}: there is no {node}" for node in case.get("tests", []) if not exists(node)]


def exists(node: str) -> bool:
    """Whether there is a test of this id: a file and, after `::`, one of its functions."""
    path, _, function = node.partition("::")
    return function in functions(path)


@cache
def functions(path: str) -> frozenset[str]:
    file = ROOT / path
    if not path.startswith("tests/") or not file.is_file():
        return frozenset()
    body = ast.parse(file.read_text("utf-8")).body
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(each.name for each in body if isinstance(each, kinds) and each.name.startswith("test_"))


def account(told: Mapping[str, Any]) -> list[str]:
    """The counts by group, and the reasons with their cases."""
    cases, groups = told["cases"], told["groups"]
    lines = [f"{'group':44} {'cases':>6} {'tested':>7} {'reasoned':>9}"]
    rows = [
        (f"{group} {groups[group]}", [case for name, case in cases.items() if name[0] == group])
        for group in COUNTS
    ]
    for label, members in [*rows, ("all", list(cases.values()))]:
        tested = sum("tests" in case for case in members)
        lines.append(f"{label:44} {len(members):6} {tested:7} {len(members) - tested:9}")
    tests = {node for case in cases.values() for node in case.get("tests", [])}
    lines += [f"{len(tests)} tests hold them.", "", "not here, and why"]
    for reason, words in told["reasons"].items():
        names = [name for name, case in cases.items() if case.get("reason") == reason]
        lines += [f"  {words}:", f"    {' '.join(names)}"]
    noted = {name: case["note"] for name, case in cases.items() if "note" in case}
    return [*lines, "", "held, with a remark", *(f"  {name}: {note}" for name, note in noted.items())]


def main() -> int:
    told = read()
    print("\n".join(account(told)))
    gaps = problems(told)
    for gap in gaps:
        print(f"GAP {gap}", file=sys.stderr)
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
