"""Who may be acting for whom: accounts whose secrets were chosen by an invitation of late.

Whoever hands out an invitation can use it, and would then be two people. So the inviters of a
person, and their inviters in turn, are tied to that person for a time (A-53).
"""

from collections.abc import Mapping

from punto.identity.floors import Floor
from punto.rules.dual_control import Tie
from punto.values.ids import Instant, PersonId


def ties_of(floor: Floor, person: PersonId, at: Instant, *, both_ways: bool) -> tuple[Tie, ...]:
    """Those who may have set up a person's account; both ways also those whom the person set up."""
    found = dict(_inviters(floor, person, at))
    if both_ways:
        for other in floor.people:
            until = _inviters(floor, other, at).get(person)
            if until is not None:
                found[other] = max(until, found.get(other, until))
    return tuple(Tie(each, until) for each, until in sorted(found.items()))


def _inviters(floor: Floor, person: PersonId, at: Instant) -> Mapping[PersonId, Instant]:
    """Everybody up the chain of invitations that have not run out, with when they do."""
    found: dict[PersonId, Instant] = {}
    ahead = [person]
    while ahead:
        known = floor.people.get(ahead.pop())
        until = None if known is None else known.vouched_until
        if known is None or until is None or at >= until:
            continue
        for inviter in known.vouched_by:
            if inviter not in found and inviter != person:
                found[inviter] = until
                ahead.append(inviter)
    return found
