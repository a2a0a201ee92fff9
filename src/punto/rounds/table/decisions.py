"""Decisions about the table itself and its terminals."""

from typing import assert_never

from punto.live import layout_refusals
from punto.rounds.boxes.refusals import LayoutUnfit
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import ReasonMissing
from punto.rounds.configuration import LIVE_DOCUMENTS, CardSource, Configuration
from punto.rounds.phases import Phase
from punto.rounds.refusals import Decided
from punto.rounds.state import Seat, Table
from punto.rounds.table import commands, events, refusals
from punto.rules import Actor, Irregularity, table_terms_refusals
from punto.values import Instant, format_money

_LINKED = {
    commands.Link.CONNECTED: refusals.Already.CONNECTED,
    commands.Link.LOST: refusals.Already.LOST,
}


def decide_table(
    table: Table, configuration: Configuration, wish: commands.TableWish, by: Actor, at: Instant
) -> Decided:
    """Judge a command about the table itself."""
    match wish:
        case commands.ConfigureTable():
            return configure(table, wish, by, at)
        case commands.OpenTable():
            return (events.TableOpened(by),)
        case commands.AnnounceLastRound():
            return announce_last_round(table)
        case commands.CloseTable():
            return close_table(table)
        case commands.ChangeDealer():
            return change_dealer(table, wish)
        case commands.ChangeLimits():
            return change_limits(configuration, wish)
        case commands.ChangeSeating():
            return change_seating(wish)
        case _:
            assert_never(wish)


def decide_seat(table: Table, wish: commands.SeatWish) -> Decided:
    """Judge a command about a terminal at the table."""
    if isinstance(wish, commands.SeatTerminal):
        return seat_terminal(table, wish)
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return refusals.NotSeated(wish.terminal)
    match wish:
        case commands.LeaveSeat():
            return leave_seat(table, seat, wish)
        case commands.ReportLink():
            return report_link(seat, wish)
        case commands.DisableTerminal():
            return disable_terminal(seat, wish)
        case commands.EnableTerminal():
            return enable_terminal(seat, wish)
        case _:
            assert_never(wish)


def announce_last_round(table: Table) -> Decided:
    """Give notice of the last round before it begins; it cannot be the round in progress."""
    if table.last_round is not None:
        return refusals.LastRoundKnown(table.last_round)
    return (events.LastRoundAnnounced(table.rounds_count + 1),)


def close_table(table: Table) -> Decided:
    """End play; patrons at a live table must have notice before the last round.

    An interruption of play needs no notice: the table stays open.
    """
    anybody = table.is_live and any(patron.is_here for patron in table.patrons.values())
    played = table.last_round is not None and table.rounds_count >= table.last_round
    if anybody and not played:
        return refusals.ClosingWithoutNotice(table.last_round)
    return (events.TableClosed(),)


def configure(table: Table, wish: commands.ConfigureTable, by: Actor, at: Instant) -> Decided:
    """Accept a configuration whose terms the rules allow."""
    found = table_terms_refusals(wish.configuration.terms)
    if found:
        return refusals.ConfigurationRefused(found)
    if wish.configuration.single_person and not by.alone:
        return refusals.AloneOnAStaffedFloor()
    unfit = (
        _unfit(wish.configuration)
        or _open_unfit(table, wish.configuration, at)
        or _terminals_unfit(table, wish.configuration)
    )
    return unfit or (events.TableConfigured(wish.configuration),)


def _open_unfit(
    table: Table, configuration: Configuration, at: Instant
) -> refusals.ConfigurationUnfit | None:
    """Refuse a configuration with which an open table's next round could not go on (A-64)."""
    if table.phase is Phase.CLOSED or table.configuration is None:
        return None
    if configuration.in_force_at(at):
        return refusals.ConfigurationUnfit(refusals.Unfit.TABLE_IS_OPEN)
    if not configuration.plays_as(table.configuration):
        return refusals.ConfigurationUnfit(refusals.Unfit.IN_USE)
    return None


def _terminals_unfit(table: Table, configuration: Configuration) -> LayoutUnfit | None:
    """Refuse to turn a table with terminals into a live one, where they could not bet."""
    if configuration.layout is None or not table.seats:
        return None
    return LayoutUnfit(configuration.document, ("expected the terminals moved away first",))


def _unfit(
    configuration: Configuration,
) -> refusals.ConfigurationUnfit | LayoutUnfit | None:
    """Return the faults of a configuration that would keep a round from being run or ended."""
    for needed in (Irregularity.TECHNICAL_INTERRUPTION, Irregularity.NOT_COVERED):
        if configuration.policy(needed) is None:
            return refusals.ConfigurationUnfit(refusals.Unfit.NO_POLICY, needed.value)
    switched, fixed = configuration.switched, configuration.fixed_readings
    for key, choice in configuration.readings:
        if key in fixed and switched.get(key, choice) != choice:
            return refusals.ConfigurationUnfit(
                refusals.Unfit.READING_IS_FIXED, f"{key}{switched[key]}"
            )
    by_hand = (
        configuration.layout is not None or configuration.source is not CardSource.VIRTUAL_SHOE
    )
    if configuration.self_dealing and by_hand:
        return refusals.ConfigurationUnfit(refusals.Unfit.TIMER_WITHOUT_VIRTUAL_SHOE)
    if not _words_fit(configuration):
        return refusals.ConfigurationUnfit(refusals.Unfit.OTHER_WORDS)
    return _layout_unfit(configuration) or _number_unfit(configuration)


