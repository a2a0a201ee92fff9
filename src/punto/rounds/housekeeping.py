"""What surrounds a round: the table itself, its shoe and its terminals."""

from punto.rounds.betting import Decided
from punto.rounds.configuration import Configuration
from punto.rounds.state import Table
from punto.rounds.table_commands import (
    ChangeDealer,
    ChangeLimits,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    LoadShoe,
    ReportLink,
    RetireShoe,
    SeatTerminal,
)
from punto.rounds.table_events import (
    CutCardSeen,
    DealerChanged,
    LimitsChanged,
    LinkReported,
    ShoeLoaded,
    ShoeRetired,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)
from punto.rounds.table_refusals import (
    AlreadySeated,
    ConfigurationRefused,
    ConfigurationUnfit,
    CutCardAlreadySeen,
    DecksDiffer,
    NoShoe,
    NothingToChange,
    NotSeated,
    ReasonMissing,
    RoleTooLow,
    ShoeInPlay,
)
from punto.rules.irregularities import Irregularity
from punto.rules.roles import Actor, Role
from punto.rules.terms import terms_refusals


def configure(wish: ConfigureTable) -> Decided:
    """Take a configuration whose terms the rules allow."""
    refusals = terms_refusals(wish.configuration.terms)
    if refusals:
        return ConfigurationRefused(refusals)
    problem = _problem(wish.configuration)
    return ConfigurationUnfit(problem) if problem else (TableConfigured(wish.configuration),)


def _problem(configuration: Configuration) -> str:
    """What would keep a round from being run or ended; nothing when all is well."""
    for needed in (Irregularity.TECHNICAL_INTERRUPTION, Irregularity.NOT_COVERED):
        if configuration.policy(needed) is None:
            return f"no policy for {needed.value}, expected one"
    if configuration.betting_ms <= 0 or configuration.grace_ms < 0:
        return "times below nothing, expected time to bet and perhaps a grace"
    if not (configuration.phrases.opening and configuration.phrases.closing):
        return "no words to open or close bets, expected both (A-25)"
    if configuration.liability_cap is not None and configuration.liability_cap < 0:
        return "a liability cap below nothing"
    return ""


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


def load_shoe(table: Table, configuration: Configuration, wish: LoadShoe) -> Decided:
    """Put the configured number of decks into play."""
    if table.shoe is not None:
        return ShoeInPlay(table.shoe.number)
    if wish.decks != configuration.terms.decks:
        return DecksDiffer(wish.decks, configuration.terms.decks)
    return (ShoeLoaded(table.shoes_count + 1, wish.decks, wish.commitment),)


def note_cut_card(table: Table) -> Decided:
    """Note the one cut card of the shoe."""
    if table.shoe is None:
        return NoShoe()
    return CutCardAlreadySeen() if table.shoe.cut_card_seen else (CutCardSeen(),)


def retire_shoe(table: Table, wish: RetireShoe, by: Actor) -> Decided:
    """Take the shoe out; before its cut card that is a Pit Supervisor's decision (A-46)."""
    if table.shoe is None:
        return NoShoe()
    if not (table.shoe.cut_card_seen or by.may_act_as(Role.PIT_SUPERVISOR)):
        return RoleTooLow("RetireShoe", Role.PIT_SUPERVISOR, by.role)
    if not wish.reason:
        return ReasonMissing("RetireShoe")
    return (ShoeRetired(wish.reason),)


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
    if not wish.reason:
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
