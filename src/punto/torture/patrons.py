"""Terminals, their printers and their patrons, who bet, buy in, cash out and carry tickets."""

from dataclasses import dataclass, field

from punto import rounds
from punto.ledger import TicketNumber
from punto.rounds import PrinterAnswer
from punto.rules import BetKey
from punto.runtime import Stream
from punto.torture.chance import RandomNumbers
from punto.torture.devices import SimulatedDevice
from punto.torture.world import World
from punto.values import Cents, TerminalId, dollars


@dataclass(frozen=True, slots=True)
class Paper:
    """A ticket in a patron's hand."""

    number: TicketNumber = field(repr=False)
    amount: Cents


@dataclass
class Wallets:
    """All tickets on paper; patrons carry them from table to table."""

    papers: list[Paper] = field(default_factory=list)
    numbers: set[TicketNumber] = field(default_factory=set)
    """Every number that was ever printed."""

    def put(self, paper: Paper) -> None:
        """Add a ticket that came out of a printer."""
        self.papers.append(paper)
        self.numbers.add(paper.number)


@dataclass
class Printer:
    """A printer that prints a ticket at most once, and remembers its answer by number."""

    chance: RandomNumbers
    wallets: Wallets
    answers: dict[TicketNumber, PrinterAnswer] = field(default_factory=dict)

    def print_ticket(self, paper: Paper) -> PrinterAnswer:
        """Return printed, failed or unknown; if unknown, paper may have come out."""
        if paper.number not in self.answers:
            answer = self.chance.one_of((PrinterAnswer.PRINTED,) * 8 + tuple(PrinterAnswer))
            unknown = answer is PrinterAnswer.UNKNOWN
            if answer is PrinterAnswer.PRINTED or (unknown and self.chance.one_in(2)):
                self.wallets.put(paper)
            self.answers[paper.number] = answer
        return self.answers[paper.number]

    def opened_by_staff(self, number: TicketNumber) -> bool:
        """Return whether the ticket came out; if not, it never will."""
        self.answers.setdefault(number, PrinterAnswer.FAILED)
        return number in self.wallets.numbers


_LITTLE = dollars(40)
_TOO_LATE = frozenset({rounds.Phase.CLOSING, rounds.Phase.DEALING})
_BILLS = tuple(dollars(each) for each in (10, 50, 100))


class SimulatedTerminal(SimulatedDevice):
    """A terminal with its patron; it may send again before it was answered."""

    at_once = 2

    def __init__(self, name: TerminalId, world: World, wallets: Wallets) -> None:
        super().__init__(name, world)
        self.terminal, self.wallets = name, wallets
        self.patron = rounds.Patron(name)
        self.printer = Printer(world.chance(f"printer {name}"), wallets)

    def look(self) -> None:
        """Serve the printer first, then bet, then handle money."""
        found = self._here()
        if found is None:
            return
        stream, table, seat = found
        if seat.ticket is not None:
            self._print(stream, table, seat)
        elif table.phase is rounds.Phase.CLOSING and self.terminal not in table.round_now.frozen:
            self._at_the_close(stream, table)
        elif not self.is_calm and table.phase in _TOO_LATE and self.chance.one_in(2):
            self._bet(stream, table.round_now)
        elif not self.is_calm:
            self._play(stream, table)

    def _here(self) -> tuple[Stream, rounds.Table, rounds.Seat] | None:
        """Return the table at which it is seated, by its latest views."""
        for stream in reversed(self.views):
            table = self.table(stream)
            if table is not None and self.terminal in table.seats:
                return stream, table, table.seats[self.terminal]
        return None

    def _print(self, stream: Stream, table: rounds.Table, seat: rounds.Seat) -> None:
        if seat.ticket is None or seat.uncertain or self.chance.one_in(3):
            return
        paper = Paper(seat.ticket, table.book.reserved(self.terminal))
        answer = self.printer.print_ticket(paper)
        self.ask(stream, self.patron, rounds.AnswerPrinter(self.terminal, seat.ticket, answer))

    def _at_the_close(self, stream: Stream, table: rounds.Table) -> None:
        number = table.round_now.number
        if not self.is_calm and self.chance.one_in(4):
            self._bet(stream, table.round_now)
        elif self.is_calm or self.chance.one_in(4):
            self.ask(stream, self.patron, rounds.AnswerFreeze(self.terminal, number))

    def _play(self, stream: Stream, table: rounds.Table) -> None:
        if table.phase is rounds.Phase.BETTING and self.chance.one_in(2):
            self._bet(stream, table.round_now)
        elif table.credits_of(self.terminal) < _LITTLE and self.chance.one_in(3):
            self._buy_in(stream)
        elif self.wallets.papers and self.chance.one_in(10):
            self._take_ticket(stream)
        elif self.chance.one_in(40):
            self.ask(stream, self.patron, rounds.CashOut(self.terminal, 0))

    # ----- bets

    def _bet(self, stream: Stream, now: rounds.Round) -> None:
        if self.chance.one_in(12):
            stakes: rounds.Stakes = self._foolish_bet()
        elif self.chance.one_in(8):
            stakes = ()
        else:
            stakes = self._sound_bet(now)
        self.ask(stream, self.patron, rounds.WantPosition(self.terminal, now.number, stakes))

    def _sound_bet(self, now: rounds.Round) -> rounds.Stakes:
        terms = now.configuration.terms
        bets = self.chance.mixed(terms.offered_keys)[: self.chance.between(1, 3)]
        return tuple(
            (bet, Cents(terms.limits_of(bet).minimum + dollars(self.chance.below(12))))
            for bet in bets
        )

    def _foolish_bet(self) -> rounds.Stakes:
        banker = BetKey("banker")
        return self.chance.one_of(
            (
                ((banker, dollars(1_000_000)),),
                ((banker, dollars(5)), (banker, dollars(5))),
                ((BetKey("horse"), dollars(5)),),
                ((banker, Cents(1)),),
            )
        )

    # ----- money

    def _buy_in(self, stream: Stream) -> None:
        if self.wallets.papers and self.chance.one_in(2):
            self._take_ticket(stream)
            return
        bill = self.chance.one_of(_BILLS)
        self.ask(stream, self.patron, rounds.TakeBill(self.terminal, bill, simulated=True))

    def _take_ticket(self, stream: Stream) -> None:
        """Insert a ticket; the patron may keep the paper, and try it again."""
        papers = self.wallets.papers
        paper = self.chance.one_of(papers)
        wish = rounds.TakeTicket(self.terminal, paper.number, paper.amount, None, None)
        if self.chance.one_in(2):
            papers.remove(paper)
        self.ask(stream, self.patron, wish)
