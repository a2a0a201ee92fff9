import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from rich.console import Console

from punto.bootstrap.table_setup import USUAL_PHRASES
from punto.cli.play import no_pause
from punto.cli.private_table.loop import PlaySeat, play
from punto.cli.private_table.round_screen import CUT_CARD, Pause
from punto.cli.private_table.session import PlaySession, check_command, facts
from punto.rounds.shoe.events import ShoeLoaded, ShoeRevealed
from punto.rules.terms import Terms
from punto.values.money import dollars
from support.cli.play.seating import Seated, seat_patron

Sit = Callable[[str], Seated]
PLACE_YOUR_BETS, NO_MORE_BETS = USUAL_PHRASES.opening, USUAL_PHRASES.closing
TIGER_WINS = "3H AD JS 9H AH 6C"


@dataclass
class ScriptedLines:
    """A patron whose lines are known, and who leaves after the last one."""

    lines: Iterator[str]
    asked_count: int = field(default=0)

    def ask(self, prompt: str) -> str | None:
        assert prompt
        self.asked_count += 1
        return next(self.lines, None)


def impatient(seconds: float) -> None:
    """Press Ctrl-C at the first pause."""
    raise KeyboardInterrupt(seconds)


def played(
    at: Seated, *lines: str, pause: Pause | None = None, height: int = 40
) -> tuple[PlaySession, str]:
    screen = Console(
        file=io.StringIO(), width=100, height=height, record=True, force_terminal=pause is not None
    )
    seat = PlaySeat(screen, ScriptedLines(iter(lines)).ask, pause or no_pause)
    return play(seat, at.session), screen.export_text()


def test_a_round_goes_from_open_bets_to_the_roads_in_the_order_of_the_table(
    seated: Sit,
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
    seated: Sit, farewell: tuple[str, ...]
) -> None:
    session, text = played(seated(""), "banker 100", *farewell)
    assert session.credits == dollars(1000)
    assert text.splitlines()[-2].split() == ["0", "0.00", "0.00", "0.00", "1000.00"]


def test_ctrl_c_during_the_deal_shows_the_rest_settles_and_leaves(seated: Sit) -> None:
    session, text = played(seated(TIGER_WINS), "banker 100", "", pause=impatient)
    assert "Banker wins, 6 to 4" in text
    assert "You win 95.00" in text
    assert text.count(PLACE_YOUR_BETS) == 1
    assert text.splitlines()[-2].split() == ["1", "100.00", "195.00", "+95.00", "1095.00"]
    assert len(session.settled) == 1


def test_ctrl_c_anywhere_else_still_ends_politely(seated: Sit) -> None:
    def broken(prompt: str) -> str | None:
        raise KeyboardInterrupt(prompt)

    screen = Console(file=io.StringIO(), width=100, record=True)
    at = seated("")
    play(PlaySeat(screen, broken, no_pause), at.session)
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
    seated: Sit, line: str, sentence: str
) -> None:
    session, text = played(seated(TIGER_WINS), line, "tiger 5", "", "quit")
    assert sentence in text
    assert session.total_staked == dollars(5)


def test_repeat_double_undo_and_clear_change_the_next_round(seated: Sit) -> None:
    lines = ("tiger 5", "", "repeat", "double", "double", "undo", "clear", "undo", "", "quit")
    session, _ = played(seated(TIGER_WINS + " 4D KS 4C 2H"), *lines)
    stakes = [sum(result.stake for result in results) for results in session.settled]
    assert stakes == [dollars(5), dollars(10)]


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("layout", "Small Tiger"),
        ("rules", "two pairs of one rank"),
        ("roads", "Cockroach Pig"),
        ("help", "leave the table"),
    ],
)
def test_every_page_is_shown_while_bets_are_open(seated: Sit, word: str, part: str) -> None:
    _, before = played(seated(""), "quit")
    _, text = played(seated(""), word, "quit")
    assert text.count(part) == before.count(part) + 1


def test_enter_without_bets_deals_a_round_to_watch(seated: Sit) -> None:
    session, text = played(seated(TIGER_WINS), "", "quit")
    assert "No bets in this round" in text
    assert session.roads.tally.banker == 1


def test_after_the_cut_card_the_round_is_finished_and_a_new_shoe_begins(tiger: Terms) -> None:
    at = seat_patron(tiger, "9D KS KC 2H", cut_after=2)
    session, text = played(at, "banker 5", "", "quit")
    steps = (CUT_CARD, "5.00 staked", "Shoe 1 is revealed", "Shoe 2 is shuffled", "Shoe 2 ─")
    place = 0
    for step in steps:
        place = text.index(step, place) + 1
    assert text.index("Round 1", place)
    assert session.table.shoes_count == 2


def test_every_shoe_is_promised_when_it_is_loaded_and_revealed_when_it_ends(tiger: Terms) -> None:
    at = seat_patron(tiger, "9D KS KC 2H", cut_after=2)
    session, text = played(at, "", "quit")
    commitments = [fact.commitment for fact in facts(session.record, ShoeLoaded)]
    assert len(set(commitments)) == 2
    assert [text.count(f"Commitment {each}\n") for each in commitments] == [1, 1]
    for revealed in facts(session.record, ShoeRevealed):
        assert f"Shoe {revealed.shoe_number} is revealed: this command" in text
        # Unwrapped, whatever the width of the screen, so that it can be copied.
        assert check_command(revealed) in text


def test_nothing_of_a_shoes_order_is_told_before_it_ends(seated: Sit) -> None:
    at = seated(TIGER_WINS)
    session, text = played(at, "banker 5", "", "quit")
    (revealed,) = facts(session.record, ShoeRevealed)
    assert text.count(revealed.salt) == 1
    assert text.index(PLACE_YOUR_BETS) < text.rindex(PLACE_YOUR_BETS) < text.index(revealed.salt)


def test_a_patron_without_credits_is_told_and_may_watch(tiger: Terms) -> None:
    broke = seat_patron(tiger, "4D KS 4C 2H 4D KS 4C 2H", credits_dollars=5)
    session, text = played(broke, "banker 5", "", "banker 1", "", "quit")
    assert "your credits are below the minimum" in text
    assert "expected at most the 0.00 of the terminal's credits" in text
    assert len(session.settled) == 2


@pytest.mark.parametrize(("height", "derived"), [(24, 0), (60, 1)])
def test_a_low_screen_shows_the_main_roads_only(seated: Sit, height: int, derived: int) -> None:
    _, text = played(seated(TIGER_WINS), "", "quit", height=height)
    assert text.count("Big Road") == 1
    assert text.count("Big Eye Boy") == derived
