"""Cards that a report or an attestation names: whether they can have been dealt so."""

from collections import Counter

from punto.rounds.configuration import CardSource
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity import refusals
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.phases import Phase
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.refusals import NoShoe
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Matter, Round, Table
from punto.rules import INITIAL_CARDS, Irregularity, Late, PlayerOptions, Policy, Remedy
from punto.values import Card

_CARDS_OUT = {Phase.DEALING, Phase.RESULT}

_DRAWN_TOGETHER = {
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
}

Cards = tuple[Card, ...]
Wrong = Refusal | CardBeyondDecks
"""Why cards are refused, or the card that the decks cannot have brought, which is no refusal."""


def cards_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Wrong | None:
    """What is wrong with the cards of a report, if anything is."""
    if wish.extra and not (policy.takes_extra or policy.remedy is Remedy.VOID):
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, wish.extra)
    if wish.extra and table.shoe is None:
        return NoShoe()
    if _contradicts_virtual_shoe(table.shoe, table.round, wish):
        return refusals.CardsCannotBe((*(wish.cards or ()), *wish.extra), ExpectedCards.AS_DRAWN)
    if table.phase not in _CARDS_OUT and policy.takes_extra:
        return _waiting_refusal(table, policy, wish)
    if wish.cards is None:
        return _missing_refusal(table, policy, wish)
    return _named_refusal(table, policy, wish, wish.cards)


def lies_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Refusal | None:
    """What is wrong with the hands that a report describes as they lie (A-85)."""
    if wish.lies is None:
        wanted = policy.remedy is Remedy.AS_THEY_LIE
        return refusals.CardsMissing(policy.irregularity, policy.clause) if wanted else None
    player, banker = wish.lies
    if policy.options is PlayerOptions.NEVER or table.phase not in _CARDS_OUT:
        cards = (*player, *banker)
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, cards)
    out = Counter((*table.round_now.cards, *wish.extra))
    if Counter((*player, *banker)) == out:
        return None
    return refusals.CardsCannotBe((*player, *banker), ExpectedCards.IN_THEIR_HANDS)


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


def _waiting_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Wrong | None:
    """Before the deal there is no order to restore: a card that is out begins the next deal."""
    if not wish.extra:
        return refusals.CardsMissing(policy.irregularity, policy.clause)
    if wish.cards is not None:
        return refusals.CardsCannotBe(wish.cards, ExpectedCards.EXTRA_ONLY)
    return _carrying_refusal(table, wish.extra) or _decks_refusal(table, None, wish.extra)


def _carrying_refusal(table: Table, cards: Cards) -> refusals.CardsCannotBe | None:
    """Whether too many cards would wait for the next deal, which begins with four."""
    if len(table.carried) + len(cards) <= INITIAL_CARDS:
        return None
    return refusals.CardsCannotBe(cards, ExpectedCards.FOR_THE_NEXT_DEAL, INITIAL_CARDS)


def _missing_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Wrong | None:
    if policy.order_by_attester:
        named = (*table.round_now.cards, *wish.extra)
        return _decks_refusal(table, table.round_now, named)
    if policy.remedy is Remedy.BY_THE_CARDS:
        return refusals.CardsMissing(policy.irregularity, policy.clause)
    if policy.remedy is not Remedy.RECONSTRUCT:
        return _decks_refusal(table, None, wish.extra) if wish.extra else None
    if not wish.extra:
        return refusals.CardsMissing(policy.irregularity, policy.clause)
    return _order_refusal(table, wish.extra, (*table.round_now.cards, *wish.extra))


def _named_refusal(
    table: Table, policy: Policy, wish: ReportIrregularity, cards: Cards
) -> Wrong | None:
    if table.round is None:
        return refusals.NoRoundToReach(policy.clause)
    if table.phase in {Phase.BETTING, Phase.CLOSING}:
        return refusals.CardsCannotBe(cards, ExpectedCards.NONE_YET)
    if policy.remedy is Remedy.RECONSTRUCT:
        return _together_refusal(table, policy, wish.extra, cards) or _order_refusal(
            table, wish.extra, cards
        )
    if policy.remedy is Remedy.FIRST_DECISION and not _goes_on_from(table.round.cards, cards):
        return refusals.CardsCannotBe(cards, ExpectedCards.BEHIND_THE_REGISTERED)
    if policy.remedy is Remedy.BY_THE_CARDS:
        return _correction_refusal(table, table.round, cards)
    # Nobody put the named cards beside the extra ones, which are counted with those registered.
    return _coup_refusal(table, table.round, cards) or _decks_refusal(table, None, wish.extra)


def _goes_on_from(registered: Cards, cards: Cards) -> bool:
    return cards[: len(registered)] == registered


