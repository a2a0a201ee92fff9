"""A live table's layout: its patrons, their chips, and the bets in play at the close."""

from typing import assert_never

from punto import live
from punto.rounds.boxes import commands, events, refusals
from punto.rounds.boxes.bets import box_refusal, places_refusal, repeat_bets, seats_of, type_bets
from punto.rounds.boxes.layouts import (
    bets_laid,
    bets_of,
    layout_of,
    on_layout,
    positions_by,
    warnings_now,
)
from punto.rounds.boxes.readings import answered_refusal, set_reading_aside, take_reading
from punto.rounds.boxes.state import is_patron_key, patron_at, place_of
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.carried_cards import used_here
from punto.rounds.irregularity.offered_options import options_closed
from punto.rounds.irregularity.remedies import after_options
from punto.rounds.refusals import Decided, Refusal
from punto.rounds.state import Round, Table
from punto.rules import INITIAL_CARDS
from punto.values import Side


def decide_boxes(  # noqa: C901, PLR0912 (one case for each command)
    table: Table, configuration: Configuration, wish: commands.BoxWish
) -> Decided:
    """Judge a step at the layout."""
    match wish:
        case commands.JoinTable():
            return join_table(table, configuration, wish)
        case commands.LeaveTable():
            return _unknown(table, wish.patron) or (events.PatronLeft(wish.patron),)
        case commands.PlaceBets():
            return place_bets(table, table.round_now, wish)
        case commands.TypeBets():
            return type_bets(table, table.round_now, wish)
        case commands.RepeatBets():
            return repeat_bets(table, table.round_now)
        case commands.TakeReading():
            return take_reading(table, table.round_now, wish)
        case commands.SetReadingAside():
            return set_reading_aside(table, table.round_now, wish)
        case commands.RejectExcess():
            return reject(table, table.round_now)
        case commands.CloseLayout():
            return close_layout(table, table.round_now, wish)
        case commands.HandOver():
            return hand_over(table, table.round_now, wish)
        case commands.AskSqueeze():
            return ask_squeeze(table, table.round_now, wish)
        case commands.ChooseOption():
            return choose(table, wish)
        case commands.EndOptions():
            return (*options_closed(table), *after_options(table))
        case commands.ClaimWinnings():
            return claim_winnings(table, wish)
        case _:
            assert_never(wish)


def _unknown(table: Table, patron: live.PatronKey) -> refusals.PatronUnknown | None:
    known = table.patrons.get(patron)
    return refusals.PatronUnknown(patron) if known is None or not known.is_here else None


def join_table(table: Table, configuration: Configuration, wish: commands.JoinTable) -> Decided:
    """Seat a patron at a free box, or let the patron stand; a seat holds one patron (L 1.20)."""
    if not is_patron_key(wish.patron):
        return refusals.PatronKeyUnfit(wish.patron)
    known = table.patrons.get(wish.patron)
    if known is not None and known.is_here and known.box == wish.box:
        return refusals.PatronInPlace(wish.patron)
    if wish.box is not None:
        refusal = box_refusal(configuration, wish.box) or _seat_refusal(
            table, wish.patron, wish.box
        )
        if refusal is not None:
            return refusal
    return (events.PatronJoined(wish.patron, wish.box),)


def _seat_refusal(
    table: Table, patron: live.PatronKey, box: live.BoxLabel
) -> refusals.BoxTaken | None:
    for other, there in table.patrons.items():
        if other != patron and there.is_here and there.box == box:
            return refusals.BoxTaken(box, other)
    return None


def place_bets(table: Table, in_progress: Round, wish: commands.PlaceBets) -> Decided:
    """Record a patron's chips in a box, including those that break a limit."""
    place = place_of(wish.patron, wish.box)
    refusal = (
        _unknown(table, wish.patron)
        or box_refusal(in_progress.configuration, wish.box)
        or places_refusal(table, in_progress, {place: wish.stakes}, seats_of(table))
    )
    if refusal is not None:
        return refusal
    return (events.ChipsPlaced(place, wish.stakes, wish.on_behalf),)


def reject(table: Table, in_progress: Round) -> Decided:
    """Hand back the excess, standing patrons first and the latest bet first (L 5.1, A-55)."""
    bets = bets_of(table, in_progress)
    kept = live.reject_excess(bets, layout_of(in_progress).limits)
    changed = {place_of(e.bet.patron, e.bet.box) for e in kept if e.returned}
    if not changed:
        return refusals.NothingInExcess()
    positions = positions_by(in_progress, kept)
    return (events.ExcessRejected(tuple(each for each in positions if each[0] in changed)),)


