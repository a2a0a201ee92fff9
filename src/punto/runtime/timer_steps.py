"""What a table's timer asks for: a command whose id says which step of which round it is."""

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
    """Virtual shoes: shuffled, sealed, and opened again by whoever has the key."""

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> LoadShoe:
        """A new shoe for a table."""
        ...

    def next_card(self, table: TableId, shoe: Shoe) -> Card:
        """The card that lies in front; a retry gets the same one."""
        ...

    def revealed(self, table: TableId, shoe: Shoe) -> RevealShoe:
        """The order of a shoe that is out of play."""
        ...


@dataclass(frozen=True, slots=True)
class Reveal:
    """Tell the order of a shoe that is out of play, which waits for nothing."""

    shoe: Shoe


TimerStep = Step | Reveal


@dataclass(frozen=True, slots=True)
class DueStep:
    """A step of a table's timer, and the first moment at which it may be taken."""

    at: Instant
    step: TimerStep
    name: str
    """Which step of which round or shoe it is: the same on every node, whenever it is asked."""
    configuration: Configuration
    dealer: Actor
    """For whom the timer acts."""


def due_step(table: Table) -> DueStep | None:
    """What a table's timer has to do next; None where people have to act, or nobody has to."""
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
    """The wish for the card that lies in front of a virtual shoe, bound to its place there."""
    place = ShoePlace(shoe.number, shoe.dealt_count)
    return DealCard(shoes.next_card(table, shoe), CardOrigin.DRAWN, place=place)


def timer_wish(table: Table, due: DueStep, shoes: Shoes) -> Wish:
    """What the timer asks for, with what only the sealed shoe can give."""
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
