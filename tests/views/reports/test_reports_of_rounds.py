"""Rounds, shoes, dealers and shifts of a busy evening, compared with figures computed by hand."""

from fractions import Fraction

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.evolution import replay
from punto.rounds.irregularity.events import IrregularityReported, RoundResettled
from punto.rounds.purse.commands import HandPay
from punto.rounds.shoe.commands import CountCards, NoteCutCard, RetireShoe
from punto.rounds.shoe.events import ShoeLoaded, ShoeRetired
from punto.rounds.state import RecordDoesNotHold
from punto.rounds.table.events import DealerChanged, TableOpened
from punto.rules.irregularity_policies import Irregularity
from punto.values.ids import Instant, PersonId, TableId
from punto.values.money import Cents, dollars
from punto.views.reports.figures import Figures
from punto.views.reports.rounds import (
    DealerRow,
    ShoeRow,
    dealers_report,
    rounds_report,
    shoes_report,
)
from punto.views.reports.shape import ColumnKind, Period
from punto.views.reports.shifts import ShiftRow, shift_report
from support.ledger.accounts import HOUSE
from support.rounds.evening import SUPERVISOR, T1, T2, Evening
from support.views.reports.busy import BANKER_WINS, CORRECTED, attested, busy_evening, ticking
from support.views.reports.one_table import one_table

A1 = TableId("A1")
clause = pytest.mark.clause
reading = pytest.mark.reading


def at_of(evening: Evening, kind: type, number: int = 1) -> Instant:
    """Return when a fact of this kind happened for the nth time, by default the first."""
    times = [event.at for event in evening.record.events if isinstance(event.fact, kind)]
    return times[number - 1]


TIGER_ROUNDS = {
    1: Figures(1, banker=1, cards=5, hands=2, bets=3, handle=dollars(155), paid=dollars(195),
               commission=dollars(5)),
    2: Figures(1, player=1, cards=4, hands=2, bets=2, handle=dollars(250), paid=dollars(100)),
    3: Figures(1, tie=1, cards=4, hands=2, bets=2, handle=dollars(30), paid=dollars(110)),
    4: Figures(void=1, cards=2, hands=2, returned=dollars(110)),
    5: Figures(1, corrections=1, player=1, cards=5, hands=2, bets=1, handle=dollars(1020)),
    6: Figures(1, player=1, cards=4, hands=2),
    7: Figures(1, banker=1, cards=5, hands=2, bets=1, handle=dollars(100), paid=dollars(195),
               commission=dollars(5)),
}  # fmt: skip
"""Tiger Baccarat: Banker pays 0.95 to 1, so 5 of each 100 is commission."""

ETG_ROUNDS = TIGER_ROUNDS | {
    1: Figures(1, banker=1, cards=5, hands=2, bets=3, handle=dollars(155), paid=dollars(200)),
    7: Figures(void=1, corrections=1, cards=5, hands=2, returned=dollars(100)),
}
"""RWS: Banker pays 1 to 1, and the seventh round was void after it had been paid."""

ROUNDS = {"mbs-tiger": TIGER_ROUNDS, "rws-etg": ETG_ROUNDS}


@clause("rws-etg", "5.11")
@reading("A-20", "A-28", "A-38")
@pytest.mark.parametrize("game_key", ROUNDS)
def test_a_round_counts_once_with_what_it_finally_paid(game_key: str) -> None:
    report = rounds_report(one_table(busy_evening(game_key).record.events))
    assert {row.round: row.figures for row in report.rows} == ROUNDS[game_key]


