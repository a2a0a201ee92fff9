import json
from pathlib import Path

import numpy as np
import pytest

from punto.bootstrap.rule_book import shipped_game
from punto.lab import exact_odds
from punto.lab.simulation import ShoesPlayed, SimulationPlan, deal_rounds, shoe_runs, simulate
from punto.lab.simulation.progress_files import ProgressRefused, read_progress, write_progress
from punto.rules.games import Game
from punto.values.compositions import full_shoe

GAME = "mbs-tiger"
PLAN = SimulationPlan(full_shoe(4), seed=7)
ROUNDS = 123_457


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe_runs, "CHUNK", 100)


def game_of(key: str) -> Game:
    game = shipped_game(key)
    assert game is not None
    return game


def same(one: ShoesPlayed, two: ShoesPlayed) -> bool:
    return (one.shoes, one.rounds, one.outcomes.tobytes()) == (
        two.shoes,
        two.rounds,
        two.outcomes.tobytes(),
    )


def dealt(rounds: int = ROUNDS, workers: int = 1) -> ShoesPlayed:
    return deal_rounds(PLAN, rounds, workers, ShoesPlayed(), lambda _: True)[1]


def test_one_seed_gives_one_result_however_many_workers_deal_it() -> None:
    alone = dealt()
    assert alone.rounds == int(alone.outcomes.sum()) == ROUNDS
    assert same(alone, dealt(workers=2))
    assert same(alone, dealt(workers=3))


def test_the_rounds_are_those_of_the_shoes_in_order() -> None:
    whole, exact = deal_rounds(PLAN, ROUNDS, 2, ShoesPlayed(), lambda _: True)
    assert same(whole, ShoesPlayed().and_also(whole.shoes, PLAN.deal(0, whole.shoes)))
    assert whole.rounds < ROUNDS < whole.rounds + PLAN.rounds_most
    missing = PLAN.deal(whole.shoes, 1, ROUNDS - whole.rounds)
    assert same(exact, whole.and_also(1, missing))


@pytest.mark.parametrize("rounds", [1, 33, 50, 100])
def test_a_few_rounds_are_dealt_exactly(rounds: int) -> None:
    found = dealt(rounds)
    assert found.rounds == int(found.outcomes.sum()) == rounds
    # Four decks are 194 cards to the cut card, which is 33 to 49 rounds.
    assert found.shoes == {1: 1, 33: 1, 50: 2, 100: 3}[rounds]


def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    looks = iter([True] * 4)
    whole, shown = deal_rounds(PLAN, ROUNDS, 2, ShoesPlayed(), lambda _: next(looks, False))
    assert whole is shown
    assert 0 < whole.rounds < ROUNDS
    write_progress(file, GAME, PLAN, whole, 1.5)
    again, seconds = read_progress(file, GAME, PLAN)
    assert same(again, whole)
    assert seconds == 1.5
    finished = deal_rounds(PLAN, ROUNDS, 3, again, lambda _: True)
    assert same(finished[1], dealt())
    # And from its end to more rounds.
    more = deal_rounds(PLAN, 2 * ROUNDS, 1, finished[0], lambda _: True)[1]
    assert same(more, dealt(2 * ROUNDS))


def test_a_run_that_may_not_begin_deals_nothing() -> None:
    whole, shown = deal_rounds(PLAN, ROUNDS, 2, ShoesPlayed(), lambda _: False)
    assert same(whole, ShoesPlayed())
    assert same(shown, ShoesPlayed())


def test_the_watch_sees_whole_shoes_in_order() -> None:
    seen: list[int] = []

    def watch(whole: ShoesPlayed) -> bool:
        seen.append(whole.shoes)
        return True

    deal_rounds(PLAN, ROUNDS, 2, ShoesPlayed(), watch)
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert len(set(seen)) > 10


def test_without_a_progress_file_nothing_was_dealt_yet(tmp_path: Path) -> None:
    found, seconds = read_progress(tmp_path / "none.json", GAME, PLAN)
    assert same(found, ShoesPlayed())
    assert seconds == 0


