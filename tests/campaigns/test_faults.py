"""The short form of the campaign: enough to see that it runs, and that it would tell."""

from pathlib import Path

import pytest
from tests.campaigns.faults import Wishes, campaign, report
from tests.campaigns.plan import FATES, Kind, plan
from tests.campaigns.reckoning import Verdict

SHORT = Wishes(calls=60, seed=3, deadline_s=2, hosts=2, in_flight=12, kill_every=25)


@pytest.mark.anyio
async def test_sixty_writes_through_every_kind_of_fault_happen_once_or_are_told_as_they_are(
    tmp_path: Path,
) -> None:
    rows, tally, wrong = await campaign(SHORT, tmp_path)
    assert wrong == [], report(rows, tally, wrong)
    assert len(rows) == SHORT.calls
    assert tally.kills >= 1
    assert {row.story.ending for row in rows} > {Verdict.DONE}
    assert any(row.effects for row in rows)


def test_a_plan_is_the_same_for_the_same_seed_and_holds_every_kind_and_fate() -> None:
    calls = plan(5000, 7)
    assert calls == plan(5000, 7) != plan(5000, 8)
    assert {call.kind for call in calls} == set(Kind)
    assert {call.fate.name for call in calls} == {fate.name for fate in FATES}
