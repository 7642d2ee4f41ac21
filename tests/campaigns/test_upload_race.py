from pathlib import Path

import pytest
from tests.campaigns.upload_race import SCENES, UnswappableError, openers, plant, printed, race, real

OPENS = 1600


def test_nothing_outside_the_root_is_read_while_names_change_their_meaning(tmp_path: Path) -> None:
    try:
        outcomes = race(tmp_path, OPENS)
    except UnswappableError:
        pytest.skip("this file system exchanges no names")
    counted = real(outcomes)
    assert {(one.scene, one.opener) for one in counted} == {(one, way) for one in SCENES for way in openers()}
    assert sum(one.opens for one in counted) == OPENS // (len(SCENES) * len(openers())) * len(counted)
    assert [one for one in counted if one.escapes] == [], printed(outcomes)
    assert sum(one.read.total() for one in counted) > 0


def test_the_scenes_can_be_read_while_nothing_changes(tmp_path: Path) -> None:
    up = plant(tmp_path)
    assert {(up / scene.path).read_bytes() for scene in SCENES} == {b"inside"}
