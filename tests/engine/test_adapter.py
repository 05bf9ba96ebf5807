"""The list of engines."""

import pytest

from bgterm.engine.adapter import ADAPTERS, open_adapter
from bgterm.engine.errors import EngineError
from bgterm.rules.variants import VARIANTS


def test_every_engine_of_the_list_can_be_made():
    for name in ADAPTERS:
        adapter = open_adapter(name)
        assert adapter.name == name
        assert adapter.variants <= set(VARIANTS)
        assert adapter.kinds


def test_an_unknown_engine_is_refused():
    with pytest.raises(EngineError, match='unknown engine "hal"'):
        open_adapter("hal")
