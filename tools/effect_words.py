"""Effects of a step after an irregularity, in words."""

from collections.abc import Mapping

from punto.values import Value, format_cards
from punto.views.procedures.effects import CardsLot, Effects, Lot, Money, Play


class EffectWords(Value):
    """The effects of a step; amounts are left to the screens that may show them."""

    play: str
    money: str
    cards: str
    shoe: str


def words_of(effects: Effects) -> EffectWords:
    """Put what a step brings into words."""
    number, earlier = effects.round_number, effects.earlier
    return EffectWords(
        _PLAY[effects.play].format(number),
        _MONEY[effects.money].format(earlier),
        "; ".join(_cards(effects, lot) for lot in effects.cards) or "The cards stay as they are",
        "The shoe is withdrawn" if effects.shoe_withdrawn else "The shoe stays as it is",
    )


def _cards(effects: Effects, lot: CardsLot) -> str:
    return _LOTS[lot.lot].format(cards=format_cards(lot.cards), earlier=effects.earlier)


_PLAY: Mapping[Play, str] = {
    Play.NOTHING_MOVES: "Nothing moves until there is a ruling",
    Play.VOID: "Round {} is void",
    Play.SETTLED_AGAIN: "Round {} is settled again",
    Play.NEXT_ROUND: "The next round may begin",
    Play.GOES_ON: "Round {} goes on",
    Play.PATRONS_CHOOSE: "Each patron chooses, then round {} goes on",
}
_MONEY: Mapping[Money, str] = {
    Money.EARLIER_PAID_AGAIN: "What round {} paid is taken back, and it is paid by its cards",
    Money.TAKEN_BACK_AND_RETURNED: (
        "What was paid is taken back, and every bet of the round is returned"
    ),
    Money.RETURNED: "Every bet of the round is returned",
    Money.PAID_AGAIN: "What was paid is taken back, and the bets are paid by the cards",
    Money.NOTHING: "No money moves",
    Money.TIME_GIVEN_BACK: "Bets stand, and the time to bet is given back",
    Money.STANDS: "Bets stand",
}
_LOTS: Mapping[Lot, str] = {
    Lot.CORRECTED: "The cards are {cards}",
    Lot.EARLIER_CORRECTED: "The cards of round {earlier} are {cards}",
    Lot.CARRIED: "The next deal begins with {cards}",
    Lot.DISCARDED_WITH_ROUND: "The cards of the round go to the discard",
    Lot.DISCARDED: "Discarded without being registered: {cards}",
    Lot.AS_DECIDED: "The cards go as is decided",
}
