"""What is true of all views at all stages of an evening."""

import operator
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import reduce

import pytest

from punto.rounds.evolution import replay
from punto.rounds.phases import Phase
from punto.rounds.state import Seat, Table
from punto.values.cards import Card
from punto.views.screens.console import console_view
from punto.views.screens.pit import pit_view
from punto.views.screens.public import public_view
from punto.views.watched_table import Watched, watch
from support.rounds.evening import T1, T2, Evening
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import STAGES, configured, opened, run_by_one, screens, values_in

View = Callable[[Watched], object]

VIEWS: dict[str, View] = {
    "public": public_view,
    "terminal": lambda watched: terminal_view(watched, T1),
    "console": console_view,
    "pit": pit_view,
}

ONLY_WITH_SEATS = {"terminal"}


def test_the_stages_reach_every_phase() -> None:
    assert {build().phase() for build in STAGES.values()} == set(Phase)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_every_view_holds_only_what_a_wire_can_carry(name: str, stage: str) -> None:
    view = VIEWS[name](screens(STAGES[stage]()))
    if stage in {"configured", "choosing"} and name in ONLY_WITH_SEATS:
        assert view is None
        return
    assert view is not None
    allowed = (str, int, bool, type(None), Enum, Card, datetime)
    assert [value for value in values_in(view) if not isinstance(value, allowed)] == []


@pytest.mark.parametrize("name", VIEWS)
def test_a_table_without_a_game_shows_nothing(name: str) -> None:
    assert VIEWS[name](Watched()) is None
    assert VIEWS[name](Watched(table=Table(seats={T1: Seat()}))) is None


@pytest.mark.parametrize("stage", STAGES)
def test_what_screens_watch_is_the_table_of_the_record(stage: str) -> None:
    evening = STAGES[stage]()
    assert screens(evening).table == evening.table == replay(evening.record.events)


@pytest.mark.parametrize("stage", STAGES)
def test_a_view_can_be_had_after_every_single_event(stage: str) -> None:
    events = STAGES[stage]().record.events
    watched = Watched()
    for event in events:
        watched = watch(watched, event)
        for view in VIEWS.values():
            view(watched)
    assert watched == reduce(watch, events, Watched())


@pytest.mark.reading("A-73")
@pytest.mark.parametrize(("build", "alone"), [(run_by_one, True), (opened, False)])
def test_a_table_run_by_one_person_says_so_on_every_screen(
    build: Callable[[], Evening], *, alone: bool
) -> None:
    watched = screens(build())
    # The public part goes to every terminal and display; staff have it in their own view.
    stamped = {
        "public": "game.single_person",
        "console": "single_person",
        "pit": "single_person",
    }
    for name, field in stamped.items():
        assert operator.attrgetter(field)(VIEWS[name](watched)) is alone


def test_a_terminal_that_is_not_at_the_table_has_no_view() -> None:
    assert terminal_view(screens(configured()), T2) is None
