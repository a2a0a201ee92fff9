"""Events at a live table's layout."""

from functools import partial

from punto.ledger import Reason
from punto.live import BoxLabel, PatronKey, ReadDifference
from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.message_rows import FactRow, live_only
from punto.rules import News
from punto.values import Card, Cents, Side, TerminalId, Value


class PatronJoined(Value):
    """A patron sits at a box, or stands at the table."""

    patron: PatronKey
    box: BoxLabel | None


class PatronLeft(Value):
    """A patron walked away; bets on the layout will still be settled (L 5.3)."""

    patron: PatronKey


class ChipsPlaced(Value):
    """A patron's chips in one box; they replace the earlier ones."""

    place: TerminalId
    stakes: Stakes
    on_behalf: bool


Positions = tuple[tuple[TerminalId, Stakes], ...]


class ReadingTaken(Value):
    """A person recorded bets as the table's sensor read them; the chips follow (L 5.16)."""

    differences: tuple[ReadDifference, ...]


class ReadingSetAside(Value):
    """A person left bets as recorded, although the sensor read them differently (L 5.13).

    After the close, such a bet was laid, raised or taken up too late, and was refused (L 5.6).
    """

    differences: tuple[ReadDifference, ...]


class ReadingPassedOver(Value):
    """The Dealer closed the bets before these differences to the sensor were answered (L 5.13)."""

    differences: tuple[ReadDifference, ...]


class ExcessRejected(Value):
    """The Dealer handed back the excess over the Differential; these positions are left (L 5.1)."""

    kept: Positions


class PassedOver(Value):
    """A warning that was open when the Dealer closed the bets: it counts as not noticed."""

    clause: str
    box: BoxLabel | None
    """None where it is about the whole table."""
    patron: PatronKey | None


class LayoutClosed(Value):
    """The chips count as they lie; this part of each position is in play (L 5.13, L 5.1.1)."""

    phrase: str
    played: Positions
    passed_over: tuple[PassedOver, ...]
    player_acceptor: PatronKey | None
    """The patron who accepts the Player Hand at a table that deals face down (A-63)."""
    banker_acceptor: PatronKey | None


class HandHandedOver(Value):
    """A hand has another acceptor; None is the Dealer."""

    side: Side
    patron: PatronKey | None


class SqueezeGranted(Value):
    """The acceptor of a hand may squeeze its next card (L 3.9)."""

    patron: PatronKey
    side: Side


class HandsLaid(Value):
    """The hands are played as they lie: no draw order makes this coup (L 5.12.1, A-85)."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]


class OptionsOffered(Value):
    """After a dealing error these patrons choose, before anything more is turned over (A-83)."""

    patrons: tuple[PatronKey, ...]
    reconstructed: bool
    """Whether they would continue with the Reconstructed Hand, or with the hand as it is."""


class OptionChosen(Value):
    """A patron made a choice, which is final (A-59)."""

    patron: PatronKey
    option: PlayerOption


class OptionsClosed(Value):
    """The choice ended: patrons who took their bets back are out, and the others play on."""

    results: Results
    """The bets that were taken back (L 5.12.3)."""


class WinningsClaimed(Value):
    """A patron who came back was paid the held winnings."""

    terminal: TerminalId
    amount: Cents


BoxFact = (
    PatronJoined
    | PatronLeft
    | ChipsPlaced
    | ReadingTaken
    | ReadingSetAside
    | ReadingPassedOver
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


_row = partial(FactRow, group="layout", audience="staff")
_to_everybody = partial(FactRow, group="layout", audience="everybody")
EVENTS = (
    _row(PatronJoined, live_only("1.20")),
    _row(PatronLeft, live_only("5.3"), News("Patron left", "table", "routine")),
    _row(ChipsPlaced, live_only("3.7")),
    _row(ReadingTaken, live_only("5.16")),
    _row(
        ReadingSetAside,
        live_only("5.13"),
        News("Chip reading set aside", "money", "notable"),
    ),
    _row(
        ReadingPassedOver,
        live_only("5.13"),
        News("Chip reading passed over", "money", "notable"),
    ),
    _row(ExcessRejected, live_only("5.1"), News("Excess bets rejected", "money", "routine")),
    _row(LayoutClosed, live_only("3.8"), News("Warnings passed over", "money", "notable")),
    _to_everybody(HandHandedOver, live_only("5.8.2")),
    _to_everybody(SqueezeGranted, live_only("3.9")),
    _to_everybody(
        HandsLaid, live_only("5.12.1"), News("Hands played as they lie", "round", "grave")
    ),
    _to_everybody(
        OptionsOffered, live_only("5.12"), News("Player options offered", "irregularity", "grave")
    ),
    _row(OptionChosen, live_only("5.12"), News("Player option chosen", "irregularity", "notable")),
    _row(
        OptionsClosed, live_only("5.12"), News("Player options closed", "irregularity", "notable")
    ),
    _row(
        WinningsClaimed,
        live_only("5.3"),
        News("Held winnings claimed", "money", "notable"),
        moves=Reason.WINNINGS_CLAIMED,
    ),
)
