"""What surrounds a round: the table itself and its terminals."""

from punto.rounds.betting import Decided
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.state import Table
from punto.rounds.table_commands import (
    ChangeDealer,
    ChangeLimits,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    ReportLink,
    SeatTerminal,
)
from punto.rounds.table_events import (
    DealerChanged,
    LimitsChanged,
    LinkReported,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)
from punto.rounds.table_refusals import (
    AloneOnAStaffedFloor,
    AlreadySeated,
    ConfigurationRefused,
    ConfigurationUnfit,
    NothingToChange,
    NotSeated,
    ReasonMissing,
)
from punto.rules.irregularities import Irregularity
from punto.rules.roles import Actor
from punto.rules.terms import terms_refusals


def configure(wish: ConfigureTable, by: Actor) -> Decided:
    """Take a configuration whose terms the rules allow."""
    refusals = terms_refusals(wish.configuration.terms)
    if refusals:
        return ConfigurationRefused(refusals)
    if wish.configuration.single_person and not by.alone:
        return AloneOnAStaffedFloor()
    problem = _problem(wish.configuration)
    return ConfigurationUnfit(problem) if problem else (TableConfigured(wish.configuration),)


def _problem(configuration: Configuration) -> str:
    """What would keep a round from being run or ended; nothing when all is well."""
    for needed in (Irregularity.TECHNICAL_INTERRUPTION, Irregularity.NOT_COVERED):
        if configuration.policy(needed) is None:
            return f"no policy for {needed.value}, expected one"
    switched, fixed = configuration.switched, configuration.fixed_readings
    for key, choice in configuration.readings:
        if key in fixed and switched.get(key, choice) != choice:
            return f"reading {key}: the document leaves it no choice but {choice}"
    if configuration.self_dealing and configuration.source is not CardSource.VIRTUAL_SHOE:
        return "a timer that deals, expected a virtual shoe for it (A-28)"
    times = configuration.grace_ms, configuration.pace_ms, configuration.ticket_ms
    if configuration.betting_ms <= 0 or min(times) < 0:
        return "times below nothing, expected time to bet and perhaps a grace"
    if not _words_fit(configuration):
        return "other words to open or close bets than the document has (R 3.7, M 3.1, M 3.2, A-25)"
    if configuration.liability_cap is not None and configuration.liability_cap < 0:
        return "a liability cap below nothing"
    return ""


def _words_fit(configuration: Configuration) -> bool:
    """Whether bets are opened and closed in the document's words; where it has none, in some."""
    words, allowed = configuration.phrases, configuration.document_phrases
    if not (words.opening and words.closing):
        return False
    return not allowed or any(
        words.closing == pair.closing and pair.opening in {"", words.opening} for pair in allowed
    )


def open_table(dealer: Actor) -> Decided:
    """Open under the Dealer who asks."""
    return (TableOpened(dealer),)


def change_dealer(table: Table, wish: ChangeDealer) -> Decided:
    """Hand over to another Dealer; higher roles may deal too (A-52)."""
    if wish.dealer == table.dealer:
        return NothingToChange(f"{wish.dealer.person} deals")
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
        return NothingToChange(f"terminal {wish.terminal} is {wish.link.value}")
    return (LinkReported(wish.terminal, wish.link),)


def disable_terminal(table: Table, wish: DisableTerminal) -> Decided:
    """Stop a terminal from betting, for a reason; what it has bet stands."""
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    if not wish.reason.strip():
        return ReasonMissing("DisableTerminal")
    if seat.disabled:
        return NothingToChange(f"terminal {wish.terminal} is disabled")
    return (TerminalDisabled(wish.terminal, wish.reason),)


def enable_terminal(table: Table, wish: EnableTerminal) -> Decided:
    """Let a terminal bet again."""
    seat = table.seats.get(wish.terminal)
    if seat is None:
        return NotSeated(wish.terminal)
    if not seat.disabled:
        return NothingToChange(f"terminal {wish.terminal} is enabled")
    return (TerminalEnabled(wish.terminal),)