def test_a_round_is_described_by_its_shoe_its_dealer_its_cards_and_its_end() -> None:
    evening = busy_evening("rws-etg")
    report = rounds_report(one_table(evening.record.events))
    assert [(r.table, r.round, r.shoe, r.dealer, r.end, r.cards) for r in report.rows] == [
        (A1, 1, 1, "mei", "settled", "P KS QH 2D | B 3D 4C"),
        (A1, 2, 1, "mei", "settled", "P 9S KH | B 3D 4C"),
        (A1, 3, 1, "mei", "settled", "P 9S KH | B 9D KC"),
        (A1, 4, 1, "bo", "void", "P 4D | B KS"),
        (A1, 5, 2, "bo", "settled", "P KS QH 9D | B 3D 4C"),
        (A1, 6, 2, "bo", "settled", "P 9S KH | B 3D 4C"),
        (A1, 7, 2, "bo", "void", "P KS QH 2D | B 3D 4C"),
    ]
    fifth = report.rows[4]
    assert fifth.opened_at == at_of(evening, BetsOpened, 5)
    assert fifth.ended_at == at_of(evening, RoundResettled)
    assert [column.name for column in report.columns][-6:] == [
        "bets", "handle", "paid", "win", "commission", "returned",
    ]  # fmt: skip
    assert report.totals[-6:] == (
        8, dollars(1455), dollars(410), dollars(1045), 0, dollars(210),
    )  # fmt: skip


def test_a_correction_after_the_period_counts_in_its_own_with_the_difference_only() -> None:
    evening = busy_evening("mbs-tiger")
    records, corrected_at = one_table(evening.record.events), at_of(evening, RoundResettled)
    before = rounds_report(records, Period(end=corrected_at))
    after = rounds_report(records, Period(start=corrected_at))
    assert before.rows[-1].figures == Figures(
        1, banker=1, cards=5, hands=2, bets=1,
        handle=dollars(1020), paid=dollars(1989), commission=dollars(51),
    )  # fmt: skip
    # The payments come back, and Banker's win is now Player's.
    assert after.rows[0].round == 5
    assert after.rows[0].figures == Figures(
        corrections=1, banker=-1, player=1, paid=dollars(-1989), commission=dollars(-51)
    )
    assert after.rows[0].figures.win == dollars(1989)
    assert [row.round for row in after.rows] == [5, 6, 7]


def test_a_period_begins_with_its_first_moment_and_ends_before_its_last() -> None:
    evening = busy_evening("mbs-tiger")
    second, third = (at_of(evening, RoundSettled, number) for number in (2, 3))
    report = rounds_report(one_table(evening.record.events), Period(second, third))
    assert [row.round for row in report.rows] == [2]
    assert rounds_report({}).rows == ()


def test_shoes_count_the_results_and_the_cards_of_their_rounds() -> None:
    evening = busy_evening("mbs-tiger")
    report = shoes_report(one_table(evening.record.events))
    rounds, reads = TIGER_ROUNDS, "shoe that reads"
    retired_at = at_of(evening, ShoeRetired)
    first = rounds[1] + rounds[2] + rounds[3] + rounds[4]
    second = rounds[5] + rounds[6] + rounds[7]
    assert report.rows == (
        ShoeRow(
            A1, 1, 8, reads, at_of(evening, ShoeLoaded), retired_at, "clause 5.1", 15, None, first
        ),
        # Two cards belong to a round that has not ended.
        ShoeRow(A1, 2, 8, reads, at_of(evening, ShoeLoaded, 2), None, "", 16, None, second),
    )  # fmt: skip
    assert report.total("dealt") == 31
    assert [report.total(name) for name in ("settled", "void", "cards")] == [6, 1, 29]
    assert [report.total(name) for name in ("player", "banker", "tie")] == [3, 2, 1]


def test_a_shoe_is_in_every_period_in_which_it_was_in_play_or_a_round_of_it_was_corrected() -> None:
    evening = ticking("mbs-tiger")
    evening.do(OpenBets())
    evening.bet(T1, banker=100)
    evening.play(BANKER_WINS)
    evening.do(NoteCutCard())
    evening.do(CountCards(416))
    evening.do(RetireShoe("played out"))
    retired_at = at_of(evening, ShoeRetired)
    records = one_table(evening.record.events)
    (row,) = shoes_report(records, Period(start=retired_at)).rows
    assert (row.reason, row.dealt, row.counted) == ("played out", 5, 416)
    assert shoes_report(records, Period(start=Instant(retired_at + 1))).rows == ()
    assert shoes_report(records, Period(end=Instant(1_000))).rows == ()
    attested(evening, Irregularity.WRONG_CARD_REGISTERED, CORRECTED)
    records = one_table(evening.record.events)
    (row,) = shoes_report(records, Period(start=Instant(retired_at + 1))).rows
    assert row.figures == Figures(
        corrections=1, banker=-1, player=1, paid=dollars(-195), commission=dollars(-5)
    )


