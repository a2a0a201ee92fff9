import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import distributed
import pytest

from punto.lab import studies
from punto.lab.studies import Study, StudyFindings, study
from punto.lab.studies.workers import PlayBatches
from support.cli.running import answer, refused, run

QUICK = ("study", "mbs-tiger", "--shoes", "40", "--seed", "7", "--trigger", "8")
BIG = (*QUICK, "--bet", "big-tiger")


def test_the_json_of_a_study_has_its_stable_shape() -> None:
    found = answer(*BIG, "--bet", "tiger-pair", "--exposure", "500", "--json")
    assert list(found) == [
        "game", "decks", "cut_card", "burn", "one_more", "seed", "shoes", "rounds", "stopped",
        "seconds", "exposure", "limit", "bets",
    ]  # fmt: skip
    assert [found[key] for key in ("game", "decks", "cut_card", "burn", "one_more")] == [
        "mbs-tiger", 8, 14, "none", False,
    ]  # fmt: skip
    assert (found["seed"], found["shoes"], found["stopped"]) == (7, 40, False)
    assert list(found["bets"]) == ["big-tiger", "tiger-pair"]
    big, pair = found["bets"].values()
    assert list(big) == [
        "edge", "count", "cut_card", "rounds_per_shoe", "perfect", "counted", "verdict", "cuts",
        "depths",
    ]  # fmt: skip
    assert found["rounds"] == pytest.approx(40 * big["rounds_per_shoe"])
    assert list(big["perfect"]) == ["bets", "per_shoe", "per_100_rounds", "advantage"]
    profit = big["perfect"]["per_shoe"]
    assert profit["low"] < profit["value"] < profit["high"]
    assert len(big["count"]["tags"]) == 13
    assert big["count"]["trigger"] == 8
    assert pair["count"]["trigger"] is None
    assert pair["counted"]["advantage"] is None
    assert list(big["verdict"]) == ["grade", "sentence", "safe_cut_card", "limit"]
    limits = [float(bet["verdict"]["limit"]) for bet in (big, pair)]
    assert limits[0] == int(500 / profit["high"])
    assert float(found["limit"]) < min(limits)
    assert big["cuts"][-1]["perfect"] == big["perfect"]
    assert [cut["cut_card"] for cut in big["cuts"]][:2] == [364, 351]
    assert list(big["depths"][0]) == [
        "after", "to", "rounds", "mean", "low", "high", "max", "favourable",
    ]  # fmt: skip


def test_the_answer_follows_from_the_seed_however_many_play() -> None:
    one, two = (answer(*BIG, "--workers", count, "--json") for count in ("1", "2"))
    other = answer(*BIG, "--seed", "8", "--json")
    for found in (one, two, other):
        del found["seconds"]
    assert one == two != other


def test_people_see_the_bets_their_cut_cards_and_a_verdict() -> None:
    shown = run(*BIG, "--exposure", "500", "--cut-card", "75%", "--burn", "first-card").stdout
    assert "Tiger Baccarat, 40 shoes of 8 decks, 104 cards behind the cut card" in shown
    assert "15.2533 %" in shown
    assert "Big Tiger by its cut card; count 2-1 3-3 4-2" in shown
    assert "Limit for $500.00" in shown
    assert "Big Tiger is " in shown
    assert "under $500.00 a shoe" in shown


def test_a_whole_game_is_shown_without_each_cut_card() -> None:
    shown = run(*QUICK, "--shoes", "1", "--one-more").stdout
    assert "Small Tiger" in shown
    assert "by its cut card" not in shown
    assert "Tiger Pair is" in shown


def test_a_count_of_ones_own_is_followed() -> None:
    own = answer(*BIG, "--tags", "0 0 -1 -1 -1 -2 1 2 2 0", "--json")
    count = own["bets"]["big-tiger"]["count"]
    assert [count["tags"][rank] for rank in "A3679K"] == [0, -1, -2, 1, 2, 0]
    assert count["betting_correlation"] == pytest.approx(0.9807, abs=1e-4)


def test_a_picture_is_a_new_file(tmp_path: Path) -> None:
    file = tmp_path / "tiger.svg"
    run(*BIG, "--plot", str(file))
    drawn = file.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "Big Tiger" in drawn
    (told,) = refused(*BIG, "--plot", str(file))
    assert "already there" in told
    assert file.read_text("utf-8") == drawn
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bet", "lucky"], "bet 'lucky': mbs-tiger has none, expected one of player banker"),
        (["--decks", "3"], "decks 3: expected 4 to 10 for mbs-tiger"),
        (["--cut-card", "3"], "cut card '3': leaves 3 cards behind it, expected 6 to 364"),
        (["--cut-card", "half"], "cut card 'half': expected the cards behind it such as 14"),
        (["--shoes", "0"], "Invalid value for '--shoes'"),
        (["--trigger", "nan"], "trigger nan: expected a true count such as 8"),
        (["--exposure", "-5"], "exposure '-5': expected a positive amount of dollars"),
        (["--exposure", "much"], "amount 'much': expected dollars such as 100 or 2.50"),
        (["--tags", "1 2 3"], "tags: a count is for one bet; give exactly one --bet"),
        (["--tags", "1 2 3", "--bet", "tiger"], "tags '1 2 3': expected ten whole numbers"),
        (["--plot", "/nowhere/at-all.svg"], "/nowhere/at-all.svg: there is no folder /nowhere"),
        (["--scheduler", "nobody"], "scheduler 'nobody': cannot be reached, expected the address"),
        (["--scheduler", "a:1", "--workers", "2"], "workers: they are cores of this machine"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    (told,) = refused("study", "mbs-tiger", *arguments)
    assert told.startswith(sentence)


def test_a_scheduler_out_of_reach_leaves_no_picture_behind(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    (told,) = refused(*BIG, "--scheduler", address, "--plot", str(tmp_path / "tiger.svg"))
    assert told.startswith(f"scheduler '{address}': cannot be reached")
    assert not list(tmp_path.iterdir())


def test_an_install_without_the_cluster_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "punto.lab.studies.clusters", raising=False)
    monkeypatch.setitem(sys.modules, distributed.__name__, None)
    (told,) = refused(*BIG, "--scheduler", "tcp://127.0.0.1:8786")
    assert told == "a cluster needs distributed, expected punto with its extra cluster"


def pressed_after(
    shoes_through: int,
) -> Callable[[Study, PlayBatches, Callable[[int], bool]], StudyFindings]:
    """Return a study in which Ctrl-C is pressed after this many shoes."""

    def played(asked: Study, play: PlayBatches, go_on: Callable[[int], bool]) -> StudyFindings:
        through = 0

        def press(shoes: int) -> bool:
            nonlocal through
            through += shoes
            if through >= shoes_through:
                signal.raise_signal(signal.SIGINT)
            return go_on(shoes)

        return study(asked, play, press)

    return played


def test_ctrl_c_ends_it_with_the_shoes_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "study", pressed_after(32))
    before = signal.getsignal(signal.SIGINT)
    result = run(*BIG)
    assert result.exit_code == 130
    assert "32 shoes of 8 decks" in result.stdout
    assert "Stopped before all shoes were played" in result.stdout
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_before_any_shoe_is_through_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "study", pressed_after(1))
    file = tmp_path / "tiger.svg"
    result = run("study", "mbs-tiger", "--bet", "big-tiger", "--plot", str(file))
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "punto: stopped before the first shoes were finished\n"
    assert not list(tmp_path.iterdir())
