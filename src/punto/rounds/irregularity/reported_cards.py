"""Judges whether the cards that a report or an attestation names could have been dealt so."""

from collections import Counter

from punto.rounds.configuration import CardSource
from punto.rounds.dealing.carried_cards import (
    CardsOut,
    brought_in,
    parted,
    until_registered,
    without,
)
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.irregularity import refusals
from punto.rounds.irregularity.commands import HandsAsTheyLie, ReportIrregularity
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.remedies import corrected_cards, waiting_behind
from punto.rounds.irregularity.simultaneous_draws import moved_refusal
from punto.rounds.irregularity.state import Matter
from punto.rounds.phases import CARDS_OUT, Phase
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.refusals import NoShoe
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Round, Table
from punto.rules import INITIAL_CARDS, Irregularity, Late, PlayerOptions, Policy, Remedy
from punto.values import Card, seen_of

_MISPLACED = {Irregularity.WRONG_AREA, Irregularity.WRONG_PERSON}

Wrong = Refusal | CardBeyondDecks
"""Why cards are refused, or the card that the decks cannot have brought, which is no refusal."""


def cards_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Wrong | None:
    """Return the refusal of a report's cards, if any."""
    if wish.extra and not has_use_for_unregistered(policy):
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, wish.extra)
    if wish.extra and table.shoe is None:
        return NoShoe()
    if _contradicts_virtual_shoe(table.shoe, table.round, wish):
        return refusals.CardsCannotBe((*(wish.cards or ()), *wish.extra), ExpectedCards.AS_DRAWN)
    if table.phase not in CARDS_OUT and policy.takes_extra:
        return _waiting_refusal(table, policy, wish)
    if wish.cards is None:
        return _missing_refusal(table, policy, wish)
    return _named_refusal(table, policy, wish, wish.cards)


def has_use_for_unregistered(policy: Policy) -> bool:
    """Return whether a report may name unregistered cards that are out (A-43, A-75)."""
    ends_by_them = policy.needs_card and policy.remedy in {Remedy.RULING, Remedy.AS_THEY_LIE}
    return policy.takes_extra or policy.remedy is Remedy.VOID or ends_by_them


def hands_refusal(
    table: Table, policy: Policy, lies: HandsAsTheyLie | None, extra: CardsOut, phase: Phase
) -> Refusal | None:
    """Return the refusal of hands that are described as they lie, beside extra cards (A-85)."""
    if lies is None:
        wanted = policy.remedy is Remedy.AS_THEY_LIE
        return refusals.CardsMissing(policy.irregularity, policy.clause) if wanted else None
    cards = (*lies[0], *lies[1])
    if policy.options is PlayerOptions.NEVER or phase not in CARDS_OUT:
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, cards)
    if Counter(cards) == Counter((*table.round_now.cards, *extra)):
        return None
    return refusals.CardsCannotBe(cards, ExpectedCards.IN_THEIR_HANDS)


def _contradicts_virtual_shoe(
    shoe: Shoe | None, of: Round | None, wish: ReportIrregularity
) -> bool:
    """Return whether a report contradicts a virtual shoe, where every draw is registered."""
    # No card there can be misread, excess or out of order; with a wrong count, the revealed order
    # could not be checked against the dealt cards.
    if wish.extra and shoe is not None and shoe.source is CardSource.VIRTUAL_SHOE:
        return True
    if of is None or of.configuration.source is not CardSource.VIRTUAL_SHOE:
        return False
    return wish.cards is not None and wish.cards != of.cards


def _waiting_refusal(table: Table, policy: Policy, wish: ReportIrregularity) -> Wrong | None:
    """Before the deal, refuse registered cards: a card that is out begins the next deal."""
    if not wish.extra:
        return refusals.CardsMissing(policy.irregularity, policy.clause)
    if wish.cards is not None:
        return refusals.CardsCannotBe(wish.cards, ExpectedCards.EXTRA_ONLY)
    return _carrying_refusal(table.carried, wish.extra) or _decks_refusal(table, None, wish.extra)


