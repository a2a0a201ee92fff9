from datetime import UTC, datetime

import pytest

from punto.rules.games import Catalogue, Game, GameWrittenTwice, catalogue_of
from punto.values import replace


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC)


def version_of(game: Game, version: int | None, effective: datetime | None) -> Game:
    return replace(game, rules=replace(game.rules, version=version, effective=effective))


@pytest.fixture
def catalogue(games: dict[str, Game]) -> Catalogue:
    tiger, live = games["mbs-tiger"], games["rws-live"]
    versions = [version_of(tiger, 5, day(20)), version_of(tiger, 4, day(10)), live]
    return catalogue_of(versions)


@pytest.mark.parametrize(
    ("instant", "version"), [(day(9), None), (day(10), 4), (day(19), 4), (day(20), 5), (day(31), 5)]
)
def test_the_version_in_force_at_an_instant_is_picked(
    catalogue: Catalogue, instant: datetime, version: int | None
) -> None:
    game = catalogue.in_force("mbs-tiger", instant)
    assert (game and game.rules.version) == version


@pytest.mark.parametrize(
    ("instant", "version"), [(day(9), 4), (day(10), 5), (day(19), 5), (day(20), None)]
)
def test_the_version_that_takes_effect_next_is_picked(
    catalogue: Catalogue, instant: datetime, version: int | None
) -> None:
    game = catalogue.coming("mbs-tiger", instant)
    assert (game and game.rules.version) == version


def test_the_newest_version_is_the_last_to_take_effect(catalogue: Catalogue) -> None:
    newest = catalogue.newest("mbs-tiger")
    assert newest is not None
    assert newest.rules.version == 5
    assert [game.rules.version for game in catalogue.versions("mbs-tiger")] == [4, 5]
    assert catalogue.newest("no-such-game") is None


@pytest.mark.reading("A-71")
def test_rules_without_a_date_have_always_been_in_force(catalogue: Catalogue) -> None:
    game = catalogue.in_force("rws-live", datetime(1990, 1, 1, tzinfo=UTC))
    assert game is not None
    assert (game.rules.version, game.rules.effective) == (None, None)


def test_the_same_game_of_the_same_rules_may_stand_only_once(games: dict[str, Game]) -> None:
    tiger = games["mbs-tiger"]
    with pytest.raises(GameWrittenTwice, match="mbs-tiger, version 4: found twice"):
        catalogue_of([tiger, games["rws-live"], tiger])
