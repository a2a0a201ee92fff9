import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.apportion import apportion, reject_excess
from support.cli.running import answer, refused, run

LIMITS = ("--limit", "10000", "--minimum", "100")


@pytest.mark.reading("A-40")
@pytest.mark.clause("rws-live", "5.1.1", "5.1.2")
@pytest.mark.parametrize(
    ("heavier", "played"),
    [
        (["9000", "3000", "150"], ["7407.00", "2469.00", "124.00"]),
        (["9000", "3000", "110"], ["7425.00", "2475.00", "100.00"]),
        (["9000", "3000", "110", "50"], ["7388.00", "2462.00", "100.00", "50.00"]),
    ],
)
def test_an_excess_is_shared_pro_rata(heavier: list[str], played: list[str]) -> None:
    divided = answer("apportion", *LIMITS, "--heavier", *heavier, "--json")
    assert divided["room"] == "10000.00"
    assert divided["played"] == played
    both = zip(divided["played"], divided["returned"], strict=True)
    assert [float(part) + float(rest) for part, rest in both] == [float(h) for h in heavier]


def test_the_lighter_side_makes_room() -> None:
    both_sides = ("--heavier", "9000", "3000", "--lighter", "2500")
    divided = answer("apportion", *LIMITS, *both_sides, "--json")
    assert divided == {
        "room": "12500.00",
        "played": ["9000.00", "3000.00"],
        "returned": ["0.00", "0.00"],
    }
    alone = answer("apportion", *LIMITS, "--heavier", "20", "--lighter", "0", "--json")
    assert alone["played"] == ["20.00"]


@pytest.mark.reading("A-55")
@pytest.mark.clause("rws-live", "5.1")
def test_before_the_close_the_latest_standing_bet_goes_first() -> None:
    bets = ("--seated", "9000", "--standing", "3000", "150")
    divided = answer("apportion", *LIMITS, *bets, "--before-close", "--json")
    assert divided["played"] == ["9000.00", "1000.00", "0.00"]
    assert divided["returned"] == ["0.00", "2000.00", "150.00"]


@pytest.mark.parametrize(
    "spelling",
    ["--standing 3000 150 --seated 9000", "--standing=3000 --standing=150 --seated=9000"],
)
def test_bets_are_answered_in_the_order_given(spelling: str) -> None:
    divided = answer("apportion", *LIMITS, *spelling.split(), "--before-close", "--json")
    assert divided["played"] == ["1000.00", "0.00", "9000.00"]


def test_the_latest_of_several_seated_and_standing_bets_goes_first() -> None:
    bets = ("--seated", "4000", "--standing", "4000", "--seated", "4000", "--standing", "500")
    divided = answer("apportion", *LIMITS, *bets, "--before-close", "--json")
    assert divided["played"] == ["4000.00", "2000.00", "4000.00", "0.00"]


def test_what_the_figures_would_hide_is_noted() -> None:
    forced = run(
        "apportion", "--limit", "100", "--minimum", "100", "--heavier", "100", "100", "--json"
    )
    assert forced.exit_code == 0
    assert forced.stderr == "punto: note: the minimums alone exceed the room (A-40)\n"
    swapped = run("apportion", *LIMITS, "--heavier", "100", "--lighter", "20000", "--json")
    assert swapped.stderr == "punto: note: the side called lighter holds more than the other\n"


def test_a_person_is_shown_a_table_with_totals() -> None:
    shown = run("apportion", *LIMITS, "--heavier", "9000", "--standing", "3000").stdout
    for words in ("Room on the heavier side: 10000.00", "1 seated", "2 standing", "12000.00"):
        assert words in shown


stakes = st.lists(st.integers(1, 20_000), min_size=1, max_size=6)


@given(st.integers(1, 20_000), st.integers(1, 500), stakes, st.integers(0, 9_000))
def test_the_oracle_shares_alike(
    limit: int, minimum: int, heavier: list[int], lighter: int
) -> None:
    limits = ("--limit", str(limit), "--minimum", str(minimum), "--lighter", str(lighter))
    result = run("apportion", *limits, "--heavier", *map(str, heavier), "--json")
    divided = json.loads(result.stdout)
    expected = apportion(limit, minimum, heavier, lighter)
    assert divided["played"] == [f"{dollars}.00" for dollars in expected]


@given(st.integers(1, 20_000), st.integers(1, 500), stakes, stakes)
def test_the_oracle_rejects_alike(
    limit: int, minimum: int, seated: list[int], standing: list[int]
) -> None:
    divided = answer(
        "apportion", "--limit", str(limit), "--minimum", str(minimum), "--before-close",
        "--seated", *map(str, seated), "--standing", *map(str, standing), "--json",
    )  # fmt: skip
    bets = [(stake, True) for stake in seated] + [(stake, False) for stake in standing]
    expected = reject_excess(limit, minimum, bets)
    assert divided["played"] == [f"{dollars}.00" for dollars in expected]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*LIMITS], "expected at least one bet after --heavier, --seated or --standing"),
        ([*LIMITS, "--heavier", "9000", "x"], "amount 'x': expected dollars"),
        ([*LIMITS, "--heavier", "9000", "-5"], "bet 2: -5.00, expected more than 0"),
        ([*LIMITS, "--heavier", "9000.50"], "bet 1: 9000.50, expected whole dollars"),
        (
            [*LIMITS, "--heavier", "9000", "--lighter", "-5"],
            "lighter side: -5.00, expected whole dollars from 0 up",
        ),
        (
            ["--limit", "0", "--minimum", "1", "--heavier", "5"],
            "Differential limit: 0.00, expected more than 0",
        ),
        (
            ["--limit", "5", "--minimum", "1.5", "--heavier", "5"],
            "minimum limit: 1.50, expected whole dollars",
        ),
    ],
)
def test_bad_amounts_get_one_clear_sentence(arguments: list[str], sentence: str) -> None:
    (told,) = refused("apportion", *arguments)
    assert told.startswith(sentence)
