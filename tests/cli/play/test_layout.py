import io
from collections.abc import Callable

import pytest
from rich.console import Console, RenderableType

from punto.cli.private_table.layout import (
    chips_text,
    header,
    layout,
    limits_words,
    odds_words,
    position_text,
    shoe_progress,
)
from punto.cli.private_table.requests import (
    AddStakes,
    RequestWord,
    example,
    help_table,
    hint,
    parse_request,
)
from punto.cli.private_table.session import PlaySession
from punto.cli.private_table.steps import add_stakes
from punto.rounds.configuration import CardSource
from punto.rounds.shoe.state import Shoe
from punto.rules.games import BetKey, Game
from punto.rules.limits import Limits
from punto.rules.stake_limits import bet_refusals
from punto.rules.terms import Terms, terms_of, usual_decks
from punto.values.money import dollars
from support.cli.play.seating import Seated, accepted, seat_patron

Sit = Callable[[str], Seated]


def shown(renderable: RenderableType, width: int) -> str:
    screen = Console(file=io.StringIO(), width=width, record=True)
    screen.print(renderable)
    return screen.export_text()


def session_at(game: Game) -> PlaySession:
    terms = terms_of(game, usual_decks(game), (), Limits())
    assert isinstance(terms, Terms)
    return seat_patron(terms).session


@pytest.mark.parametrize("width", [80, 120])
def test_every_bet_of_every_game_is_on_its_layout(
    games: dict[str, Game], any_game_key: str, width: int
) -> None:
    game = games[any_game_key]
    text = shown(layout(session_at(game), width), width)
    for number, bet in enumerate(game.bets, start=1):
        assert bet.name.en in text
        assert f"{number}  " in text


def test_a_bet_that_is_not_offered_is_not_on_the_layout(games: dict[str, Game]) -> None:
    terms = terms_of(games["mbs-tiger"], 8, ["tiger-pair"], Limits())
    assert isinstance(terms, Terms)
    assert "Tiger Pair" not in shown(layout(seat_patron(terms).session, 80), 80)


@pytest.mark.parametrize("key", ["mbs-tiger", "rws-live"])
def test_chips_on_the_layout_are_shown(games: dict[str, Game], key: str) -> None:
    at = seat_patron(session_at(games[key]).terms)
    chips = {BetKey("banker"): dollars(130)}
    session = accepted(add_stakes(at.with_bets_open(), chips))
    assert "●100 ●25 ●5  130.00" in shown(layout(session, 80), 80)


@pytest.mark.parametrize(
    ("stake", "chips"),
    [
        (1, "●1  1.00"),
        (5, "●5  5.00"),
        (2666, "●1000×2 ●500 ●100 ●25×2 ●5×3 ●1  2666.00"),
        (99, "●25×3 ●5×4 ●1×4  99.00"),
    ],
)
def test_a_stake_is_made_of_the_fewest_chips(stake: int, chips: str) -> None:
    assert chips_text(dollars(stake)).plain == chips


def test_odds_are_told_in_words_each_once(games: dict[str, Game]) -> None:
    words = {bet.key: odds_words(bet) for bet in games["mbs-fabulous-4s"].bets}
    assert words[BetKey("player")] == "1 to 2, 2 to 1, 1 to 1, push"
    assert words[BetKey("banker")] == "push, 2 to 1, 1 to 1"


def test_limits_are_told_with_and_without_a_maximum() -> None:
    assert "no maximum" in limits_words(Limits(maximum=None))
    assert "maximum 500.00" in limits_words(Limits(maximum=dollars(500)))


def test_an_empty_layout_says_so(seated: Sit) -> None:
    assert position_text(seated("").session).plain == "No bets on the layout"


def test_the_header_names_game_rules_decks_shoe_round_and_credits(
    games: dict[str, Game],
) -> None:
    text = shown(header(session_at(games["mbs-tiger"])), 80)
    for part in (
        "Tiger Baccarat",
        "Electronic Baccarat (MBS), version 4",
        "8 decks",
        "Shoe 1",
        "0 of 416 cards dealt",
        "Single person",
        "Round 1",
        "Credits 1000.00",
    ):
        assert part in text


def test_a_document_without_a_version_says_so(games: dict[str, Game]) -> None:
    assert "version unknown" in shown(header(session_at(games["rws-live"])), 80)


def test_the_bar_of_the_shoe_fills_as_it_is_dealt() -> None:
    bars = [
        shoe_progress(Shoe(1, 1, CardSource.VIRTUAL_SHOE, dealt_count=dealt)).plain.count("━")
        for dealt in (0, 26, 52)
    ]
    assert bars == [0, 8, 16]


def test_the_example_of_every_game_is_one_that_its_table_takes(
    games: dict[str, Game], any_game_key: str
) -> None:
    terms = session_at(games[any_game_key]).terms
    request = parse_request(example(terms), terms)
    assert isinstance(request, AddStakes)
    assert bet_refusals(terms, request.stakes) == ()
    assert example(terms) in hint(terms).plain


def test_the_help_tells_every_word(games: dict[str, Game]) -> None:
    text = shown(help_table(session_at(games["mbs-tiger"]).terms), 80)
    assert all(word.value in text for word in RequestWord)
