import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.values.sides import Side, Winner
from punto.values.structures import BadNotation
from punto.views.roads.results import RoundResult, parse_results, winner_letter

clause = pytest.mark.clause

RESULTS = st.builds(
    RoundResult,
    winner=st.sampled_from(Winner),
    player_pair=st.booleans(),
    banker_pair=st.booleans(),
    natural=st.booleans(),
    laid=st.booleans(),
)


def test_letters_say_winners_and_small_letters_say_pairs_and_naturals() -> None:
    assert parse_results("BbTPpn") == (
        RoundResult(Winner.BANKER, banker_pair=True),
        RoundResult(Winner.TIE),
        RoundResult(Winner.PLAYER, player_pair=True, natural=True),
    )


@pytest.mark.reading("A-85")
def test_a_small_letter_says_that_the_hands_were_played_as_they_lay() -> None:
    assert parse_results("BnlP") == (
        RoundResult(Winner.BANKER, natural=True, laid=True),
        RoundResult(Winner.PLAYER),
    )


def test_no_letters_are_no_results() -> None:
    assert parse_results("") == ()


def test_marks_may_come_in_any_order_and_are_written_in_one() -> None:
    assert list(map(str, parse_results("BnpbTlp"))) == ["Bbpn", "Tpl"]


def test_a_pair_counts_whether_or_not_the_hand_ended_with_two_cards() -> None:
    (drew,) = parse_results("Bb")
    assert drew.banker_pair
    assert not drew.natural


@given(st.lists(RESULTS).map(tuple))
def test_what_is_written_is_read_back(results: tuple[RoundResult, ...]) -> None:
    assert parse_results("".join(map(str, results))) == results


def test_a_result_knows_the_hand_that_won() -> None:
    assert [result.side for result in parse_results("BPT")] == [Side.BANKER, Side.PLAYER, None]


def test_every_winner_has_its_letter() -> None:
    assert [winner_letter(winner) for winner in Winner] == ["P", "B", "T"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bB", "result 'b' at position 1: expected B, P or T first"),
        ("x", "result 'x' at position 1: expected B, P or T first"),
        ("BPX", "result 'X' at position 3: expected B, P or T, or a mark b, p, n or l"),
        ("B P", "result ' ' at position 2: expected B, P or T, or a mark b, p, n or l"),
        ("Bt", "result 't' at position 2: expected B, P or T, or a mark b, p, n or l"),
        ("PBbnb", "result 'b' at position 5: expected each mark once for a round"),
    ],
)
def test_bad_notation_is_shown_with_its_place_and_what_was_expected(
    text: str, sentence: str
) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_results(text)
    assert str(caught.value) == sentence


@clause("rws-etg", "1.20")
def test_a_void_round_has_no_result_and_so_no_letter() -> None:
    with pytest.raises(BadNotation, match="'V' at position 2"):
        parse_results("BV")
