"""A real table for the measurements: every command goes through the runtime."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.table_setup import configuration_of
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.commands import By, Patron, TableCommand, Wish
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.purse.commands import TakeCash
from punto.rounds.shoe.commands import LoadShoe, RetireShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table.commands import ConfigureTable, OpenTable, SeatTerminal
from punto.rules.coups import INITIAL_CARDS, deal
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.rules.terms import Terms, terms_of
from punto.runtime.ports import Journal, stream_of
from punto.runtime.stream_runtime import Published
from punto.runtime.stream_start import new_table
from punto.values.cards import DECK, Card
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import Cents, dollars

A1 = stream_of(TableId("A1"))
GROUP = 100
"""How many commands share a transaction, and with it a write to the disk."""
CARDS_LEFT_LEAST = 20
BETS = ("banker", "tiger", "tie", "small-tiger", "tiger-pair")
MANAGER = Actor(PersonId("tan"), Role.SHIFT_MANAGER)


class BenchTable:
    """A table with terminals that bet; commands come in groups of a hundred."""

    def __init__(self, journal: Journal, terminals: int, bets: int = 2, pace_ms: int = 7) -> None:
        self.runtime = new_table(A1, journal, _nobody_watches, print)
        self.terminals = [TerminalId(f"T{number}") for number in range(terminals)]
        self.keys = [BetKey(key) for key in BETS[:bets]]
        self.chance = Random(7)  # noqa: S311 (for measuring, not for play)
        self.shoe: list[Card] = []
        self.number, self.round_number = 0, 0
        self.pace_ms = pace_ms
        """The time from one command to the next, as it is recorded."""

    @property
    def table(self) -> Table:
        """The recorded state of the table."""
        return self.runtime.state

    def open(self) -> None:
        """Open the table and its bets; every terminal is seated and has ample credits."""
        game = shipped_game("mbs-tiger")
        terms = terms_of(game, 8, (), Limits()) if game else None
        if not isinstance(terms, Terms):
            raise TypeError(terms)
        self.give(
            self.command(ConfigureTable(configuration_of(TableId("A1"), terms))),
            self.command(OpenTable()),
        )
        for group in grouped(self._seating()):
            self.give(*group)
        self.give(*self.opening())

    def _seating(self) -> Iterator[TableCommand]:
        for terminal in self.terminals:
            yield self.command(SeatTerminal(terminal))
            yield self.command(TakeCash(terminal, dollars(1_000_000_000)))

    def command(self, wish: Wish, by: By = MANAGER) -> TableCommand:
        """Return a wish as a command with a unique id, of the form that terminals use."""
        self.number += 1
        made = CommandId(f"{self.number:08d}-{self.chance.getrandbits(32):08x}")
        return TableCommand(made, Instant(1_700_000_000_000 + self.number * self.pace_ms), by, wish)

    def give(self, *commands: TableCommand) -> None:
        """Record commands together, all of which must be accepted."""
        for answer in self.runtime.process(commands):
            if not isinstance(answer, tuple):
                raise TypeError(answer)

    def opening(self) -> Iterator[TableCommand]:
        """Yield the commands that open the next round, with a new shoe if the old one is over."""
        if len(self.shoe) < CARDS_LEFT_LEAST:
            if self.round_number:
                yield self.command(RetireShoe("the cut card"))
            yield self.command(LoadShoe(8, Shuffle.BY_MACHINE))
            self.shoe = list(DECK) * 8
            self.chance.shuffle(self.shoe)
        self.round_number += 1
        yield self.command(OpenBets())

    def placing(self) -> Iterator[TableCommand]:
        """Yield a position of every terminal, with stakes of a few sizes."""
        for terminal in self.terminals:
            stakes = tuple((key, dollars(self.chance.randrange(1, 20) * 5)) for key in self.keys)
            yield self.wanting(terminal, stakes)

    def wanting(
        self, terminal: TerminalId, stakes: tuple[tuple[BetKey, Cents], ...]
    ) -> TableCommand:
        """Return the command in which a terminal asks for a position."""
        return self.command(WantPosition(terminal, self.round_number, stakes), Patron(terminal))

    def dealing(self) -> Iterator[TableCommand]:
        """Yield the commands from the close of bets to the result; only settling is left."""
        yield self.command(BeginClosing())
        for terminal in self.terminals:
            yield self.command(AnswerFreeze(terminal, self.round_number), Patron(terminal))
        yield self.command(CutOff())
        six = self.shoe[:-7:-1]
        used = len(six) - len(deal(TABLE_OF_PLAY, six).excess)
        cards = [self.shoe.pop() for _ in range(used)]
        yield from (self.command(DealCard(card)) for card in cards[:INITIAL_CARDS])
        yield self.command(AnnounceTotals())
        yield from (self.command(DealCard(card)) for card in cards[INITIAL_CARDS:])

    def rounds(self) -> Iterator[TableCommand]:
        """Yield the commands of endless rounds, each with a position of every terminal."""
        while True:
            yield from self.placing()
            yield from self.dealing()
            yield self.command(Settle())
            yield from self.opening()

    def bets(self, count: int) -> Iterator[TableCommand]:
        """Yield this many positions of one round; each of them moves money."""
        for number in range(count):
            amount, seat = divmod(number, len(self.terminals))
            first = (self.keys[0], dollars(1 + amount))
            rest = ((key, dollars(5)) for key in self.keys[1:])
            yield self.wanting(self.terminals[seat], (first, *rest))


def grouped(commands: Iterable[TableCommand]) -> Iterator[list[TableCommand]]:
    """Split commands into groups that are recorded together."""
    left = iter(commands)
    while group := list(islice(left, GROUP)):
        yield group


def _nobody_watches(_: Published[Table]) -> None:
    pass
