"""Rows of thousands take another way than single values, and must say the same."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.runtime.ports import RecordBroken, Snapshot
from punto.storage.codec.bodies import Unrecordable
from punto.storage.codec.compiler import Compiler
from punto.storage.codec.errors import Misfit
from punto.storage.codec.events import EVENTS
from punto.storage.codec.pools import Pool
from punto.storage.codec.refusals import REFUSAL_CODEC
from punto.storage.codec.shapes import Shape
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from support.storage.batches import A1, evening
from support.storage.golden_files import golden


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


@contextmanager
def going(*, at_once: bool) -> Iterator[None]:
    """Few and many take different ways; here both take the same."""
    many = 0 if at_once else 1_000_000
    with patch("punto.storage.codec.collection_shapes.MANY", many):
        yield


@pytest.fixture(params=[False, True])
def at_once(request: pytest.FixtureRequest) -> Iterator[bool]:
    is_at_once: bool = request.param
    with going(at_once=is_at_once):
        yield is_at_once


def both_ways(ask: Callable[[], object]) -> tuple[object, object]:
    """What either way says; a misfit says something too."""
    found = []
    for at_once in (False, True):
        with going(at_once=at_once):
            try:
                found.append(ask())
            except (Misfit, RecordBroken, Unrecordable) as fault:
                found.append(f"{type(fault).__name__}: {fault}")
    return found[0], found[1]


def written(shape: Shape, value: object) -> tuple[bytes, list[object]]:
    pool = Pool()
    return msgspec.json.encode(shape.encode(value, pool)), pool.entries


def read(shape: Shape, found: object) -> object:
    return shape.decode(found, [FIRST, SECOND, Ending(1)])


@pytest.mark.usefixtures("at_once")
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


@pytest.mark.usefixtures("at_once")
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


@pytest.mark.usefixtures("at_once")
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


ROWS = st.sampled_from([FIRST, SECOND, Row("4.1")])
ENDINGS = st.builds(Ending, st.integers(0, 2), st.none() | ROWS)
WORDS = st.sampled_from(["T1", "T2", "tie"])
STAKES = st.lists(st.tuples(WORDS, st.integers(-5, 2**40))).map(tuple)
REAL: list[tuple[object, st.SearchStrategy[object]]] = [
    (Mapping[str, Position], st.dictionaries(WORDS, STAKES)),
    (tuple[tuple[str, tuple[Ending, ...]], ...], st.lists(
        st.tuples(WORDS, st.lists(ENDINGS).map(tuple))).map(tuple)),
    (tuple[tuple[Row, ...], ...], st.lists(st.lists(ROWS).map(tuple)).map(tuple)),
    (frozenset[str], st.frozensets(WORDS)),
]  # fmt: skip
"""The forms in which rounds, purses and reports have their thousands."""

LIKE_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats(0, 1) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["profit", "row", "is"]), inner, max_size=3)
        | st.fixed_dictionaries({"profit": inner, "row": inner})
    ),
    max_leaves=12,
)


@given(st.data())
def test_many_are_written_byte_by_byte_as_if_they_were_few(data: st.DataObject) -> None:
    hint, values = data.draw(st.sampled_from(REAL))
    value = data.draw(values)
    shape = COMPILER.shape_of(hint)
    one_by_one, at_once = both_ways(lambda: written(shape, value))
    assert at_once == one_by_one
    assert isinstance(one_by_one, tuple)
    body, entries = one_by_one
    pool = [Row(entry["clause"]) for entry in entries]
    found = both_ways(lambda: shape.decode(msgspec.json.decode(body), pool))
    assert found == (value, value)


@given(st.data())
def test_whatever_is_found_many_are_read_as_if_they_were_few(data: st.DataObject) -> None:
    hint, _ = data.draw(st.sampled_from([*REAL, *VALUES]))
    found = data.draw(st.lists(LIKE_JSON, max_size=4))
    one_by_one, at_once = both_ways(lambda: read(COMPILER.shape_of(hint), found))
    assert at_once == one_by_one
    assert repr(at_once) == repr(one_by_one) or isinstance(at_once, frozenset)


def test_every_form_that_was_ever_stored_is_the_same_both_ways() -> None:
    for key, bodies in golden().items():
        codec = REFUSAL_CODEC if key.startswith("refusal.") else EVENTS
        for body in bodies:
            stored = msgspec.json.encode(body)
            one_by_one, at_once = both_ways(lambda: codec.decode(stored))  # noqa: B023 (asked now)
            assert at_once == one_by_one, key
            assert not isinstance(one_by_one, str), key
            again = both_ways(lambda: codec.encode(one_by_one))  # type: ignore[arg-type] # noqa: B023
            assert again[0] == again[1], key


def test_a_snapshot_is_the_same_both_ways() -> None:
    night = evening()
    kept = Snapshot(A1, len(night.record.events), "fold", night.table)
    one_by_one, at_once = both_ways(lambda: encode_snapshot(kept, bytes(32)))
    assert at_once == one_by_one
    assert isinstance(one_by_one, bytes)
    assert both_ways(lambda: decode_snapshot(one_by_one)) == ((kept, bytes(32)),) * 2
