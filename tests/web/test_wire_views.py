"""Views on the wire: each can be read back, and equals the view that was written."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest

from punto.rules.games import BetKey
from punto.rules.settlement import Result
from punto.values.money import dollars
from punto.views.recall import recall
from punto.views.screens.console import ConsoleView, console_view
from punto.views.screens.own_results import OwnResult
from punto.views.screens.pit import PitView, pit_view
from punto.views.screens.public import PublicView, public_view
from punto.views.screens.terminal import TerminalView
from punto.views.watched_table import Watched
from punto.web.wire.forms import NoForm, form_of
from punto.web.wire.parts import BOARD, LAYOUT, PUBLIC, encode, encode_private
from punto.web.wire.recalls import RecalledRound, recalled_round
from support.rounds.evening import T1
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import STAGES, opened, played, screens, settled, void

PRIVATE: dict[type, Callable[[Watched], TerminalView | ConsoleView | PitView | None]] = {
    TerminalView: lambda watched: terminal_view(watched, T1),
    ConsoleView: console_view,
    PitView: pit_view,
}


def shown(stage: str) -> PublicView:
    view = public_view(screens(STAGES[stage]()))
    assert view is not None
    return view


@pytest.mark.parametrize("stage", STAGES)
def test_the_public_parts_together_are_the_whole_public_view(stage: str) -> None:
    view = shown(stage)
    fields: dict[str, object] = {}
    for form in (PUBLIC, LAYOUT, BOARD):
        raw = encode(form, view)
        msgspec.json.decode(raw, type=form.wire)
        fields |= json.loads(raw)
    whole = form_of(PublicView)
    assert whole.back(msgspec.json.decode(json.dumps(fields), type=whole.wire)) == view


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("kind", PRIVATE)
def test_a_private_view_is_read_back_as_it_was(kind: type, stage: str) -> None:
    view = PRIVATE[kind](screens(STAGES[stage]()))
    if view is None:
        assert kind is TerminalView
        assert stage in {"configured", "choosing"}  # no terminal is seated there
        return
    form = form_of(kind)
    assert form.back(msgspec.json.decode(encode_private(view), type=form.wire)) == view


def test_cards_money_and_choices_travel_in_their_short_forms() -> None:
    public = json.loads(encode(PUBLIC, shown("third card due")))
    assert public["hands"]["player"]["cards"] == ["KS", "QH"]
    assert public["phase"] == "dealing"
    layout = json.loads(encode(LAYOUT, shown("betting")))
    assert layout["offers"][1]["lines"][0]["odds"] == {"win": 19, "per": 20}
    assert layout["offers"][0]["minimum"] == 100
    assert "offers" not in public
    assert "roads" not in public


def test_the_cells_of_the_roads_travel_as_lists() -> None:
    view = public_view(screens(played(opened(), "KS 3D QH 4C 2D", "9S 9D 9H 9C")))
    assert view is not None
    cells = json.loads(encode(BOARD, view))["roads"]["cells"]
    assert cells["bead"] == [
        [[0, 0], ["banker", False, False, False, False]],
        [[1, 0], ["tie", True, True, True, False]],
    ]
    assert cells["big"] == [[[0, 0], "banker", 1, False, False, False]]


def test_one_of_several_shapes_says_which_it_is() -> None:
    view = pit_view(screens(STAGES["dealing stopped"]()))
    assert view is not None
    told = json.loads(encode_private(view))["significant"][-1]
    assert told["by"] == {
        "is": "Actor",
        "person": "mei",
        "role": 1,
        "acting": False,
        "alone": False,
    }


def recalled(stage: str) -> RecalledRound:
    found = recall({"settled": settled, "void": void}[stage]().record.events, 1, T1)
    assert found is not None
    return recalled_round(found)


def test_a_recalled_round_tells_every_step_with_its_cards_bets_and_money() -> None:
    told = recalled("settled")
    steps = [step.what for step in told.steps]
    assert steps[:2] == ["BetsOpened", "PositionTaken"]
    assert steps.count("CardDealt") == 5
    assert steps[-1] == "RoundSettled"
    position, last = told.steps[1], told.steps[-1]
    assert position.stakes == (("banker", 100_00),)
    banker = BetKey("banker")
    assert last.results == (
        OwnResult(
            bet=banker,
            stake=dollars(100),
            result=Result.WON,
            pays="0.95 to 1",
            profit=dollars(95),
            returned=dollars(195),
            commission=dollars(5),
            clause="4.7",
        ),
    )
    assert [(b.credits_before, b.credits_after) for b in last.balances] == [(900_00, 1_095_00)]
    dealt = [step for step in told.steps if step.what == "CardDealt"]
    hands = dealt[-1].hands
    assert hands is not None
    assert (hands.player_total, hands.banker_total) == (2, 7)
    assert "not live" in told.banner
    assert not told.void


def test_a_recalled_void_round_says_so() -> None:
    assert recalled("void").void


@pytest.mark.parametrize("stage", ["settled", "void"])
def test_a_recalled_round_is_read_back_as_it_was(stage: str) -> None:
    form, told = form_of(RecalledRound), recalled(stage)
    assert form.back(msgspec.json.decode(encode(form, told), type=form.wire)) == told


def test_a_type_that_nobody_said_how_to_send_is_a_fault_at_once() -> None:
    @dataclass
    class Odd:
        weight: float

    with pytest.raises(NoForm, match="float"):
        form_of(Odd)
