"""What the facts after an irregularity mean for play, money, cards and shoe, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from punto.rounds.events import Fact
from punto.rounds.matter_events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    EarlierRoundResettled,
    IrregularityDeclined,
    RoundResettled,
    RoundVoided,
)
from punto.rounds.phases import BETWEEN_ROUNDS, Phase
from punto.rounds.shoe_events import ShoeRetired
from punto.rounds.state import Table
from punto.values.cards import Card, format_cards
from punto.views.moments import phase_behind

Facts = Sequence[Fact]
_FactT = TypeVar("_FactT", bound=Fact)


@dataclass(frozen=True, slots=True)
class Follows:
    """What a step brings; amounts are left to those who may see them."""

    play: str
    money: str
    cards: str
    shoe: str


def follows(table: Table, facts: Facts) -> Follows:
    """Put facts that would come about at a table into words."""
    retired = _first(facts, ShoeRetired)
    return Follows(
        _play(table, facts),
        _money(table, facts),
        "; ".join(_cards(table, facts)) or "The cards stay as they are",
        "The shoe stays as it is" if retired is None else "The shoe is withdrawn",
    )


def _first(facts: Facts, kind: type[_FactT]) -> _FactT | None:
    return next((fact for fact in facts if isinstance(fact, kind)), None)


def _play(table: Table, facts: Facts) -> str:
    if _first(facts, IrregularityDeclined):
        return "Nothing moves until there is a ruling"
    if _first(facts, RoundVoided):
        return f"Round {table.rounds_count} is void"
    if _first(facts, RoundResettled):
        return f"Round {table.rounds_count} is settled anew"
    if phase_behind(table) in BETWEEN_ROUNDS:
        return "The next round may begin"
    return f"Round {table.rounds_count} goes on"


def _money(table: Table, facts: Facts) -> str:
    phase, late = phase_behind(table), _first(facts, EarlierRoundResettled)
    if late is not None:
        return f"What round {late.round_number} paid is taken back, and it is paid by its cards"
    if _first(facts, RoundVoided):
        taken_back = "What was paid is taken back, and every" if phase is Phase.SETTLED else "Every"
        return f"{taken_back} bet of the round is returned"
    if _first(facts, RoundResettled):
        return "What was paid is taken back, and the bets are paid by the cards"
    if phase in BETWEEN_ROUNDS:
        return "No money moves"
    if phase is Phase.BETTING and _first(facts, IrregularityDeclined) is None:
        return "Bets stand, and the time to bet is given back"
    return "Bets stand"


def _cards(table: Table, facts: Facts) -> list[str]:
    """Everything that happens to cards, in the order in which it matters."""
    corrected, carried = _first(facts, CardsCorrected), _first(facts, CardsCarried)
    late, discarded = _first(facts, EarlierRoundResettled), _first(facts, CardsDiscarded)
    words = []
    if corrected is not None:
        words.append(f"The cards are {format_cards(corrected.corrected)}")
    if late is not None:
        words.append(f"The cards of round {late.round_number} are {format_cards(late.corrected)}")
    if carried is not None:
        words.append(f"The next deal begins with {format_cards(carried.cards)}")
    if _first(facts, RoundVoided) and _drawn(table, corrected):
        # what a void round has drawn goes to the discard.
        words.append("The cards of the round go to the discard")
    if discarded is not None:
        words.append(f"Out, never registered and discarded: {format_cards(discarded.cards)}")
    return words


def _drawn(table: Table, corrected: CardsCorrected | None) -> tuple[Card, ...]:
    return table.round_now.cards if corrected is None else corrected.corrected
