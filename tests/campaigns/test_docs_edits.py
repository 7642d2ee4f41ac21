"""The short form of the campaign on pages: enough to see that it runs, and that it would tell."""

from pathlib import Path

import pytest
from tests.campaigns.docs_edits import campaign, report
from tests.docs.harness import KINDS, Kind


@pytest.mark.anyio
@pytest.mark.parametrize("kind", KINDS)
async def test_random_edits_through_faults_are_applied_once_or_told_as_they_are(
    tmp_path: Path, kind: Kind
) -> None:
    outcomes = await campaign(20, 11, tmp_path, kind)

    assert [each for each in outcomes if each.problem] == [], report(outcomes)
    assert {"applied"} < {each.told for each in outcomes}
