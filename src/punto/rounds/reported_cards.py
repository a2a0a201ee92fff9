"""Cards that a report or an attestation names: whether they can have been dealt so."""

from collections import Counter

from punto.rounds.configuration import CardSource
from punto.rounds.matter_commands import ReportIrregularity
from punto.rounds.matter_refusals import (
    CardsCannotBe,
    CardsMissing,
    ExtraCardsNotWanted,
    NoRoundToReach,
)
from punto.rounds.phases import Phase
from punto.rounds.refusals import Refusal
from punto.rounds.shoe_refusals import NoShoe
from punto.rounds.shoe_state import Shoe
from punto.rounds.state import Matter, Round, Table
from punto.rules.coups import INITIAL_CARDS, deal
from punto.rules.irregularities import Irregularity, Late, Policy, Remedy
from punto.values.cards import Card

_CARDS_OUT = {Phase.DEALING, Phase.RESULT}

_DRAWN_TOGETHER = {
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
}

_SHORT = (
    "a complete coup, since the round is settled; a hand short of a card is a wrong number "
    "of cards, or a matter for the Shift Manager"
)
_EACH_ONCE = "the cards that are out, each once, in another order"
_AS_DRAWN = "none but those drawn from the virtual shoe, as they came"

Cards = tuple[Card, ...]


def cards_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Refusal | None:
    """What is wrong with the cards of a report, if anything is."""
    if wish.extra and not (policy.takes_extra or policy.remedy is Remedy.VOID):
        return ExtraCardsNotWanted(policy.irregularity, wish.extra)
    if wish.extra and table.shoe is None:
        return NoShoe()
    if _contradicts_virtual_shoe(table.shoe, table.round, wish):
        return CardsCannotBe((*(wish.cards or ()), *wish.extra), _AS_DRAWN)
    if table.phase not in _CARDS_OUT and policy.takes_extra:
        return _waiting_refusal(table, policy, wish)
    if wish.cards is None:
        return _missing_refusal(table, policy, wish)
    return _named_refusal(table, policy, wish, wish.cards)


def _contradicts_virtual_shoe(
    shoe: Shoe | None, of: Round | None, wish: ReportIrregularity
) -> bool:
    """Whether a report tells of other cards than were drawn where drawing is registering."""
    # Nothing there can be misread, drawn too many or out of order; a count that went astray
    # would keep the order from being revealed against what was dealt.
    if wish.extra and shoe is not None and shoe.source is CardSource.VIRTUAL_SHOE:
        return True
    if of is None or of.configuration.source is not CardSource.VIRTUAL_SHOE:
        return False
    return wish.cards is not None and wish.cards != of.cards


def _waiting_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Refusal | None:
    """Before the deal there is no order to restore: a card that is out begins the next deal."""
    if not wish.extra:
        return CardsMissing(policy.irregularity)
    if wish.cards is not None:
        return CardsCannotBe(wish.cards, "none before the bets are closed, extra ones apart")
    return _carrying_refusal(table, wish.extra) or _decks_refusal(table, None, wish.extra)


def _carrying_refusal(table: Table, cards: Cards) -> CardsCannotBe | None:
    """Whether too many cards would wait for the next deal, which begins with four."""
    if len(table.carried) + len(cards) <= INITIAL_CARDS:
        return None
    return CardsCannotBe(cards, f"at most {INITIAL_CARDS} to begin the next deal")


def _missing_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Refusal | None:
    if policy.order_by_attester:
        named = (*table.round_now.cards, *wish.extra)
        return _decks_refusal(table, table.round_now, named)
    if policy.remedy is Remedy.BY_THE_CARDS:
        return CardsMissing(policy.irregularity)
    if policy.remedy is not Remedy.RECONSTRUCT:
        return _decks_refusal(table, None, wish.extra) if wish.extra else None
    if not wish.extra:
        return CardsMissing(policy.irregularity)
    return _order_refusal(table, wish.extra, (*table.round_now.cards, *wish.extra))


def _named_refusal(
    table: Table, policy: Policy, wish: ReportIrregularity, cards: Cards
) -> Refusal | None:
    if table.round is None:
        return NoRoundToReach(policy.clause)
    if table.phase in {Phase.BETTING, Phase.CLOSING}:
        return CardsCannotBe(cards, "none before the bets are closed")
    if policy.remedy is Remedy.RECONSTRUCT:
        return _together_refusal(table, policy, wish.extra, cards) or _order_refusal(
            table, wish.extra, cards
        )
    if policy.remedy is Remedy.FIRST_DECISION and not _goes_on_from(table.round.cards, cards):
        return CardsCannotBe(cards, "the registered cards, and perhaps more behind them (A-33)")
    if policy.remedy is Remedy.BY_THE_CARDS:
        return _correction_refusal(table, table.round, cards)
    # Nobody put the named cards beside the extra ones, which are counted with those registered.
    return _coup_refusal(table, table.round, cards) or _decks_refusal(table, None, wish.extra)


