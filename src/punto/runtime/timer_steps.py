"""The steps of a table's timer: commands whose ids name the step and the round."""

from dataclasses import dataclass
from typing import Protocol, assert_never

from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.commands import Wish
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle, ShoePlace
from punto.rounds.next_step import TimerStep, next_due
from punto.rounds.phases import NextStep
from punto.rounds.shoe.commands import BurnCards, LoadShoe, RetireShoe, RevealShoe
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Table
from punto.rules.roles import Actor
from punto.values.cards import Card
from punto.values.ids import Instant, TableId

OVER = "its last round is over"


class Shoes(Protocol):
    """Virtual shoes: shuffled, sealed, and opened again with the key."""

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> LoadShoe:
        """Return a new shoe for a table."""
        ...

    def next_card(self, table: TableId, shoe: Shoe) -> Card:
        """Return the next card of a shoe; a retry gets the same one."""
        ...

    def revealed(self, table: TableId, shoe: Shoe) -> RevealShoe:
        """Return the order of a shoe that is out of play."""
        ...


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the order of a shoe that is out of play, without waiting."""

    shoe: Shoe


@dataclass(frozen=True, slots=True)
class DueStep:
    """A step of a table's timer, and the first moment at which it may be taken."""

    at: Instant
    step: TimerStep | Reveal
    name: str
    """Names the step and its round or shoe: the same on every node, at any time."""
    configuration: Configuration
    dealer: Actor
    """The Dealer for whom the timer acts."""


def due_step(table: Table) -> DueStep | None:
    """Return the next step of a table's timer.

    None if people must act, or there is nothing to do.
    """
    configuration, dealer = table.configuration, table.dealer
    if configuration is None or dealer is None:
        return None
    if configuration.self_dealing and table.unrevealed:
        shoe = next(iter(table.unrevealed.values()))
        at, name = table.stepped_at or Instant(0), f"timer/shoe/{shoe.number}/reveal"
        return DueStep(at, Reveal(shoe), name, configuration, dealer)
    due = next_due(table)
    if due is None:
        return None
    return DueStep(due.at, due.step, _name(table, due.step), configuration, dealer)


def _name(table: Table, step: TimerStep) -> str:
    in_round, of_shoe = f"timer/round/{table.rounds_count}", f"timer/shoe/{table.shoes_count}"
    match step:
        case NextStep.LOAD_SHOE:
            return f"timer/shoe/{table.shoes_count + 1}/load"
        case NextStep.BURN_CARDS:
            return f"{of_shoe}/burn"
        case NextStep.RETIRE_SHOE:
            return f"{of_shoe}/retire"
        case NextStep.OPEN_BETS:
            return f"timer/round/{table.rounds_count + 1}/open"
        case NextStep.CLOSE_BETS:
            return f"{in_round}/close"
        case NextStep.CUT_OFF:
            return f"{in_round}/cut-off"
        case NextStep.ANNOUNCE_TOTALS:
            return f"{in_round}/totals"
        case NextStep.SETTLE:
            return f"{in_round}/settle"
        case (
            NextStep.PLAYER_CARD
            | NextStep.BANKER_CARD
            | NextStep.PLAYER_THIRD_CARD
            | NextStep.BANKER_THIRD_CARD
        ):
            return f"{of_shoe}/card/{table.shoe_now.dealt_count + 1}"
        case _:
            assert_never(step)


def drawn(table: TableId, shoe: Shoe, shoes: Shoes) -> DealCard:
    """Return the command for the next card of a virtual shoe, bound to its place there."""
    place = ShoePlace(shoe.number, shoe.dealt_count)
    return DealCard(shoes.next_card(table, shoe), CardOrigin.DRAWN, place=place)


def timer_wish(table: Table, due: DueStep, shoes: Shoes) -> Wish:
    """Return the timer's command, with the content that only the sealed shoe has."""
    if isinstance(due.step, Reveal):
        return shoes.revealed(due.configuration.table, due.step.shoe)
    return _wish(table, due.step, due.configuration, shoes)


def _wish(table: Table, step: TimerStep, configuration: Configuration, shoes: Shoes) -> Wish:
    name = configuration.table
    match step:
        case NextStep.LOAD_SHOE:
            return shoes.loaded(name, table.shoes_count + 1, configuration.terms.decks)
        case NextStep.BURN_CARDS:
            return BurnCards(shoes.next_card(name, table.shoe_now))
        case NextStep.RETIRE_SHOE:
            return RetireShoe(OVER)
        case NextStep.OPEN_BETS:
            return OpenBets()
        case NextStep.CLOSE_BETS:
            return BeginClosing()
        case NextStep.CUT_OFF:
            return CutOff()
        case NextStep.ANNOUNCE_TOTALS:
            return AnnounceTotals()
        case NextStep.SETTLE:
            return Settle()
        case (
            NextStep.PLAYER_CARD
            | NextStep.BANKER_CARD
            | NextStep.PLAYER_THIRD_CARD
            | NextStep.BANKER_THIRD_CARD
        ):
            return drawn(name, table.shoe_now, shoes)
        case _:
            assert_never(step)
