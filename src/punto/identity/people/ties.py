"""Ties between people: accounts whose secrets were chosen by a recent invitation.

An inviter could use the link that they hand out, and would then count as two people. So the
inviters of a person, and their inviters in turn, are tied to that person for a time (A-53).
"""

from collections.abc import Mapping

from punto.identity.floors import Floor
from punto.rules import Tie
from punto.values import Instant, PersonId


def ties_of(floor: Floor, person: PersonId, at: Instant, *, all_ways: bool) -> tuple[Tie, ...]:
    """Return the people who may have set up a person's account.

    With ``all_ways``, also the accounts that the person may have set up, and those that share an
    inviter with the person: one inviter with two new accounts would count as two people as well.
    """
    own = _inviters(floor, person, at)
    found = dict(own)
    if all_ways:
        for other in floor.people:
            until = _tied_until(person, own, _inviters(floor, other, at))
            if other != person and until is not None:
                found[other] = max(until, found.get(other, until))
    return tuple(Tie(each, until) for each, until in sorted(found.items()))


def _tied_until(
    person: PersonId, own: Mapping[PersonId, Instant], others: Mapping[PersonId, Instant]
) -> Instant | None:
    """Return until when another account is tied to a person, by their inviters; None if never."""
    shared = [min(own[each], others[each]) for each in own if each in others]
    set_up = [others[person]] if person in others else []
    return max((*shared, *set_up), default=None)


def _inviters(floor: Floor, person: PersonId, at: Instant) -> Mapping[PersonId, Instant]:
    """Return everyone up the chain of invitations that have not expired, with their expiry."""
    found: dict[PersonId, Instant] = {}
    ahead = [(person, _open_until(floor, person, at))]
    while ahead:
        invited, until = ahead.pop()
        if until is None:
            continue
        for inviter in floor.people[invited].vouched_by:
            if inviter != person and until > found.get(inviter, at):
                found[inviter] = until
                # A chain holds as long as each of its links does.
                further = _open_until(floor, inviter, at)
                ahead.append((inviter, None if further is None else min(until, further)))
    return found


def _open_until(floor: Floor, person: PersonId, at: Instant) -> Instant | None:
    known = floor.people.get(person)
    until = None if known is None else known.vouched_until
    return None if until is None or at >= until else until