def _goes_on_from(registered: Cards, cards: Cards) -> bool:
    return cards[: len(registered)] == registered


def _together_refusal(
    table: Table, policy: Policy, extra: Cards, cards: Cards
) -> CardsCannotBe | None:
    """Cards drawn together may be in any order, but those before them stay (R 5.7, M 5.8)."""
    earlier = table.round_now.cards[:-1]
    moved = extra and policy.irregularity in _DRAWN_TOGETHER and not _goes_on_from(earlier, cards)
    return CardsCannotBe(cards, "another order of the last cards only (R 5.7)") if moved else None


def _correction_refusal(table: Table, of: Round, cards: Cards) -> Refusal | None:
    """What is wrong with cards that are said to be on the table instead of those registered."""
    if not (of.cards and cards) or cards == of.cards:
        return CardsCannotBe(cards, "other cards than those registered, and some of each")
    dealt = deal(of.configuration.terms.game.table, cards)
    if dealt.excess and not _in_play(table, of):
        return CardsCannotBe(cards, "no more than the Table of Play uses")
    if of.is_paid and dealt.coup.next_side is not None:
        return CardsCannotBe(cards, _SHORT)
    return _carrying_refusal(table, dealt.excess) or _decks_refusal(table, of, cards)


def _in_play(table: Table, of: Round) -> bool:
    """Whether a round's shoe still is, so that a card of it can wait for the next deal."""
    return table.shoe is not None and table.shoe.number == of.shoe_number and table.round is of


def decided_order_refusal(table: Table, matter: Matter, cards: Cards) -> Refusal | None:
    """What is wrong with the order that whoever attests decides on (R 5.7)."""
    if matter.interrupted in _CARDS_OUT:
        together = _together_refusal(table, matter.policy, matter.extra, cards)
        return together or _order_refusal(table, matter.extra, cards)
    same = Counter(cards) == Counter(matter.extra)  # no other card is out before the deal
    return None if same else CardsCannotBe(cards, _EACH_ONCE)


def _order_refusal(table: Table, extra: Cards, cards: Cards) -> Refusal | None:
    """What is wrong with an order of all cards that are out, registered or not."""
    now = table.round_now
    if Counter(cards) != Counter((*now.cards, *extra)):
        return CardsCannotBe(cards, _EACH_ONCE)
    excess = deal(now.configuration.terms.game.table, cards).excess
    return _carrying_refusal(table, excess) or _decks_refusal(table, now, cards)


def _coup_refusal(table: Table, of: Round, cards: Cards) -> Refusal | None:
    dealt = deal(of.configuration.terms.game.table, cards)
    if dealt.excess:
        return CardsCannotBe(cards, "no more than the Table of Play uses")
    return _decks_refusal(table, of, cards)


def earlier_cards_refusal(
    table: Table, earlier: Round, policy: Policy, wish: ReportIrregularity
) -> Refusal | None:
    """What is wrong with the cards that a report names for an earlier round."""
    if wish.extra:
        return ExtraCardsNotWanted(policy.irregularity, wish.extra)
    if _contradicts_virtual_shoe(None, earlier, wish):
        return CardsCannotBe(wish.cards or (), _AS_DRAWN)
    if wish.cards is None:
        wanted = policy.late is Late.BY_THE_CARDS
        return CardsMissing(policy.irregularity) if wanted else None
    if policy.late is Late.BY_THE_CARDS:
        return _correction_refusal(table, earlier, wish.cards)
    return _coup_refusal(table, earlier, wish.cards)


def _decks_refusal(table: Table, of: Round | None, cards: Cards) -> CardsCannotBe | None:
    """Whether the decks hold the cards, beside all others that came from the same shoe."""
    shoe = table.shoe
    if shoe is not None and (of is None or of.shoe_number == shoe.number):
        beyond = shoe.beyond(of.cards if of else (), cards)
        return None if beyond is None else _too_often(cards, shoe.decks, beyond)
    # Of a shoe that is gone nothing is wrong with the one in play, and nobody is alarmed.
    decks = (of or table.round_now).configuration.terms.decks
    holds = max(Counter(cards).values(), default=0) <= decks
    return None if holds else _too_often(cards, decks)


def _too_often(cards: Cards, decks: int, beyond: Card | None = None) -> CardsCannotBe:
    return CardsCannotBe(cards, f"each at most {decks} times", beyond)