def _layout_unfit(configuration: Configuration) -> LayoutUnfit | None:
    """Refuse a live document without a layout, or a layout at a table with terminals."""
    layout, document = configuration.layout, configuration.document
    if (document in LIVE_DOCUMENTS) is (layout is None):
        fault = (
            "expected boxes and limits" if layout is None else "expected none, since terminals bet"
        )
        return LayoutUnfit(document, (fault,))
    faults = () if layout is None else layout_refusals(layout)
    return LayoutUnfit(document, tuple(each.sentence for each in faults)) if faults else None


def _number_unfit(configuration: Configuration) -> refusals.ConfigurationUnfit | None:
    """Return the fault of a time or an amount with which play is impossible."""
    if configuration.betting_ms <= 0:
        return refusals.ConfigurationUnfit(
            refusals.Unfit.NO_TIME_TO_BET, str(configuration.betting_ms)
        )
    shortest = min(configuration.grace_ms, configuration.pace_ms, configuration.ticket_ms)
    if shortest < 0:
        return refusals.ConfigurationUnfit(refusals.Unfit.NEGATIVE_TIME, str(shortest))
    cap = configuration.liability_cap
    if cap is not None and cap < 0:
        return refusals.ConfigurationUnfit(refusals.Unfit.NEGATIVE_CAP, format_money(cap))
    return None


def _words_fit(configuration: Configuration) -> bool:
    """Return whether bets are opened and closed in the document's words, if it has any."""
    words, allowed = configuration.phrases, configuration.document_phrases
    if not (words.opening and words.closing):
        return False
    if not allowed:
        return True
    # M 3.1 and 3.2 each say "or": any opening goes with any closing.
    opens = any(pair.opening in {"", words.opening} for pair in allowed)
    return opens and any(pair.closing == words.closing for pair in allowed)


def change_dealer(table: Table, wish: commands.ChangeDealer) -> Decided:
    """Hand over to another Dealer; higher roles may deal too (A-52)."""
    if wish.dealer == table.dealer:
        return refusals.NothingToChange(refusals.Already.DEALS, wish.dealer.person)
    return (events.DealerChanged(wish.dealer),)


def change_limits(configuration: Configuration, wish: commands.ChangeLimits) -> Decided:
    """Accept new limits for the next round, if the game can be offered with them."""
    found = table_terms_refusals(configuration.terms.with_limits(wish.limits, wish.own_limits))
    if found:
        return refusals.ConfigurationRefused(found)
    return (events.LimitsChanged(wish.limits, wish.own_limits),)


def change_seating(wish: commands.ChangeSeating) -> Decided:
    """Accept a new number of seats; seated terminals stay, even if they are too many."""
    seats = wish.seating.seats
    if seats is not None and seats < 1:
        return refusals.SeatsBelowOne(seats)
    return (events.SeatingChanged(wish.seating),)


def seat_terminal(table: Table, wish: commands.SeatTerminal) -> Decided:
    """Bring a terminal to the table once, or back to a seat."""
    seat = table.seats.get(wish.terminal)
    if seat is not None and not seat.has_left:
        return refusals.AlreadySeated(wish.terminal)
    return full_refusal(table) or (events.TerminalSeated(wish.terminal),)


def full_refusal(table: Table) -> refusals.NoSeatFree | None:
    """Refuse a terminal if no seat is free."""
    seats = table.seating.seats
    return None if seats is None or table.seats_taken < seats else refusals.NoSeatFree(seats)


def leave_seat(table: Table, seat: Seat, wish: commands.LeaveSeat) -> Decided:
    """Free a seat that has no bets in play; the money stays in the purse."""
    if seat.has_left:
        return refusals.NotSeated(wish.terminal)
    staked = table.book.staked(wish.terminal)
    if staked:
        return refusals.BetsInPlay(wish.terminal, staked)
    return (events.SeatLeft(wish.terminal),)


def report_link(seat: Seat, wish: commands.ReportLink) -> Decided:
    """Note a change of a terminal's link."""
    if seat.link is wish.link:
        return refusals.NothingToChange(_LINKED[wish.link], wish.terminal)
    return (events.LinkReported(wish.terminal, wish.link),)


def disable_terminal(seat: Seat, wish: commands.DisableTerminal) -> Decided:
    """Stop a terminal from betting, with a reason; its bets stand."""
    if not wish.reason.strip():
        return ReasonMissing(wish_name(wish))
    if seat.disabled:
        return refusals.NothingToChange(refusals.Already.DISABLED, wish.terminal)
    return (events.TerminalDisabled(wish.terminal, wish.reason),)


def enable_terminal(seat: Seat, wish: commands.EnableTerminal) -> Decided:
    """Let a terminal bet again."""
    if not seat.disabled:
        return refusals.NothingToChange(refusals.Already.ENABLED, wish.terminal)
    return (events.TerminalEnabled(wish.terminal),)
