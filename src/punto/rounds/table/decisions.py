"""What surrounds a round: the table itself and its terminals."""

from typing import assert_never

from punto.rounds.betting.decisions import Decided
from punto.rounds.command_names import name_of
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.state import Table
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    Link,
    OpenTable,
    ReportLink,
    SeatTerminal,
    SeatWish,
    TableWish,
)
from punto.rounds.table.events import (
    DealerChanged,
    LimitsChanged,
    LinkReported,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)
from punto.rounds.table.refusals import (
    AloneOnAStaffedFloor,
    Already,
    AlreadySeated,
    ConfigurationRefused,
    ConfigurationUnfit,
    NothingToChange,
    NotSeated,
    ReasonMissing,
    Unfit,
)
from punto.rules.irregularities import Irregularity
from punto.rules.roles import Actor
from punto.rules.terms import terms_refusals
from punto.values.money import format_money

_LINKED = {Link.CONNECTED: Already.CONNECTED, Link.LOST: Already.LOST}


def decide_table(table: Table, configuration: Configuration, wish: TableWish, by: Actor) -> Decided:
    """Judge what somebody wants to do with the table itself."""
    match wish:
        case ConfigureTable():
            return configure(wish, by)
        case OpenTable():
            return (TableOpened(by),)
        case CloseTable():
            return (TableClosed(),)
        case ChangeDealer():
            return change_dealer(table, wish)
        case ChangeLimits():
            return change_limits(configuration, wish)
        case _:
            assert_never(wish)


def decide_seat(table: Table, wish: SeatWish) -> Decided:
    """Judge what somebody wants to do with a terminal at the table."""
    match wish:
        case SeatTerminal():
            return seat_terminal(table, wish)
        case ReportLink():
            return report_link(table, wish)
        case DisableTerminal():
            return disable_terminal(table, wish)
        case EnableTerminal():
            return enable_terminal(table, wish)
        case _:
            assert_never(wish)


def configure(wish: ConfigureTable, by: Actor) -> Decided:
    """Take a configuration whose terms the rules allow."""
    refusals = terms_refusals(wish.configuration.terms)
    if refusals:
        return ConfigurationRefused(refusals)
    if wish.configuration.single_person and not by.alone:
        return AloneOnAStaffedFloor()
    return _unfit(wish.configuration) or (TableConfigured(wish.configuration),)


def _unfit(configuration: Configuration) -> ConfigurationUnfit | None:
    """What would keep a round from being run or ended, if anything would."""
    for needed in (Irregularity.TECHNICAL_INTERRUPTION, Irregularity.NOT_COVERED):
        if configuration.policy(needed) is None:
            return ConfigurationUnfit(Unfit.NO_POLICY, needed.value)
    switched, fixed = configuration.switched, configuration.fixed_readings
    for key, choice in configuration.readings:
        if key in fixed and switched.get(key, choice) != choice:
            return ConfigurationUnfit(Unfit.READING_IS_FIXED, f"{key}{switched[key]}")
    if configuration.self_dealing and configuration.source is not CardSource.VIRTUAL_SHOE:
        return ConfigurationUnfit(Unfit.TIMER_WITHOUT_VIRTUAL_SHOE)
    if not _words_fit(configuration):
        return ConfigurationUnfit(Unfit.OTHER_WORDS)
    return _number_unfit(configuration)


def _number_unfit(configuration: Configuration) -> ConfigurationUnfit | None:
    """A time or an amount that nobody could play by."""
    if configuration.betting_ms <= 0:
        return ConfigurationUnfit(Unfit.NO_TIME_TO_BET, str(configuration.betting_ms))
    shortest = min(configuration.grace_ms, configuration.pace_ms, configuration.ticket_ms)
    if shortest < 0:
        return ConfigurationUnfit(Unfit.TIME_BELOW_NOTHING, str(shortest))
    cap = configuration.liability_cap
    if cap is not None and cap < 0:
        return ConfigurationUnfit(Unfit.CAP_BELOW_NOTHING, format_money(cap))
    return None


def _words_fit(configuration: Configuration) -> bool:
    """Whether bets are opened and closed in the document's words; where it has none, in some."""
    words, allowed = configuration.phrases, configuration.document_phrases
    if not (words.opening and words.closing):
        return False
    return not allowed or any(
        words.closing == pair.closing and pair.opening in {"", words.opening} for pair in allowed
    )


def change_dealer(table: Table, wish: ChangeDealer) -> Decided:
    """Hand over to another Dealer; higher roles may deal too (A-52)."""
    if wish.dealer == table.dealer:
        return NothingToChange(Already.DEALS, wish.dealer.person)
    return (DealerChanged(wish.dealer),)


def change_limits(configuration: Configuration, wish: ChangeLimits) -> Decided:
    """Take other limits for the next round, if the game can be offered with them."""
    refusals = terms_refusals(configuration.terms.with_limits(wish.limits, wish.own_limits))
    if refusals:
        return ConfigurationRefused(refusals)
    return (LimitsChanged(wish.limits, wish.own_limits),)


def seat_terminal(table: Table, wish: SeatTerminal) -> Decided:
    """Bring a terminal to the table, once."""
    if wish.terminal in table.seats:
        return AlreadySeated(wish.terminal)
    return (TerminalSeated(wish.terminal),)


def report_link(table: Table, wish: ReportLink) -> Decided:
    """Note a change of a terminal's link."""
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    if seat.link is wish.link:
        return NothingToChange(_LINKED[wish.link], wish.terminal)
    return (LinkReported(wish.terminal, wish.link),)


def disable_terminal(table: Table, wish: DisableTerminal) -> Decided:
    """Stop a terminal from betting, for a reason; what it has bet stands."""
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    if not wish.reason.strip():
        return ReasonMissing(name_of(DisableTerminal))
    if seat.disabled:
        return NothingToChange(Already.DISABLED, wish.terminal)
    return (TerminalDisabled(wish.terminal, wish.reason),)


def enable_terminal(table: Table, wish: EnableTerminal) -> Decided:
    """Let a terminal bet again."""
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    if not seat.disabled:
        return NothingToChange(Already.ENABLED, wish.terminal)
    return (TerminalEnabled(wish.terminal),)
