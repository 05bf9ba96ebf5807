"""The ways of three keys stay as short as docs/architecture.md says."""

import pytest

from tests.tools.walks import pick_up, roll, type_play


@pytest.mark.parametrize(("way", "most"), [(pick_up, 12), (roll, 18), (type_play, 12)])
async def test_key_passes_through_few_files(tmp_path, way, most):
    stops = (await way(tmp_path)).stops()
    assert len(stops) <= most, list(stops)
