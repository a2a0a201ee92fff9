"""Any sequence of movements, with an audit after each."""

from collections.abc import Iterable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from punto.ledger.accounts import AccountKind
from punto.ledger.audit import audit
from punto.ledger.books import Book
from punto.ledger.cage import cage_equation
from punto.ledger.corrections import correct
from punto.ledger.movements import Transfers, change_position, settle
from punto.ledger.postings import Posting
from punto.ledger.transfers import Transfer
from punto.rules.settlement import BetResult, Result
from punto.values.ids import TerminalId
from punto.values.money import NOTHING, Cents
from support.ledger import movements
from support.ledger.playing import BET, T7, T8, book_of

TERMINALS = (T7, T8)
AMOUNTS = st.integers(1, 100_000).map(Cents)
PARTS = st.integers(1, 100)
ENDS = st.lists(st.tuples(st.sampled_from(Result), st.integers(1, 20)), min_size=1, max_size=5)
terminals = st.sampled_from(TERMINALS)


def part_of(amount: Cents, percent: int) -> Cents:
    """Return a part of an amount, at least a cent."""
    return Cents(max(1, amount * percent // 100))


def results_for(total: Cents, ends: Iterable[tuple[Result, int]]) -> list[BetResult]:
    """Return bets that use up a total: one cent each, and the rest on the last."""
    wanted = list(ends)[:total]
    stakes = [Cents(1)] * (len(wanted) - 1) + [Cents(total - len(wanted) + 1)]
    return [
        BetResult(BET, stake, result, _profit(stake, result, odds), "4.1")
        for stake, (result, odds) in zip(stakes, wanted, strict=True)
    ]


def _profit(stake: Cents, result: Result, odds: int) -> Cents:
    if result is Result.WON:
        return Cents(stake * odds)
    return Cents(-stake) if result is Result.LOST else NOTHING


class AnyEvening(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.record: list[Posting] = []
        self.book = Book()
        self.settlement: Transfers = ()
        self.settlement_number = 0
        self.stakes: dict[TerminalId, Cents] = {}

    def post(self, moves: Iterable[Transfer], reverses: int | None = None) -> None:
        posting = Posting(self.book.next_number, tuple(moves), reverses)
        self.book = self.book.after(posting)
        self.record.append(posting)

    @rule(terminal=terminals, amount=AMOUNTS)
    def cash_comes_in(self, terminal: TerminalId, amount: Cents) -> None:
        self.post(movements.buy_in_cash(terminal, amount))

    @rule(terminal=terminals, amount=AMOUNTS)
    def a_bill_comes_in(self, terminal: TerminalId, amount: Cents) -> None:
        self.post(movements.buy_in_bill(terminal, amount))

    @rule(terminal=terminals, amount=AMOUNTS)
    def a_ticket_comes_in(self, terminal: TerminalId, amount: Cents) -> None:
        self.post(movements.ticket_in(terminal, amount))

    @rule(terminal=terminals, amount=AMOUNTS)
    def a_terminal_comes_with_credits(self, terminal: TerminalId, amount: Cents) -> None:
        self.post(movements.move_in(terminal, amount))

    @rule(terminal=terminals, amount=AMOUNTS)
    def the_house_gives(self, terminal: TerminalId, amount: Cents) -> None:
        self.post(movements.adjust_up(terminal, amount))

    @rule(terminal=terminals, amount=AMOUNTS)
    def the_house_takes_perhaps_too_much(self, terminal: TerminalId, amount: Cents) -> None:
        self.post(correct(self.book, (), movements.adjust_down(terminal, amount)))

    @rule(
        terminal=terminals,
        percent=PARTS,
        out=st.sampled_from(
            [
                movements.hand_pay,
                movements.move_out,
                movements.reserve_for_cash_out,
                movements.adjust_down,
            ]
        ),
    )
    def credits_go(self, terminal: TerminalId, percent: int, out: movements.Movement) -> None:
        if self.book.credits(terminal):
            self.post(out(terminal, part_of(self.book.credits(terminal), percent)))

    @rule(
        terminal=terminals,
        percent=PARTS,
        answer=st.sampled_from([movements.ticket_out, movements.print_failed]),
    )
    def the_cash_out_ends(
        self, terminal: TerminalId, percent: int, answer: movements.Movement
    ) -> None:
        if self.book.reserved(terminal):
            self.post(answer(terminal, part_of(self.book.reserved(terminal), percent)))

    @rule(terminal=terminals, percent=st.integers(0, 100))
    def bets_change(self, terminal: TerminalId, percent: int) -> None:
        staked = self.book.staked(terminal)
        wanted = Cents((staked + self.book.credits(terminal)) * percent // 100)
        moves = change_position(terminal, staked, wanted)
        if moves:
            self.post(moves)

    @rule(ends=ENDS)
    def the_round_is_settled(self, ends: list[tuple[Result, int]]) -> None:
        stakes = {terminal: self.book.staked(terminal) for terminal in TERMINALS}
        moves = self._settlement(stakes, ends)
        if moves:
            self.post(moves)
            self.settlement, self.settlement_number, self.stakes = moves, len(self.record), stakes

    @precondition(lambda self: self.settlement)
    @rule(ends=ENDS)
    def the_round_is_resettled(self, ends: list[tuple[Result, int]]) -> None:
        moves = self._settlement(self.stakes, ends)
        self.post(correct(self.book, self.settlement, moves), self.settlement_number)
        self.settlement, self.settlement_number = moves, len(self.record)

    def _settlement(
        self, stakes: dict[TerminalId, Cents], ends: list[tuple[Result, int]]
    ) -> Transfers:
        return tuple(
            move
            for terminal, total in stakes.items()
            if total
            for move in settle(terminal, results_for(total, ends))
        )

    @rule(terminal=terminals, percent=PARTS)
    def a_debt_is_repaid(self, terminal: TerminalId, percent: int) -> None:
        owed = min(self.book.owed(terminal), self.book.credits(terminal))
        if owed:
            self.post(movements.repay(terminal, part_of(owed, percent)))

    @rule(terminal=terminals, percent=PARTS)
    def a_debt_is_written_off(self, terminal: TerminalId, percent: int) -> None:
        owed = self.book.owed(terminal)
        if owed:
            self.post(movements.write_off(terminal, part_of(owed, percent)))

    @invariant()
    def nothing_is_below_zero_that_must_not_be(self) -> None:
        for account, balance in self.book.balances.items():
            if account.kind in {AccountKind.CREDITS, AccountKind.STAKES, AccountKind.CASH_OUT}:
                assert balance >= 0
        for terminal in TERMINALS:
            assert self.book.owed(terminal) >= 0

    @invariant()
    def all_accounts_sum_to_zero(self) -> None:
        assert sum(self.book.balances.values()) == 0

    @invariant()
    def every_terminal_audits_itself(self) -> None:
        for terminal in TERMINALS:
            meters = self.book.meters_of(terminal)
            assert meters.audit() == 0
            assert meters.credits == self.book.credits(terminal)

    @invariant()
    def the_cage_equation_holds(self) -> None:
        assert cage_equation(self.book).difference == 0

    @invariant()
    def the_auditor_agrees(self) -> None:
        assert audit(self.book, self.record) == ()

    def teardown(self) -> None:
        assert book_of(self.record) == self.book


TestAnyEvening = pytest.mark.no_cover(AnyEvening.TestCase)
TestAnyEvening.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
