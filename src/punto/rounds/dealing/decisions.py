"""Dealing: the engine gives each card to its hand, shows the result, and settles the round."""

from itertools import chain
from typing import assert_never

from punto.rounds.betting.stakes import Results
from punto.rounds.dealing import commands, events, refusals
from punto.rounds.dealing.carried_cards import used_here
from punto.rounds.events import Fact
from punto.rounds.irregularity.automatic_reports import beyond_decks
from punto.rounds.refusals import Decided
from punto.rounds.shoe.events import CutCardSeen
from punto.rounds.state import RecordDoesNotHold, Round, Table
from punto.rules import INITIAL_CARDS, Actor, settle_bet
from punto.values import Card


def decide_dealing(table: Table, wish: commands.DealingWish, by: Actor) -> Decided:
    """Judge a step of the deal."""
    in_progress = table.round_now
    match wish:
        case commands.DealCard():
            return deal_card(table, in_progress, wish, by)
        case commands.AnnounceTotals():
            return announce_totals(table, in_progress)
        case commands.Settle():
            return settle(in_progress)
        case _:
            assert_never(wish)


def deal_card(table: Table, in_progress: Round, wish: commands.DealCard, by: Actor) -> Decided:
    """Give the next card to the hand that the Table of Play says."""
    shoe, configuration = table.shoe_now, in_progress.configuration
    if wish.origin not in commands.ORIGINS[shoe.source]:
        return refusals.OriginDiffers(wish.origin, shoe.source)
    in_front = commands.ShoePlace(shoe.number, shoe.dealt_count)
    if wish.place is not None and wish.place != in_front:
        return refusals.StaleDraw(wish.place.dealt_count, shoe.dealt_count)
    if wish.origin is commands.CardOrigin.KEYED and not wish.confirmed:
        return refusals.CardNotConfirmed(wish.card)
    if len(in_progress.cards) >= INITIAL_CARDS and not in_progress.totals_announced:
        return refusals.TotalsNotAnnounced()
    waits = bool(table.carried)
    if not (shoe.may_show(wish.card) if waits else shoe.holds(wish.card)):
        return beyond_decks(configuration, events.CardBeyondDecks(wish.card, shoe.decks), by)
    side = in_progress.coup.next_side
    if side is None:
        raise RecordDoesNotHold(f"{in_progress.coup} is complete while cards are dealt")
    cut = CutCardSeen(configuration.rounds_after_cut_card)
    dealt = (
        *((cut,) if shoe.cut_card_shows() else ()),
        events.CardDealt(wish.card, side, wish.origin),
    )
    after = in_progress.corrected((*in_progress.cards, wish.card))
    # A waiting card was turned over; those behind it that were seen follow by themselves.
    used = used_here(table.carried[1:], after, totals_announced=in_progress.totals_announced)
    cards = (*after.cards, *(each.card for each in used))
    # A complete coup is shown at once, unless its totals are still to be announced.
    if len(cards) == INITIAL_CARDS:
        return (*dealt, *used)
    return (*dealt, *used, *result_of(in_progress, cards))


def announce_totals(table: Table, in_progress: Round) -> Decided:
    """Announce both totals, which are followed by third cards or by the result."""
    if len(in_progress.cards) != INITIAL_CARDS or in_progress.totals_announced:
        return refusals.TotalsNotDue()
    coup = in_progress.coup
    announced = events.TotalsAnnounced(coup.player_total, coup.banker_total)
    used = used_here(table.carried, in_progress, totals_announced=True)
    cards = (*in_progress.cards, *(dealt.card for dealt in used))
    return (announced, *used, *result_of(in_progress, cards))


def result_of(in_progress: Round, cards: tuple[Card, ...]) -> tuple[Fact, ...]:
    """Return the result of the cards, if they make a complete coup."""
    coup = in_progress.coup_with(cards)
    if coup.next_side is not None:
        return ()
    return (events.ResultShown(coup.outcome.winner, coup.player_total, coup.banker_total),)


def settle(in_progress: Round) -> Decided:
    """Settle every registered bet by the cards, for all terminals in one event."""
    return (events.RoundSettled(results_by(in_progress, in_progress.cards)),)


def results_by(in_progress: Round, cards: tuple[Card, ...]) -> Results:
    """Return the result of each bet of each terminal by these cards."""
    game = in_progress.configuration.terms.game
    outcome = in_progress.coup_with(cards).outcome
    bets = {bet.key: bet for bet in game.bets}
    # Equal stakes on one bet end alike, so the result is computed once for all terminals.
    wagers = dict.fromkeys(chain.from_iterable(in_progress.positions.values()))
    ended = {(key, stake): settle_bet(bets[key], outcome, stake) for key, stake in wagers}
    return tuple(
        (terminal, tuple([ended[wager] for wager in stakes]))
        for terminal, stakes in in_progress.positions.items()
        if stakes
    )
