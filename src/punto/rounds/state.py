"""The state of a table, which is a fold of its events."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from punto.ledger import Book, TicketNumber, TicketRedeemed
from punto.live import PatronKey, Tray
from punto.rounds.adjustment.commands import Adjustment
from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.boxes.state import LayoutRound, TablePatron
from punto.rounds.configuration import Configuration
from punto.rounds.irregularity.state import Matter, WaitingReport
from punto.rounds.phases import Phase
from punto.rounds.shoe.state import Shoe
from punto.rounds.table.commands import Link, Seating
from punto.rounds.tray.commands import Chips
from punto.rounds.tray.state import TrayPapers
from punto.rules import Actor, BetKey, Coup, Deal, Limits, continued, deal
from punto.values import (
    Card,
    CardOut,
    Cents,
    CommandId,
    Instant,
    PersonId,
    TableId,
    TerminalId,
    Value,
    replace,
)

ROUNDS_KEPT = 200
"""How many paid rounds a table keeps within reach of a late correction: some three shoes.

What is older is put right by an adjustment (A-29).
"""


NO_TICKET_YET = Instant(0)
"""The times of a seat without a pending ticket."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A terminal at this table."""

    link: Link = Link.CONNECTED
    disabled: str = ""
    """Why it may not bet; empty when it may."""
    ticket: TicketNumber | None = field(default=None, repr=False)
    """The ticket that the printer has not answered for."""
    ticket_from: Instant = NO_TICKET_YET
    """When that ticket was issued."""
    ticket_until: Instant = NO_TICKET_YET
    """The first moment at which it is no longer paid."""
    uncertain: bool = False
    """Whether the printer itself does not know, so that staff have to look."""
    has_left: bool = False
    """Whether its patron gave the seat up; the credits are still here, and bet nothing."""


class Round(Value):
    """A round from the opening of bets to its settlement."""

    number: int
    shoe_number: int
    configuration: Configuration
    opened_at: Instant
    closes_at: Instant
    positions: Mapping[TerminalId, Stakes] = {}
    """Every terminal's registered bets; the record is what counts (A-19)."""
    totals: Mapping[BetKey, Cents] = {}
    """The total on each bet over all terminals, for a cap on the House's loss; empty without one.
    """
    frozen: frozenset[TerminalId] = frozenset()
    cut_off_at: Instant | None = None
    cards: tuple[Card, ...] = ()
    totals_announced: bool = False
    results: Results = ()
    settled_by: int | None = None
    """The posting that paid the round, if any money moved."""
    is_paid: bool = False
    void: bool = False
    dealt_by: frozenset[PersonId] = frozenset()
    """The people who opened it or dealt its cards, and so decide nothing about it (A-53)."""
    layout: LayoutRound | None = None
    """The layout of a live round (L 2.1)."""
    waited: tuple[Card, ...] = ()
    """Its first cards, as far as they left the shoe before it began (A-43)."""

    @property
    def coup(self) -> Coup:
        """The hands so far."""
        return self.coup_with(self.cards)

    def coup_with(self, cards: tuple[Card, ...]) -> Coup:
        """Return the hands of other cards, or of these and more."""
        return self.deal_with(cards).coup

    def deal_with(self, cards: tuple[Card, ...]) -> Deal:
        """Return the hands of other cards, or of these and more, and the unused cards."""
        table, registered = self.configuration.terms.game.table, len(self.cards)
        laid = None if self.layout is None else self.layout.laid
        if laid is None or cards[:registered] != self.cards:
            return deal(table, cards)
        # the hands as they lay, and the cards that came after them.
        return continued(table, *laid, cards[registered:])

    def corrected(self, cards: tuple[Card, ...]) -> "Round":
        """Return the round with other cards, in the order of the draw, or with more of them."""
        layout = self.layout
        if layout is not None and layout.laid is not None:
            more = cards[: len(self.cards)] == self.cards
            coup = self.coup_with(cards)
            layout = replace(layout, laid=(coup.player, coup.banker) if more else None)
        return replace(self, cards=cards, totals_announced=False, layout=layout)

    def stakes_of(self, terminal: TerminalId) -> Stakes:
        """Return a terminal's registered bets."""
        return self.positions.get(terminal, ())


class RecordDoesNotHold(Exception):
    """An event refers to something that no earlier event created."""


