"""The front door for programs: everything that ``import punto`` offers.

A game is named by its key, by the path of a game file, or given as a ``Game``. Cards are text such
as ``"4D KS 4C"``, in the order they left the shoe. Money is in whole cents; a stake may also be
text in dollars. Invalid input raises a ``ValueError`` whose message says what was found and what
was expected.
"""

from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from punto.bootstrap.rule_book import GameNotFound, find_game, shipped_games
from punto.bootstrap.table_setup import configuration_of
from punto.rounds import (
    Configuration,
    Patron,
    Table,
    TableCommand,
    TableEvent,
    decide,
    evolve,
    replay,
)
from punto.rules import (
    Actor,
    BetKey,
    BetResult,
    Decision,
    Game,
    Limits,
    Refusal,
    Role,
    Settlement,
    Terms,
    decided_at,
    settle_at,
    terms_of,
    usual_decks,
)
from punto.values import (
    BadNotation,
    Card,
    Cents,
    CommandId,
    Composition,
    Instant,
    PersonId,
    TableId,
    TerminalId,
    dollars,
    format_money,
    parse_cards,
    parse_composition,
    parse_money,
)
from punto.views.roads import Roads, parse_results, roads_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from punto.lab import GameOdds
    from punto.lab.simulation import Simulation


class NotAllowed(ValueError):
    """Cards, stakes or decks that the rules do not allow; ``refusals`` has each with its facts."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(refusal.sentence for refusal in self.refusals))


class LabMissing(ImportError):
    """A library of the lab is not installed."""


def games() -> dict[str, Game]:
    """The games that ship, by key.

    >>> len(games()), games()["mbs-tiger"].name.en
    (9, 'Tiger Baccarat')
    """
    return dict(shipped_games())


def settle(
    game: str | Game,
    cards: str | Iterable[Card],
    stakes: Mapping[str, str | Cents],
    *,
    step: str | Cents = "1",
) -> Settlement:
    """Settle stakes by the cards of a finished coup.

    >>> settled = settle("mbs-tiger", "KS KD KH AC 5D 5S", {"banker": "100", "tiger": "5"})
    >>> settled.outcome.winner.value, format_money(settled.total_returned)
    ('banker', '300.00')
    >>> [(each.bet, each.result.value, each.clause) for each in settled.results]
    [('banker', 'won', '4.7'), ('tiger', 'won', '4.10')]
    >>> settle("mbs-tiger", "4D KS 4C 2H", {"banker": "-5"})
    Traceback (most recent call last):
        ...
    punto.library.NotAllowed: stake -5.00 on banker: expected more than 0 (A-17)
    """
    bet_step = _money("step", step)
    terms = _terms(game, limits=Limits(bet_step, None, bet_step))
    read = {BetKey(key): _money(f"stake on {key}", stake) for key, stake in stakes.items()}
    found = settle_at(terms, _cards(cards), read)
    if not isinstance(found, Settlement):
        raise NotAllowed(found)
    return found


def decided(
    game: str | Game, cards: str | Iterable[Card], *, not_offered: Iterable[str] = ()
) -> dict[BetKey, Decision | None]:
    """Return the bets that no further card can change; None for a bet that is still open.

    >>> decided("mbs-tiger", "4D KS 4C")["tiger-pair"]
    <Decision.WON: 'won'>
    """
    found = decided_at(_terms(game, not_offered), _cards(cards))
    if not isinstance(found, dict):
        raise NotAllowed(found)
    return found


def roads(results: str) -> Roads:
    """Draw the five roads of a shoe from its results, such as ``"BbPTpn"``.

    >>> drawn = roads("BPBPBBPBBPPPBT")
    >>> str(drawn.big_eye), drawn.tally.banker
    ('RRRBBBBBRBB', 7)
    """
    return roads_of(parse_results(results))


def odds(
    game: str | Game,
    *,
    decks: int | None = None,
    without: str | Iterable[Card] = (),
    counts: str | Composition | None = None,
) -> "GameOdds":
    """Compute the exact odds of every bet, for whole decks or for the cards that are left.

    Needs the extra ``lab``.

    >>> tiger = odds("mbs-tiger", without="6S 6H 6D 6C")["tiger"]
    >>> tiger.edge
    Fraction(4617825658859, 24558370453815)
    """
    with _lab_wanted():
        from punto.lab import exact_odds  # noqa: PLC0415 (only this needs the lab)
    held = parse_composition(counts) if isinstance(counts, str) else counts
    return exact_odds(_game(game), decks, _cards(without), held)


def simulate(
    game: str | Game, rounds: int, *, decks: int | None = None, seed: int = 1, workers: int = 1
) -> "Simulation":
    """Deal this many rounds; the same seed gives the same rounds for any number of workers.

    Needs the extra ``lab``.

    >>> simulate("mbs-tiger", 1_000_000, seed=7).bets["tiger"]
    <tiger: edge 15.9127%, 15.2041% to 16.6213%>
    """
    with _lab_wanted():
        from punto.lab.simulation import simulate as dealt  # noqa: PLC0415 (needs the lab)
    if rounds < 1 or workers < 1:
        raise ValueError(f"rounds {rounds}, workers {workers}: expected at least 1 of each")
    return dealt(_game(game), rounds, decks=decks, seed=seed, workers=workers)


def configuration(
    table: str,
    game: str | Game,
    *,
    decks: int | None = None,
    not_offered: Iterable[str] = (),
    limits: Limits | None = None,
) -> Configuration:
    """Configure a table by its game's document, with every choice at its usual value.

    >>> configuration("A1", "mbs-tiger").terms.decks
    8
    """
    return configuration_of(TableId(table), _terms(game, not_offered, decks, limits))


def _game(game: str | Game) -> Game:
    return find_game(game) if isinstance(game, str) else game


def _cards(cards: str | Iterable[Card]) -> tuple[Card, ...]:
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)


def _terms(
    game: str | Game,
    not_offered: Iterable[str] = (),
    decks: int | None = None,
    limits: Limits | None = None,
) -> Terms:
    found = _game(game)
    number = usual_decks(found) if decks is None else decks
    terms = terms_of(found, number, not_offered, limits or Limits())
    if not isinstance(terms, Terms):
        raise NotAllowed(terms)
    return terms


def _money(subject: str, amount: object) -> Cents:
    """Return cents from dollars in text, or from cents; rejects floats, which may be rounded."""
    if isinstance(amount, str):
        try:
            return parse_money(amount)
        except BadNotation as error:
            raise BadNotation(f"{subject}: {error}") from None
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise BadNotation(f'{subject}: {amount!r}, expected dollars as text ("2.50") or cents')
    return Cents(amount)


@contextmanager
def _lab_wanted() -> "Iterator[None]":
    """Import the lab within; raises ``LabMissing`` where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise LabMissing(
            f"the lab needs {error.name}, expected punto with its extra lab: "
            "pip install 'punto[lab]'",
            name=error.name,
        ) from error
