import sys
from fractions import Fraction
from pathlib import Path

import pytest

from support.cli.running import answer, refused, run

TIGER_EDGE = Fraction(47209656769, 282970916865)


def test_the_json_of_odds_has_its_stable_shape() -> None:
    found = answer("odds", "mbs-tiger", "--decks", "8", "--json")
    assert list(found) == ["game", "decks", "without", "cards", "total", "bets"]
    assert (found["game"], found["decks"], found["without"]) == ("mbs-tiger", 8, "")
    assert (found["cards"], found["total"]) == (416, 4_998_398_275_503_360)
    tiger = found["bets"]["tiger"]
    assert tiger["edge"] == {"exact": "47209656769/282970916865", "float": float(TIGER_EDGE)}
    assert list(tiger) == [
        "edge", "edge_resolved", "win", "loss", "push", "variance", "standard_deviation",
        "third_moment", "skewness", "rows",
    ]  # fmt: skip
    assert tiger["push"] == {"exact": "0/1", "float": 0.0}
    assert [(row["odds"], row["clause"]) for row in tiger["rows"]] == [
        ("12:1", "4.10"),
        ("20:1", "4.10"),
    ]
    assert tiger["rows"][1]["ways"] == 83_058_367_551_488
    chances = [Fraction(row["probability"]["exact"]) for row in tiger["rows"]]
    assert sum(chances) == Fraction(tiger["win"]["exact"])
    assert 13 * chances[0] + 21 * chances[1] - 1 == -TIGER_EDGE
    assert found["bets"]["banker"]["rows"][1]["odds"] == "push"


def test_cards_that_left_change_the_odds() -> None:
    found = answer("odds", "mbs-tiger", "--without", "6S 6H", "--bet", "tiger", "--json")
    assert (found["without"], found["cards"]) == ("6S 6H", 414)
    assert list(found["bets"]) == ["tiger"]
    assert Fraction(found["bets"]["tiger"]["edge"]["exact"]) > TIGER_EDGE


def test_counts_may_come_from_a_file(tmp_path: Path) -> None:
    counts = "4Dx8 9Hx3 KCx7"
    given = ("odds", "mbs-fabulous-4s", "--json", "--counts")
    file = tmp_path / "shoe.txt"
    file.write_text(counts)
    told = answer(*given, counts)
    assert told["cards"] == 18
    assert answer(*given, f"@{file}") == told


def test_bets_that_are_asked_for_together_are_told_together() -> None:
    bets = ("--bet", "player", "--bet", "banker", "--bet", "player")
    found = answer("odds", "rws-etg", *bets, "--json")
    (together,) = found["together"]
    assert together["bets"] == ["player", "banker"]
    assert Fraction(together["covariance"]["exact"]) < 0
    assert together["correlation"] == pytest.approx(-0.99, abs=0.01)
    shown = run("odds", "rws-etg", *bets).stdout
    assert "player and banker: correlation -0.9" in shown


def test_effects_of_removal_come_with_their_count() -> None:
    bets = ("--bet", "banker-precious-pair", "--bet", "banker")
    found = answer("odds", "mbs-fabulous-4s", *bets, "--removal", "--json")
    removal = found["bets"]["banker-precious-pair"]["removal"]
    assert len(removal["effects"]) == len(removal["count"]["tags"]) == 52
    assert sum(Fraction(effect["exact"]) for effect in removal["effects"].values()) == 0
    assert removal["count"]["tags"]["4D"] < removal["count"]["tags"]["4S"] < 0
    assert removal["count"]["betting_correlation"] > 0.9
    shown = run("odds", "mbs-fabulous-4s", *bets, "--removal").stdout
    assert "millionths of the stake" in shown
    assert "-2224" in shown


def test_a_person_sees_the_bets_and_the_rows_of_one() -> None:
    shown = run("odds", "mbs-tiger", "--bet", "tiger").stdout
    assert "Tiger Baccarat, 416 cards in the shoe" in shown
    assert "4,998,398,275,503,360 ways to draw six cards" in shown
    assert "16.6836 %" in shown
    assert "83,058,367,551,488  0.0166169967  +0.3323399336" in shown
    assert "House edge 47209656769/282970916865" in shown
    assert "Player" in run("odds", "mbs-tiger").stdout


def test_what_never_varies_is_shown_without_a_skewness() -> None:
    shown = run("odds", "mbs-tiger", "--counts", "ASx7", "--bet", "tie", "--bet", "tiger").stdout
    assert "-800.0000 %" in shown
    assert "tie and tiger: one of them never varies" in shown
    ranks = run("odds", "mbs-tiger", "--counts", "ASx7", "--bet", "player", "--removal").stdout
    assert "none" in ranks
    tie = answer("odds", "mbs-tiger", "--counts", "ASx7", "--bet", "player", "--json")
    assert tie["bets"]["player"]["edge_resolved"] is None
    assert tie["bets"]["player"]["skewness"] is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--without", "6S " * 9], "card '6S': taken 9 times, expected at most the 8 that the"),
        (["--without", "6X"], "card '6X': expected a rank"),
        (["--counts", "ASx9"], "count 'ASx9': expected at most 8 in 8 decks"),
        (["--counts", "ASx-1"], "count 'ASx-1': expected each card once, such as ASx8, from x0 up"),
        (["--counts", "ASx5"], "shoe of 5 cards: expected at least 6"),
        (["--counts", "@/nowhere/at-all"], "file '/nowhere/at-all': cannot be read, "),
        (["--decks", "3"], "decks 3: expected 4 to 10 for mbs-tiger"),
        (["--bet", "lucky"], "bet 'lucky': mbs-tiger has none, expected one of player banker"),
        (["--counts", "ASx6", "--removal"], "shoe of 6 cards: none can be removed"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    (told,) = refused("odds", "mbs-tiger", *arguments)
    assert told.startswith(sentence)


def test_an_install_without_the_lab_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("punto.lab")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    (told,) = refused("odds", "mbs-tiger")
    assert told == "the lab needs numba: install punto with its extra lab"
