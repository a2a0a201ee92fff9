"""Decisions on terminals. Their meters belong to the tables, not to the floor."""

from typing import assert_never

from punto.identity.floors import Floor, Terminal
from punto.identity.people import actors
from punto.identity.people.refusals import TextUnreadable, id_refusal
from punto.identity.refusals import Refusal
from punto.identity.terminals import commands, events, refusals
from punto.identity.words import alike, is_readable, tidy
from punto.rules import Actor
from punto.values import TerminalId


def decide_terminals(
    floor: Floor, by: Actor, wish: commands.TerminalWish
) -> events.TerminalFact | Refusal:
    """Judge a command about a terminal, a halted table or a patron's name."""
    match wish:
        case commands.EnrolTerminal():
            return enrol_terminal(floor, by, wish)
        case commands.EnrolSensor():
            return enrol_sensor(floor, by, wish)
        case commands.RetireTerminal() | commands.AnswerCall():
            return _of_a_device_in_service(floor, by, wish)
        case commands.BringUpTable():
            return actors.rank_refusal(by, actors.BRINGS_UP) or events.BringUpOrdered(wish.table)
        case commands.EraseName():
            return actors.rank_refusal(by, actors.ERASES_NAMES) or events.NameErased(
                wish.table, wish.patron
            )
        case _:
            assert_never(wish)


def terminal_in_service(floor: Floor, terminal: TerminalId) -> Terminal | refusals.TerminalRefusal:
    """Return a terminal that is enrolled and not retired, or the refusal."""
    found = floor.terminals.get(terminal)
    if found is None:
        return refusals.TerminalUnknown(terminal)
    return refusals.TerminalIsRetired(terminal) if found.retired else found


def enrol_terminal(
    floor: Floor, by: Actor, wish: commands.EnrolTerminal
) -> events.TerminalEnrolled | Refusal:
    """Judge the enrolment of a Player Terminal."""
    refusal = _device_refusal(floor, by, wish)
    return refusal or events.TerminalEnrolled(wish.terminal, tidy(wish.place))


def enrol_sensor(
    floor: Floor, by: Actor, wish: commands.EnrolSensor
) -> events.SensorEnrolled | Refusal:
    """Judge the enrolment of a device that reads chips; two at one table could disagree."""
    refusal = _device_refusal(floor, by, wish)
    if refusal is not None:
        return refusal
    for other in floor.terminals.values():
        if other.reads == wish.table and not other.retired:
            return refusals.SensorInPlace(wish.table, other.id)
    return events.SensorEnrolled(wish.terminal, wish.table, tidy(wish.place))


def _device_refusal(
    floor: Floor, by: Actor, wish: commands.EnrolTerminal | commands.EnrolSensor
) -> Refusal | None:
    """Return why a device cannot be enrolled: its id or its place belongs to another device."""
    refusal = actors.rank_refusal(by, actors.ENROLS)
    if refusal is not None:
        return refusal
    place = tidy(wish.place)
    unfit = id_refusal("terminal", wish.terminal, floor.terminals)
    if unfit is not None:
        return unfit
    if not is_readable(place):
        return TextUnreadable("place", wish.place)
    known = floor.terminals.get(wish.terminal)
    if known is not None:
        return (
            refusals.TerminalIsRetired(known.id)
            if known.retired
            else refusals.TerminalAlreadyEnrolled(known.id, known.place)
        )
    for other in floor.terminals.values():
        if not other.retired and alike(place, other.place):
            return refusals.PlaceTaken(place, other.id)
    return None


def player_terminal(floor: Floor, terminal: TerminalId) -> Terminal | refusals.TerminalRefusal:
    """Return a terminal in service at which a patron can play, or the refusal."""
    found = terminal_in_service(floor, terminal)
    if isinstance(found, Terminal) and found.reads is not None:
        return refusals.TerminalIsSensor(terminal, found.reads)
    return found


def _of_a_device_in_service(
    floor: Floor, by: Actor, wish: commands.RetireTerminal | commands.AnswerCall
) -> events.TerminalFact | Refusal:
    """Judge the end of a device's service, or the answer to its patron's call."""
    found = terminal_in_service(floor, wish.terminal)
    if not isinstance(found, Terminal):
        return found
    if isinstance(wish, commands.AnswerCall):
        return actors.rank_refusal(by, actors.ANSWERS_CALLS) or events.CallAnswered(found.id)
    return actors.rank_refusal(by, actors.ENROLS) or events.TerminalRetired(found.id)
