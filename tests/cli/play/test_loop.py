import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from rich.console import Console

from punto.cli.play.announcements import CUT_CARD, NO_MORE_BETS, PLACE_YOUR_BETS
from punto.cli.play.loop import Seat, play
from punto.cli.play.one_round import NoPause
from punto.cli.play.ports import Pace
from punto.cli.play.session import Session
from punto.devices.virtual_shoe import VirtualShoe
from punto.values.cards import DECK, parse_cards
from punto.values.money import dollars

Seated = Callable[[str], Session]
TIGER_WINS = "3H AD JS 9H AH 6C"


@dataclass
class ScriptedLines:
    """A patron whose lines are known; after the last the patron leaves."""

    lines: Iterator[str]
    asked_count: int = field(default=0)

    def ask(self, prompt: str) -> str | None:
        assert prompt
        self.asked_count += 1
        return next(self.lines, None)


class Impatient:
    """Presses Ctrl-C at the first pause."""

    def pause(self, seconds: float) -> None:
        raise KeyboardInterrupt(seconds)


def played(
    session: Session, *lines: str, pace: Pace | None = None, height: int = 40
) -> tuple[Session, str]:
    screen = Console(
        file=io.StringIO(), width=100, height=height, record=True, force_terminal=pace is not None
    )
    seat = Seat(
        screen, ScriptedLines(iter(lines)), pace or NoPause(), lambda: VirtualShoe(DECK * 4)
    )
    return play(seat, session), screen.export_text()


def test_a_round_goes_from_open_bets_to_the_roads_in_the_order_of_the_table(
    seated: Seated,
) -> None:
    session, text = played(seated(TIGER_WINS), "banker 100, tiger 5", "", "quit")
    steps = (
        PLACE_YOUR_BETS,
        "total 105.00, credits left 895.00",
        NO_MORE_BETS,
        "Player 3, Banker 0",
        "Banker wins, 6 to 4",
        "You win 195.00",
        "Big Road",
        "Round 2",
        PLACE_YOUR_BETS,
        "Thank you for playing",
    )
    place = 0
    for step in steps:
        place = text.index(step, place) + 1
    assert session.credits == dollars(1195)


@pytest.mark.parametrize("farewell", [("quit",), ()], ids=["quit", "end of input"])
def test_leaving_ends_with_the_summary_and_unplayed_bets_stay_the_patrons(
    seated: Seated, farewell: tuple[str, ...]
) -> None:
    session, text = played(seated(""), "banker 100", *farewell)
    assert session.credits == dollars(1000)
    assert text.splitlines()[-2].split() == ["0", "0.00", "0.00", "0.00", "1000.00"]


def test_ctrl_c_during_the_deal_shows_the_rest_settles_and_leaves(seated: Seated) -> None:
    session, text = played(seated(TIGER_WINS), "banker 100", "", pace=Impatient())
    assert "Banker wins, 6 to 4" in text
    assert "You win 95.00" in text
    assert text.count(PLACE_YOUR_BETS) == 1
    assert text.splitlines()[-2].split() == ["1", "100.00", "195.00", "+95.00", "1095.00"]
    assert len(session.rounds) == 1


def test_ctrl_c_anywhere_else_still_ends_politely(seated: Seated) -> None:
    class Broken:
        def ask(self, prompt: str) -> str | None:
            raise KeyboardInterrupt(prompt)

    screen = Console(file=io.StringIO(), width=100, record=True)
    play(Seat(screen, Broken(), NoPause(), lambda: VirtualShoe(DECK)), seated(""))
    assert "Thank you for playing" in screen.export_text()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lion 5", "bet 'lion': mbs-tiger has none"),
        ("banker", "'banker': expected a bet and a stake"),
        ("banker 1.50", "stake 1.50 on banker: expected a multiple of the step 1.00"),
        ("banker 501", "stake 501.00 on banker: expected at most the maximum 500.00"),
        ("banker 0", "stake 0.00 on banker: expected more than 0"),
        ("banker 500 player 500 tie 1", "stakes of 1001.00 in all: expected at most the 1000.00"),
        ("undo", "undo: nothing was changed in this round"),
        ("\x00\x1b[31m[red]", "expected a bet and a stake such as banker 100, or help"),
    ],
)
def test_a_wrong_line_gets_its_sentence_and_betting_stays_open(
    seated: Seated, line: str, sentence: str
) -> None:
    session, text = played(seated(TIGER_WINS), line, "tiger 5", "", "quit")
    assert sentence in text
    assert session.total_staked == dollars(5)


def test_repeat_double_undo_and_clear_change_the_next_round(seated: Seated) -> None:
    lines = ("tiger 5", "", "repeat", "double", "double", "undo", "clear", "undo", "", "quit")
    session, _ = played(seated(TIGER_WINS + " 4D KS 4C 2H"), *lines)
    assert [total.settlement.total_stake for total in session.rounds] == [dollars(5), dollars(10)]


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("layout", "Small Tiger"),
        ("rules", "two pairs of one rank"),
        ("roads", "Cockroach Pig"),
        ("help", "leave the table"),
    ],
)
def test_every_page_is_shown_while_bets_are_open(seated: Seated, word: str, part: str) -> None:
    _, before = played(seated(""), "quit")
    _, text = played(seated(""), word, "quit")
    assert text.count(part) == before.count(part) + 1


def test_enter_without_bets_deals_a_round_to_watch(seated: Seated) -> None:
    session, text = played(seated(TIGER_WINS), "", "quit")
    assert "No bets in this round" in text
    assert session.roads.tally.banker == 1


def test_after_the_cut_card_the_round_is_finished_and_a_new_shoe_begins(seated: Seated) -> None:
    shoe = VirtualShoe(parse_cards("9D KS KC 2H") + DECK[:12])
    session, text = played(replace(seated(""), shoe=shoe), "banker 5", "", "quit")
    assert CUT_CARD in text
    assert text.index(CUT_CARD) < text.index("5.00 staked") < text.index("Shoe 2 is shuffled")
    assert (session.shoe_number, session.round_number) == (2, 1)


def test_a_patron_without_credits_is_told_and_may_watch(seated: Seated) -> None:
    broke = replace(seated("4D KS 4C 2H 4D KS 4C 2H"), credits=dollars(5))
    session, text = played(broke, "banker 5", "", "banker 1", "", "quit")
    assert "your credits are below the minimum" in text
    assert "expected at most the 0.00 of your credits" in text
    assert len(session.rounds) == 2


@pytest.mark.parametrize(("height", "derived"), [(24, 0), (60, 1)])
def test_a_low_screen_shows_the_main_roads_only(seated: Seated, height: int, derived: int) -> None:
    _, text = played(seated(TIGER_WINS), "", "quit", height=height)
    assert text.count("Big Road") == 1
    assert text.count("Big Eye Boy") == derived
