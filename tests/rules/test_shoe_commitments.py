import pytest

from punto.rules.shoe_commitments import (
    Reveal,
    commitment_of,
    committed_text,
    is_commitment,
    is_salt,
    is_whole_decks,
    parse_committed_text,
    reveal_holds,
)
from punto.values.cards import DECK, Card, parse_cards
from punto.values.structures import BadNotation

SALT = "0123456789abcdef" * 4
OTHER_SALT = "f" * 64

# Computed with printf and sha256sum, only from the description in the module.
COMMITMENT_TO_A_NEW_DECK = "80e205ce909116ec4ba9a411235d598ecb61d78cd6b49ce4f251528b8a3fe511"
COMMITMENT_TO_TWO_REVERSED = "ab8ac436d73e62c440ea9b40eb2806f4e359022a1dfdf65d370dbf03499a53c0"

SWAPPED = (DECK[1], DECK[0], *DECK[2:])
NOT_WHOLE = {
    "no card": (),
    "a card missing": DECK[1:],
    "a card too many": (*DECK, DECK[0]),
    "one card twice for another": (DECK[1], *DECK[1:]),
    "two decks that swapped a card": (*DECK[1:], *DECK[1:], DECK[1], DECK[0]),
}

not_whole = pytest.mark.parametrize("order", NOT_WHOLE.values(), ids=NOT_WHOLE.keys())

ILL_FORMED = {
    "empty": "",
    "a digit short": "a" * 63,
    "a digit long": "a" * 65,
    "upper case": "A" * 64,
    "no hex digit": "g" * 64,
    "another script's digits": "٣" * 64,
    "a line feed at the end": "a" * 64 + "\n",
}
ill_formed = pytest.mark.parametrize("text", ILL_FORMED.values(), ids=ILL_FORMED.keys())


@pytest.mark.parametrize(
    ("order", "salt", "commitment"),
    [
        (DECK, SALT, COMMITMENT_TO_A_NEW_DECK),
        (DECK[::-1] * 2, OTHER_SALT, COMMITMENT_TO_TWO_REVERSED),
    ],
    ids=["a deck", "two decks"],
)
def test_a_commitment_is_what_sha256sum_says_of_the_three_lines(
    order: tuple[Card, ...], salt: str, commitment: str
) -> None:
    assert commitment_of(order, salt) == commitment
    assert reveal_holds(commitment, Reveal(order, salt))


def test_another_order_another_salt_or_more_decks_is_another_commitment() -> None:
    commitments = {
        commitment_of(order, salt)
        for order in (DECK, SWAPPED, DECK * 2)
        for salt in (SALT, OTHER_SALT)
    }
    assert len(commitments) == 6


@pytest.mark.parametrize(
    "reveal",
    [Reveal(SWAPPED, SALT), Reveal(DECK, OTHER_SALT), Reveal(DECK * 2, SALT)],
    ids=["two cards swapped", "another salt", "another deck added"],
)
def test_a_reveal_of_anything_else_does_not_hold(reveal: Reveal) -> None:
    assert not reveal_holds(COMMITMENT_TO_A_NEW_DECK, reveal)


def test_a_commitment_written_otherwise_does_not_hold() -> None:
    assert not reveal_holds(COMMITMENT_TO_A_NEW_DECK.upper(), Reveal(DECK, SALT))


@ill_formed
def test_a_salt_and_a_commitment_are_64_lowercase_hex_digits(text: str) -> None:
    assert not is_salt(text)
    assert not is_commitment(text)


def test_well_formed_salts_and_commitments_are_known() -> None:
    assert is_salt(SALT)
    assert is_commitment(COMMITMENT_TO_A_NEW_DECK)


@ill_formed
def test_no_commitment_is_made_with_an_ill_formed_salt_and_no_reveal_of_one_holds(
    text: str,
) -> None:
    with pytest.raises(ValueError, match=rf"^salt of {len(text)} characters: expected 64 low"):
        commitment_of(DECK, text)
    assert not reveal_holds(COMMITMENT_TO_A_NEW_DECK, Reveal(DECK, text))


@not_whole
def test_no_commitment_is_made_to_cards_that_are_not_whole_decks_and_no_reveal_of_them_holds(
    order: tuple[Card, ...],
) -> None:
    with pytest.raises(ValueError, match=rf"^{len(order)} cards: expected whole decks of 52$"):
        commitment_of(order, SALT)
    assert not reveal_holds(COMMITMENT_TO_A_NEW_DECK, Reveal(order, SALT))


@not_whole
@pytest.mark.parametrize("decks", [0, 1, 2])
def test_cards_that_lack_or_repeat_one_are_not_whole_decks(
    order: tuple[Card, ...], decks: int
) -> None:
    assert not is_whole_decks(order, decks)


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_whole_decks_in_any_order_are_whole_and_only_for_their_number(decks: int) -> None:
    order = DECK[::-1] * decks
    assert [number for number in range(10) if is_whole_decks(order, number)] == [decks]


def test_the_committed_text_can_be_read_back() -> None:
    text = committed_text(SWAPPED, SALT)
    assert text.startswith(f"punto shoe 1\n{SALT}\n2S AS 3S 4S ")
    assert text.endswith(" QC KC")
    assert parse_committed_text(text) == Reveal(SWAPPED, SALT)


@pytest.mark.parametrize(
    "text",
    ["", f"punto shoe 2\n{SALT}\nAS 2S", f"punto shoe 1\n{SALT}", f"punto shoe 1\n{SALT}\nAS\n"],
    ids=["nothing", "another heading", "a line less", "a line more"],
)
def test_a_text_that_was_not_committed_to_cannot_be_read(text: str) -> None:
    with pytest.raises(BadNotation, match=r"^a shoe's text: expected 'punto shoe 1', then its"):
        parse_committed_text(text)


def test_a_text_with_cards_that_do_not_exist_cannot_be_read() -> None:
    with pytest.raises(BadNotation, match="card '1S'"):
        parse_committed_text(f"punto shoe 1\n{SALT}\n1S")


def test_a_reveal_tells_nothing_where_it_is_printed() -> None:
    assert repr(Reveal(parse_cards("AS"), SALT)) == "Reveal()"
