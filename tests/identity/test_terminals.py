import pytest

from punto.identity.decisions import decide
from punto.identity.floors import Floor, Terminal
from punto.identity.messages import FloorEvent
from punto.identity.people.actors import RankTooLow
from punto.identity.people.refusals import TextUnreadable
from punto.identity.terminals.commands import EnrolSensor, EnrolTerminal, RetireTerminal
from punto.identity.terminals.decisions import player_terminal, terminal_in_service
from punto.identity.terminals.events import TerminalEnrolled, TerminalRetired
from punto.identity.terminals.refusals import (
    PlaceTaken,
    SensorInPlace,
    TerminalAlreadyEnrolled,
    TerminalIsRetired,
    TerminalIsSensor,
    TerminalUnknown,
)
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, PersonId, TableId, TerminalId
from support.identity.floors_in_tests import CHIEF, DEE, MAX, NOW, SUE, after, ask, refused, staffed

ONE, TWO = TerminalId("t-1"), TerminalId("t-2")


def one_terminal() -> Floor:
    return after(staffed(), ask(EnrolTerminal(ONE, "bank 1 seat 1")))


def test_a_terminal_is_enrolled_at_its_place() -> None:
    assert decide(staffed(), ask(EnrolTerminal(ONE, " bank 1  seat 1"), MAX)) == (
        FloorEvent(
            TerminalEnrolled(ONE, "bank 1 seat 1"),
            Actor(MAX, Role.PIT_MANAGER),
            NOW,
            CommandId("c-1"),
            "",
        ),
    )
    assert terminal_in_service(one_terminal(), ONE) == Terminal(ONE, "bank 1 seat 1")


def test_a_terminal_that_is_retired_serves_no_more() -> None:
    decided = decide(one_terminal(), ask(RetireTerminal(ONE), MAX))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [TerminalRetired(ONE)]
    retired = after(one_terminal(), ask(RetireTerminal(ONE)))
    assert terminal_in_service(retired, ONE) == TerminalIsRetired(ONE)
    assert refused(retired, ask(RetireTerminal(ONE))) == TerminalIsRetired(ONE)


def test_a_terminal_that_was_never_enrolled_is_unknown() -> None:
    assert terminal_in_service(one_terminal(), TWO) == TerminalUnknown(TWO)
    assert refused(one_terminal(), ask(RetireTerminal(TWO))) == TerminalUnknown(TWO)


def test_an_id_means_one_device_for_ever() -> None:
    again = ask(EnrolTerminal(ONE, "bank 2"))
    assert refused(one_terminal(), again) == TerminalAlreadyEnrolled(ONE, "bank 1 seat 1")
    retired = after(one_terminal(), ask(RetireTerminal(ONE)))
    assert refused(retired, again) == TerminalIsRetired(ONE)


def test_a_place_has_one_terminal_until_that_is_retired() -> None:
    beside = ask(EnrolTerminal(TWO, "Bank 1  Seat 1"))
    assert refused(one_terminal(), beside) == PlaceTaken("Bank 1 Seat 1", ONE)
    floor = after(one_terminal(), ask(RetireTerminal(ONE)), beside)
    assert terminal_in_service(floor, TWO) == Terminal(TWO, "Bank 1 Seat 1")


def test_a_sensor_reads_the_chips_of_one_table_until_it_is_retired() -> None:
    enrol = EnrolSensor(ONE, TableId("L1"), " under the  felt ")
    floor = after(staffed(), ask(enrol))
    assert floor.terminals[ONE] == Terminal(ONE, "under the felt", reads=TableId("L1"))
    beside = ask(EnrolSensor(TWO, TableId("L1"), "above the table"))
    assert refused(floor, beside) == SensorInPlace(TableId("L1"), ONE)
    elsewhere = after(floor, ask(EnrolSensor(TWO, TableId("L2"), "above the table")))
    assert elsewhere.terminals[TWO].reads == "L2"
    assert TWO in after(floor, ask(RetireTerminal(ONE)), beside).terminals


def test_a_sensor_is_enrolled_like_every_device() -> None:
    sensor = EnrolSensor(ONE, TableId("L1"), "bank 2")
    assert isinstance(refused(staffed(), ask(sensor, SUE)), RankTooLow)
    known = TerminalAlreadyEnrolled(ONE, "bank 1 seat 1")
    assert refused(one_terminal(), ask(sensor)) == known


def test_a_patron_cannot_play_at_a_sensor() -> None:
    floor = after(one_terminal(), ask(EnrolSensor(TWO, TableId("L1"), "bank 2")))
    assert player_terminal(floor, ONE) == Terminal(ONE, "bank 1 seat 1")
    assert player_terminal(floor, TWO) == TerminalIsSensor(TWO, TableId("L1"))
    assert player_terminal(staffed(), ONE) == TerminalUnknown(ONE)


def test_two_terminals_stand_at_two_places() -> None:
    assert set(after(one_terminal(), ask(EnrolTerminal(TWO, "bank 2"))).terminals) == {ONE, TWO}


@pytest.mark.parametrize(
    ("terminal", "place", "refusal"),
    [
        ("", "bank 1", TextUnreadable("terminal", "")),
        ("t\n", "bank 1", TextUnreadable("terminal", "t\n")),
        ("t-1", "", TextUnreadable("place", "")),
        ("t-1", "\u200b", TextUnreadable("place", "\u200b")),
    ],
)
def test_a_terminals_id_and_place_must_be_seen(
    terminal: str, place: str, refusal: TextUnreadable
) -> None:
    assert refused(staffed(), ask(EnrolTerminal(TerminalId(terminal), place))) == refusal


@pytest.mark.parametrize("by", [SUE, DEE])
def test_below_a_pit_manager_nobody_enrols_or_retires_a_terminal(by: PersonId) -> None:
    assert isinstance(refused(one_terminal(), ask(RetireTerminal(ONE), by)), RankTooLow)
    assert isinstance(refused(one_terminal(), ask(EnrolTerminal(TWO, "bank 2"), by)), RankTooLow)


def test_a_shift_manager_may_do_what_a_pit_manager_may() -> None:
    assert after(one_terminal(), ask(RetireTerminal(ONE), CHIEF)).terminals[ONE].retired
