"""The public part of every view, encoded once and sent to all screens of a table."""

from collections.abc import Iterable
from datetime import datetime

from punto.live import PostedLimits
from punto.rounds import CARDS_OUT, CardSource, Configuration, Phase, Table
from punto.rules import GameKey, Irregularity, Name, Role
from punto.values import CardOut, Instant, Side, TableId, Value, Winner, format_cards, seen_of
from punto.views.past_rounds import FinishedRound
from punto.views.procedures.effects import phase_behind
from punto.views.roads.big_road import Run
from punto.views.roads.derived_roads import AskRow
from punto.views.roads.results import Tally
from punto.views.roads.scoreboard import Roads, RoadsWindow
from punto.views.screens.cards import Hands, ShoeShown, hands_of, shoe_shown
from punto.views.screens.offers import Offer, coming_offers_of, offers_of
from punto.views.sentences.matters import irregularity_words
from punto.views.watched_table import Watched

TOTALS = range(10)


class WinsOn(Value):
    """How often each hand won with a Point Total, and how often both tied on it."""

    total: int
    player: int
    banker: int
    tie: int


class Statistics(Value):
    """The counts of a shoe; like its roads they only inform (R 5.10, M 6.3)."""

    tally: Tally
    void: int
    """Rounds without a result."""
    wins_on: tuple[WinsOn, ...]
    """One for each Point Total, from 0 to 9."""
    streak: Run | None
    """The run that is still going on."""
    longest_player: int
    longest_banker: int


def statistics_of(rounds: Iterable[FinishedRound], roads: Roads) -> Statistics:
    """Count the rounds that the roads are drawn from."""
    counted = tuple(rounds)
    return Statistics(
        roads.tally,
        sum(each.result is None for each in counted),
        tuple(_wins_on(total, counted) for total in TOTALS),
        roads.streak,
        _longest(roads, Side.PLAYER),
        _longest(roads, Side.BANKER),
    )


def _wins_on(total: int, rounds: tuple[FinishedRound, ...]) -> WinsOn:
    won = [
        each.result.winner
        for each in rounds
        if each.result is not None and max(each.player_total, each.banker_total) == total
    ]
    return WinsOn(total, won.count(Winner.PLAYER), won.count(Winner.BANKER), won.count(Winner.TIE))


def _longest(roads: Roads, side: Side) -> int:
    return max((run.length for run in roads.runs if run.side is side), default=0)


class RoadsShown(Value):
    """The cells of every road, and what a win of either hand would add; it predicts nothing."""

    cells: RoadsWindow
    if_player: AskRow
    if_banker: AskRow


def all_roads(roads: Roads) -> RoadsShown:
    """Return every cell, for a screen that scrolls by itself."""
    cells = RoadsWindow(
        roads.bead.cells,
        roads.big.cells,
        roads.big_eye.cells,
        roads.small.cells,
        roads.cockroach.cells,
    )
    return RoadsShown(cells, roads.ask(Side.PLAYER), roads.ask(Side.BANKER))


class GameShown(Value):
    """The table's game, and the edition of the document under which it is played (A-64)."""

    key: GameKey
    name: Name
    document: str
    """The key of the rule document."""
    title: str
    version: int | None
    effective: datetime | None
    decks: int
    source: CardSource
    self_dealing: bool
    single_person: bool
    """Whether one person fills both steps of dual control; every screen says so (A-73)."""
    titles: tuple[tuple[Role, str], ...]
    """The operator's title for each role (A-52)."""


class SeenCards(Value):
    """Cards that begin the next deal; those seen before the bets are named (A-43)."""

    cards: tuple[CardOut, ...]
    words: str


class Halt(Value):
    """An irregularity is being examined; the reporter is not shown here."""

    irregularity: Irregularity
    clause: str
    words: str


class PublicView(Value):
    """A table as any patron sees it; nothing in it depends on any patron's bets or credits."""

    table: TableId
    game: GameShown
    phase: Phase
    notice: str
    """The words that open or close the bets, while they hold (A-25)."""
    betting_ms: int
    closes_at: Instant | None
    """When the bets are to close; None while no time runs."""
    round_number: int
    """Of the present round, or the last; 0 before the first."""
    shoe: ShoeShown | None
    hands: Hands
    offers: tuple[Offer, ...]
    """With the limits in force."""
    coming_offers: tuple[Offer, ...] | None
    """The limits from the next round on, where they will be others."""
    posted: PostedLimits | None
    """The minimum and the maximum Differential of a live table (L 3.4); None at another table."""
    roads: RoadsShown
    statistics: Statistics
    halt: Halt | None
    warning: SeenCards | None
    last_round: FinishedRound | None
    """The round that finished last."""
    closes_after: int | None
    """The round that was announced as the last before the table closes."""


def public_view(watched: Watched) -> PublicView | None:
    """Return the public part; None before the table has a game."""
    table = watched.table
    configuration = table.configuration
    if configuration is None:
        return None
    return PublicView(
        table=configuration.table,
        game=game_shown(configuration),
        phase=table.phase,
        notice=_notice(table, configuration),
        betting_ms=configuration.betting_ms,
        closes_at=table.closes_at if table.phase is Phase.BETTING else None,
        round_number=table.rounds_count,
        shoe=None if table.shoe is None else shoe_shown(table.shoe),
        hands=hands_of(table),
        offers=offers_of(configuration.terms),
        coming_offers=coming_offers_of(table, configuration.terms),
        posted=None if configuration.layout is None else configuration.layout.limits,
        roads=all_roads(watched.roads),
        statistics=statistics_of(watched.rounds, watched.roads),
        halt=_halt(table),
        warning=_warning(table),
        last_round=watched.last,
        closes_after=table.last_round,
    )


def game_shown(configuration: Configuration) -> GameShown:
    """Return the game's name and rules."""
    game = configuration.terms.game
    return GameShown(
        game.key,
        game.name,
        configuration.document,
        game.rules.document,
        game.rules.version,
        game.rules.effective,
        configuration.terms.decks,
        configuration.source,
        configuration.self_dealing,
        configuration.single_person,
        tuple((role, configuration.title(role)) for role in Role),
    )


_AFTER_CLOSING = CARDS_OUT | {Phase.CLOSING, Phase.SETTLED}


def _notice(table: Table, configuration: Configuration) -> str:
    if table.phase is Phase.BETTING:
        return configuration.phrases.opening
    # Bets stopped by an irregularity are not closed, yet none is taken: no announcement fits.
    return configuration.phrases.closing if phase_behind(table) in _AFTER_CLOSING else ""


def _halt(table: Table) -> Halt | None:
    if table.matter is None:
        return None
    policy = table.matter.policy
    what = irregularity_words(policy.irregularity)
    words = f"Play has stopped: {what}. Registered bets are kept until it is decided."
    return Halt(policy.irregularity, policy.clause, words)


def _warning(table: Table) -> SeenCards | None:
    if not table.carried:
        return None
    how = "Seen before the bets" if seen_of(table.carried) else "Face down"
    words = f"{how}, and first in the next deal: {format_cards(table.carried)}"
    return SeenCards(table.carried, words)
