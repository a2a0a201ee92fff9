import io
from collections.abc import Callable

import pytest
from rich.console import Console, RenderableType

from punto.cli.private_table.round_screen import (
    CUT_CARD,
    deal_frame,
    money_text,
    show_deal,
    show_settlement,
    sideways_card,
    upright_card,
)
from punto.rules.games import Game
from punto.rules.terms import Terms
from punto.values.cards import parse_card
from support.cli.play.seating import Seated, seat_patron

Sit = Callable[[str], Seated]


def shown(renderable: RenderableType, width: int = 100) -> str:
    screen = Console(file=io.StringIO(), width=width, record=True)
    screen.print(renderable)
    return screen.export_text()


def test_a_card_is_drawn_with_its_rank_in_two_corners_and_its_suit_between() -> None:
    assert upright_card(parse_card("TD")).plain.splitlines() == [
        "╭─────╮",
        "│10   │",
        "│  ♦  │",
        "│   10│",
        "╰─────╯",
    ]


def test_a_third_card_is_laid_across() -> None:
    assert sideways_card(parse_card("6C")).plain.splitlines() == [
        "╭───────╮",
        "│6  ♣  6│",
        "╰───────╯",
    ]


def test_hearts_and_diamonds_are_red() -> None:
    reds = {
        code
        for code in ("AS", "AH", "AD", "AC")
        if "red" in str(upright_card(parse_card(code)).style)
    }
    assert reds == {"AH", "AD"}


@pytest.mark.parametrize(
    ("dealt_count", "said"),
    [
        (0, []),
        (3, []),
        (4, ["Player 3, Banker 0", "Player draws on 3"]),
        (
            5,
            [
                "Player 3, Banker 0",
                "Player draws on 3",
                "Banker draws on 0 against a third card of 1",
            ],
        ),
        (
            6,
            [
                "Player 3, Banker 0",
                "Player draws on 3",
                "Banker draws on 0 against a third card of 1",
                "Banker wins, 6 to 4",
            ],
        ),
    ],
)
def test_totals_are_announced_before_third_cards_and_the_winner_last(
    seated: Sit, games: dict[str, Game], dealt_count: int, said: list[str]
) -> None:
    played = seated("3H AD JS 9H AH 6C").played()
    lines = shown(deal_frame(games["mbs-tiger"], played, dealt_count)).splitlines()
    assert [line.strip() for line in lines[6:]] == said


def test_a_natural_is_given_as_the_reason_why_both_hands_stand(
    seated: Sit, games: dict[str, Game]
) -> None:
    text = shown(deal_frame(games["mbs-tiger"], seated("4D KS 4C 2H").played(), 4))
    assert "Player stands on 8: a natural ends the deal" in text
    assert "Banker stands on 2: a natural ends the deal" in text


def test_a_tie_names_the_total_of_both_hands(seated: Sit, games: dict[str, Game]) -> None:
    text = shown(deal_frame(games["mbs-tiger"], seated("9D 9S KC KH").played(), 4))
    assert "Tie, both hands on 9" in text


def test_the_hand_that_takes_the_next_card_is_pointed_at(
    seated: Sit, games: dict[str, Game]
) -> None:
    played = seated("3H AD JS 9H AH 6C").played()
    titles = [
        shown(deal_frame(games["mbs-tiger"], played, count)).splitlines()[0] for count in range(7)
    ]
    pointed = [title.split("◂")[0].split()[-2:] for title in titles if "◂" in title]
    assert [names[0] if names[-1].isdigit() else names[-1] for names in pointed] == [
        "Player",
        "Banker",
        "Player",
        "Banker",
        "Player",
        "Banker",
    ]


@pytest.mark.parametrize("cut_after", [1, 2, 3, 5])
def test_the_cut_card_is_told_with_the_first_card_behind_it(tiger: Terms, cut_after: int) -> None:
    played = seat_patron(tiger, "3H AD JS 9H AH 6C", cut_after=cut_after).played()
    told = [CUT_CARD in shown(deal_frame(tiger.game, played, count)) for count in range(7)]
    assert told == [count > cut_after for count in range(7)]


def test_a_cut_card_behind_the_round_is_not_told(tiger: Terms) -> None:
    played = seat_patron(tiger, "3H AD JS 9H AH 6C", cut_after=6).played()
    assert CUT_CARD not in shown(deal_frame(tiger.game, played, 6))


@pytest.mark.parametrize(
    ("cards", "stakes", "line"),
    [
        (
            "3H AD JS 9H AH 6C",
            {"banker": 100, "tiger": 5},
            "You win 195.00: 105.00 staked, 300.00 returned",
        ),
        ("9D 9S KC KH", {"banker": 100}, "100.00 staked, 100.00 returned"),
        ("4D KS 4C 2H", {"banker": 100}, "100.00 staked, 0.00 returned"),
        ("4D KS 4C 2H", {"banker": 100, "player": 40}, "140.00 staked, 80.00 returned"),
        ("4D KS 4C 2H", {}, "No bets in this round"),
    ],
)
def test_joy_is_kept_for_a_return_above_the_stake(
    seated: Sit, cards: str, stakes: dict[str, int], line: str
) -> None:
    text = money_text(seated(cards).played(**stakes)).plain
    assert text.startswith(line + "  Credits ")


def test_every_bet_is_explained_by_its_clause(seated: Sit, games: dict[str, Game]) -> None:
    screen = Console(file=io.StringIO(), width=100, record=True)
    played = seated("3H AD JS 9H AH 6C").played(banker=100, tiger=5)
    show_settlement(screen, games["mbs-tiger"], played)
    text = screen.export_text()
    assert "4.7" in text
    assert "4.10" in text
    assert "Banker wins, Banker on 6" in text


def test_on_a_terminal_every_card_waits_for_its_moment(seated: Sit, games: dict[str, Game]) -> None:
    pauses: list[float] = []
    played = seated("3H AD JS 9H AH 6C").played()
    screen = Console(file=io.StringIO(), width=100, force_terminal=True)
    show_deal(screen, pauses.append, games["mbs-tiger"], played)
    assert len(pauses) == 6
    assert all(0 < seconds < 2 for seconds in pauses)