def close_layout(table: Table, in_progress: Round, wish: commands.CloseLayout) -> Decided:
    """Fix the part of each bet that plays; open warnings must be answered or passed over first."""
    bets, layout = bets_of(table, in_progress), layout_of(in_progress)
    warnings, read = warnings_now(table), wish.unanswered
    refusal = _open_refusal(table, in_progress, warnings, wish)
    if refusal is not None:
        return refusal
    passed = tuple(events.PassedOver(each.clause, each.box, each.patron) for each in warnings)
    here = tuple(bet for bet in bets if table.patrons[bet.patron].is_here)
    acceptors = _acceptors(here) if layout.face_down else (None, None)
    closed = events.LayoutClosed(
        in_progress.configuration.phrases.closing,
        positions_by(in_progress, live.apportion(live.with_a_seat(bets), layout.limits)),
        passed,
        *acceptors,
    )
    unanswered = (events.ReadingPassedOver(read),) if read else ()
    return (*unanswered, closed, *used_here(table.carried, in_progress))


def _open_refusal(
    table: Table,
    in_progress: Round,
    warnings: tuple[live.DealerWarning, ...],
    wish: commands.CloseLayout,
) -> Refusal | None:
    """Refuse the close while a question of the sensor is open, as with warnings about the chips."""
    read = wish.unanswered
    said = [*(each.sentence for each in warnings), *(each.words for each in read)]
    if said and not wish.passed_over:
        return refusals.WarningsOpen(len(said), said[0])
    return answered_refusal(table, in_progress, read) if read else None


def _acceptors(
    bets: tuple[live.BoxBet, ...],
) -> tuple[live.PatronKey | None, live.PatronKey | None]:
    player, banker = live.acceptor_of(Side.PLAYER, bets), live.acceptor_of(Side.BANKER, bets)
    return player.patron if player else None, banker.patron if banker else None


def hand_over(table: Table, in_progress: Round, wish: commands.HandOver) -> Decided:
    """Give a hand to another seated patron who bet on it, or to the Dealer."""
    if not layout_of(in_progress).face_down:
        return refusals.DealtFaceUp()
    holders = [bet.patron for bet in live.may_hold(wish.side, bets_laid(table, in_progress))]
    if wish.patron is not None:
        refusal = _unknown(table, wish.patron)
        if refusal is not None:
            return refusal
        if wish.patron not in holders:
            return refusals.MayNotHold(wish.patron, wish.side)
    return (events.HandHandedOver(wish.side, wish.patron),)


def ask_squeeze(table: Table, in_progress: Round, wish: commands.AskSqueeze) -> Decided:
    """Let the acceptor squeeze the next card of a hand, if it has not left the shoe (L 3.9)."""
    layout, unknown = layout_of(in_progress), _unknown(table, wish.patron)
    if unknown is not None:
        return unknown
    if not layout.face_down:
        return refusals.DealtFaceUp()
    if not _is_to_come(in_progress, wish.side):
        return refusals.SqueezeTooLate(wish.side)
    if layout.squeeze_by_letter:
        highest = live.squeezer_of(wish.side, bets_laid(table, in_progress), by_letter=True)
        allowed = None if highest is None else highest.patron
    else:
        allowed = on_layout(in_progress).acceptors.get(wish.side)
    if allowed != wish.patron:
        return refusals.NotTheAcceptor(wish.patron, wish.side)
    return (events.SqueezeGranted(wish.patron, wish.side),)


def _is_to_come(in_progress: Round, side: Side) -> bool:
    """Return whether a card of this hand has yet to leave the shoe."""
    coup, out = in_progress.coup, len(in_progress.cards)
    if out < INITIAL_CARDS:
        return len(coup.player if side is Side.PLAYER else coup.banker) < INITIAL_CARDS // 2
    if side is Side.BANKER and coup.next_side is Side.PLAYER:
        # Player's third card may give Banker one, but on 7 Banker stands against every card.
        play = in_progress.configuration.terms.game.table
        return play.banker_may_draw(coup.player_total, coup.banker_total)
    return coup.next_side is side


def claim_winnings(table: Table, wish: commands.ClaimWinnings) -> Decided:
    """Pay a patron who is back all held winnings, at whichever box."""
    refusal = _unknown(table, wish.patron)
    if refusal is not None:
        return refusal
    held = tuple(
        events.WinningsClaimed(place, amount)
        for place in table.book.purses
        if patron_at(place) == wish.patron and (amount := table.book.held(place))
    )
    return held or refusals.NothingHeld(wish.patron)


def choose(table: Table, wish: commands.ChooseOption) -> Decided:
    """Record the final choice of a patron who was asked and is present (A-59)."""
    layout = on_layout(table.round_now)
    if wish.patron not in layout.asked:
        return refusals.NotAsked(wish.patron)
    if not table.patrons[wish.patron].is_here:
        return refusals.PatronUnknown(wish.patron)
    if wish.patron in layout.chosen:
        return refusals.AlreadyChosen(wish.patron)
    return (events.OptionChosen(wish.patron, wish.option),)