def _carrying_refusal(waiting: CardsOut, cards: CardsOut) -> refusals.CardsCannotBe | None:
    """Refuse more waiting cards than the next deal begins with, which is four."""
    if len(waiting) + len(cards) <= INITIAL_CARDS:
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
        if _is_misplaced_after_reading(table, policy) and table.round_now.cards:
            return None  # the order of the draw is already known
        return refusals.CardsMissing(policy.irregularity, policy.clause)
    return _order_refusal(table, wish.extra, (*table.round_now.cards, *wish.extra))


def _named_refusal(
    table: Table, policy: Policy, wish: ReportIrregularity, cards: CardsOut
) -> Wrong | None:
    if table.round is None:
        return refusals.NoRoundToReach(policy.clause)
    if table.phase in {Phase.BETTING, Phase.CLOSING}:
        return refusals.CardsCannotBe(cards, ExpectedCards.NONE_YET)
    if policy.remedy is Remedy.RECONSTRUCT:
        return _order_refusal(table, wish.extra, cards) or _read_refusal(table, policy, cards)
    if None in cards:
        return refusals.CardsCannotBe(cards, ExpectedCards.SEEN)
    registered = table.round.cards
    goes_on = cards[: len(registered)] == registered
    if policy.remedy is Remedy.FIRST_DECISION and not goes_on:
        return refusals.CardsCannotBe(cards, ExpectedCards.BEHIND_THE_REGISTERED)
    if policy.remedy is Remedy.BY_THE_CARDS:
        return _correction_refusal(table, table.round, cards)
    # The report gives no order of named and extra cards, so the extra ones are only counted.
    return _coup_refusal(table, table.round, cards) or _decks_refusal(table, None, wish.extra)


def _read_refusal(table: Table, policy: Policy, cards: CardsOut) -> refusals.CardsCannotBe | None:
    """Refuse a new order for a misplaced card if the shoe has read it (R 5.5, L 5.8, A-44)."""
    rest = iter(cards)
    in_order = all(card in rest for card in table.round_now.cards)
    if in_order or not _is_misplaced_after_reading(table, policy):
        return None
    return refusals.CardsCannotBe(cards, ExpectedCards.AS_READ)


def _is_misplaced_after_reading(table: Table, policy: Policy) -> bool:
    """Return whether a card was laid to the wrong hand at a table whose shoe reads every card."""
    reads = table.round_now.configuration.source is not CardSource.KEYED_SHOE
    return reads and policy.irregularity in _MISPLACED


def _correction_refusal(table: Table, of: Round, named: CardsOut) -> Wrong | None:
    """Return the refusal of cards reported in place of the registered ones."""
    cards = seen_of(named)
    if not (of.cards and cards) or cards == of.cards:
        return refusals.CardsCannotBe(cards, ExpectedCards.OTHERS_THAN_REGISTERED)
    found, waiting = corrected_cards(of, cards, waiting_behind(table, of))
    dealt = of.deal_with(found.corrected)
    if dealt.excess and not _in_play(table, of):
        return refusals.CardsCannotBe(cards, ExpectedCards.NO_MORE_THAN_USED)
    if of.is_paid and dealt.coup.next_side is not None:
        return refusals.CardsCannotBe(cards, ExpectedCards.A_COMPLETE_COUP)
    if _was_dealt_since(table, of, cards):
        return refusals.CardsCannotBe(cards, ExpectedCards.NOT_DEALT_SINCE)
    too_many = _carrying_refusal(waiting, dealt.excess)
    return too_many or _decks_refusal(table, of, found.corrected, found.waited)


def _was_dealt_since(table: Table, of: Round, cards: tuple[Card, ...]) -> bool:
    """Return whether a card beyond those registered began the next round (A-77)."""
    rounds = (*table.past, *((table.round,) if table.round is not None else ()))
    later = next((each.waited for each in rounds if each.number == of.number + 1), ())
    more = len(cards) > len(of.cards)
    return more and bool((Counter(cards) - Counter(of.cards)) & Counter(later))


def _in_play(table: Table, of: Round) -> bool:
    """Return whether the round's shoe is in play, so that its cards can wait for the next deal."""
    return table.shoe is not None and table.shoe.number == of.shoe_number and table.round is of


