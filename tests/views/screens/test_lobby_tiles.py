"""Tables in the lobby: what a patron must know to choose one."""

from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Patron
from punto.rounds.phases import Phase
from punto.rounds.table.commands import ChangeSeating, LeaveSeat, Seating
from punto.values.money import dollars
from punto.views.screens.lobby import lobby_tile
from punto.views.watched_table import Watched
from support.rounds.evening import SUPERVISOR, T1
from support.rounds.live import live_opened
from support.views.screens.stages import betting, opened, screens


def test_a_table_without_a_game_has_no_tile() -> None:
    assert lobby_tile(Watched(), is_halted=False) is None


def test_a_tile_has_game_limits_clock_and_seats() -> None:
    evening = opened()
    evening.do(ChangeSeating(Seating(patrons_choose=True, seats=7)), SUPERVISOR)
    evening.do(LeaveSeat(T1), Patron(T1))
    evening.do(OpenBets())
    tile = lobby_tile(screens(evening), is_halted=True)
    assert tile is not None
    configuration = evening.table.configuration
    assert configuration is not None
    limits = configuration.terms.limits
    assert (tile.table, tile.phase, tile.round_number) == ("A1", Phase.BETTING, 1)
    assert (tile.minimum, tile.maximum) == (limits.minimum, limits.maximum)
    assert (tile.seats_taken, tile.seats, tile.patrons_choose) == (1, 7, True)
    assert tile.closes_at == evening.now + configuration.betting_ms
    assert tile.is_halted
    assert not tile.is_live


def test_no_bet_shows_in_a_tile() -> None:
    evening = betting()
    before = lobby_tile(screens(evening), is_halted=False)
    evening.bet(T1, banker=100)
    assert lobby_tile(screens(evening), is_halted=False) == before


def test_no_time_runs_between_rounds() -> None:
    tile = lobby_tile(screens(opened()), is_halted=False)
    assert tile is not None
    assert tile.closes_at is None


def test_a_live_table_posts_its_minimum() -> None:
    tile = lobby_tile(screens(live_opened()), is_halted=False)
    assert tile is not None
    assert (tile.is_live, tile.minimum, tile.maximum) == (True, dollars(100), None)
