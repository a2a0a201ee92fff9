"""The messages between the lab and its page, by HTTP."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.web.wire.messages import ShortText
from punto.web.wire.sign_ins import Body

MOST_ROUNDS = 100_000_000
MOST_SHOES = 2_000
"""The largest study on the page; larger ones are for the command line."""

Decks = Annotated[int, Meta(ge=1, le=100)]
_Kind = Literal["simulation", "study", "sheet"]


class ExactTold(Struct, frozen=True):
    """A fraction in lowest terms, and the nearest float."""

    exact: str
    float: float


class EdgesTold(Struct, frozen=True):
    """The house edges of a table's bets, for a full shoe."""

    game: str
    decks: int
    edges: dict[str, ExactTold | None]
    """By the key of the bet; null if unknown."""


class LabShoe(Body, frozen=True):
    """A game, and the rest of its shoe."""

    game: ShortText
    decks: Decks
    without: Annotated[str, Meta(max_length=2_000)] = ""
    """Cards that have left it, such as AS KD."""


class LabRow(Struct, frozen=True):
    """One line of a pay table, and its probability."""

    pays: str
    clause: str
    probability: ExactTold


class LabBet(Struct, frozen=True):
    """The exact odds of one bet, per unit of stake."""

    bet: str
    edge: ExactTold
    full: ExactTold
    """The edge of the full shoe."""
    win: ExactTold
    loss: ExactTold
    push: ExactTold
    standard_deviation: float
    rows: tuple[LabRow, ...]


class LabOdds(Struct, frozen=True):
    """The exact odds of every bet of a game."""

    game: str
    decks: int
    without: str
    cards: int
    """The number of cards left in the shoe."""
    total: str
    """The number of ways in which six cards can leave it; as text, since it may exceed 2**53."""
    bets: tuple[LabBet, ...]


class LabBetName(Struct, frozen=True):
    """The names of a bet."""

    bet: str
    en: str
    zh: str


class LabGame(Struct, frozen=True):
    """A game that the lab knows."""

    key: str
    en: str
    zh: str
    decks: tuple[int, int]
    usual: int
    bets: tuple[LabBetName, ...]


class LabTold(Struct, frozen=True):
    """The capabilities of the lab here."""

    missing: str
    """Why it cannot work, in one sentence; empty if it works."""
    games: tuple[LabGame, ...]


class LabWork(Body, frozen=True):
    """A longer job; a server runs one at a time."""

    kind: _Kind
    game: ShortText
    decks: Decks
    size: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    """Rounds of a simulation, shoes of a study; meaningless for a sheet."""
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 1


class SimulatedBetFigures(Struct, frozen=True):
    """A bet in a simulation."""

    bet: str
    edge: float
    interval: tuple[float, float]
    """The 95 % confidence interval of the edge."""
    exact: float
    """The edge of a full shoe, computed rather than simulated."""


class Simulated(Struct, frozen=True):
    """The result of a simulation."""

    rounds: int
    shoes: int
    seconds: float
    bets: tuple[SimulatedBetFigures, ...]


class StudiedDepth(Struct, frozen=True):
    """The house edges of a bet, over the rounds that begin at this depth of the shoe."""

    gone: int
    """The most cards that had left it."""
    mean: float
    low: float
    high: float
    """95 % of the rounds lie between these."""
    favourable: float


class StudiedBet(Struct, frozen=True):
    """A bet in a study: how often it can be beaten, and what that is worth."""

    bet: str
    favourable: float
    """The fraction of all rounds in which the edge favours the patron."""
    perfect: float
    """The gain of perfect play per 100 rounds, in units of the stake."""
    perfect_error: float | None
    counted: float
    """The same for a simple count."""
    counted_error: float | None
    grade: Literal["safe", "slight", "vulnerable"]
    depths: tuple[StudiedDepth, ...]


class Studied(Struct, frozen=True):
    """The result of a study."""

    shoes: int
    rounds: int
    seconds: float
    behind: int
    """The number of cards behind the cut card."""
    bets: tuple[StudiedBet, ...]


class SheetMade(Struct, frozen=True):
    """The addresses of a game's PAR sheet."""

    page: str
    pdf: str


class LabJob(Struct, frozen=True):
    """The state of a job."""

    kind: _Kind
    game: str
    decks: int
    size: int
    seed: int
    state: Literal["running", "done", "failed", "cancelled"]
    done: int = 0
    """Out of its size."""
    sentence: str = ""
    """Why it failed."""
    simulated: Simulated | None = None
    studied: Studied | None = None
    sheet: SheetMade | None = None


class LabBench(Struct, frozen=True):
    """The current or last job; null before the first."""

    job: LabJob | None
