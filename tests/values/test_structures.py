"""Structs and dataclasses are alike to code that reads or copies them."""

from dataclasses import dataclass, field

import pytest
from msgspec import Struct

from punto.values.structures import Choice, field_names, is_structure, replace


@dataclass(frozen=True, slots=True)
class Plain:
    card: str
    total: int = 0
    points: int = field(init=False, default=3)


class Hot(Struct, frozen=True):
    card: str
    total: int = 0


class Colour(Choice):
    RED = "red"


class Positive(Struct, frozen=True):
    amount: int

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(self.amount)


@pytest.mark.parametrize("kind", [Plain, Hot])
def test_both_kinds_have_named_fields_and_are_copied_with_others(kind: type[Hot]) -> None:
    assert is_structure(kind)
    assert field_names(kind) == ("card", "total")
    value = kind("4D", 4)
    assert replace(value, total=5) == kind("4D", 5) != value
    with pytest.raises(AttributeError):
        value.total = 6  # type: ignore[misc]


def test_a_copy_is_checked_as_the_first_one_was() -> None:
    with pytest.raises(ValueError, match="-1"):
        replace(Positive(1), amount=-1)


@pytest.mark.parametrize("other", [int, Choice, Hot("4D"), "Hot"])
def test_nothing_else_is_a_structure(other: object) -> None:
    assert not is_structure(other)


def test_a_member_of_a_choice_hashes_by_what_it_is() -> None:
    assert {Colour.RED: 1}[Colour("red")] == 1
    assert hash(Colour.RED) == object.__hash__(Colour.RED)
