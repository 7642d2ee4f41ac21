"""`python -m tests.mutants [module ...] [--sample N] [--budget SECONDS] [--jobs N]`: the table, and what survived."""

from __future__ import annotations

import argparse
import ast
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.faults import Mutant, mutants
from tests.mutants.modules import MODULES, Subject
from tests.mutants.running import KILLED, SURVIVED, Job, load_libraries, run, run_all

ROOT = Path(__file__).parent.parent.parent


@dataclass(slots=True)
class Score:
    """Of one module: how many faults were looked at, and those that nobody noticed."""

    subject: Subject
    known: int
    tried: int = 0
    survivors: list[Mutant] = field(default_factory=list)

    def row(self) -> str:
        killed = self.tried - len(self.survivors)
        share = 100 * killed / self.tried if self.tried else 0.0
        return f"{self.subject.module:52} {self.known:6} {self.tried:6} {killed:6} {len(self.survivors):9} {share:6.1f} %"


@dataclass(frozen=True, slots=True)
class Plan:
    sample: int | None
    until: float
    jobs: int
    verbose: bool

    def chosen(self, subject: Subject, found: list[Mutant]) -> list[Mutant]:
        """The same sample every time, and in an order that a budget cuts fairly."""
        drawn = random.Random(subject.module).sample(found, len(found))
        return drawn[: self.sample]


def score(subject: Subject, plan: Plan) -> Score:
    path = ROOT / subject.path
    tree = ast.parse(path.read_text("utf-8"))
    tests = [str(ROOT / name) for name in subject.tests]
    sound = Job(subject.module, compile(tree, str(path), "exec", dont_inherit=True), tests, 600)
    verdict, took = run(sound)
    if verdict != SURVIVED:
        raise SystemExit(f"{subject.module}: its tests fail without any fault, or there are none")
    found = mutants(tree)
    result = Score(subject, len(found))

    def job(mutant: Mutant) -> Callable[[], Job]:
        return lambda: Job(subject.module, mutant.compiled(tree, str(path)), tests, 20 + 5 * took)

    for mutant, ended, _ in run_all(_in_time(plan, plan.chosen(subject, found), job), jobs=plan.jobs):
        result.tried += 1
        if ended != KILLED:
            result.survivors.append(mutant)
        if plan.verbose:
            print(
                f"  {'killed  ' if ended == KILLED else 'SURVIVED'} {subject.path}:{mutant.line}: {mutant.what}"
            )
    return result


def _in_time(
    plan: Plan, chosen: Sequence[Mutant], job: Callable[[Mutant], Callable[[], Job]]
) -> Sequence[tuple[Mutant, Callable[[], Job]]]:
    return [(mutant, job(mutant)) for mutant in chosen] if time.monotonic() < plan.until else []


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", help="by the end of their names; all without any")
    parser.add_argument("--sample", type=int, help="at most so many faults of each module, always the same")
    parser.add_argument("--budget", type=float, default=7200, help="no module is begun after so many seconds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="a line for each fault")
    given = parser.parse_args(words)
    plan = Plan(given.sample, time.monotonic() + given.budget, given.jobs, given.verbose)
    wanted = [
        each for each in MODULES if not given.modules or each.module.rpartition(".")[2] in given.modules
    ]
    load_libraries()
    print(f"{'module':52} {'faults':>6} {'tried':>6} {'killed':>6} {'survived':>9} {'':>8}", flush=True)
    scores = []
    for subject in wanted:
        scores.append(score(subject, plan))
        print(scores[-1].row(), flush=True)
    print("\nsurvivors")
    for each in scores:
        for mutant in sorted(each.survivors, key=lambda one: one.line):
            print(f"  {each.subject.path}:{mutant.line}: {mutant.what}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
