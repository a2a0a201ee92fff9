import subprocess
import sys
from pathlib import Path

import pytest

import punto
from punto import library
from punto.rules.refusals import StakeNotPositive

TIGER = "mbs-tiger"
NATURAL = "4D KS 4C 2H"


def test_the_root_package_offers_the_whole_library() -> None:
    own = {
        name
        for name, value in vars(library).items()
        if getattr(value, "__module__", "") == "punto.library" and not name.startswith("_")
    }
    assert own <= set(punto.__all__) <= set(dir(punto))
    assert all(getattr(punto, name) is getattr(library, name) for name in punto.__all__)


def test_importing_the_root_package_imports_nothing_else_of_it() -> None:
    code = "import punto, sys; print([n for n in sys.modules if n.startswith('punto.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_misspelt_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'punto' has no attribute 'setle'"):
        getattr(punto, "setle")  # noqa: B009 (a type checker would refuse it as an attribute)


def test_cents_and_dollars_in_text_are_the_same_stake() -> None:
    in_text = punto.settle(TIGER, NATURAL, {"player": "5"})
    assert punto.settle(TIGER, NATURAL, {"player": punto.dollars(5)}) == in_text


def test_a_game_may_be_a_file_of_your_own(tmp_path: Path) -> None:
    text = (Path(punto.__path__[0]) / "rules" / "games" / "mbs-tiger.toml").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text, "utf-8")
    assert punto.settle(str(own), NATURAL, {"player": "5"}) == punto.settle(
        punto.games()[TIGER], NATURAL, {"player": "5"}
    )


@pytest.mark.parametrize(
    ("game", "cards", "stakes", "sentence"),
    [
        ("tiger", NATURAL, {"tie": "5"}, "game 'tiger': unknown, expected .* mean mbs-tiger?"),
        ("no.toml", NATURAL, {"tie": "5"}, "game file 'no.toml': cannot be read, .*No such file"),
        (TIGER, "4D XX", {"tie": "5"}, "card 'XX'.*expected"),
        (TIGER, "4D KS", {"tie": "5"}, "too few for the Table of Play, expected another card"),
        (TIGER, f"{NATURAL} AS", {"tie": "5"}, "too many for the Table of Play, expected 4"),
        (TIGER, NATURAL, {"tie": "-5"}, "stake -5.00 on tie: expected more than 0"),
        (TIGER, NATURAL, {"tie": "2.50"}, "expected a multiple of the step 1.00"),
        (TIGER, NATURAL, {"tie": "five"}, "stake on tie: amount 'five': expected dollars"),
        (TIGER, NATURAL, {"dragon": "5"}, "bet 'dragon': mbs-tiger has none, expected one of"),
    ],
)
def test_a_mistake_says_what_was_found_and_what_was_expected(
    game: str, cards: str, stakes: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        punto.settle(game, cards, stakes)


def test_a_stake_is_never_a_float() -> None:
    stakes: dict[str, punto.Cents] = {"tie": 2.5}  # type: ignore[dict-item]
    with pytest.raises(punto.BadNotation, match=r"stake on tie: 2\.5, expected dollars as text"):
        punto.settle(TIGER, NATURAL, stakes)


def test_every_refusal_of_a_settlement_is_told() -> None:
    with pytest.raises(punto.NotAllowed) as refused:
        punto.settle(TIGER, NATURAL, {"tie": "-5", "player": "0"})
    assert [type(refusal) for refusal in refused.value.refusals] == [StakeNotPositive] * 2


def test_cards_beyond_a_coup_decide_nothing() -> None:
    with pytest.raises(punto.NotAllowed, match="too many for the Table of Play"):
        punto.decided(TIGER, f"{NATURAL} AS")


def test_a_table_that_its_game_does_not_allow_is_refused() -> None:
    with pytest.raises(punto.NotAllowed, match="decks 2: expected 4 to 10 for mbs-tiger"):
        punto.configuration("A1", TIGER, decks=2)


def test_results_that_cannot_be_read_are_named() -> None:
    with pytest.raises(punto.BadNotation, match="result 'x' at position 2: expected B, P or T"):
        punto.roads("Bx")


@pytest.mark.parametrize(("rounds", "workers"), [(0, 1), (-5, 1), (10, 0)])
def test_a_simulation_deals_at_least_one_round(rounds: int, workers: int) -> None:
    with pytest.raises(ValueError, match="expected at least 1 of each"):
        punto.simulate(TIGER, rounds, workers=workers)


@pytest.mark.parametrize("call", ['odds("mbs-tiger")', 'simulate("mbs-tiger", 10)'])
def test_without_the_lab_a_sentence_says_what_to_install(call: str) -> None:
    code = f"import sys; sys.modules['numpy'] = None; import punto; punto.{call}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == (
        "punto.library.LabMissing: the lab needs numpy, expected punto with its extra lab: "
        "pip install 'punto[lab]'"
    )
