import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.layered_maps import SMALL, LayeredMap, including

CHANGES = st.lists(st.dictionaries(st.integers(0, 60), st.integers(), max_size=3))
FEW = st.dictionaries(st.integers(0, 60), st.integers())
LARGE = dict.fromkeys(range(SMALL + 1), 0)
MANY = FEW.map(lambda few: few | {-number: number for number in range(1, SMALL + 2)})


@given(FEW | MANY, CHANGES)
def test_it_is_what_plain_copies_would_be(
    first: dict[int, int], changes: list[dict[int, int]]
) -> None:
    plain, layered = first, including(first, {})
    for change in changes:
        plain, layered = {**plain, **change}, including(layered, change)
        assert list(layered.items()) == list(plain.items())
    assert list(layered) == list(layered.keys()) == list(plain)
    assert list(layered.values()) == list(plain.values())
    assert (len(layered), bool(layered)) == (len(plain), bool(plain))
    assert layered == plain == {**layered}
    assert repr(layered) == repr(plain)
    for key in range(-1, 62):
        assert (key in layered) == (key in plain)
        assert layered.get(key) == plain.get(key)
        assert layered.get(key, "nothing") == plain.get(key, "nothing")


@given(CHANGES)
def test_the_earlier_ones_stay_as_they_were(changes: list[dict[int, int]]) -> None:
    layered = including(LARGE, {})
    kept = [(layered, dict(layered))]
    for change in changes:
        layered = including(layered, change)
        kept.append((layered, dict(layered)))
    assert all(later == plain for later, plain in kept)


def test_what_is_not_there_is_told_as_by_any_mapping() -> None:
    layered = LayeredMap({"T1": 1}, {"T2": 2})
    assert (layered["T1"], layered["T2"]) == (1, 2)
    with pytest.raises(KeyError, match="T3"):
        layered["T3"]


def test_what_lies_on_top_stays_small_however_many_there_are() -> None:
    layered = including(LARGE, {})
    for number in range(10_000):
        layered = including(layered, {number: number})
        assert isinstance(layered, LayeredMap)
        assert len(layered.recent) ** 2 <= len(layered.rest)
    assert len(layered) == 10_000


def test_few_are_copied_whole() -> None:
    few = {"T1": 1}
    assert including(few, {"T2": 2}) == {"T1": 1, "T2": 2}
    assert type(including(few, {})) is dict
    assert few == {"T1": 1}


def test_all_of_it_can_be_had_as_a_plain_one() -> None:
    layered = LayeredMap({1: 1}, {2: 2})
    whole = layered.whole()
    whole[1] = 5
    assert (layered[1], type(whole), type(layered)) == (1, dict, LayeredMap)
