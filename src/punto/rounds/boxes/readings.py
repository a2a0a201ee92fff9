"""Differences between a live table's sensor and the record; a person answers each of them."""

from collections.abc import Iterable

from punto import live
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.boxes import commands, events, refusals
from punto.rounds.boxes.bets import box_refusal, place_typed
from punto.rounds.boxes.layouts import bets_of, on_layout
from punto.rounds.boxes.reading_refusals import NothingRead, ReadingStale, ReadingUnclear
from punto.rounds.boxes.state import box_at, patron_at
from punto.rounds.phases import Phase
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Round, Table
from punto.rules import bet_refusals
from punto.values import Cents

AFTER_CLOSE = frozenset({Phase.DEALING, Phase.RESULT, Phase.CHOOSING})
"""When the chips must lie as they lay at the close; from the settlement on they are moved."""


def read_otherwise(table: Table, bets: Iterable[live.ReadBet]) -> tuple[live.ReadDifference, ...]:
    """Return the differences of a reading from the bets, after the close as they lay (L 5.13).

    Bets that were given back since are left out: their chips may or may not lie there.
    """
    if table.phase is Phase.BETTING:
        return live.differences(bets, bets_of(table, table.round_now))
    if table.phase not in AFTER_CLOSE:
        return ()
    now = table.round_now
    given_back = {
        (box_at(place), bet)
        for place, stakes in on_layout(now).lay
        for bet, _ in stakes
        if bet not in dict(now.stakes_of(place))
    }
    found = live.differences(bets, recorded_bets(table, now))
    return tuple(each for each in found if (each.box, each.bet) not in given_back)


def recorded_bets(table: Table, now: Round) -> tuple[live.BoxBet, ...]:
    """Return the bets as recorded: while they are open, as they lie now; later, as they lay."""
    if table.phase is Phase.BETTING:
        return bets_of(table, now)
    return tuple(
        live.BoxBet(box_at(place), patron_at(place), live.Stance.SEATED, bet, stake)
        for place, stakes in on_layout(now).lay
        for bet, stake in stakes
    )


def take_reading(table: Table, in_progress: Round, wish: commands.TakeReading) -> Decided:
    """Record a reading as if the Dealer had typed it: only a person places a bet (L 5.16)."""
    refusal = answered_refusal(table, in_progress, wish.differences)
    if refusal is not None:
        return refusal
    for each in wish.differences:
        if not each.is_clear:
            return ReadingUnclear(each.box, each.bet)
        if each.patron is not None and not table.patrons[each.patron].is_here:
            return refusals.PatronUnknown(each.patron)
    typed = (
        live.TypedBet(each.box, each.patron, newcomer=False, bet=each.bet, amount=each.read)
        for each in wish.differences
    )
    placed = place_typed(table, in_progress, typed)
    return (events.ReadingTaken(wish.differences), *placed) if isinstance(placed, tuple) else placed


def set_reading_aside(table: Table, now: Round, wish: commands.SetReadingAside) -> Decided:
    """Leave the bets as they are recorded; after the close nothing else is possible (L 5.6)."""
    refusal = answered_refusal(table, now, wish.differences)
    return refusal or (events.ReadingSetAside(wish.differences),)


def answered_refusal(
    table: Table, now: Round, answered: tuple[live.ReadDifference, ...]
) -> Refusal | None:
    """Return why these differences cannot be answered or passed over."""
    if not answered or not all(0 <= each.read != each.recorded for each in answered):
        return NothingRead()
    named = [(each.box, each.bet, each.patron) for each in answered]
    recorded = recorded_bets(table, now)
    for each, name in zip(answered, named, strict=True):
        if named.count(name) > 1:
            return ReadingUnclear(each.box, each.bet)
        refusal = _unknown(table, now, each)
        if refusal is not None:
            return refusal
        of_bet = (bet for bet in recorded if (bet.box, bet.bet) == (each.box, each.bet))
        stake = Cents(sum(b.stake for b in of_bet if each.patron in {None, b.patron}))
        if stake != each.recorded:
            return ReadingStale(each.box, each.bet, stake, each.recorded)
    return None


def _unknown(table: Table, now: Round, answered: live.ReadDifference) -> Refusal | None:
    """Return why such a bet is impossible."""
    if answered.patron is not None and answered.patron not in table.patrons:
        return refusals.PatronUnknown(answered.patron)
    terms = now.configuration.terms
    if answered.bet not in terms.offered_keys:
        return BetsRefused(bet_refusals(terms, {answered.bet: answered.read}))
    return box_refusal(now.configuration, answered.box)
