"""All refusals of the floor: a closed list."""

from punto.identity.access.refusals import (
    AlarmAboutOneself,
    InvitationOver,
    NoAlarm,
    NotForAPerson,
    NotLockedOut,
    ResetOfOneself,
    UnlockOneself,
)
from punto.identity.people.refusals import (
    IdAlike,
    IdUnfit,
    NameIsGeneric,
    NameTaken,
    NobodyNamed,
    NoRole,
    PersonAlreadyEnrolled,
    PersonIsDismissed,
    PersonNotDismissed,
    PersonUnknown,
    TextUnreadable,
)
from punto.identity.roles.refusals import (
    ActingAlready,
    BoxContradicts,
    GrantToOneself,
    LastShiftManager,
    NotActing,
    RankTooLow,
    RoleAlreadyHeld,
    RoleNotHeld,
)
from punto.identity.terminals.refusals import (
    FloorHasStaff,
    FloorIsForOne,
    PlaceTaken,
    ProfileAlreadyChosen,
    TerminalAlreadyEnrolled,
    TerminalIsRetired,
    TerminalUnknown,
)
from punto.rules.dual_control import OnePersonAsTwo, SamePersonTwice

ActorRefusal = PersonUnknown | PersonIsDismissed | NoRole
"""Why nobody can act under that id at that instant."""

DualControlRefusal = SamePersonTwice | OnePersonAsTwo | RankTooLow

TerminalRefusal = TerminalUnknown | TerminalIsRetired

Refusal = (
    ActorRefusal
    | DualControlRefusal
    | TerminalRefusal
    | NobodyNamed
    | PersonNotDismissed
    | PersonAlreadyEnrolled
    | TextUnreadable
    | IdUnfit
    | IdAlike
    | NameIsGeneric
    | NameTaken
    | GrantToOneself
    | RoleAlreadyHeld
    | RoleNotHeld
    | LastShiftManager
    | BoxContradicts
    | ActingAlready
    | NotActing
    | FloorHasStaff
    | FloorIsForOne
    | ProfileAlreadyChosen
    | TerminalAlreadyEnrolled
    | PlaceTaken
    | NotLockedOut
    | UnlockOneself
    | ResetOfOneself
    | InvitationOver
    | AlarmAboutOneself
    | NoAlarm
    | NotForAPerson
)