class Table(Value):
    """Everything on which a table's future depends."""

    phase: Phase = Phase.CLOSED
    configuration: Configuration | None = None
    coming: Configuration | None = None
    """Rules that were set at the open table; rounds from their date on are played by them."""
    next_limits: tuple[Limits, tuple[tuple[BetKey, Limits], ...]] | None = None
    """Limits that wait for the next round."""
    dealer: Actor | None = None
    shoe: Shoe | None = None
    shoes_count: int = 0
    unrevealed: Mapping[int, Shoe] = {}
    """Virtual shoes out of play whose order is still secret, by number."""
    commitments: frozenset[str] = frozenset()
    """Every promise that was ever made here; an order promised twice might be known."""
    carried: tuple[CardOut, ...] = ()
    """Cards that left the shoe too early, in that order; the next deal begins with them (A-43)."""
    seats: Mapping[TerminalId, Seat] = {}
    """The terminals whose credits are here, those that have left their seat included."""
    seating: Seating = Seating()
    patrons: Mapping[PatronKey, TablePatron] = {}
    """Every patron who was ever brought to a live table."""
    chips: Chips | None = None
    """The chips in a live table's tray; None while no float is open."""
    papers: TrayPapers = TrayPapers()
    round: Round | None = None
    """The round in progress, or the last one until the next begins."""
    past: tuple[Round, ...] = ()
    """Paid rounds before it, oldest first, that a late correction can reach (A-29)."""
    rounds_count: int = 0
    last_round: int | None = None
    """The round that was announced as the last before the table closes."""
    matter: Matter | None = None
    choice: Matter | None = None
    """The matter after which patrons choose, while another has stopped them (L 5.12)."""
    waiting: tuple[WaitingReport, ...] = ()
    """Reports in the order in which they are taken up; about terminals the last (A-34)."""
    adjustments: Mapping[TerminalId, Adjustment] = {}
    """Adjustments that wait for a second person."""
    tickets: frozenset[TicketNumber] = frozenset()
    """The numbers of all tickets that were ever made here."""
    tickets_taken: Mapping[TicketNumber, TicketRedeemed] = {}
    """All tickets that became credits here, with where and when."""
    arrivals: frozenset[tuple[TableId, CommandId]] = frozenset()
    """The moves to this table that were taken; each can be taken once."""
    book: Book = Book()
    stepped_at: Instant | None = None
    """When the round last took a step, for the pace of a timer."""
    recorded_at: Instant = Instant(0)
    """When the last event of any kind was recorded: the table's last sign of life (A-37)."""

    def __repr__(self) -> str:
        # A ticket's number is worth money, and the table has the numbers of all tickets.
        return f"<Table, {self.phase.value}, {self.rounds_count} rounds>"

    @property
    def seats_taken(self) -> int:
        """The number of terminals with a seat here."""
        return sum(not seat.has_left for seat in self.seats.values())

    @property
    def is_live(self) -> bool:
        """Whether patrons bet with chips on a layout, not at terminals."""
        return self.configuration is not None and self.configuration.layout is not None

    def configuration_at(self, at: Instant) -> Configuration | None:
        """Return the rules of a round that opens at this moment (A-64)."""
        coming = self.coming
        return self.configuration if coming is None or not coming.in_force_at(at) else coming

    @property
    def tray(self) -> Tray | None:
        """The number of chips of each value in a live table's tray; None while none is open."""
        return None if self.chips is None else dict(self.chips)

    def credits_of(self, terminal: TerminalId) -> Cents:
        """Return the credits that a terminal's patron may bet or take out."""
        return self.book.credits(terminal)

    @property
    def round_now(self) -> Round:
        """The round that exists in this phase."""
        if self.round is None:
            raise RecordDoesNotHold(f"no round while {self.phase.value}")
        return self.round

    def past_round(self, number: int) -> Round | None:
        """Return an earlier round that was paid, if it is still within reach."""
        return next((each for each in self.past if each.number == number), None)

    def round_of(self, matter: Matter) -> Round | None:
        """Return the round that a matter is about, if any."""
        if matter.earlier is not None:
            return self.past_round(matter.earlier)
        return None if matter.interrupted is Phase.IDLE else self.round

    @property
    def rules(self) -> Configuration | None:
        """The rules of the present or last round; the table's own once that round is over."""
        over = self.round is None or self.phase is Phase.IDLE
        return self.configuration if over else self.round_now.configuration

    @property
    def closes_at(self) -> Instant:
        """The closing time of bets in the present or last round; zero before the first."""
        return Instant(0) if self.round is None else self.round.closes_at

    @property
    def unanswered(self) -> tuple[TerminalId, ...]:
        """The connected terminals that have not frozen in the present round (A-24)."""
        return tuple(self._unanswered())

    @property
    def has_unanswered(self) -> bool:
        """Whether there are any such terminals; stops at one, since a timer asks often."""
        return next(self._unanswered(), None) is not None

    def _unanswered(self) -> Iterator[TerminalId]:
        frozen = () if self.round is None else self.round.frozen
        return (
            terminal
            for terminal, seat in self.seats.items()
            if seat.link is Link.CONNECTED and terminal not in frozen
        )

    @property
    def matter_now(self) -> Matter:
        """The irregularity that exists in this phase."""
        if self.matter is None:
            raise RecordDoesNotHold(f"no irregularity while {self.phase.value}")
        return self.matter

    @property
    def shoe_now(self) -> Shoe:
        """The shoe that exists in this phase."""
        if self.shoe is None:
            raise RecordDoesNotHold(f"no shoe while {self.phase.value}")
        return self.shoe
