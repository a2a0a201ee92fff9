"""What torture has found in the program, each as the shortest story that shows it."""

from punto.rounds.commands import Command
from punto.rounds.table_commands import EnableTerminal
from punto.rules.roles import Actor, Role
from punto.tables.fingerprints import fingerprint_of
from punto.values.ids import CommandId, Instant, PersonId, TerminalId

ARUN = PersonId("arun")


def said_by(actor: Actor) -> Command:
    return Command(CommandId("pit-7"), Instant(1), actor, EnableTerminal(TerminalId("T1")))


def test_a_repeat_is_known_by_its_sender_also_when_the_role_has_changed_meanwhile() -> None:
    """Whoever asks again in an acting role, or when it is over, has said nothing else."""
    first = fingerprint_of(said_by(Actor(ARUN, Role.PIT_SUPERVISOR)))
    assert fingerprint_of(said_by(Actor(ARUN, Role.PIT_MANAGER, acting=True))) == first
    assert fingerprint_of(said_by(Actor(PersonId("siti"), Role.PIT_MANAGER))) != first
