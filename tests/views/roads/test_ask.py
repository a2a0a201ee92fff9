import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.sides import Side
from punto.views.roads.derived_roads import Mark
from punto.views.roads.grid import Position
from punto.views.roads.results import RoundResult, parse_results
from punto.views.roads.scoreboard import Roads, roads_of

SHOES = st.text("BPT", max_size=90).map(parse_results)


def last_marks(before: Roads, after: Roads) -> tuple[Mark | None, ...]:
    pairs = (
        (before.big_eye, after.big_eye),
        (before.small, after.small),
        (before.cockroach, after.cockroach),
    )
    return tuple(
        then.marks[-1] if len(then.marks) > len(now.marks) else None for now, then in pairs
    )


@given(SHOES)
def test_the_two_hands_get_opposite_marks_or_both_get_none(
    shoe: tuple[RoundResult, ...],
) -> None:
    roads = roads_of(shoe)
    banker, player = roads.ask(Side.BANKER).marks, roads.ask(Side.PLAYER).marks
    for one, other in zip(banker, player, strict=True):
        assert {one, other} in ({None}, {Mark.RED, Mark.BLUE})


@pytest.mark.parametrize(("side", "letter"), [(Side.BANKER, "B"), (Side.PLAYER, "P")])
@given(shoe=SHOES)
def test_asking_shows_exactly_what_would_be_drawn(
    shoe: tuple[RoundResult, ...], side: Side, letter: str
) -> None:
    roads = roads_of(shoe)
    (result,) = parse_results(letter)
    then = roads.after(result)
    row = roads.ask(side)
    assert row.side is side
    assert row.big == then.big.cells[-1].position
    assert row.marks == last_marks(roads, then)


def test_at_the_start_of_a_shoe_there_is_nothing_to_compare() -> None:
    row = roads_of(()).ask(Side.BANKER)
    assert row.big == Position(0, 0)
    assert row.marks == (None, None, None)


def test_asking_draws_nothing() -> None:
    roads = roads_of(parse_results("BPBBP"))
    roads.ask(Side.PLAYER)
    assert roads == roads_of(parse_results("BPBBP"))
