"""The steps of a table's timer: commands whose ids name the step and the round."""

from dataclasses import dataclass
from typing import Protocol, assert_never

from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.commands import Wish
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle, ShoePlace
from punto.rounds.self_dealing import FromTheShoe, Step, next_due
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


TimerStep = Step | Reveal


@dataclass(frozen=True, slots=True)
class DueStep:
    """A step of a table's timer, and the first moment at which it may be taken."""

    at: Instant
    step: TimerStep
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
    at: Instant
    step: TimerStep
    if configuration.self_dealing and table.unrevealed:
        at, step = table.stepped_at or Instant(0), Reveal(next(iter(table.unrevealed.values())))
    else:
        due = next_due(table)
        if due is None:
            return None
        at, step = due.at, due.step
    return DueStep(at, step, _name(table, step), configuration, dealer)


def _name(table: Table, step: TimerStep) -> str:
    in_round = f"timer/round/{table.rounds_count}"
    match step:
        case Reveal():
            return f"timer/shoe/{step.shoe.number}/reveal"
        case FromTheShoe():
            return _shoe_step_name(table, step)
        case OpenBets():
            return f"timer/round/{table.rounds_count + 1}/open"
        case BeginClosing():
            return f"{in_round}/close"
        case CutOff():
            return f"{in_round}/cut-off"
        case AnnounceTotals():
            return f"{in_round}/totals"
        case Settle():
            return f"{in_round}/settle"
    assert_never(step)


def _shoe_step_name(table: Table, step: FromTheShoe) -> str:
    of_shoe = f"timer/shoe/{table.shoes_count}"
    match step:
        case FromTheShoe.LOAD:
            return f"timer/shoe/{table.shoes_count + 1}/load"
        case FromTheShoe.BURN:
            return f"{of_shoe}/burn"
        case FromTheShoe.RETIRE:
            return f"{of_shoe}/retire"
        case FromTheShoe.DRAW:
            return f"{of_shoe}/card/{table.shoe_now.dealt_count + 1}"
    assert_never(step)


def drawn(table: TableId, shoe: Shoe, shoes: Shoes) -> DealCard:
    """Return the command for the next card of a virtual shoe, bound to its place there."""
    place = ShoePlace(shoe.number, shoe.dealt_count)
    return DealCard(shoes.next_card(table, shoe), CardOrigin.DRAWN, place=place)


def timer_wish(table: Table, due: DueStep, shoes: Shoes) -> Wish:
    """Return the timer's command, with the content that only the sealed shoe has."""
    step, name = due.step, due.configuration.table
    if not isinstance(step, Reveal | FromTheShoe):
        return step
    match step:
        case Reveal():
            return shoes.revealed(name, step.shoe)
        case FromTheShoe.LOAD:
            return shoes.loaded(name, table.shoes_count + 1, due.configuration.terms.decks)
        case FromTheShoe.BURN:
            return BurnCards(shoes.next_card(name, table.shoe_now))
        case FromTheShoe.RETIRE:
            return RetireShoe(OVER)
        case FromTheShoe.DRAW:
            return drawn(name, table.shoe_now, shoes)
    assert_never(step)
