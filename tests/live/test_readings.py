"""A sensor's reading of a layout, compared with the recorded bets."""

import pytest

from punto.live import readings
from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, Stance
from punto.live.layouts import USUAL_CHIPS, USUAL_LAYOUT
from punto.live.readings import LayoutReading, ReadBet, ReadDifference
from punto.rules.games import BetKey
from punto.values.money import NOTHING, Cents, dollars

clause = pytest.mark.clause

ANN, BEN = PatronKey("ann"), PatronKey("ben")
BOX_5, BOX_6 = BoxLabel("5"), BoxLabel("6")
BANKER, TIE = BetKey("banker"), BetKey("tie")
HUNDRED = dollars(100)


def read(
    hundreds: int, box: BoxLabel = BOX_5, bet: BetKey = BANKER, patron: PatronKey | None = None
) -> ReadBet:
    return ReadBet(box, bet, ((HUNDRED, hundreds),), patron)


def bet(patron: PatronKey, stake: int, box: BoxLabel = BOX_5, key: BetKey = BANKER) -> BoxBet:
    return BoxBet(box, patron, Stance.SEATED, key, dollars(stake))


def of(hundreds: int, was: int, patron: PatronKey | None, **where: str) -> ReadDifference:
    box, key = BoxLabel(where.get("box", "5")), BetKey(where.get("bet", "banker"))
    return ReadDifference(box, key, patron, dollars(was), dollars(100 * hundreds))


def test_chips_are_worth_their_values_times_their_numbers() -> None:
    stack = ReadBet(BOX_5, BANKER, ((dollars(500), 2), (Cents(50), 3)))
    assert stack.amount == dollars(1_001) + 50


@clause("rws-live", "5.13")
def test_a_reading_as_recorded_differs_in_nothing() -> None:
    recorded = [bet(ANN, 500), bet(BEN, 200), bet(ANN, 100, BOX_6, TIE)]
    by_patron = [read(5, patron=ANN), read(2, patron=BEN), read(1, BOX_6, TIE, ANN)]
    in_sums = [read(7), read(1, BOX_6, TIE)]
    assert readings.differences(by_patron, recorded) == ()
    assert readings.differences(in_sums, recorded) == ()


@clause("rws-live", "5.13")
def test_chips_where_nothing_is_recorded_belong_to_whoever_sits_there() -> None:
    (found,) = readings.differences([read(3)], [])
    assert found == of(3, 0, None)
    assert found.is_clear


@clause("rws-live", "5.13")
def test_a_bet_of_one_patron_is_compared_with_what_lies_there() -> None:
    assert readings.differences([read(3)], [bet(ANN, 500)]) == (of(3, 500, ANN),)
    named = [read(3, patron=ANN), read(1, patron=BEN)]
    assert readings.differences(named, [bet(ANN, 500)]) == (of(3, 500, ANN), of(1, 0, BEN))


@clause("rws-live", "5.13")
def test_a_sum_of_several_patrons_does_not_say_whose_bet_is_wrong() -> None:
    (found,) = readings.differences([read(8)], [bet(ANN, 500), bet(BEN, 200)])
    assert found == of(8, 700, None)
    assert not found.is_clear


@clause("rws-live", "5.13")
def test_a_recorded_bet_without_chips_is_missing_for_each_patron_who_has_it() -> None:
    recorded = [bet(ANN, 500), bet(BEN, 200), bet(ANN, 100, BOX_6, TIE)]
    assert readings.differences([read(5, patron=ANN)], recorded) == (
        of(0, 200, BEN),
        of(0, 100, ANN, box="6", bet="tie"),
    )


def refusal(*bets: ReadBet, number: int = 8) -> readings.ReadingRefusal | None:
    reading = LayoutReading(number, bets)
    return readings.reading_refusal(reading, 7, USUAL_LAYOUT, (BANKER, TIE), {ANN})


def test_a_reading_of_this_layout_is_taken_whole() -> None:
    assert refusal() is None
    assert refusal(read(1), read(1, BOX_6), read(2, BOX_6, TIE, ANN)) is None


@pytest.mark.parametrize("number", [7, 6, -1])
def test_a_repeated_or_earlier_reading_is_refused(number: int) -> None:
    assert refusal(number=number) == readings.ReadingOutOfOrder(number, 7)


@clause("rws-live", "2.1.1")
def test_chips_in_a_box_that_the_layout_does_not_have_are_refused() -> None:
    four = BoxLabel("4")
    assert refusal(read(1), read(1, four)) == readings.ReadBoxUnknown(four, USUAL_LAYOUT.boxes)


def test_chips_on_a_bet_that_is_not_offered_are_refused() -> None:
    dragon = BetKey("dragon")
    assert refusal(read(1, bet=dragon)) == readings.ReadBetUnknown(dragon, (BANKER, TIE))


@pytest.mark.parametrize(("value", "number"), [(dollars(3), 1), (HUNDRED, 0), (NOTHING, 1)])
def test_chips_of_another_set_or_none_at_all_are_refused(value: Cents, number: int) -> None:
    stack = ReadBet(BOX_5, BANKER, ((value, number),))
    assert refusal(stack) == readings.ReadChipUnknown(value, USUAL_CHIPS.values)


def test_chips_of_a_patron_who_never_came_are_refused() -> None:
    assert refusal(read(1, patron=BEN)) == readings.ReadPatronUnknown(BEN)


@pytest.mark.parametrize("first", [None, ANN])
@pytest.mark.parametrize("second", [None, ANN])
def test_a_bet_is_read_once_for_each_patron_or_once_as_a_sum(
    first: PatronKey | None, second: PatronKey | None
) -> None:
    twice = readings.ReadTwice(BOX_5, BANKER)
    assert refusal(read(1, patron=first), read(1, patron=second)) == twice


def test_two_patrons_may_have_the_same_bet() -> None:
    reading = LayoutReading(8, (read(1, patron=ANN), read(1, patron=BEN)))
    assert readings.reading_refusal(reading, 7, USUAL_LAYOUT, (BANKER,), {ANN, BEN}) is None


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (
            readings.ReadingUnreadable("expected JSON"),
            "a message that is not a reading, expected one: expected JSON (L 5.13)",
        ),
        (
            readings.ReadingOutOfOrder(7, 8),
            "reading 7: expected a number above 8 (L 5.13)",
        ),
        (
            readings.ReadBoxUnknown(BoxLabel("4"), (BOX_5, BOX_6)),
            "chips read in box 4: expected one of 5 6 (L 2.1.1)",
        ),
        (
            readings.ReadBetUnknown(TIE, (BANKER,)),
            "chips read on tie: expected one of banker (L 3.6)",
        ),
        (
            readings.ReadChipUnknown(dollars(3), (dollars(5), dollars(1))),
            "chip of 3.00 read: expected one or more of 5.00 1.00 (A-89)",
        ),
        (
            readings.ReadPatronUnknown(BEN),
            "chips read of patron ben: expected one at this table (L 1.14)",
        ),
        (
            readings.ReadTwice(BOX_5, TIE),
            "tie in box 5 read twice: expected one stack for each patron, or one sum (L 5.13)",
        ),
    ],
)
def test_a_refusal_says_what_was_read_and_what_was_expected(
    refused: readings.ReadingRefusal, sentence: str
) -> None:
    assert refused.sentence == sentence
