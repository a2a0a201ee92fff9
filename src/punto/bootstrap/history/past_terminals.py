"""An electronic table of the past: patrons come to its terminals, bet, and cash out."""

from functools import cached_property

from punto import rounds
from punto.bootstrap.history.past_days import PastDays
from punto.bootstrap.history.past_habits import HABITS, Visit
from punto.devices import SystemEntropy
from punto.ledger import CHANCE_BELOW, Ticket, TicketIssued
from punto.rules import Terms
from punto.values import Cents, TerminalId, dollars

_COMES_ONE_IN = 14
"""A patron sits down at a free terminal before one round in this many."""
_TICKET_SHARE, _CASH_SHARE = 0.5, 0.3
_BILLS = (dollars(1_000), dollars(100))
_PAID_BY_HAND = dollars(5_000)
"""From this amount on, an attendant pays, and no ticket is printed."""
_CHANGES_ONE_IN = 8
_DOUBT_ONE_IN = 40
"""For one ticket in this many, the printer does not know whether it came out."""


class PastTerminals(PastDays):
    """A table with terminals."""

    @cached_property
    def tickets(self) -> list[Ticket]:
        """Tickets in the hands of patrons, who may bring them back."""
        return []

    @cached_property
    def _visits(self) -> dict[TerminalId, Visit]:
        return {}

    @property
    def _terms(self) -> Terms:
        return self.plan.terms

    # ----- coming and going

    def welcome(self) -> None:
        """Have patrons come and go between two rounds."""
        for terminal in self.plan.terminals:
            visit = self._visits.get(terminal)
            if visit is None and self.chance.randrange(_COMES_ONE_IN) == 0:
                self._come(terminal)
            elif visit is not None and self._is_over(terminal, visit):
                self._go(terminal)

    def _is_over(self, terminal: TerminalId, visit: Visit) -> bool:
        poor = self.table.credits_of(terminal) < self._terms.limits.minimum
        return poor or visit.rounds_left <= 0

    def _come(self, terminal: TerminalId) -> None:
        visit = Visit(self.chance.choice(HABITS), self.chance)
        self._visits[terminal] = visit
        self.wait(0, 2)
        if self.tickets and self.chance.random() < _TICKET_SHARE:
            ticket = self.tickets.pop(self.chance.randrange(len(self.tickets)))
            taken = rounds.TakeTicket(terminal, ticket.number, ticket.amount, ticket, None)
            self.do(rounds.Patron(terminal), taken)
        else:
            self._pay_in(terminal, visit.brings(self._terms))

    def _pay_in(self, terminal: TerminalId, money: Cents) -> None:
        if self.chance.random() < _CASH_SHARE:
            self.do(self.supervisor, rounds.TakeCash(terminal, money))
            return
        for bill in _BILLS:
            while money >= bill:
                money = Cents(money - bill)
                self.do(rounds.Patron(terminal), rounds.TakeBill(terminal, bill, simulated=True))

    def _go(self, terminal: TerminalId) -> None:
        del self._visits[terminal]
        left = self.table.credits_of(terminal)
        if left >= _PAID_BY_HAND:
            self.wait(20, 90)
            self.do(self.supervisor, rounds.HandPay(terminal, left))
        elif left:
            self._cash_out(terminal)

    def _cash_out(self, terminal: TerminalId) -> None:
        patron = rounds.Patron(terminal)
        # The number is money even after this past, so it does not come from the seed.
        self.do(patron, rounds.CashOut(terminal, SystemEntropy().below(CHANCE_BELOW)))
        number = self.table.seats[terminal].ticket
        if number is None:
            return
        self.wait(1, 3)
        if self.chance.randrange(_DOUBT_ONE_IN):
            printed = rounds.AnswerPrinter(terminal, number, rounds.PrinterAnswer.PRINTED)
            self._keep(self.do(patron, printed))
            return
        self.do(patron, rounds.AnswerPrinter(terminal, number, rounds.PrinterAnswer.UNKNOWN))
        self.wait(30, 120)
        self._keep(self.do(self.supervisor, rounds.ResolveCashOut(terminal, number, came_out=True)))

    def _keep(self, events: tuple[rounds.TableEvent, ...]) -> None:
        steps = (rounds.ticket_step_of(event) for event in events)
        self.tickets += [step.ticket for step in steps if isinstance(step, TicketIssued)]

    def leave(self) -> None:
        """Have the last patrons leave."""
        for terminal in tuple(self._visits):
            self._go(terminal)

    # ----- bets

    def bet(self) -> None:
        """Have each patron bet at some moment, and some of them once more."""
        opened, closes = self.now, self.table.closes_at
        share = max(1, (closes - opened) // (2 * len(self._visits) + 1))
        for terminal, visit in self._visits.items():
            again = self.chance.randrange(_CHANGES_ONE_IN) == 0
            for _ in range(2 if again else 1):
                self.wait_until(self.now + self.chance.randrange(share))
                self._place(terminal, visit)

    def _place(self, terminal: TerminalId, visit: Visit) -> None:
        at_risk = sum(stake for _, stake in self.table.round_now.stakes_of(terminal))
        stakes = visit.stakes(self._terms, Cents(self.table.credits_of(terminal) + at_risk))
        number = self.table.rounds_count
        # The cap on the House's loss may forbid a stake, which is then left out.
        self.ask(rounds.Patron(terminal), rounds.WantPosition(terminal, number, stakes))

    def close_bets(self) -> None:
        """Close the bets; every terminal answers that it has frozen."""
        self.wait_until(self.table.closes_at)
        self.take_step()
        for terminal in self.plan.terminals:
            self.wait_until(self.now + self.chance.randrange(80))
            freeze = rounds.AnswerFreeze(terminal, self.table.rounds_count)
            self.do(rounds.Patron(terminal), freeze)

    def play_round(self) -> None:
        """Play a round, and tell its patrons whether they have won."""
        super().play_round()
        ended = self.table.round_now
        for terminal, results in ended.results:
            visit = self._visits.get(terminal)
            if visit is not None:
                staked = sum(each.stake for each in results)
                visit.note(won=sum(each.returned for each in results) >= staked)
