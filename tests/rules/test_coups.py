import pytest

from punto.rules.coups import Coup, deal, is_laid_right
from punto.rules.refusals import TooFewCards, TooManyCards
from punto.rules.settlement import complete_coup
from punto.rules.table_of_play import TABLE_OF_PLAY, Judgement, Why
from punto.values.cards import format_cards, parse_cards
from punto.values.sides import Side, Winner

clause = pytest.mark.clause


def coup_of(text: str) -> Coup:
    return deal(TABLE_OF_PLAY, parse_cards(text)).coup


@clause("rws-etg", "3.8", "1.7")
@clause("rws-live", "3.10", "1.8")
@clause("mbs", "3.6", "3.6.1", "3.6.2", "1.1.6", "1.1.7")
def test_cards_one_and_three_are_players_and_two_and_four_are_bankers() -> None:
    coup = coup_of("9H 3C KD 5S")
    assert format_cards(coup.player) == "9H KD"
    assert format_cards(coup.banker) == "3C 5S"


@pytest.mark.parametrize(
    ("cards", "next_side"),
    [
        ("", Side.PLAYER),
        ("9H", Side.BANKER),
        ("9H 3C", Side.PLAYER),
        ("9H 3C KD", Side.BANKER),
        ("2H 3C KD 5S", None),  # Banker's natural 8
        ("2H 3C KD 4S", Side.PLAYER),
        ("2H 3C KD 4S 5D", None),  # 7 stands
        ("2H 3C KD 2S 5D", Side.BANKER),
        ("6H 3C KD 2S", Side.BANKER),  # Player stood
        ("6H 3C KD 2S 9D", None),
    ],
)
def test_the_engine_says_which_hand_takes_the_next_card(cards: str, next_side: Side | None) -> None:
    assert coup_of(cards).next_side is next_side


@pytest.mark.reading("A-44")
def test_third_cards_go_where_the_table_of_play_sends_them() -> None:
    coup = coup_of("2H 3C KD 2S 5D 8S")
    assert str(coup) == "P 2H KD 5D | B 3C 2S 8S"
    assert (coup.player_total, coup.banker_total) == (7, 3)
    assert coup.outcome.winner is Winner.PLAYER
    assert coup.player_judgement == Judgement(draws=True, why=Why.OWN_TOTAL)
    assert coup.banker_judgement == Judgement(draws=True, why=Why.PLAYER_THIRD)


@pytest.mark.parametrize(
    ("cards", "hands"),
    [
        ("9H", "P 9H | B "),
        ("9H 3C", "P 9H | B 3C"),
        ("9H 3C KD", "P 9H KD | B 3C"),
        ("2H 3C KD 2S", "P 2H KD | B 3C 2S"),
        ("6H 3C KD 2S", "P 6H KD | B 3C 2S"),
        ("2H 3C KD 2S 5D", "P 2H KD 5D | B 3C 2S"),
    ],
)
def test_unfinished_hands_hold_the_cards_so_far(cards: str, hands: str) -> None:
    assert str(coup_of(cards)) == hands


def test_a_hand_is_not_judged_before_its_turn() -> None:
    assert coup_of("2H 3C KD").player_judgement is None
    assert coup_of("2H 3C KD 2S").banker_judgement is None
    assert coup_of("2H 3C KD 2S").player_judgement == Judgement(draws=True, why=Why.OWN_TOTAL)
    assert coup_of("6H 3C KD 2S").player_judgement == Judgement(draws=False, why=Why.OWN_TOTAL)
    assert coup_of("6H 3C KD 2S").banker_judgement == Judgement(draws=True, why=Why.PLAYER_STOOD)


def test_cards_beyond_a_complete_coup_are_excess() -> None:
    dealt = deal(TABLE_OF_PLAY, parse_cards("9H 3C KD 5S 2D 2C"))
    assert format_cards(dealt.excess) == "2D 2C"


def test_an_unfinished_coup_has_no_outcome() -> None:
    with pytest.raises(ValueError, match=r"P 9H \| B 3C"):
        _ = coup_of("9H 3C").outcome


def test_too_few_and_too_many_cards_are_refused_with_the_reason() -> None:
    few = parse_cards("2H 3C KD 2S")
    assert complete_coup(TABLE_OF_PLAY, few) == TooFewCards(few, Side.PLAYER)
    many = parse_cards("9H 3C KD 5S 2D")
    assert complete_coup(TABLE_OF_PLAY, many) == TooManyCards(many, parse_cards("2D"))


@pytest.mark.parametrize(
    ("player", "banker", "right"),
    [
        ("KC QH", "", True),
        ("KC QH", "9D KS", True),
        ("KC QH 8S", "3D KS", True),
        ("KC QH", "3D KS 8S", False),
        ("9C QH 8S", "3D KS", False),
        # No third card leaves the shoe before both hands have two.
        ("KC QH 8S", "3D", False),
        ("6D", "KC QH 8S", False),
    ],
)
def test_hands_as_they_lie_have_the_cards_that_the_table_of_play_gives(
    player: str, banker: str, *, right: bool
) -> None:
    assert is_laid_right(TABLE_OF_PLAY, parse_cards(player), parse_cards(banker)) is right
