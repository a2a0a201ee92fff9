"""Typed and repeated bets at a live table."""

import pytest

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.layouts import Chip, ChipSet
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes import refusals
from punto.rounds.boxes.commands import CloseLayout, LeaveTable, PlaceBets, RepeatBets, TypeBets
from punto.rounds.boxes.events import ChipsPlaced, PatronJoined
from punto.rounds.boxes.state import place_of
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest
from punto.rounds.table.commands import (
    AnnounceLastRound,
    CloseTable,
    ConfigureTable,
    OpenTable,
)
from punto.rules.irregularity_policies import Irregularity
from punto.values.money import dollars
from punto.values.structures import replace
from support.rounds.evening import PIT_MANAGER, SUPERVISOR, Evening, load_for, position
from support.rounds.live import (
    ANN,
    BEN,
    BOX_1,
    BOX_2,
    EVE,
    LAYOUT,
    lay,
    live_betting,
    live_configuration,
)
from support.rounds.matters import report

clause = pytest.mark.clause


@clause("rws-live", "3.7")
def test_a_typed_bet_leaves_the_patrons_other_bets_and_marks_as_they_are() -> None:
    evening = live_betting()
    evening.do(PlaceBets(ANN, BOX_1, position(banker=100, tie=50), on_behalf=True))
    assert evening.do(TypeBets("1 b 300 t 0, 2 p 100")) == (
        ChipsPlaced(place_of(ANN, BOX_1), position(banker=300), on_behalf=True),
        ChipsPlaced(place_of(EVE, BOX_2), position(player=100), on_behalf=False),
    )


@clause("rws-live", "1.20", "1.21")
def test_new_guests_sit_at_a_free_box_or_stand_behind_a_bet() -> None:
    evening = live_betting()
    evening.do(LeaveTable(EVE))
    guests = PatronKey("guest-4"), PatronKey("guest-5")
    assert evening.do(TypeBets("2 p 100, 2 + b 100")) == (
        PatronJoined(guests[0], BOX_2),
        PatronJoined(guests[1], None),
        ChipsPlaced(place_of(guests[0], BOX_2), position(player=100), on_behalf=False),
        ChipsPlaced(place_of(guests[1], BOX_2), position(banker=100), on_behalf=False),
    )


def test_nothing_of_a_line_is_taken_if_any_part_is_wrong() -> None:
    evening = live_betting()
    refused = evening.refused(TypeBets("1 b 100 9 b 100"))
    assert isinstance(refused, refusals.BetLineUnclear)
    assert (refused.start, refused.end, refused.found) == (8, 9, "9")
    assert refused.sentence.startswith("line of bets, character 9: '9', expected a box")
    ended = evening.refused(TypeBets("1 b"))
    assert "its end, expected an amount" in ended.sentence
    fives = ChipSet((Chip(dollars(5), "5", "red"),))
    config = replace(live_configuration(), layout=replace(LAYOUT, chips=fives))
    of_fives = live_betting(config)
    assert isinstance(of_fives.refused(TypeBets("1 b 100 2 b 101")), refusals.ChipsCannotMake)
    assert of_fives.table.round_now.positions == {}


@clause("rws-live", "1.21")
def test_a_line_that_takes_the_seated_bet_up_leaves_no_room_for_a_standing_one() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=100)
    assert evening.refused(TypeBets("1 b 0, 1 ben p 100")) == refusals.NoSeatedBet(BOX_1)
    evening.do(TypeBets("1 ben p 100"))


def after_a_round() -> Evening:
    """Open a second round, after one in which all three had bets and an excess was passed over."""
    evening = live_betting()
    lay(evening, ANN, banker=9_000)
    lay(evening, BEN, banker=3_000)
    lay(evening, EVE, BOX_2, player=100)
    evening.do(CloseLayout(passed_over=True))
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())
    evening.do(OpenBets())
    return evening


def placed(evening: Evening) -> dict[str, object]:
    return {fact.place: fact.stakes for fact in evening.do(RepeatBets())}  # type: ignore[union-attr]


@clause("rws-live", "3.3", "5.13")
def test_bets_are_repeated_as_they_lay_and_not_as_they_played() -> None:
    assert placed(after_a_round()) == {
        "ann@1": position(banker=9_000),
        "ben@1": position(banker=3_000),
        "eve@2": position(player=100),
    }


def test_a_bet_of_this_round_stays_and_a_patron_who_left_lays_nothing() -> None:
    evening = after_a_round()
    lay(evening, EVE, BOX_2, banker=500)
    evening.do(LeaveTable(ANN))
    # Ben stands at Ann's box, where no seated patron has a bet now.
    assert evening.refused(RepeatBets()) == refusals.NothingToRepeat()
    assert evening.table.round_now.stakes_of(place_of(EVE, BOX_2)) == position(banker=500)


def test_before_the_first_round_there_is_nothing_to_repeat() -> None:
    assert live_betting().refused(RepeatBets()) == refusals.NothingToRepeat()


def test_a_round_that_was_void_before_its_close_leaves_the_bets_of_the_one_before() -> None:
    evening = after_a_round()
    evening.do(report(Irregularity.SHORTAGE))
    evening.do(Attest(), SUPERVISOR)
    evening.do(load_for(live_configuration()))
    evening.do(OpenBets())
    assert len(placed(evening)) == 3


def test_a_box_that_the_new_layout_does_not_have_is_left_out() -> None:
    evening = after_a_round()
    evening.do(AnnounceLastRound())
    for _ in range(2):
        evening.do(RepeatBets())
        evening.do(CloseLayout(passed_over=True))
        evening.deal("KS 3D QH 4C 2D")
        evening.do(Settle())
        if evening.table.rounds_count < 3:
            evening.do(OpenBets())
    evening.do(CloseTable(), SUPERVISOR)
    config = replace(live_configuration(), layout=replace(LAYOUT, boxes=(BoxLabel("7"),)))
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(OpenBets())
    assert evening.refused(RepeatBets()) == refusals.NothingToRepeat()
