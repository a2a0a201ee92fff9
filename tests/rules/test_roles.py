import pytest

from punto.rules.roles import Actor, Role
from punto.values.ids import PersonId


@pytest.mark.clause("mbs", "6.2")
@pytest.mark.parametrize("role", Role)
def test_a_role_reaches_every_role_below_it_and_none_above(role: Role) -> None:
    ladder = (
        Role.DEALER,
        Role.PIT_SUPERVISOR,
        Role.PIT_MANAGER,
        Role.SHIFT_MANAGER,
        Role.CASINO_MANAGER,
    )
    actor = Actor(PersonId("mei"), role)
    reached = [each for each in ladder if actor.may_act_as(each)]
    assert reached == list(ladder[: ladder.index(role) + 1])


def test_nobody_is_alone_unless_the_floor_says_so() -> None:
    assert not Actor(PersonId("mei"), Role.DEALER).alone


def test_a_role_without_an_operators_word_has_a_plain_one() -> None:
    assert [role.plain_name for role in Role] == [
        "Dealer",
        "Pit Supervisor",
        "Pit Manager",
        "Shift Manager",
        "Casino Manager",
    ]
