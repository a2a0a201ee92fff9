import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.bootstrap.rule_book import shipped_game
from punto.lab.studies import (
    BetFound,
    Estimate,
    NothingPlayed,
    Study,
    StudyFindings,
    on_this_machine,
    parse_tags,
    study,
)
from punto.lab.studies.shoes import ShoeBatch, ShoeRules
from punto.lab.studies.workers import batches
from punto.rules.games import Game
from punto.values import replace
from support.lab.studies.own_bets import game_of, own_bet

PUBLISHED: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("published_counts.json").read_text("utf-8")
)
AS_PUBLISHED = ShoeRules(8, 14, burns=True, one_more=True)
"""The cut card at 14 cards, with the usual rules of burning and of one more round."""

FAR_OFF = 3.5
"""Standard errors; with a fixed seed this either always holds or never."""


def published_game() -> Game:
    tiger, fortune = shipped_game("mbs-tiger"), shipped_game("mbs-fortune-six")
    assert tiger is not None
    assert fortune is not None
    return game_of(
        tiger,
        tiger.bet("big-tiger"),
        fortune.bet("player-pair"),
        own_bet("tie-on-7", "45:1", winner="tie", player_total=7),
        own_bet("panda-8", "25:1", winner="player", player_total=8, player_cards=3),
    )


@pytest.fixture(scope="module")
def published() -> dict[str, BetFound]:
    triggers = {figure["bet"]: figure["trigger"] for figure in PUBLISHED}
    tags = {figure["bet"]: parse_tags(figure["tags"]) for figure in PUBLISHED if figure["tags"]}
    asked = Study(published_game(), AS_PUBLISHED, 700, 7, (), triggers, tags)
    return {bet.key: bet for bet in study(asked, on_this_machine(1)).bets}


def estimate(bet: BetFound, figure: dict[str, Any]) -> Estimate:
    how, _, what = figure["quantity"].partition(" ")
    play = bet.played.perfect if how == "perfect" else bet.played.counted
    match what:
        case "bets %":
            return play.bets.times(100)
        case "advantage %":
            assert play.advantage is not None
            return play.advantage.times(100)
        case "per 100":
            return play.per_100
        case _:
            return play.per_shoe


@pytest.mark.parametrize("figure", PUBLISHED, ids=lambda f: f"{f['bet']}, {f['quantity']}")
def test_a_published_study_is_reproduced(
    figure: dict[str, Any], published: dict[str, BetFound]
) -> None:
    found = estimate(published[figure["bet"]], figure)
    assert found.error is not None
    assert 0 < found.error < 0.15 * found.value
    assert abs(found.value - figure["value"]) < FAR_OFF * found.error
    assert figure["source"]


@pytest.fixture(scope="module")
def asked() -> Study:
    game = shipped_game("mbs-tiger")
    assert game is not None
    return Study(game, ShoeRules(8), 70, 7, ("big-tiger", "tiger-pair", "banker"))


@pytest.fixture(scope="module")
def shoes_played() -> list[range]:
    """The shoes that ``found`` has played, batch by batch."""
    return []


@pytest.fixture(scope="module")
def found(asked: Study, shoes_played: list[range]) -> StudyFindings:
    def noted(given: Iterator[ShoeBatch]) -> Iterator[ShoeBatch]:
        for batch in given:
            shoes_played.append(range(batch.first, batch.first + batch.shoes))
            yield batch

    return study(asked, lambda plan, given: on_this_machine(1)(plan, noted(given)))


def test_a_study_is_the_same_however_many_play_it(asked: Study) -> None:
    told = replace(asked, triggers=dict.fromkeys(asked.bets, 8.0))
    assert study(told, on_this_machine(3)) == study(told, on_this_machine(1))


def test_bets_come_in_the_order_of_the_game(found: StudyFindings) -> None:
    assert [bet.key for bet in found.bets] == ["banker", "big-tiger", "tiger-pair"]
    assert (found.shoes, found.stopped) == (70, False)
    assert found.rounds == pytest.approx(70 * found.bets[0].played.rounds)
    assert found.bets[1].edge == pytest.approx(0.15253316929825744)


def test_the_best_trigger_is_found_on_shoes_of_its_own(
    found: StudyFindings, shoes_played: list[range]
) -> None:
    shoes = [shoe for batch in shoes_played for shoe in batch]
    assert found.shoes == 70
    assert len(shoes) == len(set(shoes)) == 256 + 70
    assert shoes[-70:] == list(range(70))


def test_a_count_bets_where_it_has_something_to_follow(found: StudyFindings) -> None:
    banker, big, pair = found.bets
    assert big.trigger is not None
    assert 8 <= big.trigger <= 20
    assert big.played.counted.bets.value > 0
    # No single card changes the chance of a pair of any rank, so no count follows it.
    assert (pair.trigger, pair.betting_correlation) == (None, None)
    assert pair.played.counted.per_shoe == Estimate(0, 0)
    assert pair.played.perfect.per_shoe.value > 0
    assert banker.betting_correlation is not None


def test_perfect_play_beats_every_count_and_grows_with_depth(found: StudyFindings) -> None:
    for bet in found.bets:
        assert bet.played.behind == 14
        profits = [cut.perfect.per_shoe.value for cut in bet.cuts]
        assert profits == sorted(profits)
        for cut in bet.cuts:
            assert cut.perfect.per_shoe.value >= cut.counted.per_shoe.value


def test_the_edge_spreads_as_the_shoe_goes_down(found: StudyFindings) -> None:
    for bet in found.bets:
        first, last = bet.depths[0], bet.depths[-1]
        assert (first.start, first.end, first.rounds) == (0, 0, 70)
        assert first.mean == pytest.approx(-bet.edge)
        assert first.best == pytest.approx(-bet.edge)
        assert first.favourable == 0
        assert last.end == 402
        assert last.low < first.mean < last.high <= last.best
        assert last.high - last.low > 5 * (bet.depths[3].high - bet.depths[3].low)
        assert all(step.low <= step.high <= step.best + 1e-3 for step in bet.depths)
        rounds = sum(step.rounds for step in bet.depths)
        favoured = sum(step.rounds * step.favourable for step in bet.depths)
        assert rounds == found.rounds
        assert favoured == pytest.approx(rounds * bet.played.perfect.bets.value)


def test_shoes_are_the_same_fair_game_at_every_depth(found: StudyFindings) -> None:
    # On average, a bet on every round of a depth has the edge of the full shoe.
    banker = found.bets[0]
    for step in banker.depths[:20]:
        assert step.mean == pytest.approx(-banker.edge, abs=0.002)


def test_a_study_can_be_stopped_with_what_it_has(asked: Study) -> None:
    through: list[int] = []

    def go_on(shoes: int) -> bool:
        through.append(shoes)
        return sum(through) < 64

    told = replace(asked, triggers=dict.fromkeys(asked.bets, 8.0))
    some = study(told, on_this_machine(1), go_on)
    assert (some.shoes, some.stopped) == (64, True)
    with pytest.raises(NothingPlayed):
        study(asked, on_this_machine(1), lambda _shoes: False)


def test_a_vast_study_does_not_try_triggers_for_hours(asked: Study) -> None:
    assert asked.shoes_swept == 256
    assert replace(asked, shoes=50_000).shoes_swept == 5_000
    assert replace(asked, shoes=10**9).shoes_swept == 8_192


def test_batches_are_divided_alike_for_everybody() -> None:
    assert list(batches(10, 70)) == [(10, 32), (42, 32), (74, 6)]
