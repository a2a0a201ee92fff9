import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.roads import ask, bead, big, derived
from support.cli.running import answer, refused

GOLDEN = "BPBPBBPBBPPPBTBBBPTPPPBPBPPBBT"


def test_the_json_of_the_roads_has_its_stable_shape() -> None:
    assert answer("roads", "TBBPT", "--json") == {
        "bead": [[0, 0, "T"], [1, 0, "B"], [2, 0, "B"], [3, 0, "P"], [4, 0, "T"]],
        "big": [[0, 0, "B", 1], [1, 0, "B", 0], [0, 1, "P", 1]],
        "big_eye": "",
        "small": "",
        "cockroach": "",
        "ask": {
            "banker": {"big_eye": "B", "small": None, "cockroach": None},
            "player": {"big_eye": "R", "small": None, "cockroach": None},
        },
    }


def test_the_golden_shoe_gives_the_published_marks() -> None:
    roads = answer("roads", GOLDEN, "--json")
    assert roads["big_eye"] == "RRRBBBBBRBBRRBBRRRRBRRBBR"
    assert roads["small"] == "RRBBRRRBRBRBRBRRBBBBRBBB"
    assert roads["cockroach"] == "RBBRBBRBBBRRBRBRBBBBBBB"


@given(st.text("BPT", max_size=90))
def test_the_oracle_draws_the_same_roads(results: str) -> None:
    roads = answer("roads", results, "--json")
    assert roads["bead"] == [list(cell) for cell in bead(results)]
    assert roads["big"] == [list(cell) for cell in big(results)]
    assert [roads["big_eye"], roads["small"], roads["cockroach"]] == [
        derived(results, k) for k in (1, 2, 3)
    ]
    for side, letter in (("banker", "B"), ("player", "P")):
        row = roads["ask"][side]
        assert (row["big_eye"], row["small"], row["cockroach"]) == ask(results)[letter]


@pytest.mark.parametrize("results", ["X", "bP", "BPx", "B P", "Bbb"])
def test_an_invalid_result_is_refused(results: str) -> None:
    (told,) = refused("roads", results)
    assert told.startswith("result ")
    assert "expected" in told
