"""The table itself and its terminals after an event."""

from typing import assert_never

from punto.rounds.phases import Phase
from punto.rounds.state import Seat, Table
from punto.rounds.table import events
from punto.values import TerminalId, including, replace


def after_table(table: Table, fact: events.TableFact) -> Table:
    """Return the table with a new game, Dealer or limits, opened or closed."""
    match fact:
        case events.TableConfigured() if table.phase is not Phase.CLOSED:
            return replace(table, coming=fact.configuration)
        case events.TableConfigured():
            return replace(table, configuration=fact.configuration, coming=None, next_limits=None)
        case events.TableOpened():
            # a paid round is within reach until the next one, even after a closing.
            is_paid = table.round is not None and table.round.is_paid
            phase = Phase.SETTLED if is_paid else Phase.IDLE
            return replace(table, phase=phase, dealer=fact.dealer)
        case events.LastRoundAnnounced():
            return replace(table, last_round=fact.round_number)
        case events.TableClosed():
            return replace(table, phase=Phase.CLOSED, dealer=None, last_round=None)
        case events.DealerChanged():
            return replace(table, dealer=fact.dealer)
        case events.LimitsChanged():
            return replace(table, next_limits=(fact.limits, fact.own_limits))
        case events.SeatingChanged():
            return replace(table, seating=fact.seating)
        case _:
            assert_never(fact)


def after_seat(table: Table, fact: events.SeatFact) -> Table:
    """Return the table with the terminal in its new state."""
    match fact:
        case events.LinkReported():
            seat = replace(table.seats[fact.terminal], link=fact.link)
        case events.TerminalDisabled():
            seat = replace(table.seats[fact.terminal], disabled=fact.reason)
        case events.TerminalEnabled():
            seat = replace(table.seats[fact.terminal], disabled="")
        case events.TerminalSeated():
            seat = replace(table.seats.get(fact.terminal, Seat()), has_left=False)
        case events.SeatLeft():
            seat = replace(table.seats[fact.terminal], has_left=True)
        case _:
            assert_never(fact)
    return with_seats(table, {fact.terminal: seat})


def with_seats(table: Table, seats: dict[TerminalId, Seat]) -> Table:
    """Return the table with these seats replaced."""
    return replace(table, seats=including(table.seats, seats))
