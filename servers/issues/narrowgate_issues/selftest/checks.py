"""All checks of the issues server, in the order in which they run."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.selftest.checks import FILES, GATING, LAST, LOSSES, QUERIES, TEXTS
from narrowgate_common.selftest.verdicts import Check
from narrowgate_issues.selftest import scoping, writing

CHECKS: Sequence[Check] = (
    *GATING,
    Check("scope: keys", "an issue outside the scope is answered like none", scoping.keys),
    Check("scope: search", "a search shows nothing outside the scope", scoping.search),
    Check("scope: links", "linked issues outside the scope are not shown", scoping.links),
    Check("scope: moved", "an old key of an issue that left the scope shows nothing", scoping.moved),
    *QUERIES,
    *FILES,
    *TEXTS,
    *LOSSES,
    Check("update", "only what was asked for is changed", writing.update),
    *LAST,
)
