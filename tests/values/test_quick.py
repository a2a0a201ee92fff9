import dataclasses
import inspect
from dataclasses import FrozenInstanceError, dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.quick import quick


@dataclass(frozen=True, slots=True)
class Plain:
    card: str
    total: int = 4
    seen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.total < 0:
            raise ValueError("below zero")


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    card: str
    total: int = 4
    seen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.total < 0:
            raise ValueError("below zero")


@given(st.text(), st.integers(0), st.dictionaries(st.text(), st.integers()))
def test_it_is_made_as_a_dataclass_makes_it(card: str, total: int, seen: dict[str, int]) -> None:
    for made, plain in [
        (Quick(card), Plain(card)),
        (Quick(card, total), Plain(card, total)),
        (Quick(card, total, seen), Plain(card, total, seen)),
        (Quick(seen=seen, card=card), Plain(seen=seen, card=card)),
    ]:
        assert dataclasses.asdict(made) == dataclasses.asdict(plain)
    assert Quick(card, total) == Quick(card, total) != Quick(card, total + 1)


def test_each_one_has_a_default_of_its_own() -> None:
    assert Quick("4D").seen is not Quick("4D").seen


def test_it_checks_itself_as_it_did() -> None:
    with pytest.raises(ValueError, match="below zero"):
        Quick("4D", -1)


def test_it_stays_frozen() -> None:
    made = Quick("4D")
    with pytest.raises(FrozenInstanceError):
        made.total = 9  # type: ignore[misc]
    assert dataclasses.replace(made, total=9) == Quick("4D", 9)


def test_what_is_missing_or_too_much_is_refused() -> None:
    with pytest.raises(TypeError, match="card"):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="suit"):
        Quick("4D", suit="D")  # type: ignore[call-arg]


def test_it_tells_the_names_of_its_parts() -> None:
    assert list(inspect.signature(Quick).parameters) == ["card", "total", "seen"]
