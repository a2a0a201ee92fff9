import dataclasses
from dataclasses import FrozenInstanceError, dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.replacing import copier, replace


@dataclass(frozen=True, slots=True)
class Hand:
    cards: tuple[str, ...] = ()
    total: int = 0
    memo: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Checked:
    least: int
    most: int

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError("nothing fits")


@dataclass(frozen=True, slots=True)
class Single:
    value: int


@dataclass(frozen=True)
class Open:
    one: int
    other: int


HAND = Hand(("4D",), 4, "noted")


@given(st.text(), st.integers())
def test_it_says_the_same_as_the_one_of_the_standard_library(card: str, total: int) -> None:
    changed = replace(HAND, cards=(card,), total=total)
    assert changed == dataclasses.replace(HAND, cards=(card,), total=total)
    assert (type(changed), hash(changed)) == (Hand, hash(Hand((card,), total)))
    assert repr(changed) == repr(Hand((card,), total))
    assert changed.memo == "noted"


def test_a_value_of_one_part_is_copied_too() -> None:
    assert replace(Single(1), value=2) == Single(2)


def test_what_is_asked_for_often_can_be_had_once_and_for_all() -> None:
    with_total = copier(Hand, "total", "cards")
    assert with_total(HAND, 9, ("9S",)) == replace(HAND, total=9, cards=("9S",))


def test_the_first_stays_as_it_is() -> None:
    replace(HAND, total=9)
    assert HAND.total == 4


def test_the_copy_is_frozen_too() -> None:
    changed = replace(HAND, total=9)
    with pytest.raises(FrozenInstanceError):
        changed.total = 8  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del changed.total
    assert changed.total == 9


def test_a_part_that_there_is_not_is_refused() -> None:
    with pytest.raises(AttributeError, match="suit"):
        replace(HAND, suit="hearts")  # type: ignore[call-arg]


@pytest.mark.parametrize("value", [Checked(1, 2), Open(1, 2)])
def test_what_it_is_not_made_for_it_does_not_touch(value: object) -> None:
    with pytest.raises(TypeError, match=r"is for dataclasses\.replace"):
        replace(value)  # type: ignore[type-var]
