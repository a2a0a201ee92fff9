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
    CutCardAlreadySeen,
    DecksDiffer,
    NoShoe,
    NothingToChange,
    NotSeated,
    ReasonMissing,
    RoleTooLow,
    ShoeInPlay,
)
from punto.rules.roles import Actor, Role
from punto.rules.terms import Terms, terms_of


def configure(wish: ConfigureTable) -> Decided:
    """Take a configuration whose terms the rules allow."""
    given = wish.configuration.terms
    left_out = [bet.key for bet in given.game.bets if bet not in given.offered]
    terms = terms_of(given.game, given.decks, left_out, given.limits, dict(given.own_limits))
    if not isinstance(terms, Terms):
        return ConfigurationRefused(terms)
    return (TableConfigured(wish.configuration),)


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
    given = configuration.terms
    left_out = [bet.key for bet in given.game.bets if bet not in given.offered]
    terms = terms_of(given.game, given.decks, left_out, wish.limits, dict(wish.own_limits))
    if not isinstance(terms, Terms):
        return ConfigurationRefused(terms)
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
