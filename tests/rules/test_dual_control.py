import pytest

from punto.rules.dual_control import (
    OnePersonAsTwo,
    SamePersonTwice,
    Tie,
    same_person_refusal,
    tie_refusal,
)
from punto.rules.roles import Actor, Role
from punto.values.ids import Instant, PersonId

MEI, ARUN = PersonId("mei"), PersonId("arun")


@pytest.mark.reading("A-53", "A-73")
@pytest.mark.parametrize(
    ("second", "private_table", "nobody_else", "refusal"),
    [
        (ARUN, False, False, None),
        (ARUN, True, True, None),
        (MEI, True, True, None),
        (MEI, True, False, SamePersonTwice(MEI)),
        (MEI, False, True, SamePersonTwice(MEI)),
        (MEI, False, False, SamePersonTwice(MEI)),
    ],
)
def test_both_steps_are_for_two_people_unless_one_is_alone_at_a_private_table(
    second: PersonId, refusal: SamePersonTwice | None, *, private_table: bool, nobody_else: bool
) -> None:
    actor = Actor(second, Role.SHIFT_MANAGER, alone=nobody_else)
    assert same_person_refusal(MEI, actor, alone=private_table) == refusal


def test_the_refusal_names_who_took_both_steps() -> None:
    sentence = (
        "person 'mei': took both steps of a dual control, expected two different people (A-53)"
    )
    assert SamePersonTwice(MEI).sentence == sentence


@pytest.mark.reading("A-53")
def test_accounts_that_an_invitation_ties_are_not_two_people() -> None:
    ties = (Tie(PersonId("zoe"), Instant(5)), Tie(MEI, Instant(7)))
    assert tie_refusal(MEI, ARUN, ties) == OnePersonAsTwo(MEI, ARUN, Instant(7))
    assert tie_refusal(PersonId("siti"), ARUN, ties) is None
