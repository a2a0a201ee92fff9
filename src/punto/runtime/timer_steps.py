"""The steps of a table's timer: commands whose ids name the step and the round."""

from typing import Protocol, assert_never

from punto import rounds
from punto.rules import Actor
from punto.values import Card, Instant, TableId, Value

OVER = "its last round is over"


class Shoes(Protocol):
    """Virtual shoes: shuffled, sealed, and opened again with the key."""

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> rounds.LoadShoe:
        """Return a new shoe for a table."""
        ...

    def next_card(self, table: TableId, shoe: rounds.Shoe) -> Card:
        """Return the next card of a shoe; a retry gets the same one."""
        ...

    def revealed(self, table: TableId, shoe: rounds.Shoe) -> rounds.RevealShoe:
        """Return the order of a shoe that is out of play."""
        ...


class RevealStep(Value):
    """Reveal the order of a shoe that is out of play, without waiting."""

    shoe: rounds.Shoe


class DueStep(Value):
    """A step of a table's timer, and the first moment at which it may be taken."""

    at: Instant
    step: rounds.TimerStep | RevealStep
    name: str
    """Names the step and its round or shoe: the same on every node, at any time."""
    configuration: rounds.Configuration
    dealer: Actor
    """The Dealer for whom the timer acts."""


def due_step(table: rounds.Table) -> DueStep | None:
    """Return the next step of a table's timer.

    None if people must act, or there is nothing to do.
    """
    configuration, dealer = table.configuration, table.dealer
    if configuration is None or dealer is None:
        return None
    if configuration.self_dealing and table.unrevealed:
        shoe = next(iter(table.unrevealed.values()))
        at, name = table.stepped_at or Instant(0), f"timer/shoe/{shoe.number}/reveal"
        return DueStep(at, RevealStep(shoe), name, configuration, dealer)
    due = rounds.next_due(table)
    if due is None:
        return None
    return DueStep(due.at, due.step, _name(table, due.step), configuration, dealer)


def _name(table: rounds.Table, step: rounds.TimerStep) -> str:
    in_round, of_shoe = f"timer/round/{table.rounds_count}", f"timer/shoe/{table.shoes_count}"
    match step:
        case rounds.NextStep.LOAD_SHOE:
            return f"timer/shoe/{table.shoes_count + 1}/load"
        case rounds.NextStep.BURN_CARDS:
            return f"{of_shoe}/burn"
        case rounds.NextStep.RETIRE_SHOE:
            return f"{of_shoe}/retire"
        case rounds.NextStep.OPEN_BETS:
            return f"timer/round/{table.rounds_count + 1}/open"
        case rounds.NextStep.CLOSE_BETS:
            return f"{in_round}/close"
        case rounds.NextStep.CUT_OFF:
            return f"{in_round}/cut-off"
        case rounds.NextStep.ANNOUNCE_TOTALS:
            return f"{in_round}/totals"
        case rounds.NextStep.SETTLE:
            return f"{in_round}/settle"
        case (
            rounds.NextStep.PLAYER_CARD
            | rounds.NextStep.BANKER_CARD
            | rounds.NextStep.PLAYER_THIRD_CARD
            | rounds.NextStep.BANKER_THIRD_CARD
        ):
            return f"{of_shoe}/card/{table.shoe_now.dealt_count + 1}"
        case _:
            assert_never(step)


def drawn(table: TableId, shoe: rounds.Shoe, shoes: Shoes) -> rounds.DealCard:
    """Return the command for the next card of a virtual shoe, bound to its place there."""
    place = rounds.ShoePlace(shoe.number, shoe.dealt_count)
    return rounds.DealCard(shoes.next_card(table, shoe), rounds.CardOrigin.DRAWN, place=place)


def timer_wish(table: rounds.Table, due: DueStep, shoes: Shoes) -> rounds.Wish:
    """Return the timer's command, with the content that only the sealed shoe has."""
    if isinstance(due.step, RevealStep):
        return shoes.revealed(due.configuration.table, due.step.shoe)
    return step_wish(table, due.step, due.configuration, shoes)


def step_wish(
    table: rounds.Table, step: rounds.TimerStep, configuration: rounds.Configuration, shoes: Shoes
) -> rounds.Wish:
    """Return the command for a step at a table with a virtual shoe, whoever takes it."""
    name = configuration.table
    match step:
        case rounds.NextStep.LOAD_SHOE:
            return shoes.loaded(name, table.shoes_count + 1, configuration.terms.decks)
        case rounds.NextStep.BURN_CARDS:
            return rounds.BurnCards(shoes.next_card(name, table.shoe_now))
        case rounds.NextStep.RETIRE_SHOE:
            return rounds.RetireShoe(OVER)
        case rounds.NextStep.OPEN_BETS:
            return rounds.OpenBets()
        case rounds.NextStep.CLOSE_BETS:
            return rounds.BeginClosing()
        case rounds.NextStep.CUT_OFF:
            return rounds.CutOff()
        case rounds.NextStep.ANNOUNCE_TOTALS:
            return rounds.AnnounceTotals()
        case rounds.NextStep.SETTLE:
            return rounds.Settle()
        case (
            rounds.NextStep.PLAYER_CARD
            | rounds.NextStep.BANKER_CARD
            | rounds.NextStep.PLAYER_THIRD_CARD
            | rounds.NextStep.BANKER_THIRD_CARD
        ):
            return drawn(name, table.shoe_now, shoes)
        case _:
            assert_never(step)
