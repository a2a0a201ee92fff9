"""A live table's layout: who is there, which chips lie where, and what plays at the close."""

from typing import assert_never

from punto import live
from punto.rounds.betting.decisions import Decided, written_twice
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.betting.stakes import Stakes
from punto.rounds.boxes import commands, events, refusals
from punto.rounds.boxes.layouts import bets_of, layout_of, on_layout, positions_by, warnings_now
from punto.rounds.boxes.options import decide_options
from punto.rounds.boxes.state import is_patron_key, patron_at, place_of
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.carried_cards import used_here
from punto.rounds.refusals import Refusal
from punto.rounds.state import Round, Table
from punto.rules import INITIAL_CARDS, Limits, bet_refusals
from punto.values import Side


def decide_boxes(table: Table, configuration: Configuration, wish: commands.BoxWish) -> Decided:
    """Judge a step at the layout."""
    match wish:
        case commands.JoinTable():
            return join_table(table, configuration, wish)
        case commands.LeaveTable():
            return _unknown(table, wish.patron) or (events.PatronLeft(wish.patron),)
        case commands.PlaceBets():
            return place_bets(table, table.round_now, wish)
        case commands.RejectExcess():
            return reject(table, table.round_now)
        case commands.CloseLayout():
            return close_layout(table, table.round_now, wish)
        case commands.HandOver():
            return hand_over(table, table.round_now, wish)
        case commands.AskSqueeze():
            return ask_squeeze(table, table.round_now, wish)
        case commands.ChooseOption() | commands.EndOptions():
            return decide_options(table, wish)
        case commands.ClaimWinnings():
            return claim_winnings(table, wish)
        case _:
            assert_never(wish)


def _unknown(table: Table, patron: live.PatronKey) -> refusals.PatronUnknown | None:
    known = table.patrons.get(patron)
    return refusals.PatronUnknown(patron) if known is None or not known.is_here else None


def join_table(table: Table, configuration: Configuration, wish: commands.JoinTable) -> Decided:
    """Seat a patron at a free box, or let the patron stand; a seat is for one (L 1.20)."""
    if not is_patron_key(wish.patron):
        return refusals.PatronKeyUnfit(wish.patron)
    known = table.patrons.get(wish.patron)
    if known is not None and known.is_here and known.box == wish.box:
        return refusals.PatronInPlace(wish.patron)
    if wish.box is not None:
        refusal = _box_refusal(configuration, wish.box) or _seat_refusal(
            table, wish.patron, wish.box
        )
        if refusal is not None:
            return refusal
    return (events.PatronJoined(wish.patron, wish.box),)


def _box_refusal(configuration: Configuration, box: live.BoxLabel) -> refusals.NoSuchBox | None:
    boxes = () if configuration.layout is None else configuration.layout.boxes
    return None if box in boxes else refusals.NoSuchBox(box, boxes)


def _seat_refusal(
    table: Table, patron: live.PatronKey, box: live.BoxLabel
) -> refusals.BoxTaken | None:
    for other, there in table.patrons.items():
        if other != patron and there.is_here and there.box == box:
            return refusals.BoxTaken(box, other)
    return None


def place_bets(table: Table, in_progress: Round, wish: commands.PlaceBets) -> Decided:
    """Record the chips of a patron in a box, also those that a limit will be held against."""
    refusal = (
        _unknown(table, wish.patron)
        or _box_refusal(in_progress.configuration, wish.box)
        or _stakes_refusal(in_progress.configuration, wish.stakes)
        or _standing_refusal(table, in_progress, wish)
    )
    if refusal is not None:
        return refusal
    place = place_of(wish.patron, wish.box)
    return (events.ChipsPlaced(place, wish.stakes, wish.on_behalf),)


def _stakes_refusal(configuration: Configuration, stakes: Stakes) -> Refusal | None:
    """Chips below or above a limit can lie there (L 5.1, L 5.2); others cannot be bets at all."""
    wanted = dict(stakes)
    if len(wanted) < len(stakes):
        return written_twice(stakes)
    no_limits = configuration.terms.with_limits(Limits(maximum=None), ())
    found = bet_refusals(no_limits, wanted)
    if found:
        return BetsRefused(found)
    values = () if configuration.layout is None else configuration.layout.chips.values
    for stake in wanted.values() if values else ():
        if live.fewest_chips(stake, values) is None:
            return refusals.ChipsCannotMake(stake)
    return None


