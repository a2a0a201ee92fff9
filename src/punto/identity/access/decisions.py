"""Decisions on access: invitations, unlocking, alarms and the server's notices."""

from typing import Final, assert_never

from punto.identity.access import commands, events, refusals
from punto.identity.floors import AlarmCause, Floor, Person, Terminal
from punto.identity.people import actors
from punto.identity.people.actors import actor, working_person
from punto.identity.people.ties import ties_of
from punto.identity.refusals import Refusal
from punto.identity.terminals.decisions import terminal_in_service
from punto.rules import Actor, SamePersonTwice, tie_refusal
from punto.values import Instant

ALARM_WITHIN_MS: Final = 60 * 60 * 1_000
"""A second lockout of one person within this time raises an alarm."""

RESET_WAITS_MS: Final = 24 * 60 * 60 * 1_000
"""How long the first of two people waits for the second."""


def let_in(
    floor: Floor, by: Actor, at: Instant, wish: commands.AccessWish
) -> events.AccessFact | Refusal:
    """Judge a command about the access of a person or a device."""
    if isinstance(wish, commands.AdmitTerminal):
        terminal = terminal_in_service(floor, wish.terminal)
        if not isinstance(terminal, Terminal):
            return terminal
        return actors.rank_refusal(by, actors.ENROLS) or events.TerminalAdmitted(terminal.id)
    person = working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    match wish:
        case commands.InvitePerson():
            return _invitation(floor, person, by, at, wish)
        case commands.UnlockPerson():
            return actors.rank_refusal(by, actors.UNLOCKS) or _unlocked(person, by)
        case commands.CloseAlarms():
            return actors.rank_refusal(by, actors.CLOSES_ALARMS) or _closed(person, by)
    assert_never(wish)


def _invitation(
    floor: Floor, person: Person, by: Actor, at: Instant, wish: commands.InvitePerson
) -> events.AccessFact | Refusal:
    """Judge an invitation. Rank alone is not enough, since an inviter could act as the invited.

    For first secrets one inviter is enough: the person is tied to the inviter for a time. A
    replacement takes two people, one of whom must rank above every role of the person.
    """
    needed = actors.rank_over(person, at)
    if not (person.had_secrets or wish.has_secrets):
        return actors.rank_refusal(by, needed) or events.PersonInvited(person.id, None)
    if by.person == person.id:
        return refusals.ResetOfOneself(person.id)
    asker = reset_asker(floor, person, at)
    if asker is None:
        return actors.rank_refusal(by, actors.ASKS_RESET) or events.ResetAsked(person.id)
    if asker.person == by.person:
        return SamePersonTwice(by.person)
    least = actors.ASKS_RESET if asker.may_act_as(needed) else needed
    ties = ties_of(floor, by.person, at, all_ways=True)
    return (
        actors.rank_refusal(by, least)
        or tie_refusal(asker.person, by.person, ties)
        or events.PersonInvited(person.id, asker.person)
    )


def reset_asker(floor: Floor, person: Person, at: Instant) -> Actor | None:
    """Return the first of two people who reset a person's secrets; None if no reset is open.

    A first person who has since been dismissed, or lost the role, no longer counts.
    """
    asked = person.reset_asked
    if asked is None or at - asked.at > RESET_WAITS_MS:
        return None
    asker = actor(floor, asked.by, at)
    return asker if isinstance(asker, Actor) and asker.may_act_as(actors.ASKS_RESET) else None


def _unlocked(person: Person, by: Actor) -> events.AccessFact | Refusal:
    # A guesser who could unlock the account could try every PIN.
    if by.person == person.id:
        return refusals.UnlockOneself(person.id)
    return events.PersonUnlocked(person.id) if person.locked else refusals.NotLockedOut(person.id)


def _closed(person: Person, by: Actor) -> events.AccessFact | Refusal:
    if by.person == person.id and not by.alone:
        return refusals.AlarmAboutOneself(person.id)
    return events.AlarmsClosed(person.id) if person.alarms else refusals.NoAlarm(person.id)


def noticed(
    floor: Floor, notice: commands.AccessNote, at: Instant
) -> tuple[events.AccessFact, ...] | Refusal:
    """Return the events of a server's notice; refuse one about a person unknown to the floor."""
    person = working_person(floor, notice.person)
    if not isinstance(person, Person):
        return person
    match notice:
        case commands.NoteInvitation():
            return (events.PersonInvited(person.id, None),)
        case commands.NoteSecrets():
            chosen = _chosen(person, notice, at)
            return (chosen,) if isinstance(chosen, events.SecretsChosen) else chosen
        case commands.NoteSignIn():
            return (events.SignedIn(person.id),)
        case commands.NoteFailure():
            return (events.SignInFailed(person.id, notice.secret),)
        case commands.NoteLockout():
            return (events.PersonLockedOut(person.id), *_second_lockout(person, at))
        case commands.NoteAlarm():
            return (events.AlarmRaised(person.id, notice.cause, notice.source),)
    assert_never(notice)


def _chosen(
    person: Person, notice: commands.NoteSecrets, at: Instant
) -> events.SecretsChosen | Refusal:
    if notice.invitation is None:
        # A person who changes their own secrets stays tied: the change may be made by the inviter.
        until = at if person.vouched_until is None else person.vouched_until
        return events.SecretsChosen(person.id, person.vouched_by, until)
    invited = person.invitation
    if invited is None or invited.command != notice.invitation:
        return refusals.InvitationOver(person.id)
    return events.SecretsChosen(person.id, invited.by, Instant(at + notice.tied_ms))


def _second_lockout(person: Person, at: Instant) -> tuple[events.AccessFact, ...]:
    if person.locked_at is None or at - person.locked_at > ALARM_WITHIN_MS:
        return ()
    return (events.AlarmRaised(person.id, AlarmCause.LOCKED_AGAIN, ""),)
