"""Thousands of floors in one process: none stays in memory when it is over."""

import gc
import weakref
from pathlib import Path

import pytest

from punto.torture import runs as torturing
from punto.torture.faults import FaultPlan
from punto.torture.floor import WholeFloor, build


def test_nothing_of_a_floor_is_left_when_its_run_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    floors = list[weakref.ref[object]]()

    def watched(plan: FaultPlan, folder: Path) -> WholeFloor:
        floor = build(plan, folder)
        floors.extend(map(weakref.ref, (floor, floor.server, *floor.devices)))
        return floor

    monkeypatch.setattr(torturing, "build", watched)
    gc.unfreeze()  # what a server of another test has set aside in this process
    gc.disable()
    try:
        torturing.torture(1, 1)
    finally:
        gc.enable()
    assert len(floors) > 2
    assert [floor() for floor in floors if floor() is not None] == []
    assert gc.get_freeze_count() == 0
