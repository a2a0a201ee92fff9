"""A live table that reads its chips: a person answers where the reading differs from the record."""

import pytest

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.readings import ReadBet, ReadDifference
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.boxes import refusals
from punto.rounds.boxes.commands import CloseLayout, LeaveTable, SetReadingAside, TakeReading
from punto.rounds.boxes.events import (
    ChipsPlaced,
    LayoutClosed,
    PassedOver,
    PatronJoined,
    ReadingPassedOver,
    ReadingSetAside,
    ReadingTaken,
)
from punto.rounds.boxes.layouts import on_layout
from punto.rounds.boxes.reading_refusals import NothingRead, ReadingStale, ReadingUnclear
from punto.rounds.boxes.readings import read_otherwise
from punto.rounds.boxes.state import place_of
from punto.rounds.command_refusals import OutOfPhase
from punto.rounds.dealing.commands import Settle
from punto.rules.games import BetKey
from punto.values.money import Cents, dollars
from support.rounds.evening import SUPERVISOR, Evening, position
from support.rounds.live import (
    ANN,
    BEN,
    BOX_1,
    BOX_2,
    EVE,
    choosing,
    chosen,
    closed,
    lay,
    live_betting,
    live_opened,
)

clause = pytest.mark.clause
NOBODY = PatronKey("nobody")


def differs(
    was: int,
    now: int,
    patron: PatronKey | None = ANN,
    box: BoxLabel = BOX_1,
    bet: str = "banker",
) -> ReadDifference:
    return ReadDifference(box, BetKey(bet), patron, dollars(was), dollars(now))


