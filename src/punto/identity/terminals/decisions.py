"""Judgements on terminals; what a terminal's meters hold is its table's affair, not the floor's."""

from typing import assert_never

from punto.identity.floors import Floor, Terminal
from punto.identity.ids import id_refusal
from punto.identity.people.refusals import TextUnreadable
from punto.identity.refusals import Refusal
from punto.identity.roles.actors import ANSWERS_CALLS, BRINGS_UP, ENROLS, rank_refusal
from punto.identity.terminals import commands, events, refusals
from punto.identity.words import alike, is_readable, tidy
from punto.rules import Actor
from punto.values import TerminalId


def decide_terminals(
    floor: Floor, by: Actor, wish: commands.TerminalWish
) -> events.TerminalFact | Refusal:
    """Judge what somebody wants of a terminal, or of a halted table."""
    match wish:
        case commands.EnrolTerminal():
            return enrol_terminal(floor, by, wish)
        case commands.RetireTerminal():
            return retire_terminal(floor, by, wish)
        case commands.AnswerCall():
            return answer_call(floor, by, wish)
        case commands.BringUpTable():
            return rank_refusal(by, BRINGS_UP) or events.BringUpOrdered(wish.table)
        case _:
            assert_never(wish)


def terminal_in_service(floor: Floor, terminal: TerminalId) -> Terminal | refusals.TerminalRefusal:
    """A terminal that is enrolled and was not retired."""
    found = floor.terminals.get(terminal)
    if found is None:
        return refusals.TerminalUnknown(terminal)
    return refusals.TerminalIsRetired(terminal) if found.retired else found


def enrol_terminal(
    floor: Floor, by: Actor, wish: commands.EnrolTerminal
) -> events.TerminalEnrolled | Refusal:
    """Judge the enrolment of a device: one device behind each id, one at each place."""
    refusal = rank_refusal(by, ENROLS)
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
    return events.TerminalEnrolled(wish.terminal, place)


def retire_terminal(
    floor: Floor, by: Actor, wish: commands.RetireTerminal
) -> events.TerminalRetired | Refusal:
    """Judge the end of a device's service."""
    found = terminal_in_service(floor, wish.terminal)
    if not isinstance(found, Terminal):
        return found
    return rank_refusal(by, ENROLS) or events.TerminalRetired(found.id)


def answer_call(
    floor: Floor, by: Actor, wish: commands.AnswerCall
) -> events.CallAnswered | Refusal:
    """Judge who says that a patron is being helped."""
    found = terminal_in_service(floor, wish.terminal)
    if not isinstance(found, Terminal):
        return found
    return rank_refusal(by, ANSWERS_CALLS) or events.CallAnswered(found.id)
