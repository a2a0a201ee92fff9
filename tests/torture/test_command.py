"""The command's output for floors that held, for one that did not, and for bad input."""

import json
from typing import Any

import pytest

from support.cli.running import answer, refused, run
from support.torture import planted


def test_floors_that_held_are_counted() -> None:
    told = answer("torture", "--seed", "3", "--seeds", "2", "--rounds", "1", "--json")
    assert (told["held"], told["seed"], told["seeds"], told["rounds"]) == (True, 3, 2, 1)
    assert told["failure"] is None
    assert told["counts"]["rounds"] >= 2
    assert told["counts"]["commands answered"] > 100


def test_a_person_reads_the_same() -> None:
    result = run("torture", "--seed", "3", "--rounds", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Held: seed 3, 1 rounds each.\n")


def test_several_workers_count_the_same_as_one() -> None:
    arguments = ("torture", "--seed", "5", "--seeds", "3", "--rounds", "1", "--json")
    assert answer(*arguments, "--workers", "2") == answer(*arguments)


@pytest.fixture(scope="module")
def broken() -> dict[str, Any]:
    """Return the report of a promise that a planted fault breaks."""
    with pytest.MonkeyPatch.context() as patch:
        planted.bets_after_the_close(patch)
        result = run("torture", "--seed", "1", "--seeds", "12", "--rounds", "4", "--json")
    assert result.exit_code == 1
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def again(broken: dict[str, Any]) -> list[str]:
    """Return the arguments of the command that repeats the failure."""
    punto, *words = [word.strip("'") for word in broken["again"].split()]
    assert punto == "punto"
    return words


def test_a_broken_promise_ends_it_with_seed_faults_and_story(
    broken: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert broken["held"] is False
    assert broken["failure"]["promise"] == "no bet is taken after the close"
    assert broken["failure"]["story"]
    planted.bets_after_the_close(monkeypatch)
    once_more = run(*again(broken), "--json")
    assert once_more.exit_code == 1
    assert json.loads(once_more.stdout)["failure"] == broken["failure"]


def test_a_person_is_told_how_to_see_it_again(
    broken: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted.bets_after_the_close(monkeypatch)
    result = run(*again(broken))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "Broken: no bet is taken after the close."
    assert f"  again   {broken['again']}" in lines
    assert "End of the story" in lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--seed", "-1"), "'--seed': -1 is not in the range x>=0."),
        (("--seed", "luck"), "'--seed': 'luck' is not a whole number."),
        (("--rounds", "0"), "'--rounds': 0 is not in the range x>=1."),
        (("--workers", "0"), "'--workers': 0 is not in the range x>=1."),
    ],
)
def test_a_wrong_number_is_one_sentence(arguments: tuple[str, str], sentence: str) -> None:
    assert refused("torture", *arguments) == [f"Invalid value for {sentence}"]


def test_a_fault_of_no_place_is_one_sentence() -> None:
    (sentence,) = refused("torture", "--only", "write:12,roof:1")
    assert sentence == (
        "fault 'roof:1': expected one of batch dealing device message read step sync write,"
        " and :NUMBER"
    )
