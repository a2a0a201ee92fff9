"""Return the table after a step of the deal."""

from typing import assert_never

from punto.rounds.betting.stakes import Results
from punto.rounds.boxes.layouts import before_correction
from punto.rounds.boxes.state import LayoutRound
from punto.rounds.dealing import events
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.phases import Phase
from punto.rounds.state import Round, Table
from punto.values import Side, replace


def after_dealing(table: Table, fact: events.DealingFact) -> Table:
    """The table after a card, an announcement, the result or the payment."""
    match fact:
        case events.CardDealt():
            now = table.round_now
            dealt = replace(now, cards=(*now.cards, fact.card), layout=_laid_with(now, fact))
            if table.carried and now.cards == now.waited:
                dealt = replace(dealt, waited=dealt.cards)
            return _after_card(replace(table, round=dealt), fact)
        case events.CardBeyondDecks():
            return table  # it belongs to no hand; the irregularity that follows stops the table
        case events.TotalsAnnounced():
            return replace(table, round=replace(table.round_now, totals_announced=True))
        case events.ResultShown():
            return replace(table, phase=Phase.RESULT)
        case events.RoundSettled():
            return after_payment(table, fact.results)
        case _:
            assert_never(fact)


def _laid_with(now: Round, fact: events.CardDealt) -> LayoutRound | None:
    """Add a card to one of the hands that are played as they lie (A-85)."""
    if now.layout is None or now.layout.laid is None:
        return now.layout
    player, banker = now.layout.laid
    to_player = fact.side is Side.PLAYER
    hands = ((*player, fact.card), banker) if to_player else (player, (*banker, fact.card))
    return replace(now.layout, laid=hands)


def _after_card(table: Table, fact: events.CardDealt) -> Table:
    shoe, waiting = table.shoe_now, table.carried[1:]
    # A carried card left the shoe before, and was counted then.
    if fact.origin is CardOrigin.CARRIED:
        return replace(table, carried=waiting)
    if table.carried:  # an unseen card that is turned over now
        return replace(table, carried=waiting, shoe=shoe.showing(fact.card))
    return replace(table, shoe=shoe.after((fact.card,)))


def after_payment(table: Table, results: Results) -> Table:
    """Return the table after its round is paid, for the first time or again."""
    paid = replace(
        before_correction(table.round_now),
        results=results,
        settled_by=paid_by(table, results),
        is_paid=True,
    )
    return replace(table, phase=Phase.SETTLED, round=paid, matter=None)


def paid_by(table: Table, results: Results) -> int | None:
    """Return the number of the posting of these results, if there are any."""
    return table.book.next_number if results else None
