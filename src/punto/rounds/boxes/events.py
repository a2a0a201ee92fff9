"""Events at a live table's layout."""

from dataclasses import dataclass

from punto.ledger import movements
from punto.live import BoxLabel, PatronKey
from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.messages import FactRow, live_only
from punto.rules import News
from punto.values import Card, Cents, Side, TerminalId


@dataclass(frozen=True, slots=True)
class PatronJoined:
    """A patron sits at a box, or stands at the table."""

    patron: PatronKey
    box: BoxLabel | None


@dataclass(frozen=True, slots=True)
class PatronLeft:
    """A patron walked away; bets on the layout are settled all the same (L 5.3)."""

    patron: PatronKey


@dataclass(frozen=True, slots=True)
class ChipsPlaced:
    """A patron's chips in one box are now these and no others."""

    place: TerminalId
    stakes: Stakes
    on_behalf: bool


Positions = tuple[tuple[TerminalId, Stakes], ...]


@dataclass(frozen=True, slots=True)
class ExcessRejected:
    """The Dealer handed back what exceeded the Differential; these positions are left (L 5.1)."""

    kept: Positions


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A warning that was open when the Dealer closed the bets: it counts as not noticed."""

    clause: str
    box: BoxLabel | None
    """None where it is about the whole table."""
    patron: PatronKey | None


@dataclass(frozen=True, slots=True)
class LayoutClosed:
    """The chips lie as they lie; this part of each position plays (L 5.13, L 5.1.1)."""

    phrase: str
    played: Positions
    passed_over: tuple[PassedOver, ...]
    player_acceptor: PatronKey | None
    """The patron who accepts the Player Hand at a table that deals face down (A-63)."""
    banker_acceptor: PatronKey | None


@dataclass(frozen=True, slots=True)
class HandHandedOver:
    """A hand has another acceptor; None is the Dealer."""

    side: Side
    patron: PatronKey | None


@dataclass(frozen=True, slots=True)
class SqueezeGranted:
    """The acceptor of a hand may squeeze its next card (L 3.9)."""

    patron: PatronKey
    side: Side


@dataclass(frozen=True, slots=True)
class HandsLaid:
    """The hands are played as they lie: no draw order makes this coup (L 5.12.1, A-85)."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OptionsOffered:
    """After a dealing error these patrons choose, before anything more is turned over (A-83)."""

    patrons: tuple[PatronKey, ...]
    reconstructed: bool
    """Whether they would continue with the Reconstructed Hand, or with the hand as it is."""


@dataclass(frozen=True, slots=True)
class OptionChosen:
    """A patron chose, once and for all (A-59)."""

    patron: PatronKey
    option: PlayerOption


@dataclass(frozen=True, slots=True)
class OptionsClosed:
    """Those who took their bets back are out; all others play on."""

    results: Results
    """The bets that were taken back (L 5.12.3)."""


@dataclass(frozen=True, slots=True)
class WinningsClaimed:
    """A patron who came back was paid what had been held."""

    terminal: TerminalId
    amount: Cents


BoxFact = (
    PatronJoined
    | PatronLeft
    | ChipsPlaced
    | ExcessRejected
    | LayoutClosed
    | HandHandedOver
    | SqueezeGranted
    | HandsLaid
    | OptionsOffered
    | OptionChosen
    | OptionsClosed
    | WinningsClaimed
)

EVENTS = (
    FactRow(PatronJoined, "layout", live_only("1.20"), "staff"),
    FactRow(
        PatronLeft, "layout", live_only("5.3"), "staff", News("Patron left", "table", "routine")
    ),
    FactRow(ChipsPlaced, "layout", live_only("3.7"), "staff"),
    FactRow(
        ExcessRejected,
        "layout",
        live_only("5.1"),
        "staff",
        News("Excess bets rejected", "money", "routine"),
    ),
    FactRow(LayoutClosed, "layout", live_only("3.8"), "staff"),
    FactRow(HandHandedOver, "layout", live_only("5.8.2"), "everybody"),
    FactRow(SqueezeGranted, "layout", live_only("3.9"), "everybody"),
    FactRow(
        HandsLaid,
        "layout",
        live_only("5.12.1"),
        "everybody",
        News("Hands played as they lie", "round", "grave"),
    ),
    FactRow(
        OptionsOffered,
        "layout",
        live_only("5.12"),
        "everybody",
        News("Player options offered", "irregularity", "grave"),
    ),
    FactRow(
        OptionChosen,
        "layout",
        live_only("5.12"),
        "staff",
        News("Player option chosen", "irregularity", "notable"),
    ),
    FactRow(
        OptionsClosed,
        "layout",
        live_only("5.12"),
        "staff",
        News("Player options closed", "irregularity", "notable"),
    ),
    FactRow(
        WinningsClaimed,
        "layout",
        live_only("5.3"),
        "staff",
        News("Held winnings claimed", "money", "notable"),
        moves=movements.claim,
    ),
)
