"""Finished rounds: which one an event ends, and what screens remember of it."""

from punto.rounds import EarlierRoundResettled, EndingFact, Round, Table
from punto.rules import Outcome
from punto.values import Card, Value
from punto.views.roads.results import RoundResult


class FinishedRound(Value):
    """A round that was settled or voided, without any bets."""

    number: int
    shoe_number: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int
    banker_total: int
    result: RoundResult | None
    """None for a void round, which has no result and leaves no mark on the roads (R 1.20)."""


def ended_round(table: Table, fact: EndingFact) -> Round:
    """Return the round that a fact ends or corrects, as the given table has it."""
    if isinstance(fact, EarlierRoundResettled):
        return next(each for each in table.past if each.number == fact.round_number)
    return table.round_now


def finished_round(ended: Round) -> FinishedRound:
    """Return what screens remember of a round, by its cards."""
    coup, layout = ended.coup, ended.layout
    laid = layout is not None and layout.laid is not None
    return FinishedRound(
        ended.number,
        ended.shoe_number,
        coup.player,
        coup.banker,
        coup.player_total,
        coup.banker_total,
        None if ended.void else result_of(coup.outcome, laid=laid),
    )


def result_of(outcome: Outcome, *, laid: bool = False) -> RoundResult:
    """Return what the roads show of a finished coup; hands played as they lay are marked (A-85)."""
    return RoundResult(
        outcome.winner,
        player_pair=outcome.pairs.player is not None,
        banker_pair=outcome.pairs.banker is not None,
        natural=outcome.points.player_natural or outcome.points.banker_natural,
        laid=laid,
    )
