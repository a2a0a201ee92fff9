import pytest

from punto.rules.conditions import Condition, Requirement
from punto.rules.outcomes import ALL_OUTCOMES, OUTCOMES_COUNT
from punto.rules.pay_tables import LOSES, PUSH, PayRow, PayTable
from punto.values.odds import Odds
from support.rules.outcome_numbers import outcome_at

EVEN, HALF = Odds(1, 1), Odds(1, 2)
BANKER = Condition((Requirement("winner", ("banker",)),))
BANKER_SIX = Condition((Requirement("winner", ("banker",)), Requirement("banker_total", (6,))))
TIE = Condition((Requirement("winner", ("tie",)),))

NO_COMMISSION = PayTable(
    (
        PayRow(BANKER_SIX, HALF, "4.8"),
        PayRow(BANKER, EVEN, "4.8"),
        PayRow(TIE, PUSH, "3.9.1"),
    )
)


@pytest.mark.reading("A-08")
def test_the_first_row_that_matches_decides_and_no_row_loses() -> None:
    for index in range(OUTCOMES_COUNT):
        outcome = outcome_at(index)
        expected = {"player": LOSES, "banker": 2, "tie": 3}[outcome.winner.value]
        if expected == 2 and outcome.points.banker_total == 6:
            expected = 1
        assert NO_COMMISSION.row_numbers[index] == expected
        row = NO_COMMISSION.row_for(outcome)
        assert row == (None if expected == LOSES else NO_COMMISSION.rows[expected - 1])


def test_rows_share_the_outcomes_out_among_them() -> None:
    six, other, tie = NO_COMMISSION.deciding
    assert six & other == six & tie == other & tie == 0
    assert six == BANKER_SIX.outcomes()
    assert six | other == BANKER.outcomes()


def test_winning_pushing_and_losing_outcomes_cover_everything_once() -> None:
    pushing = NO_COMMISSION.deciding[2]
    assert NO_COMMISSION.winning == BANKER.outcomes()
    assert NO_COMMISSION.losing == ALL_OUTCOMES & ~BANKER.outcomes() & ~TIE.outcomes()
    assert NO_COMMISSION.winning + NO_COMMISSION.losing + pushing == ALL_OUTCOMES


def test_a_table_without_rows_always_loses() -> None:
    assert PayTable(()).losing == ALL_OUTCOMES
    assert PayTable(()).winning == 0
