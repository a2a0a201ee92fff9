from punto.identity.profiles import Profile
from punto.identity.ranks import rank_refusal
from punto.identity.refusals import DualControlRefusal
from punto.identity.role_refusals import SamePersonTwice
from punto.rules.roles import Actor, Role


def dual_control(
    first: Actor, second: Actor, required: Role, profile: Profile
) -> DualControlRefusal | None:
    """What is wrong with a first step and its attestation; None when nothing is."""
    # not even somebody who holds, or acts in, both roles may take both steps;
    # but for a person who is alone, which the profile shows on every round.
    if first.person == second.person and profile is not Profile.SINGLE_PERSON:
        return SamePersonTwice(first.person)
    return rank_refusal(second, required)
