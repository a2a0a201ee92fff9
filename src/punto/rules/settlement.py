"""The settlement of a round: the result of every bet, from the cards alone."""

from collections.abc import Mapping, Sequence

from punto.rules import refusals
from punto.rules.coups import Coup, deal
from punto.rules.games import Bet, BetKey, Game
from punto.rules.outcomes import Outcome
from punto.rules.pay_tables import PayRow, Push
from punto.rules.stake_limits import bet_refusals
from punto.rules.table_of_play import TableOfPlay
from punto.rules.terms import Terms, cards_refusals
from punto.values import NOTHING, Card, Cents, Choice, Odds, Value


class Result(Choice):
    """The result of a bet."""

    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    RETURNED = "returned"
    """The round was void, or the bet was not taken: the stake is returned unplayed."""


class BetResult(Value):
    """The result of one bet, and the row of its pay table that decided it."""

    bet: BetKey
    stake: Cents
    result: Result
    profit: Cents
    """The win without the stake; minus the stake when it is lost."""
    clause: str
    row: PayRow | None = None
    commission: Cents = NOTHING
    """A memo of the deduction already in the odds (A-20); no money moves for it."""

    @property
    def returned(self) -> Cents:
        """The amount returned to the patron, stake included."""
        return self.stake + self.profit

    @property
    def odds(self) -> Odds | Push | None:
        """The odds of the deciding row; None without such a row."""
        return None if self.row is None else self.row.pays


class Settlement(Value):
    """A finished coup and the result of every bet on it."""

    coup: Coup
    outcome: Outcome
    results: tuple[BetResult, ...]

    @property
    def total_stake(self) -> Cents:
        """The sum of all stakes."""
        return Cents(sum(result.stake for result in self.results))

    @property
    def total_returned(self) -> Cents:
        """The sum returned to patrons, stakes included."""
        return Cents(sum(result.returned for result in self.results))


def settle(
    game: Game, cards: Sequence[Card], stakes: Mapping[BetKey, Cents]
) -> Settlement | refusals.CardsRefusal | refusals.BetUnknown:
    """Settle stakes from the cards, in the order they left the shoe, and nothing else."""
    coup = complete_coup(game.table, cards)
    if not isinstance(coup, Coup):
        return coup
    outcome = coup.outcome
    results = []
    for key, stake in stakes.items():
        bet = game.bet(key)
        if bet is None:
            return refusals.unknown_bet(game, key)
        results.append(settle_bet(bet, outcome, stake))
    return Settlement(coup, outcome, tuple(results))


def settle_at(
    terms: Terms, cards: Sequence[Card], stakes: Mapping[BetKey, Cents]
) -> Settlement | tuple[refusals.CardsRefusal | refusals.BetRefusal, ...]:
    """Settle stakes at a table, or return every reason why the table would not take them."""
    refused = (*cards_refusals(terms, cards), *bet_refusals(terms, stakes))
    if refused:
        return refused
    settlement = settle(terms.game, cards, stakes)
    return settlement if isinstance(settlement, Settlement) else (settlement,)


def complete_coup(table: TableOfPlay, cards: Sequence[Card]) -> Coup | refusals.CardsRefusal:
    """Return the coup that these cards make, or refuses too few or too many."""
    dealt = deal(table, cards)
    if dealt.coup.next_side is not None:
        return refusals.TooFewCards(tuple(cards), dealt.coup.next_side)
    if dealt.excess:
        return refusals.TooManyCards(tuple(cards), dealt.excess)
    return dealt.coup


def settle_bet(bet: Bet, outcome: Outcome, stake: Cents) -> BetResult:
    """Settle one bet by the first matching row of its pay table."""
    row = bet.pays.row_for(outcome)
    if row is None:
        return BetResult(bet.key, stake, Result.LOST, -stake, bet.clause)
    if isinstance(row.pays, Push):
        return BetResult(bet.key, stake, Result.PUSHED, NOTHING, row.clause, row)
    commission = NOTHING if row.commission is None else row.commission.profit(stake)
    profit = row.pays.profit(stake)
    return BetResult(bet.key, stake, Result.WON, profit, row.clause, row, commission)


def refund(stakes: Mapping[BetKey, Cents], clause: str) -> tuple[BetResult, ...]:
    """Return every stake of a void round, including bets already decided (A-38)."""
    return tuple(
        BetResult(key, stake, Result.RETURNED, NOTHING, clause) for key, stake in stakes.items()
    )
