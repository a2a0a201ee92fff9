"""Rows of thousands take another way than single values, and must say the same."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import pytest

from punto.storage.codec.compiling import Compiler
from punto.storage.codec.misfits import Misfit
from punto.storage.codec.pools import Pool
from punto.storage.codec.shapes import Shape


@dataclass(frozen=True, slots=True)
class Row:
    clause: str


@dataclass(frozen=True, slots=True)
class Ending:
    profit: int
    row: Row | None = None


Position = tuple[tuple[str, int], ...]
COMPILER = Compiler({}, {Row: "row"})

FIRST, SECOND = Row("4.1"), Row("4.2")
VALUES: list[tuple[object, object]] = [
    (tuple[int, ...], (1, 2, 3)),
    (tuple[tuple[int, str], ...], ((1, "a"), (2, "b"))),
    (tuple[tuple[str, ...], ...], (("a",), (), ("b", "c"))),
    (tuple[tuple[int, ...], ...], ((), ())),
    (tuple[tuple[str, Position], ...], (("T1", (("tie", 5), ("banker", 7))), ("T2", ()))),
    (Mapping[str, Position], {"T2": (("tie", 5),), "T1": (("tie", 6), ("player", 1))}),
    (tuple[Row, ...], (FIRST, SECOND, FIRST)),
    (tuple[tuple[str, tuple[Row, ...]], ...], (("T1", (FIRST, SECOND)), ("T2", (SECOND,)))),
    (tuple[tuple[Row, ...], ...], ((), (FIRST,), ())),
    (tuple[Ending, ...], (Ending(1), Ending(1), Ending(2, FIRST), Ending(2, Row("4.1")))),
    (tuple[tuple[str, tuple[Ending, ...]], ...], (("T1", (Ending(1, FIRST),)), ("T2", ()))),
    (frozenset[str], frozenset({"b", "a"})),
    (tuple[bool, ...], ()),
]


@pytest.fixture(autouse=True, params=[False, True])
def at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Few and many take different ways; here both take both."""
    is_at_once: bool = request.param
    many = 0 if is_at_once else 1_000
    monkeypatch.setattr("punto.storage.codec.collection_shapes.MANY", many)
    return is_at_once


def written(shape: Shape, value: object) -> tuple[bytes, list[object]]:
    pool = Pool()
    return msgspec.json.encode(shape.encode(value, pool)), pool.entries


def read(shape: Shape, found: object) -> object:
    return shape.decode(found, [FIRST, SECOND, Ending(1)])


@pytest.mark.parametrize(("hint", "value"), VALUES)
def test_rows_come_back_as_they_were(hint: object, value: object) -> None:
    shape = COMPILER.shape_of(hint)
    body, _ = written(shape, value)
    found = read(shape, msgspec.json.decode(body))
    assert found == value
    assert repr(found) == repr(value) or isinstance(value, frozenset)
    # Known by now, shared values take their other way.
    pool = Pool()
    shape.encode(value, pool)
    assert msgspec.json.encode(shape.encode(value, pool)) == body


def test_what_is_the_same_among_many_is_one_object_again(*, at_once: bool) -> None:
    shape = COMPILER.shape_of(tuple[Ending, ...])
    found = read(shape, [{"profit": 1, "row": 0}, {"profit": 1, "row": 0}, {"profit": 2, "row": 0}])
    assert isinstance(found, tuple)
    assert found == (Ending(1, FIRST), Ending(1, FIRST), Ending(2, FIRST))
    assert found[0].row is found[2].row is FIRST
    assert (found[0] is found[1]) == at_once


@pytest.mark.parametrize(
    ("hint", "found", "problem"),
    [
        (tuple[int, ...], [1, True], "[1]: True, expected a whole number"),
        (tuple[int, ...], [1, 1.0], "[1]: 1.0, expected a whole number"),
        (tuple[tuple[int, str], ...], [[1, "a"], [2, 2]], "[1][1]: 2, expected a text"),
        (tuple[tuple[int, str], ...], [[1, "a"], [2]], "[1]: [2], expected a list of 2"),
        (tuple[tuple[int, str], ...], [[1, "a"], 5], "[1]: 5, expected a list of 2"),
        (tuple[tuple[str, ...], ...], [["a"], ["b", 1]], "[1][1]: 1, expected a text"),
        (tuple[tuple[str, ...], ...], [["a"], "b"], "[1]: 'b', expected a list"),
        (tuple[Row, ...], [0, 3], "[1]: 3, expected the number of a shared Row"),
        (tuple[Row, ...], [0, -1], "[1]: -1, expected the number of a shared Row"),
        (tuple[Row, ...], [0, 2], "[1]: 2, expected the number of a shared Row"),
        (tuple[Row, ...], [0, "1"], "[1]: '1', expected a whole number"),
        (
            tuple[Ending, ...],
            [{"profit": 1, "row": None}, {"profit": True, "row": None}],
            "[1].profit: True, expected a whole number",
        ),
        (
            tuple[Ending, ...],
            [{"profit": 1, "row": None}, {"row": None, "profit": [1]}],
            "[1].profit: [1], expected a whole number",
        ),
        (tuple[Ending, ...], [{"profit": 1}], "[0]: an object that lacks row"),
        (tuple[Ending, ...], [{"profit": 1, "row": None}, 5], "[1]: 5, expected an object"),
        (frozenset[str], ["b", "a"], "the whole: ['b', 'a'], expected each once, in ascending"),
        (frozenset[str], ["a", "a"], "the whole: ['a', 'a'], expected each once, in ascending"),
    ],
)
def test_one_among_many_that_does_not_fit_is_named_when_read(
    hint: object, found: object, problem: str
) -> None:
    with pytest.raises(Misfit) as fault:
        read(COMPILER.shape_of(hint), found)
    assert problem in str(fault.value)


@pytest.mark.parametrize(
    ("hint", "value", "problem"),
    [
        (tuple[int, ...], (1, True), "[1]: True, expected a whole number"),
        (tuple[tuple[int, str], ...], ((1, "a"), (2, 2)), "[1][1]: 2, expected a text"),
        (tuple[tuple[int, str], ...], ((1, "a"), (2,)), "[1]: (2,), expected a tuple of 2"),
        (tuple[tuple[int, str], ...], ((1, "a"), [2, "b"]), "[1]: [2, 'b'], expected a tuple of 2"),
        (tuple[tuple[str, ...], ...], (("a",), ("b", 1)), "[1][1]: 1, expected a text"),
        (tuple[tuple[str, ...], ...], (("a",), ["b"]), "[1]: ['b'], expected a tuple"),
        (tuple[Row, ...], (FIRST, "4.1"), "[1]: '4.1', expected Row"),
        (tuple[Ending, ...], (Ending(1), Ending("1")), "[1].profit: '1', expected a whole"),  # type: ignore[arg-type]
        (tuple[Ending, ...], (Ending(1), FIRST), "[1]: Row(clause='4.1'), expected Ending"),
        (frozenset[str], frozenset({5}), "[0]: 5, expected a text"),
    ],
)
def test_one_among_many_that_does_not_fit_is_named_when_written(
    hint: object, value: object, problem: str
) -> None:
    with pytest.raises(Misfit) as fault:
        written(COMPILER.shape_of(hint), value)
    assert problem in str(fault.value)
