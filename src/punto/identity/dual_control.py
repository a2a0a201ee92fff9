from dataclasses import replace

from punto.identity.profiles import Profile
from punto.identity.ranks import rank_refusal
from punto.identity.refusals import DualControlRefusal
from punto.rules.dual_control import same_person_refusal
from punto.rules.roles import Actor, Role


def dual_control(
    first: Actor, second: Actor, required: Role, profile: Profile
) -> DualControlRefusal | None:
    """What is wrong with a first step and its attestation; None when nothing is."""
    alone = profile is Profile.SINGLE_PERSON
    same = same_person_refusal(first.person, replace(second, alone=alone), alone=alone)
    return same or rank_refusal(second, required)
