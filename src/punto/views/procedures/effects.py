"""Effects of a step after an irregularity on play, money, cards and shoe, as data.

The engine itself is asked, so that screens need no rules of their own. Nothing here is recorded,
and the questions have no particular sender.
"""

from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

from punto import rounds
from punto.rounds.boxes import events as box_events
from punto.rounds.irregularity import events as irregularity_events
from punto.rules import Actor, Role
from punto.values import CardOut, CommandId, Instant, PersonId, Value

_Facts = Sequence[rounds.Fact]
_FactT = TypeVar("_FactT", bound=rounds.Fact)


class Play(Enum):
    """The effect on play."""

    NOTHING_MOVES = "nothing moves"
    """Until there is a ruling."""
    VOID = "void"
    SETTLED_AGAIN = "settled again"
    NEXT_ROUND = "next round"
    """No round was touched; another may begin."""
    GOES_ON = "goes on"
    PATRONS_CHOOSE = "patrons choose"
    """It goes on for those who do not take their bets back (L 5.12)."""


class Money(Enum):
    """The effect on the bets, without amounts, which only some screens may show."""

    EARLIER_PAID_AGAIN = "earlier paid again"
    TAKEN_BACK_AND_RETURNED = "taken back and returned"
    RETURNED = "returned"
    PAID_AGAIN = "paid again"
    NOTHING = "nothing"
    TIME_GIVEN_BACK = "time given back"
    """Bets stand, and so does the time that there was left to bet."""
    STANDS = "stands"


class Lot(Enum):
    """The effect on the cards."""

    CORRECTED = "corrected"
    """These are the cards of the round."""
    EARLIER_CORRECTED = "earlier corrected"
    CARRIED = "carried"
    """They begin the next deal (A-43)."""
    DISCARDED_WITH_ROUND = "discarded with the round"
    """All that a void round has drawn (A-42)."""
    DISCARDED = "discarded"
    """Out, and never registered."""
    AS_DECIDED = "as decided"
    """As the person who takes the step decides (R 5.7)."""


class CardsLot(Value):
    """Cards, and the effect on them."""

    lot: Lot
    cards: tuple[CardOut, ...]


class Effects(Value):
    """All effects of a step, for a screen in any language."""

    play: Play
    round_number: int
    """The round in progress, or the last."""
    money: Money
    earlier: int | None
    """The earlier round that is paid again."""
    cards: tuple[CardsLot, ...]
    """Empty where the cards stay as they are."""
    shoe_withdrawn: bool


def effects_of(table: rounds.Table, facts: _Facts) -> Effects:
    """Summarise the effects of these events on play, money, cards and shoe."""
    late = first_of(facts, irregularity_events.EarlierRoundResettled)
    return Effects(
        _play(table, facts),
        table.rounds_count,
        _money(table, facts),
        None if late is None else late.round_number,
        tuple(_cards(table, facts)),
        first_of(facts, rounds.ShoeRetired) is not None,
    )


def first_of(facts: _Facts, kind: type[_FactT]) -> _FactT | None:
    """Return the first fact of a kind, if there is one."""
    return next((fact for fact in facts if isinstance(fact, kind)), None)


def _play(table: rounds.Table, facts: _Facts) -> Play:
    if _is_still_open(facts):
        return Play.NOTHING_MOVES
    if first_of(facts, irregularity_events.RoundVoided):
        return Play.VOID
    if first_of(facts, irregularity_events.RoundResettled):
        return Play.SETTLED_AGAIN
    if first_of(facts, box_events.OptionsOffered):
        return Play.PATRONS_CHOOSE
    return Play.NEXT_ROUND if phase_behind(table) in rounds.BETWEEN_ROUNDS else Play.GOES_ON


def _is_still_open(facts: _Facts) -> bool:
    """Return whether the matter goes to another person, so that nothing follows yet."""
    return isinstance(
        facts[-1],
        irregularity_events.IrregularityDeclined | irregularity_events.ReconstructionDenied,
    )


def _money(table: rounds.Table, facts: _Facts) -> Money:
    phase = phase_behind(table)
    if first_of(facts, irregularity_events.EarlierRoundResettled):
        return Money.EARLIER_PAID_AGAIN
    if first_of(facts, irregularity_events.RoundVoided):
        return Money.TAKEN_BACK_AND_RETURNED if phase is rounds.Phase.SETTLED else Money.RETURNED
    if first_of(facts, irregularity_events.RoundResettled):
        return Money.PAID_AGAIN
    if phase in rounds.BETWEEN_ROUNDS:
        return Money.NOTHING
    if phase is rounds.Phase.BETTING and not _is_still_open(facts):
        return Money.TIME_GIVEN_BACK
    return Money.STANDS


def _cards(table: rounds.Table, facts: _Facts) -> list[CardsLot]:
    """Return all effects on cards, the most important first."""
    corrected = first_of(facts, irregularity_events.CardsCorrected)
    late = first_of(facts, irregularity_events.EarlierRoundResettled)
    carried = first_of(facts, irregularity_events.CardsCarried)
    discarded = first_of(facts, irregularity_events.CardsDiscarded)
    lots = []
    if corrected is not None:
        lots.append(CardsLot(Lot.CORRECTED, corrected.corrected))
    if late is not None:
        lots.append(CardsLot(Lot.EARLIER_CORRECTED, late.corrected))
    if carried is not None:
        lots.append(CardsLot(Lot.CARRIED, carried.cards))
    if first_of(facts, irregularity_events.RoundVoided):
        drawn = table.round_now.cards if corrected is None else corrected.corrected
        lots += [CardsLot(Lot.DISCARDED_WITH_ROUND, drawn)] if drawn else []
    if discarded is not None:
        lots.append(CardsLot(Lot.DISCARDED, discarded.cards))
    return lots


def phase_behind(table: rounds.Table) -> rounds.Phase:
    """Return the phase in which the open irregularity was reported, or else the present one."""
    return table.phase if table.matter is None else table.matter.interrupted


_NOBODY = PersonId("")


def asked(
    table: rounds.Table, wish: rounds.Wish, at: Instant, role: Role = Role.SHIFT_MANAGER
) -> tuple[rounds.Fact, ...] | rounds.Refusal:
    """Return the effects of a command, if a person of this role gave it at that moment."""
    answer = rounds.decide(
        table, rounds.TableCommand(CommandId(""), at, Actor(_NOBODY, role), wish)
    )
    return tuple(event.fact for event in answer) if isinstance(answer, tuple) else answer
