import pytest

from punto.rounds.phases import Phase
from punto.rounds.round_commands import OpenBets
from punto.rounds.shoe_commands import RetireShoe
from punto.values.sides import Winner
from punto.views.display import DisplayView, display_view
from punto.views.public import public_view
from rounds.evening import SUPERVISOR, T1, T2, Evening
from views.screens.stages import BANKER_WINS, STAGES, opened, screens, settled, values_in, with_bets

PLAYER_WINS = "4D KH 4H 2H"


def display(evening: Evening) -> DisplayView:
    view = display_view(screens(evening))
    assert view is not None
    return view


@pytest.mark.parametrize("stage", STAGES)
def test_the_big_screen_says_what_the_public_part_says(stage: str) -> None:
    watched = screens(STAGES[stage]())
    shown, public = display_view(watched), public_view(watched)
    assert shown is not None
    assert public is not None
    same = (
        "table", "phase", "notice", "betting_ms", "closes_at", "round_number", "hands",
        "last_round", "offers", "statistics", "halt",
    )  # fmt: skip
    assert [getattr(shown, name) for name in same] == [getattr(public, name) for name in same]
    assert shown.game == public.game.name


def test_bets_shoe_and_clock_are_read_from_afar() -> None:
    view = display(with_bets())
    assert (view.phase, view.notice) == (Phase.BETTING, "Place your bets, please")
    assert (view.closes_at, view.betting_ms) == (21_000, 20_000)
    assert (view.shoe_number, view.round_number) == (1, 1)
    assert view.game.en == "Tiger Baccarat"


def test_the_last_hand_is_shown() -> None:
    view = display(settled())
    assert view.hands.winner is Winner.BANKER
    assert view.last_round is not None
    assert view.last_round.number == 1


def test_without_a_shoe_there_is_no_shoe_number() -> None:
    evening = opened()
    evening.do(RetireShoe("a torn card"), SUPERVISOR)
    assert display(evening).shoe_number is None


def test_roads_are_cut_to_the_columns_of_the_display() -> None:
    evening = opened()
    for cards in (BANKER_WINS, PLAYER_WINS) * 4:
        evening.do(OpenBets())
        evening.play(cards)
    watched = screens(evening)
    narrow = display_view(watched, columns=4)
    assert narrow is not None
    assert [cell.position.column for cell in narrow.roads.cells.big] == [0, 1, 2, 3]
    assert narrow.roads.cells.big[-1].winner is Winner.PLAYER
    assert len(display(evening).roads.cells.big) == 8


@pytest.mark.parametrize("stage", STAGES)
def test_the_big_screen_names_no_terminal(stage: str) -> None:
    assert not {T1, T2} & set(values_in(display(STAGES[stage]())))
