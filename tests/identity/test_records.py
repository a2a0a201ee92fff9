"""A floor answers a repeated command as it did the first time."""

from dataclasses import replace

from punto.identity.commands import Command, EnrolPerson
from punto.identity.evolution import replay
from punto.identity.records import FloorRecord, submit
from punto.rules.repeats import CommandIdReused
from punto.values.ids import CommandId, Instant, PersonId

FIRST = Command(CommandId("c-1"), Instant(0), None, EnrolPerson(PersonId("tan"), "Tan Wei Ling"))


def test_a_repeat_gets_the_first_answer_and_changes_nothing() -> None:
    record, answer = submit(FloorRecord(), FIRST)
    assert isinstance(answer, tuple)
    again, same = submit(record, replace(FIRST, at=Instant(9)))
    assert (again, same) == (record, answer)
    assert replay(record.events) == record.floor


def test_a_refusal_is_repeated_too() -> None:
    record, _ = submit(FloorRecord(), FIRST)
    second = replace(FIRST, id=CommandId("c-2"))
    record, refused = submit(record, second)
    assert not isinstance(refused, tuple)
    assert submit(record, second) == (record, refused)


def test_another_command_under_the_same_id_is_refused() -> None:
    record, _ = submit(FloorRecord(), FIRST)
    other = replace(FIRST, wish=EnrolPerson(PersonId("lim"), "Lim Ah Kow"))
    assert submit(record, other) == (record, CommandIdReused(CommandId("c-1")))
