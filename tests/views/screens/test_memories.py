import pytest

from punto.views.memories import memory_of, watched_again
from punto.views.watched_table import watched
from support.views.screens.stages import STAGES


@pytest.mark.parametrize("stage", STAGES)
def test_a_table_and_its_screens_memory_are_all_that_screens_know(stage: str) -> None:
    seen = watched(STAGES[stage]().record.events)
    assert watched_again(seen.table, memory_of(seen)) == seen
