"""The floor's own stream: its people, the roles they hold, and its terminals."""

from punto.identity.access.commands import (
    AdmitTerminal,
    InvitePerson,
    NoteInvitation,
    Notice,
    SecretKind,
    UnlockPerson,
)
from punto.identity.access.decisions import reset_asker
from punto.identity.catalogue import COMMANDS, EVENTS
from punto.identity.commands import Command, Wish
from punto.identity.decisions import decide
from punto.identity.events import Event, Fact
from punto.identity.evolution import evolve
from punto.identity.floors import Floor, Person, Terminal
from punto.identity.ids import id_refusal
from punto.identity.people.commands import DismissPerson, EnrolPerson
from punto.identity.people.refusals import ActorRefusal, NobodyNamed
from punto.identity.people.ties import ties_of
from punto.identity.profiles import Profile
from punto.identity.refusals import Refusal
from punto.identity.roles.actors import actor, person_meant, working_person
from punto.identity.roles.commands import EndActingRole, GrantActingRole, GrantRole, RevokeRole
from punto.identity.roles.events import ActingRoleEnded, ActingRoleGranted, RoleGranted, RoleRevoked
from punto.identity.terminals.commands import (
    AnswerCall,
    BringUpTable,
    EnrolTerminal,
    RetireTerminal,
)
from punto.identity.terminals.decisions import terminal_in_service
from punto.identity.terminals.events import BringUpOrdered
from punto.identity.terminals.refusals import TerminalRefusal

__all__ = [
    "COMMANDS",
    "EVENTS",
    "ActingRoleEnded",
    "ActingRoleGranted",
    "ActorRefusal",
    "AdmitTerminal",
    "AnswerCall",
    "BringUpOrdered",
    "BringUpTable",
    "Command",
    "DismissPerson",
    "EndActingRole",
    "EnrolPerson",
    "EnrolTerminal",
    "Event",
    "Fact",
    "Floor",
    "GrantActingRole",
    "GrantRole",
    "InvitePerson",
    "NobodyNamed",
    "NoteInvitation",
    "Notice",
    "Person",
    "Profile",
    "Refusal",
    "RetireTerminal",
    "RevokeRole",
    "RoleGranted",
    "RoleRevoked",
    "SecretKind",
    "Terminal",
    "TerminalRefusal",
    "UnlockPerson",
    "Wish",
    "actor",
    "decide",
    "evolve",
    "id_refusal",
    "person_meant",
    "reset_asker",
    "terminal_in_service",
    "ties_of",
    "working_person",
]