def progress_of(**held: object) -> str:
    return json.dumps({"punto_simulation": 1, "game": GAME, "plan": "", "seconds": 0, **held})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        "7",
        '{"punto_simulation": 1}',
        progress_of(shoes="x", rounds=0, outcomes=[]),
        progress_of(shoes=1, rounds=2, outcomes=[[0, 1]]),
        progress_of(shoes=1, rounds=1, outcomes=[[99999, 1]]),
        progress_of(shoes=1, rounds=0, outcomes=[[0, -1], [1, 1]]),
        progress_of(shoes=1, rounds=1, outcomes=[[0, 1, 2]]),
        progress_of(shoes=-1, rounds=0, outcomes=[]),
    ],
)
def test_an_invalid_progress_file_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(content)
    with pytest.raises(ProgressRefused, match=r"not one of a simulation, or damaged$"):
        read_progress(file, GAME, PLAN)
    assert file.read_text() == content


def test_bytes_and_folders_are_no_checkpoints(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_bytes(b"\xff\xfe")
    for path in (file, tmp_path):
        with pytest.raises(ProgressRefused, match="cannot be read"):
            read_progress(path, GAME, PLAN)


def test_a_progress_file_of_another_simulation_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    write_progress(file, GAME, PLAN, ShoesPlayed(), 0)
    for other in (SimulationPlan(full_shoe(4), seed=8), SimulationPlan(full_shoe(5), seed=7)):
        with pytest.raises(ProgressRefused, match="of another simulation"):
            read_progress(file, GAME, other)
    with pytest.raises(ProgressRefused, match="of another simulation"):
        read_progress(file, "rws-etg", PLAN)
    content = json.loads(file.read_text())
    content["punto_simulation"] = 2
    file.write_text(json.dumps(content))
    with pytest.raises(ProgressRefused, match="of another simulation"):
        read_progress(file, GAME, PLAN)


def test_a_progress_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.json"
    write_progress(file, GAME, PLAN, ShoesPlayed(), 0)
    before = file.read_bytes()

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ProgressRefused, match=r"cannot be written, No space left on device$"):
        write_progress(file, GAME, PLAN, dealt(), 0)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_every_bet_of_a_game_comes_from_one_run() -> None:
    found = simulate(game_of("mbs-fabulous-4s"), 400_000, decks=6, seed=11, workers=2)
    exact = exact_odds(game_of("mbs-fabulous-4s"), 6)
    assert list(found.bets) == list(exact)
    for key, bet in found.bets.items():
        assert abs(bet.edge - float(exact[key].edge)) < 4 * bet.stderr
        assert bet.stderr == pytest.approx((exact[key].variance / 400_000) ** 0.5, rel=0.1)
        assert bet.hits == pytest.approx(exact[key].win * 400_000, rel=0.1)
        low, high = bet.interval
        assert (low + high) / 2 == pytest.approx(bet.edge)
        assert high - low == pytest.approx(2 * 1.96 * bet.stderr, rel=1e-4)
    assert found.rounds_per_second == pytest.approx(400_000 / found.seconds)


def test_a_single_round_has_an_edge_too() -> None:
    found = simulate(game_of("rws-etg"), 1, seed=2)
    (index,) = np.flatnonzero(found.played.outcomes)
    assert found.played.outcomes.ravel()[index] == 1
    assert {bet.hits for bet in found.bets.values()} <= {0, 1}
    assert {bet.stderr for bet in found.bets.values()} == {0.0}


def test_a_notebook_shows_what_was_found() -> None:
    found = simulate(game_of("rws-etg"), 10_000, seed=2)
    first, *rest = repr(found).splitlines()
    assert first == f"rws-etg, 10000 rounds, {found.played.shoes} shoes"
    assert rest == [repr(bet) for bet in found.bets.values()]
    assert rest[0].startswith("<player: edge ")
