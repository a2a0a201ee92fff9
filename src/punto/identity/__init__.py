"""The floor's own stream: its people, the roles they hold, and its terminals."""

from punto.identity.access.commands import (
    AccessNote,
    AdmitTerminal,
    InvitePerson,
    NoteInvitation,
    SecretKind,
    UnlockPerson,
)
from punto.identity.access.decisions import reset_asker
from punto.identity.decisions import decide
from punto.identity.evolution import evolve
from punto.identity.floors import ActingBox, AlarmCause, Floor, Person, Profile, Reset, Terminal
from punto.identity.messages import EVENTS, PIT_WISHES, Fact, FloorCommand, FloorEvent, Wish
from punto.identity.people.actors import ActorRefusal, actor, person_meant, working_person
from punto.identity.people.commands import (
    DismissPerson,
    EndActingRole,
    EnrolPerson,
    GrantActingRole,
    GrantRole,
    RevokeRole,
)
from punto.identity.people.events import (
    ActingRoleEnded,
    ActingRoleGranted,
    RoleGranted,
    RoleRevoked,
)
from punto.identity.people.refusals import NobodyNamed, TextUnreadable, id_refusal
from punto.identity.people.ties import ties_of
from punto.identity.refusals import Refusal
from punto.identity.terminals.commands import (
    AnswerCall,
    BringUpTable,
    ClockKind,
    EnrolSensor,
    EnrolTerminal,
    EraseName,
    NoteClock,
    RetireTerminal,
)
from punto.identity.terminals.decisions import player_terminal, terminal_in_service
from punto.identity.terminals.events import BringUpOrdered
from punto.identity.terminals.refusals import TerminalRefusal
from punto.identity.words import is_readable, tidy