def stack(dollars_read: int, patron: PatronKey | None = ANN, bet: str = "banker") -> ReadBet:
    return ReadBet(BOX_1, BetKey(bet), ((dollars(100), dollars_read // 100),), patron)


@clause("rws-live", "5.16")
def test_what_is_read_is_recorded_only_when_a_person_takes_it() -> None:
    evening = live_betting()
    (found,) = read_otherwise(evening.table, [stack(300, None)])
    assert found == differs(0, 300, None)
    assert evening.do(TakeReading((found,))) == (
        ReadingTaken((found,)),
        ChipsPlaced(place_of(ANN, BOX_1), position(banker=300), on_behalf=False),
    )
    assert read_otherwise(evening.table, [stack(300, None)]) == ()


@clause("rws-live", "5.13")
def test_a_reading_replaces_one_bet_and_leaves_the_others() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500, tie=50)
    taken = differs(500, 300)
    assert evening.do(TakeReading((taken,)), SUPERVISOR)[1:] == (
        ChipsPlaced(place_of(ANN, BOX_1), position(banker=300, tie=50), on_behalf=False),
    )
    gone = differs(50, 0, bet="tie")
    assert evening.do(TakeReading((gone,)))[1:] == (
        ChipsPlaced(place_of(ANN, BOX_1), position(banker=300), on_behalf=False),
    )


@clause("rws-live", "1.20")
def test_chips_in_an_empty_box_belong_to_a_new_guest() -> None:
    evening = live_betting()
    evening.do(LeaveTable(EVE))
    found = differs(0, 100, None, BOX_2)
    assert evening.do(TakeReading((found,)))[1] == PatronJoined(PatronKey("guest-4"), BOX_2)


@clause("rws-live", "5.13")
def test_what_a_person_sets_aside_is_recorded_and_changes_no_bet() -> None:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    aside = differs(500, 300)
    assert evening.do(SetReadingAside((aside,))) == (ReadingSetAside((aside,)),)
    now = evening.table.round_now
    assert now.stakes_of(place_of(ANN, BOX_1)) == position(banker=500)
    assert on_layout(now).set_aside == (aside,)


@clause("rws-live", "5.6")
def test_after_the_close_chips_are_held_against_how_they_lay_and_cannot_be_taken() -> None:
    evening = closed(banker=15_000)
    (late,) = read_otherwise(evening.table, [stack(16_000), stack(500, BEN, "player")])
    assert late == differs(15_000, 16_000), "not against the part that plays"
    assert isinstance(evening.refused(TakeReading((late,))), OutOfPhase)
    evening.do(SetReadingAside((late,)))
    evening.deal("KS 3D 9H 4C")
    (after_cards,) = read_otherwise(evening.table, [stack(15_000)])
    evening.do(SetReadingAside((after_cards,)))
    evening.do(Settle())
    assert read_otherwise(evening.table, []) == (), "now chips are taken and paid"
    unanswered = differs(500, 600, BEN, bet="player")
    evening.do(SetReadingAside((unanswered,)))
    evening.do(OpenBets())
    assert on_layout(evening.table.round_now).set_aside == ()


@clause("rws-live", "5.12.3")
def test_bets_that_were_given_back_are_not_looked_for() -> None:
    evening = choosing()
    assert [each.patron for each in read_otherwise(evening.table, [])] == [ANN, BEN]
    chosen(evening, ann="return", ben="continue")
    assert [each.patron for each in read_otherwise(evening.table, [])] == [BEN]
    assert read_otherwise(evening.table, [stack(1_000), stack(500, BEN, "player")]) == ()


def with_two() -> Evening:
    evening = live_betting()
    lay(evening, ANN, banker=500)
    lay(evening, BEN, banker=200)
    return evening


@pytest.mark.parametrize(
    ("answered", "refusal"),
    [
        ((), NothingRead()),
        ((differs(500, 500),), NothingRead()),
        ((differs(500, 300), differs(200, 200, BEN)), NothingRead()),
        ((differs(500, -100),), NothingRead()),
        (
            (differs(400, 300),),
            ReadingStale(BOX_1, BetKey("banker"), dollars(500), dollars(400)),
        ),
        (
            (differs(500, 300), differs(500, 200)),
            ReadingUnclear(BOX_1, BetKey("banker")),
        ),
        ((differs(0, 100, NOBODY),), refusals.PatronUnknown(NOBODY)),
        (
            (differs(0, 100, None, BoxLabel("4")),),
            refusals.NoSuchBox(BoxLabel("4"), (BOX_1, BOX_2)),
        ),
    ],
)
def test_an_answer_must_be_about_a_difference_that_is_still_there(
    answered: tuple[ReadDifference, ...], refusal: object
) -> None:
    for answer in (TakeReading(answered), SetReadingAside(answered)):
        found: object = with_two().refused(answer)
        assert found == refusal


def test_an_answer_must_be_about_a_bet_that_is_on_offer() -> None:
    unknown = differs(0, 100, bet="dragon")
    assert isinstance(with_two().refused(SetReadingAside((unknown,))), BetsRefused)


@clause("rws-live", "5.16")
def test_a_sum_of_several_patrons_is_never_taken_but_may_be_set_aside() -> None:
    evening = with_two()
    summed = differs(700, 800, None)
    unclear = ReadingUnclear(BOX_1, BetKey("banker"))
    assert evening.refused(TakeReading((summed,))) == unclear
    evening.do(SetReadingAside((summed,)))


def test_a_reading_that_is_no_bet_is_refused_like_any_other() -> None:
    odd = ReadDifference(BOX_1, BetKey("banker"), ANN, dollars(500), Cents(50))
    assert isinstance(with_two().refused(TakeReading((odd,))), BetsRefused)


@clause("rws-live", "5.3")
def test_nothing_is_laid_for_a_patron_who_walked_away() -> None:
    evening = with_two()
    evening.do(LeaveTable(ANN))
    taken_up = differs(500, 0)
    assert evening.refused(TakeReading((taken_up,))) == refusals.PatronUnknown(ANN)
    evening.do(SetReadingAside((taken_up,)))


def test_between_rounds_nothing_is_compared() -> None:
    assert read_otherwise(live_opened().table, [stack(300, None)]) == ()


def test_a_warning_is_still_open_after_a_reading_was_taken() -> None:
    evening = live_betting()
    low = ReadDifference(BOX_1, BetKey("banker"), None, Cents(0), dollars(50))
    evening.do(TakeReading((low,)))
    assert isinstance(evening.refused(CloseLayout()), refusals.WarningsOpen)


@clause("rws-live", "5.13")
def test_an_open_question_is_a_warning_that_the_close_passes_over() -> None:
    evening = with_two()
    read, low = differs(500, 800), differs(0, 300, None, BOX_2, "tie")
    refused = evening.refused(CloseLayout(unanswered=(read, low)))
    assert isinstance(refused, refusals.WarningsOpen)
    assert (refused.count, refused.first) == (
        2,
        "ann at box 1 banker: 500.00 recorded, 800.00 read",
    )
    over, closed_now = evening.do(CloseLayout(passed_over=True, unanswered=(read, low)))
    assert over == ReadingPassedOver((read, low))
    assert isinstance(closed_now, LayoutClosed)
    assert closed_now.passed_over == ()
    assert on_layout(evening.table.round_now).passed_over == (
        PassedOver("L 5.13", BOX_1, ANN),
        PassedOver("L 5.13", BOX_2, None),
    )


def test_a_question_about_a_bet_that_was_changed_meanwhile_is_not_passed_over() -> None:
    evening = with_two()
    stale = CloseLayout(passed_over=True, unanswered=(differs(400, 800),))
    assert isinstance(evening.refused(stale), ReadingStale)
