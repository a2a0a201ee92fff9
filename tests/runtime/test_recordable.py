"""A command that no record can keep is refused to its sender, and stops no one else."""

from dataclasses import dataclass

import pytest

from punto.identity.messages import FloorCommand
from punto.identity.people.commands import EnrolPerson
from punto.rounds.betting.commands import WantPosition
from punto.rounds.commands import Patron, Wish
from punto.rounds.irregularity.commands import Decline, ReportIrregularity
from punto.rounds.purse.commands import CashOut, TakeCash, TakeTicket
from punto.rounds.table.commands import ConfigureTable, DisableTerminal, SeatTerminal
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.runtime.command_fingerprints import seal
from punto.runtime.recordability import (
    ID_MAX,
    NUMBER_MAX,
    TEXT_MAX,
    NotRecordable,
    check_id,
    is_recordable,
)
from punto.values import replace
from punto.values.ids import CommandId, Instant, PersonId, TerminalId
from punto.values.money import Cents
from support.rounds.evening import DEALER, T1, configuration
from support.runtime.stage import Server, command, in_memory


@pytest.mark.parametrize("text", ["", "T1", "百家乐", "\x01", "e\u0301", "\U0001f0a1"])
def test_whole_characters_can_be_kept(text: str) -> None:
    assert is_recordable(text)
    text.encode()


@pytest.mark.parametrize("text", ["\0", "T\0", "\ud800", "百\udfff"])
def test_half_characters_and_nul_cannot(text: str) -> None:
    assert not is_recordable(text)


@pytest.mark.parametrize("text", ["a", "a" * ID_MAX, "百" * ID_MAX])
def test_an_id_may_be_of_this_length(text: str) -> None:
    check_id("table", text)


@pytest.mark.parametrize("text", ["", "a" * (ID_MAX + 1), "\0", "\udc00"])
def test_an_id_that_is_empty_endless_or_unreadable_is_refused(text: str) -> None:
    with pytest.raises(NotRecordable, match=r"table '.*': expected 1 to 200 whole characters"):
        check_id("table", text)


UNFIT: list[Wish] = [
    SeatTerminal(TerminalId("T\0")),
    DisableTerminal(T1, "\ud800"),
    DisableTerminal(T1, "a" * (TEXT_MAX + 1)),
    Decline("\0"),
    ReportIrregularity(Irregularity.NOT_COVERED, "words", terminals=(T1, TerminalId("\0"))),
    TakeCash(T1, Cents(NUMBER_MAX + 1)),
    TakeCash(T1, Cents(-(NUMBER_MAX + 1))),
    WantPosition(T1, 10**40, ()),
    WantPosition(T1, 1, ((BetKey("\0"), Cents(1)),)),
    WantPosition(T1, 1, ((BetKey("banker"), Cents(1 << 70)),)),
]


@pytest.mark.parametrize("wish", UNFIT, ids=lambda wish: type(wish).__name__)
def test_whatever_cannot_be_kept_is_found_wherever_it_stands(wish: Wish) -> None:
    with pytest.raises(NotRecordable):
        seal(command(wish, Patron(T1)))


def test_what_can_be_kept_passes() -> None:
    seal(command(TakeCash(T1, Cents(NUMBER_MAX))))
    seal(command(DisableTerminal(T1, "a" * TEXT_MAX)))
    seal(command(ConfigureTable(configuration())))


def test_what_looks_doubtful_in_json_passes_too() -> None:
    for words in ("\x01", "1234567890" * 3, "\\u0000", "百" * (TEXT_MAX // 2)):
        seal(command(DisableTerminal(T1, words)))


def test_what_stands_in_a_mapping_is_found_too() -> None:
    @dataclass(frozen=True)
    class Told:
        words: dict[str, str]

    seal(command(Told({"a": "b"})))  # type: ignore[arg-type]
    for words in ({"a": "\0"}, {"\0": "a"}):
        with pytest.raises(NotRecordable):
            seal(command(Told(words)))  # type: ignore[arg-type]


def test_the_time_and_the_sender_are_looked_at_too() -> None:
    with pytest.raises(NotRecordable):
        seal(command(TakeCash(T1, Cents(1)), Patron(TerminalId("\0"))))
    with pytest.raises(NotRecordable):
        seal(command(TakeCash(T1, Cents(1)), at=1 << 63))


def test_a_number_of_a_ticket_is_not_shown() -> None:
    ticket = TakeTicket(T1, "123\x00456", Cents(1), None, None)  # type: ignore[arg-type]
    with pytest.raises(NotRecordable) as refused:
        seal(command(ticket, Patron(T1)))
    assert "123" not in str(refused.value)


def test_commands_to_the_floor_are_looked_at_as_well() -> None:
    wish = EnrolPerson(PersonId("tan"), "Tan\0")
    with pytest.raises(NotRecordable):
        seal(FloorCommand(CommandId("f1"), Instant(1), None, wish))


@pytest.mark.parametrize("wish", UNFIT, ids=lambda wish: type(wish).__name__)
def test_no_such_command_halts_a_table(wish: Wish) -> None:
    server = Server(in_memory()).set_up()
    with pytest.raises(NotRecordable):
        server.ask(wish, DEALER)
    assert server.halts == []
    server.do(TakeCash(T1, Cents(100)))


def test_what_the_server_added_is_looked_at_too() -> None:
    drawn = command(CashOut(T1, chance=NUMBER_MAX + 1), Patron(T1))
    completed = replace(command(DisableTerminal(T1, "\0")), said=DisableTerminal(T1, "words"))
    for unfit in (drawn, completed):
        with pytest.raises(NotRecordable):
            seal(unfit)


def test_what_the_sender_said_is_looked_at_even_if_the_server_kept_none_of_it() -> None:
    completed = replace(command(TakeCash(T1, Cents(1))), said=DisableTerminal(T1, "\ud800"))
    with pytest.raises(NotRecordable):
        seal(completed)
