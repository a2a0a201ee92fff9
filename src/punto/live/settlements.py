"""Bets of a layout settled by the cards, with the chips that go back to each patron."""

from collections.abc import Iterable

from punto.live.betting_boxes import PlayedBet
from punto.live.chips import Tray, next_payable, value_of
from punto.live.layouts import ChipSet
from punto.rules import BetResult, Game, Outcome, Result, settle_bet
from punto.values import NOTHING, Cents, Value


class BoxResult(Value):
    """The result of one bet, and the chips that the Dealer gives for it."""

    played: PlayedBet
    result: BetResult
    """Of the part that played."""
    owed: Cents
    """The amount that the Dealer gives: a won bet's profit, or a lost bet's unplayed part."""
    chips: Tray
    """The chips for the amount owed, or for the next amount that chips can make (A-89)."""

    @property
    def rounding(self) -> Cents:
        """The amount that the House pays beyond its due because of rounding to chips (A-89)."""
        return Cents(value_of(self.chips) - self.owed)

    @property
    def net(self) -> Cents:
        """The patron's profit or loss, in chips."""
        return Cents(self.result.profit + self.rounding)

    @property
    def returned(self) -> Cents:
        """Everything that goes back to the patron, stake included."""
        return Cents(self.played.bet.stake + self.net)


def settle_boxes(
    game: Game, outcome: Outcome, bets: Iterable[PlayedBet], chips: ChipSet
) -> tuple[BoxResult, ...]:
    """Settle the part of each bet that plays, and make up each payout in chips."""
    return tuple(_settled(game, outcome, played, chips) for played in bets)


def _settled(game: Game, outcome: Outcome, played: PlayedBet, chips: ChipSet) -> BoxResult:
    bet = game.bet(played.bet.bet)
    if bet is None:
        raise LookupError(f"bet {played.bet.bet!r}: {game.key} has none")
    result = settle_bet(bet, outcome, played.played)
    # A stake that won or was pushed stays where it lies, and the whole of it is the patron's.
    owed = {Result.WON: result.profit, Result.LOST: played.returned}.get(result.result, NOTHING)
    return BoxResult(played, result, owed, next_payable(owed, chips.values))