def _together_refusal(
    table: Table, policy: Policy, extra: Cards, cards: Cards
) -> refusals.CardsCannotBe | None:
    """Cards drawn together may be in any order, but those before them stay (R 5.7, M 5.8)."""
    earlier = table.round_now.cards[:-1]
    moved = extra and policy.irregularity in _DRAWN_TOGETHER and not _goes_on_from(earlier, cards)
    return refusals.CardsCannotBe(cards, ExpectedCards.LAST_IN_ANOTHER_ORDER) if moved else None


def _correction_refusal(table: Table, of: Round, cards: Cards) -> Wrong | None:
    """What is wrong with cards that are said to be on the table instead of those registered."""
    if not (of.cards and cards) or cards == of.cards:
        return refusals.CardsCannotBe(cards, ExpectedCards.OTHERS_THAN_REGISTERED)
    dealt = of.deal_with(cards)
    if dealt.excess and not _in_play(table, of):
        return refusals.CardsCannotBe(cards, ExpectedCards.NO_MORE_THAN_USED)
    if of.is_paid and dealt.coup.next_side is not None:
        return refusals.CardsCannotBe(cards, ExpectedCards.A_COMPLETE_COUP)
    return _carrying_refusal(table, dealt.excess) or _decks_refusal(table, of, cards)


def _in_play(table: Table, of: Round) -> bool:
    """Whether a round's shoe still is, so that a card of it can wait for the next deal."""
    return table.shoe is not None and table.shoe.number == of.shoe_number and table.round is of


def decided_order_refusal(table: Table, matter: Matter, cards: Cards) -> Refusal | None:
    """What is wrong with the order that whoever attests decides on (R 5.7)."""
    if matter.interrupted in _CARDS_OUT:
        together = _together_refusal(table, matter.policy, matter.extra, cards)
        # Whether the decks hold them was seen when they were reported.
        return together or _arrangement_refusal(table, matter.extra, cards)
    same = Counter(cards) == Counter(matter.extra)  # no other card is out before the deal
    return None if same else refusals.CardsCannotBe(cards, ExpectedCards.EACH_ONCE)


def _order_refusal(table: Table, extra: Cards, cards: Cards) -> Wrong | None:
    """What is wrong with all cards that are out, registered or not, in an order."""
    arrangement = _arrangement_refusal(table, extra, cards)
    return arrangement or _decks_refusal(table, table.round_now, cards)


def _arrangement_refusal(table: Table, extra: Cards, cards: Cards) -> refusals.CardsCannotBe | None:
    """What is wrong with an order of all cards that are out, whatever they are."""
    now = table.round_now
    if Counter(cards) != Counter((*now.cards, *extra)):
        return refusals.CardsCannotBe(cards, ExpectedCards.EACH_ONCE)
    return _carrying_refusal(table, now.deal_with(cards).excess)


def _coup_refusal(table: Table, of: Round, cards: Cards) -> Wrong | None:
    dealt = of.deal_with(cards)
    if dealt.excess:
        return refusals.CardsCannotBe(cards, ExpectedCards.NO_MORE_THAN_USED)
    return _decks_refusal(table, of, cards)


def earlier_cards_refusal(
    table: Table, earlier: Round, policy: Policy, wish: ReportIrregularity
) -> Wrong | None:
    """What is wrong with the cards that a report names for an earlier round."""
    if wish.extra:
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, wish.extra)
    if _contradicts_virtual_shoe(None, earlier, wish):
        return refusals.CardsCannotBe(wish.cards or (), ExpectedCards.AS_DRAWN)
    if wish.cards is None:
        wanted = policy.late is Late.BY_THE_CARDS
        return refusals.CardsMissing(policy.irregularity, policy.clause) if wanted else None
    if policy.late is Late.BY_THE_CARDS:
        return _correction_refusal(table, earlier, wish.cards)
    return _coup_refusal(table, earlier, wish.cards)


def _decks_refusal(table: Table, of: Round | None, cards: Cards) -> Wrong | None:
    """Whether the decks hold the cards, beside all others that came from the same shoe."""
    shoe = table.shoe
    if shoe is not None and (of is None or of.shoe_number == shoe.number):
        registered = of.cards if of else ()
        beyond = shoe.beyond(registered, cards)
        if beyond is None:
            return None
        return CardBeyondDecks(beyond, shoe.decks, cards, registered)
    # Of a shoe that is gone nothing is wrong with the one in play, and nobody is alarmed.
    decks = (of or table.round_now).configuration.terms.decks
    holds = max(Counter(cards).values(), default=0) <= decks
    return None if holds else refusals.CardsCannotBe(cards, ExpectedCards.AS_THE_DECKS_HOLD, decks)
