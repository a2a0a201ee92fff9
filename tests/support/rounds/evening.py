"""An evening at a table, one call for each command."""

from dataclasses import dataclass, field
from functools import cache
from itertools import count

from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.table_setup import configuration_of
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.commands import By, Patron, TableCommand, Wish
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle
from punto.rounds.events import Fact
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import MoveIn, TakeCash
from punto.rounds.purse.events import TerminalMovedOut
from punto.rounds.records import Answer, Record, submit
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table.commands import ConfigureTable, OpenTable, SeatTerminal
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.terms import Terms, terms_of
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import Cents, dollars

DEALER = Actor(PersonId("mei"), Role.DEALER)
SUPERVISOR = Actor(PersonId("arun"), Role.PIT_SUPERVISOR)
PIT_MANAGER = Actor(PersonId("siti"), Role.PIT_MANAGER)
SHIFT_MANAGER = Actor(PersonId("tan"), Role.SHIFT_MANAGER)

T1, T2 = TerminalId("T1"), TerminalId("T2")


def terms_for(game_key: str, limits: Limits = Limits(), decks: int = 8) -> Terms:  # noqa: B008
    game = shipped_game(game_key)
    assert game is not None
    terms = terms_of(game, decks, (), limits)
    assert isinstance(terms, Terms)
    return terms


@cache
def configuration(game_key: str = "mbs-tiger") -> Configuration:
    return configuration_of(TableId("A1"), terms_for(game_key))


def position(**stakes: int) -> tuple[tuple[BetKey, Cents], ...]:
    """Return stakes in dollars by bet; underscores in names stand for hyphens."""
    return tuple((BetKey(k.replace("_", "-")), dollars(v)) for k, v in stakes.items())


@dataclass
class Evening:
    """A record that grows by commands, with its own clock."""

    record: Record = field(default_factory=Record)
    now: int = 1_000
    numbers: "count[int]" = field(default_factory=count)

    @property
    def table(self) -> Table:
        return self.record.table

    def phase(self) -> Phase:
        return self.table.phase

    def ask(self, wish: Wish, by: By = DEALER, command_id: str = "") -> Answer:
        """Give a command, and return the answer whatever it is."""
        command_id = command_id or f"c{next(self.numbers)}"
        command = TableCommand(CommandId(command_id), Instant(self.now), by, wish)
        self.record, answer = submit(self.record, command)
        return answer

    def do(self, wish: Wish, by: By = DEALER) -> tuple[Fact, ...]:
        """Give a command that must be accepted."""
        answer = self.ask(wish, by)
        assert isinstance(answer, tuple), answer
        return tuple(event.fact for event in answer)

    def refused(self, wish: Wish, by: By = DEALER) -> Refusal:
        """Give a command that must be refused and change nothing."""
        before = self.record.table, self.record.events
        answer = self.ask(wish, by)
        assert not isinstance(answer, tuple), answer
        assert (self.record.table, self.record.events) == before
        return answer

    def bet(self, terminal: TerminalId, **stakes: int) -> tuple[Fact, ...]:
        wish = WantPosition(terminal, self.table.rounds_count, position(**stakes))
        return self.do(wish, Patron(terminal))

    def freeze(self, terminal: TerminalId) -> None:
        self.do(AnswerFreeze(terminal, self.table.rounds_count), Patron(terminal))

    def close(self) -> None:
        """Close the bets, with an answer from every terminal."""
        self.do(BeginClosing())
        for terminal in self.table.seats:
            self.freeze(terminal)
        self.do(CutOff())

    def deal(self, cards: str) -> None:
        """Deal cards, and announce the totals after the fourth."""
        virtual = self.table.shoe_now.source is CardSource.VIRTUAL_SHOE
        origin = CardOrigin.DRAWN if virtual else CardOrigin.READ
        for number, card in enumerate(parse_cards(cards), start=1):
            self.do(DealCard(card, origin))
            if number == 4:
                self.do(AnnounceTotals())

    def play(self, cards: str) -> None:
        """Close the bets, deal and settle."""
        self.close()
        self.deal(cards)
        self.do(Settle())


def move_in(
    terminal: TerminalId,
    source: TableId,
    amount: Cents,
    transfer: CommandId,
    disabled: str = "",
) -> MoveIn:
    """Return the arrival of a terminal that another table has sent to this one."""
    sent = TerminalMovedOut(terminal, TableId("A1"), amount, disabled)
    return MoveIn(terminal, source, transfer, sent)


def load_for(config: Configuration) -> LoadShoe:
    """Return the command that loads the table's kind of shoe; a virtual order is never revealed."""
    if config.source is CardSource.VIRTUAL_SHOE:
        cut_at = config.terms.decks * 52 - 60 if config.self_dealing else None
        return LoadShoe(config.terms.decks, Shuffle.VIRTUAL, "0" * 64, "sealed", cut_at)
    return LoadShoe(config.terms.decks, Shuffle.BY_MACHINE)


def opened(config: Configuration | None = None, credits_dollars: int = 1000) -> Evening:
    """Open a table with a shoe, and with two terminals with credits unless it is live."""
    evening = Evening()
    config = config or configuration()
    evening.do(ConfigureTable(config), replace(PIT_MANAGER, alone=config.single_person))
    evening.do(OpenTable())
    evening.do(load_for(config))
    for terminal in (T1, T2) if config.layout is None else ():
        evening.do(SeatTerminal(terminal), SUPERVISOR)
        evening.do(TakeCash(terminal, dollars(credits_dollars)))
    return evening


def betting(config: Configuration | None = None) -> Evening:
    """Open a table as ``opened`` does, and open its bets."""
    evening = opened(config)
    evening.do(OpenBets())
    return evening
