import pytest

from punto.lab import ShoeRefused, exact_odds
from punto.lab.distributions import shoe_of
from punto.rules.games import Game
from punto.values.cards import parse_cards
from punto.values.compositions import full_shoe, parse_composition
from punto.values.structures import BadNotation


@pytest.fixture
def game(games: dict[str, Game]) -> Game:
    return games["mbs-tiger"]


def test_a_shoe_has_eight_decks_unless_told_otherwise(game: Game) -> None:
    assert shoe_of(game) == full_shoe(8)
    assert shoe_of(game, 6) == full_shoe(6)


def test_cards_that_left_are_gone_however_they_are_told(game: Game) -> None:
    gone = "AS AS KD"
    assert shoe_of(game, 4, gone) == full_shoe(4).without(parse_cards(gone))
    assert shoe_of(game, 4, parse_cards(gone)) == shoe_of(game, 4, gone)


def test_cards_may_be_counted_one_by_one(game: Game) -> None:
    counts = parse_composition("ASx4 KDx3 9Hx0")
    assert shoe_of(game, 4, counts=counts) == counts
    assert shoe_of(game, 4, "KD", counts).cards_count == 6


@pytest.mark.parametrize(
    ("decks", "without", "counts", "sentence"),
    [
        (3, "", None, "decks 3: expected 4 to 10 for mbs-tiger"),
        (4, "AS AS AS AS AS", None, "card 'AS': taken 5 times, expected at most the 4 that"),
        (4, "", "ASx5 KDx4", "count 'ASx5': expected at most 4 in 4 decks"),
        (4, "", "ASx4 KDx1", "shoe of 5 cards: expected at least 6"),
        (4, "KD", "ASx4 KDx2", "shoe of 5 cards: expected at least 6"),
    ],
)
def test_a_shoe_that_cannot_be_is_refused(
    decks: int, without: str, counts: str | None, sentence: str, game: Game
) -> None:
    held = None if counts is None else parse_composition(counts)
    with pytest.raises(ShoeRefused, match=sentence):
        exact_odds(game, decks, without, held)


def test_text_that_says_no_card_is_bad_notation(game: Game) -> None:
    with pytest.raises(BadNotation, match="card 'XX'"):
        shoe_of(game, 8, "XX")


def test_games_on_the_same_shoe_share_its_count(games: dict[str, Game]) -> None:
    one, two = (exact_odds(games[key], 8, "AS") for key in ("rws-etg", "mbs-tiger"))
    assert one.distribution is two.distribution
    assert exact_odds(games["rws-etg"], 8, "AH").distribution is not one.distribution