def _standing_refusal(
    table: Table, in_progress: Round, wish: commands.PlaceBets
) -> refusals.NoSeatedBet | None:
    """A standing patron bets only where a seated one has a bet (L 1.21, A-87)."""
    if not wish.stakes or table.patrons[wish.patron].box == wish.box:
        return None
    seated = (bet for bet in bets_of(table, in_progress) if bet.stance is live.Stance.SEATED)
    return None if any(bet.box == wish.box for bet in seated) else refusals.NoSeatedBet(wish.box)


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
    """Fix what plays; a warning is answered before, or passed over deliberately."""
    bets, layout = bets_of(table, in_progress), layout_of(in_progress)
    warnings = warnings_now(table)
    if warnings and not wish.passed_over:
        return refusals.WarningsOpen(len(warnings), warnings[0].sentence)
    passed = tuple(events.PassedOver(each.clause, each.box, each.patron) for each in warnings)
    acceptors = _acceptors(bets) if layout.face_down else (None, None)
    closed = events.LayoutClosed(
        in_progress.configuration.phrases.closing,
        positions_by(in_progress, live.apportion(bets, layout.limits)),
        passed,
        *acceptors,
    )
    return (closed, *used_here(table, in_progress))


def _acceptors(
    bets: tuple[live.BoxBet, ...],
) -> tuple[live.PatronKey | None, live.PatronKey | None]:
    player, banker = live.acceptor_of(Side.PLAYER, bets), live.acceptor_of(Side.BANKER, bets)
    return player.patron if player else None, banker.patron if banker else None


def hand_over(table: Table, in_progress: Round, wish: commands.HandOver) -> Decided:
    """Give a hand to another seated patron who bet on it, or to the Dealer."""
    if not layout_of(in_progress).face_down:
        return refusals.DealtFaceUp()
    holders = [bet.patron for bet in live.may_hold(wish.side, bets_of(table, in_progress))]
    if wish.patron is not None and wish.patron not in holders:
        return refusals.MayNotHold(wish.patron, wish.side)
    return (events.HandHandedOver(wish.side, wish.patron),)


def ask_squeeze(table: Table, in_progress: Round, wish: commands.AskSqueeze) -> Decided:
    """Let the acceptor squeeze the next card of a hand, if it has not left the shoe (L 3.9)."""
    layout = layout_of(in_progress)
    if not layout.face_down:
        return refusals.DealtFaceUp()
    if not _is_to_come(in_progress, wish.side):
        return refusals.SqueezeTooLate(wish.side)
    if layout.squeeze_by_letter:
        highest = live.squeezer_of(wish.side, bets_of(table, in_progress), by_letter=True)
        allowed = None if highest is None else highest.patron
    else:
        allowed = on_layout(in_progress).acceptors.get(wish.side)
    if allowed != wish.patron:
        return refusals.NotTheAcceptor(wish.patron, wish.side)
    return (events.SqueezeGranted(wish.patron, wish.side),)


def _is_to_come(in_progress: Round, side: Side) -> bool:
    """Whether a card of this hand is still to leave the shoe."""
    coup, out = in_progress.coup, len(in_progress.cards)
    if out < INITIAL_CARDS:
        return len(coup.player if side is Side.PLAYER else coup.banker) < INITIAL_CARDS // 2
    return coup.next_side is side or (side is Side.BANKER and coup.next_side is Side.PLAYER)


def claim_winnings(table: Table, wish: commands.ClaimWinnings) -> Decided:
    """Pay a patron who is back what was held at any box."""
    refusal = _unknown(table, wish.patron)
    if refusal is not None:
        return refusal
    held = tuple(
        events.WinningsClaimed(place, amount)
        for place in table.book.purses
        if patron_at(place) == wish.patron and (amount := table.book.held(place))
    )
    return held or refusals.NothingHeld(wish.patron)