@pytest.mark.parametrize("game_key", ROUNDS)
def test_dealers_have_the_rounds_that_ended_under_them(game_key: str) -> None:
    rounds = ROUNDS[game_key]
    report = dealers_report(one_table(busy_evening(game_key).record.events))
    reported = {"mbs-tiger": 3, "rws-etg": 4}[game_key]
    bo, mei = rounds[4] + rounds[5] + rounds[6] + rounds[7], rounds[1] + rounds[2] + rounds[3]
    assert report.rows == (
        DealerRow(PersonId("bo"), reported, bo),
        DealerRow(PersonId("mei"), 0, mei),
    )
    assert (bo.hands, bo.rounds, mei.hands, mei.rounds) == (8, 4, 6, 3)
    assert (report.total("rounds"), report.total("hands")) == (7, 14)


def test_a_dealer_at_two_tables_has_one_row() -> None:
    evenings = {TableId(key): busy_evening(key).record.events for key in ROUNDS}
    report = dealers_report(evenings)
    assert [row.dealer for row in report.rows] == ["bo", "mei"]
    assert report.rows[1].figures.rounds == 6
    assert report.rows[0].irregularities == 7


def test_a_dealer_who_only_had_an_irregularity_has_a_row_too() -> None:
    evening = busy_evening("mbs-tiger")
    start = at_of(evening, IrregularityReported, 3)
    report = dealers_report(one_table(evening.record.events), Period(start))
    assert report.rows == (DealerRow(PersonId("bo"), 1, Figures()),)


def test_the_tiger_shift_holds_win_over_drop() -> None:
    report = shift_report(one_table(busy_evening("mbs-tiger").record.events))
    (row,) = report.rows
    assert row == ShiftRow(
        A1,
        Figures(
            6, 1, 1, 3, 2, 1, 29, 14, 9, dollars(1555), dollars(600), dollars(10), dollars(110)
        ),
        cash_in=dollars(2500),
        tickets_in=Cents(0),
        tickets_out=dollars(1989),
        hand_paid=dollars(45),
        moved_in=Cents(0),
        moved_out=Cents(0),
        adjusted=Cents(0),
        written_off=Cents(0),
        owed=dollars(1989),
    )
    assert (row.drop, row.figures.win, row.house) == (dollars(2500), dollars(955), dollars(955))
    assert report.total("hold") == Fraction(955, 2500)
    cells = dict(zip((column.name for column in report.columns), report.cells[0], strict=True))
    assert cells["hold"] == Fraction(955, 2500)


def test_the_hold_of_several_tables_is_that_of_their_sums() -> None:
    evenings = {TableId(key): busy_evening(key).record.events for key in ROUNDS}
    report = shift_report(evenings)
    assert [row.table for row in report.rows] == list(ROUNDS)
    assert report.total("win") == dollars(955 + 1045)
    assert report.total("drop") == dollars(5000)
    assert report.total("hold") == Fraction(2000, 5000)
    assert report.total("house") == sum(replay(e).book.balance(HOUSE) for e in evenings.values())
    assert {c.name for c in report.columns if c.kind is ColumnKind.SHARE} == {"hold"}


def test_without_a_drop_there_is_no_hold() -> None:
    evening = ticking("mbs-tiger")
    start = Instant(evening.now + 1)
    evening.do(HandPay(T2, dollars(10)), SUPERVISOR)
    report = shift_report(one_table(evening.record.events), Period(start))
    assert report.total("hold") is None
    assert (report.total("drop"), report.total("hand_paid")) == (0, dollars(10))


def test_a_round_that_was_never_dealt_is_a_broken_record() -> None:
    events = [
        event
        for event in busy_evening("mbs-tiger").record.events
        if not isinstance(event.fact, TableOpened | DealerChanged)
    ]
    with pytest.raises(RecordDoesNotHold, match="no Dealer"):
        rounds_report(one_table(events))
