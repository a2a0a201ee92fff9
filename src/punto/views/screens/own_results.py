"""The results of one patron's bets in a round, bet by bet."""

from functools import lru_cache

from punto.rules import BetKey, BetResult, Push, Result
from punto.values import Cents, Odds, Value


class OwnResult(Value):
    """The end of one bet, and the paragraph that decided it."""

    bet: BetKey
    stake: Cents
    result: Result
    pays: str
    """The odds as the layout prints them, or push; empty where no row of the pay table decided."""
    profit: Cents
    returned: Cents
    commission: Cents
    """A memo of what the odds already left out (A-20)."""
    clause: str


class OwnRound(Value):
    """The end of all bets of one patron in one round."""

    number: int
    results: tuple[OwnResult, ...]
    stake: Cents
    returned: Cents
    exceeds_stake: bool
    """Whether more came back than was staked; a screen celebrates nothing else."""


def own_round(number: int, ended: tuple[BetResult, ...] | None) -> OwnRound | None:
    """Return a terminal's part of a round, given its bets' results; None if it had no bets."""
    if ended is None:
        return None
    stake = Cents(sum([each.stake for each in ended]))
    returned = Cents(sum([each.returned for each in ended]))
    return OwnRound(number, tuple(map(_own_result, ended)), stake, returned, returned > stake)


def _own_result(ended: BetResult) -> OwnResult:
    return OwnResult(
        ended.bet,
        ended.stake,
        ended.result,
        _pays(ended.odds),
        ended.profit,
        ended.returned,
        ended.commission,
        ended.clause,
    )


@lru_cache(maxsize=256)  # of a few pay rows, and asked at every view of every terminal
def _pays(odds: Odds | Push | None) -> str:
    return "" if odds is None else odds.words
