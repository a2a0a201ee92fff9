"""The rules of one stream, bound to its name."""

import pytest

from punto.rounds.command_refusals import RoleTooLow
from punto.rounds.commands import Patron
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rounds.table.refusals import ConfigurationUnfit, Unfit
from punto.runtime.folds import FloorFold, TableFold
from punto.runtime.ports import FLOOR, is_of_a_table, stream_of, table_of
from punto.runtime.stream_runtime import Halted
from punto.runtime.stream_start import new_floor
from punto.values import replace
from punto.values.ids import TableId
from support.rounds.evening import PIT_MANAGER, T1, configuration
from support.runtime.hosts import enrolment
from support.runtime.stage import Server, in_memory, named


def test_a_table_takes_only_its_own_configuration() -> None:
    server = Server(in_memory(), "B2")
    refused = server.ask(ConfigureTable(configuration()), PIT_MANAGER)
    assert refused == ConfigurationUnfit(Unfit.OTHER_TABLE, "A1")
    assert "table A1" in refused.sentence
    assert server.runtime.position == 0
    server.do(ConfigureTable(named("B2", configuration())), PIT_MANAGER)
    server.do(OpenTable())


def test_whoever_may_not_configure_hears_that_first() -> None:
    server = Server(in_memory(), "B2")
    refused = server.ask(ConfigureTable(configuration()), Patron(T1))
    assert isinstance(refused, RoleTooLow)


def test_a_later_configuration_is_held_to_it_too() -> None:
    server = Server(in_memory())
    own = named("A1", configuration())
    server.do(ConfigureTable(own), PIT_MANAGER)
    server.do(ConfigureTable(replace(own, betting_ms=9_000)), PIT_MANAGER)
    other = ConfigureTable(replace(own, table=TableId("A2")))
    assert server.ask(other, PIT_MANAGER) == ConfigurationUnfit(Unfit.OTHER_TABLE, "A2")


def test_a_floor_that_breaks_says_at_which_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> object:
        raise ArithmeticError("below zero")

    for name in ("decide", "evolve"):
        floor = new_floor(in_memory(), lambda _: None, lambda _: None)
        with monkeypatch.context() as patched:
            patched.setattr(f"punto.identity.{name}", failing)
            with pytest.raises(Halted, match=r"InvariantBroken: command f1, .*: ArithmeticError"):
                floor.process([enrolment()])


def test_a_stream_says_whose_it_is() -> None:
    stream = stream_of(TableId("A/1"))
    assert (stream, table_of(stream)) == ("table/A/1", "A/1")
    assert is_of_a_table(stream)
    assert not is_of_a_table(FLOOR)
    assert TableFold().of(stream).table == "A/1"
    assert isinstance(FloorFold().of(FLOOR), FloorFold)
