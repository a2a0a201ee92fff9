"""Statements about the floor: its people, their roles, its terminals."""

from functools import reduce
from typing import Final

from punto import identity
from punto.identity.people import commands as people_commands
from punto.rehearsals.forms import Action, Deed, Found, StatementForm, of_floor
from punto.rehearsals.scenes import NOBODY, Nobody, OfFloor, Scene, Staff
from punto.rehearsals.scopes import Scope
from punto.values import PersonId


def _founder(scene: Scene) -> Staff | Nobody:
    """Return the first person of the floor, who enrols everything that a script lists."""
    first = next(iter(scene.floor.people), None)
    return NOBODY if first is None else Staff(first)


def _person_row(found: Found, scope: Scope) -> Deed:
    del scope
    person, role = PersonId(found["newcomer"]), found["position"]

    def asked(scene: Scene) -> tuple[OfFloor, ...]:
        founder = _founder(scene)
        enrolled = OfFloor(
            founder, people_commands.EnrolPerson(person, found.get("text", person.title()))
        )
        if founder == NOBODY:
            return (enrolled,)
        return (enrolled, OfFloor(founder, identity.GrantRole(person, role)))

    return Action(asked)


def _names_person(scope: Scope, found: Found) -> Scope:
    return scope.with_person(PersonId(found["newcomer"]))


PEOPLE_FORMS: Final = (
    StatementForm(
        "{newcomer} {position} [{text}]",
        "A person with a short name and a role; a full name may follow. The first person founds "
        "the floor, is its Shift Manager and enrols the others.",
        'tan Shift Manager "Tan Wei"',
        _person_row,
        _names_person,
    ),
)


def _terminals(found: Found, scope: Scope) -> Deed:
    del scope

    def asked(scene: Scene) -> tuple[OfFloor, ...]:
        founder = _founder(scene)
        return tuple(
            OfFloor(founder, identity.EnrolTerminal(t, f"place {t}")) for t in found["devices"]
        )

    return Action(asked)


def _names_terminals(scope: Scope, found: Found) -> Scope:
    return reduce(Scope.with_terminal, found["devices"], scope)


def _found(found: Found, scope: Scope) -> Deed:
    del scope
    wish = people_commands.EnrolPerson(found["newcomer"], found["text"])
    return Action(lambda _: (OfFloor(NOBODY, wish),))


def _acting(found: Found, scope: Scope) -> Deed:
    since, until = found.get("since", scope.now), found["until"]
    wish = identity.GrantActingRole(found["person"], found["role"], since, until)
    return Action(lambda _: (OfFloor(found["somebody"], wish),))


FLOOR_FORMS: Final = (
    StatementForm(
        "terminals {devices}",
        "Enrol terminals; the founder is the sender.",
        "terminals T1 T2 T3",
        _terminals,
        _names_terminals,
    ),
    StatementForm(
        "nobody enrols {newcomer} as {text}",
        "Found the floor with its first person, the Shift Manager.",
        'nobody enrols tan as "Tan Wei"',
        _found,
        _names_person,
    ),
    of_floor(
        "{somebody} enrols {newcomer} as {text}",
        "Enrol a person on the floor, under a full name.",
        'tan enrols zoe as "Zoe Lim"',
        lambda found: people_commands.EnrolPerson(found["newcomer"], found["text"]),
        _names_person,
    ),
    of_floor(
        "{somebody} dismisses {person}",
        "Dismiss a person, who loses all roles.",
        "tan dismisses mei",
        lambda found: people_commands.DismissPerson(found["person"]),
    ),
    of_floor(
        "{somebody} reinstates {person}",
        "Reinstate a person, at first without a role.",
        "tan reinstates mei",
        lambda found: people_commands.ReinstatePerson(found["person"]),
    ),
    of_floor(
        "{somebody} grants {person} the role {role}",
        "Grant a role until it is revoked.",
        "tan grants mei the role Pit Supervisor",
        lambda found: identity.GrantRole(found["person"], found["role"]),
    ),
    of_floor(
        "{somebody} revokes the role {role} of {person}",
        "Revoke a role.",
        "tan revokes the role Dealer of mei",
        lambda found: identity.RevokeRole(found["person"], found["role"]),
    ),
    StatementForm(
        "{somebody} lets {person} act as {role} [from {since:time}] until {until:time}",
        "Grant an acting role for a time, from now or from a later moment.",
        "tan lets mei act as Pit Supervisor until 22:00",
        _acting,
    ),
    of_floor(
        "{somebody} ends the acting role of {person}",
        "End an acting role early.",
        "tan ends the acting role of mei",
        lambda found: identity.EndActingRole(found["person"]),
    ),
    of_floor(
        "{somebody} chooses the profile {profile}",
        "Choose whether staff or one person runs the floor; this applies to tables configured "
        "afterwards.",
        "tan chooses the profile single person",
        lambda found: people_commands.ChooseProfile(found["profile"]),
    ),
    of_floor(
        "{somebody} enrols terminal {device} at {text}",
        "Enrol one terminal, with its place.",
        'tan enrols terminal T9 at "north side"',
        lambda found: identity.EnrolTerminal(found["device"], found["text"]),
        lambda scope, found: scope.with_terminal(found["device"]),
    ),
    of_floor(
        "{somebody} fits sensor {device} to table {table} at {text}",
        "Enrol the device that reads the chips of a live table, with its place.",
        'tan fits sensor S1 to table L1 at "under the felt"',
        lambda found: identity.EnrolSensor(found["device"], found["table"], found["text"]),
        lambda scope, found: scope.with_terminal(found["device"]),
    ),
    of_floor(
        "{somebody} retires terminal {terminal}",
        "Retire a terminal for good.",
        "tan retires terminal T1",
        lambda found: identity.RetireTerminal(found["terminal"]),
    ),
    of_floor(
        "{somebody} has table {table} brought up",
        "Restart a halted table after the cause was dealt with; the server verifies it first.",
        "tan has table A1 brought up",
        lambda found: identity.BringUpTable(found["table"]),
    ),
    of_floor(
        "{somebody} erases the name of {patron} at table {table}",
        "Erase the name that staff entered for a patron of a live table.",
        "tan erases the name of ann at table L1",
        lambda found: identity.EraseName(found["table"], found["patron"]),
    ),
)