def decided_order_refusal(table: Table, matter: Matter, cards: CardsOut) -> Refusal | None:
    """Return the refusal of an order that the attesting person decided (R 5.7)."""
    if matter.interrupted in CARDS_OUT:
        # The report was already checked against the decks.
        wrong = _arrangement_refusal(table, matter.extra, cards)
        out = (*table.round_now.cards, *matter.extra)
        return wrong or moved_refusal(out, matter.together, cards)
    if Counter(cards) != Counter(matter.extra):  # no other card is out before the deal
        return refusals.CardsCannotBe(cards, ExpectedCards.EACH_ONCE)
    return moved_refusal(matter.extra, matter.together, cards)


def _order_refusal(table: Table, extra: CardsOut, cards: CardsOut) -> Wrong | None:
    """Return the refusal of an order of all cards that are out, registered or not."""
    arrangement = _arrangement_refusal(table, extra, cards)
    return arrangement or _decks_refusal(table, table.round_now, cards)


def _arrangement_refusal(
    table: Table, extra: CardsOut, cards: CardsOut
) -> refusals.CardsCannotBe | None:
    """Return the refusal of an order of all cards that are out, ignoring their faces."""
    now = table.round_now
    if Counter(cards) != Counter((*now.cards, *extra)):
        return refusals.CardsCannotBe(cards, ExpectedCards.EACH_ONCE)
    until = until_registered(now.cards, cards) if table.carried else len(cards)
    _, rest = parted(now, cards[:until])
    return _carrying_refusal(table.carried, (*rest, *cards[until:]))


def _coup_refusal(table: Table, of: Round, named: CardsOut) -> Wrong | None:
    cards = seen_of(named)
    dealt = of.deal_with(cards)
    if dealt.excess:
        return refusals.CardsCannotBe(cards, ExpectedCards.NO_MORE_THAN_USED)
    waited = brought_in(of.cards, cards, waiting_behind(table, of))
    return _decks_refusal(table, of, cards, waited)


def earlier_cards_refusal(
    table: Table, earlier: Round, policy: Policy, wish: ReportIrregularity
) -> Wrong | None:
    """Return the refusal of the cards that a report names for an earlier round."""
    if wish.extra:
        return refusals.ExtraCardsNotWanted(policy.irregularity, policy.clause, wish.extra)
    if _contradicts_virtual_shoe(None, earlier, wish):
        return refusals.CardsCannotBe(wish.cards or (), ExpectedCards.AS_DRAWN)
    if wish.cards is not None and None in wish.cards:
        return refusals.CardsCannotBe(wish.cards, ExpectedCards.SEEN)
    if wish.cards is None:
        wanted = policy.late is Late.BY_THE_CARDS
        return refusals.CardsMissing(policy.irregularity, policy.clause) if wanted else None
    if policy.late is Late.BY_THE_CARDS:
        return _correction_refusal(table, earlier, wish.cards)
    return _coup_refusal(table, earlier, wish.cards)


def _decks_refusal(
    table: Table, of: Round | None, named: CardsOut, waited: CardsOut = ()
) -> Wrong | None:
    """Refuse cards that the decks cannot hold together with all others from the same shoe."""
    shoe, cards = table.shoe, seen_of(named)
    if shoe is not None and (of is None or of.shoe_number == shoe.number):
        registered = of.cards if of else ()
        # Cards that waited were counted when they left the shoe.
        counted = seen_of(waited)
        unseen = len(named) - len(cards)
        if unseen > shoe.cards_left and not shoe.is_continuous:
            return refusals.CardsCannotBe(named, ExpectedCards.AS_THE_DECKS_HOLD, shoe.decks)
        turned = len(waited) - len(counted)
        beyond = shoe.beyond((*registered, *counted), cards, turned - unseen)
        if beyond is None:
            return None
        reported = seen_of(without(cards, counted))
        return CardBeyondDecks(beyond, shoe.decks, reported, registered)
    # Cards of a retired shoe prove nothing about the one in play, so they raise no alarm.
    decks = (of or table.round_now).configuration.terms.decks
    holds = max(Counter(cards).values(), default=0) <= decks
    return None if holds else refusals.CardsCannotBe(cards, ExpectedCards.AS_THE_DECKS_HOLD, decks)
