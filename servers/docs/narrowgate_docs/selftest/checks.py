"""All checks of the docs server, in the order in which they run."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.selftest.checks import FILES, GATING, LAST, LOSSES, QUERIES, TEXTS
from narrowgate_common.selftest.verdicts import Check
from narrowgate_docs.selftest import scoping, writing

CHECKS: Sequence[Check] = (
    *GATING,
    Check("scope: names", "a page named by a space outside the scope is not even asked for", scoping.names),
    Check("scope: ids", "a page outside the scope is answered like none, whatever leads to it", scoping.ids),
    Check("scope: search", "no search and no list shows anything outside the scope", scoping.search),
    Check("scope: children", "a page of another space below one inside is not shown", scoping.children),
    Check("scope: moved", "the id of a page that left the scope shows nothing", scoping.moved),
    *QUERIES,
    *FILES,
    *TEXTS,
    *LOSSES,
    Check(
        "edit", "one passage changes, every other byte stays, and a cut answer changes nothing", writing.edit
    ),
    Check("removals", "a text that would lose macros is refused, nothing is written", writing.removals),
    Check("meanwhile", "what others wrote since the page was read is not overwritten", writing.meanwhile),
    *LAST,
)
