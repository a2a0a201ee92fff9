import pytest

from punto.rules.dual_control import SamePersonTwice, same_person_refusal
from punto.values.ids import PersonId

MEI, ARUN = PersonId("mei"), PersonId("arun")


@pytest.mark.reading("A-53", "A-73")
@pytest.mark.parametrize(
    ("second", "alone", "refusal"),
    [
        (ARUN, False, None),
        (ARUN, True, None),
        (MEI, True, None),
        (MEI, False, SamePersonTwice(MEI)),
    ],
)
def test_both_steps_are_for_two_people_unless_one_is_alone(
    second: PersonId, refusal: SamePersonTwice | None, *, alone: bool
) -> None:
    assert same_person_refusal(MEI, second, alone=alone) == refusal
