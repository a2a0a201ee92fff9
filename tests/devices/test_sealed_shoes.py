from base64 import b64decode, b64encode
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from punto.devices.entropy import SeededEntropy, SystemEntropy
from punto.devices.sealed_shoes import (
    NotAKey,
    SealBroken,
    SealedShoe,
    ShoeIsEmpty,
    card_at,
    fresh_key,
    fresh_salt,
    seal,
    shuffled,
    unseal,
)
from punto.rules.shoe_commitments import Reveal, commitment_of, is_salt
from punto.values.cards import DECK, format_cards
from punto.values.ids import TableId
from punto.values.structures import BadNotation

TABLE = TableId("EB-01")
KEY = bytes(range(32))
REVEAL = Reveal(shuffled(DECK * 8, SeededEntropy(7)), fresh_salt(SeededEntropy(8)))
SHOE = seal(REVEAL, KEY, TABLE, 3, SeededEntropy(9))
HIDDEN = b64decode(SHOE.sealed.removeprefix("punto-seal-1:"))


def sealed_as(hidden: bytes) -> str:
    return "punto-seal-1:" + b64encode(hidden).decode()


def test_a_sealed_shoe_opens_with_its_key_and_is_the_same_shoe() -> None:
    assert unseal(SHOE, KEY, TABLE, 3) == REVEAL


def test_a_sealed_shoe_carries_the_commitment_to_its_order() -> None:
    assert SHOE.commitment == commitment_of(REVEAL.order, REVEAL.salt)


def test_the_seal_is_aes_256_gcm_in_the_layout_that_is_written_down() -> None:
    text = AESGCM(KEY).decrypt(HIDDEN[:12], HIDDEN[12:], b"punto sealed shoe 1\nEB-01\n3")
    expected = f"punto shoe 1\n{REVEAL.salt}\n{format_cards(REVEAL.order)}"
    assert text.decode() == expected
    assert len(HIDDEN) == 12 + len(expected) + 16


def test_one_shoe_sealed_twice_looks_different_and_is_the_same() -> None:
    entropy = SystemEntropy()
    one, other = (seal(REVEAL, KEY, TABLE, 3, entropy) for _ in range(2))
    assert one.commitment == other.commitment
    assert one.sealed[:29] != other.sealed[:29]
    assert unseal(one, KEY, TABLE, 3) == unseal(other, KEY, TABLE, 3)


def test_another_key_does_not_open_the_seal() -> None:
    with pytest.raises(SealBroken, match=r"^shoe 3 of table EB-01: not sealed for it with this"):
        unseal(SHOE, bytes(32), TABLE, 3)


@pytest.mark.parametrize(
    ("table", "shoe_number"),
    [(TABLE, 4), (TABLE, 33), (TableId("EB-02"), 3), (TableId("EB-01\n3"), 3), (TableId(""), 3)],
)
def test_a_seal_moved_to_another_shoe_does_not_open(table: TableId, shoe_number: int) -> None:
    with pytest.raises(SealBroken, match="not sealed for it"):
        unseal(SHOE, KEY, table, shoe_number)


@pytest.mark.parametrize("place", [0, 11, 12, 400, -17, -16, -1])
@pytest.mark.parametrize("bit", [1, 128])
def test_a_changed_bit_of_nonce_ciphertext_or_tag_breaks_the_seal(place: int, bit: int) -> None:
    changed = bytearray(HIDDEN)
    changed[place] ^= bit
    with pytest.raises(SealBroken):
        unseal(SealedShoe(SHOE.commitment, sealed_as(bytes(changed))), KEY, TABLE, 3)


@pytest.mark.parametrize("length", [0, 7, 11, 12, 13, 27, 28, len(HIDDEN) - 1])
def test_a_seal_that_was_cut_short_is_broken(length: int) -> None:
    with pytest.raises(SealBroken, match="or changed"):
        unseal(SealedShoe(SHOE.commitment, sealed_as(HIDDEN[:length])), KEY, TABLE, 3)


def test_every_single_changed_character_breaks_the_seal() -> None:
    text = SHOE.sealed
    for place in range(len(text)):
        other = "B" if text[place] == "A" else "A"
        changed = text[:place] + other + text[place + 1 :]
        with pytest.raises(SealBroken):
            unseal(SealedShoe(SHOE.commitment, changed), KEY, TABLE, 3)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:0],
        lambda text: text.removeprefix("punto-seal-1:"),
        lambda text: text.replace("-1:", "-2:"),
        lambda text: text + "\n",
        lambda text: text + "=",
        lambda text: text + "é",
        lambda text: text[:-1],
    ],
)
def test_a_text_that_no_seal_is_written_as_is_broken(change: Callable[[str], str]) -> None:
    with pytest.raises(SealBroken, match=r"^sealed shoe: "):
        unseal(SealedShoe(SHOE.commitment, change(SHOE.sealed)), KEY, TABLE, 3)


def test_only_one_spelling_of_the_same_bytes_is_a_seal() -> None:
    shoe = seal(Reveal(DECK, REVEAL.salt), KEY, TABLE, 3, SeededEntropy(1))
    # 261 bytes and one more would end in "==", where base64 ignores the last four bits.
    hidden = b64decode(shoe.sealed.removeprefix("punto-seal-1:")) + b"\x00"
    canonical = sealed_as(hidden)
    assert canonical.endswith("AA==")
    loose = canonical.removesuffix("A==") + "B=="
    assert b64decode(loose.removeprefix("punto-seal-1:"), validate=True) == hidden
    with pytest.raises(SealBroken, match="canonical base64"):
        unseal(SealedShoe(shoe.commitment, loose), KEY, TABLE, 3)


def test_a_seal_under_another_commitment_is_broken() -> None:
    with pytest.raises(SealBroken, match=r"^shoe 3 of table EB-01: sealed under another"):
        unseal(SealedShoe("0" * 64, SHOE.sealed), KEY, TABLE, 3)


def test_a_text_that_the_key_sealed_and_no_shoe_is_a_fault() -> None:
    label = b"punto sealed shoe 1\nEB-01\n3"
    hidden = bytes(12) + AESGCM(KEY).encrypt(bytes(12), b"a letter", label)
    with pytest.raises(BadNotation):
        unseal(SealedShoe(SHOE.commitment, sealed_as(hidden)), KEY, TABLE, 3)


@pytest.mark.parametrize("length", [0, 16, 24, 31, 33])
def test_a_key_of_another_length_is_not_a_key(length: int) -> None:
    with pytest.raises(NotAKey, match=f"^key of {length} bytes: expected 32$"):
        seal(REVEAL, bytes(length), TABLE, 3, SeededEntropy(1))
    with pytest.raises(NotAKey, match=f"^key of {length} bytes: expected 32$"):
        unseal(SHOE, bytes(length), TABLE, 3)


def test_cards_that_are_not_whole_decks_are_not_sealed() -> None:
    with pytest.raises(ValueError, match="51 cards: expected whole decks"):
        seal(Reveal(DECK[1:], REVEAL.salt), KEY, TABLE, 3, SeededEntropy(1))


def test_neither_order_nor_salt_is_in_what_is_kept_or_printed() -> None:
    assert REVEAL.salt not in repr(SHOE)
    assert format_cards(REVEAL.order[:3]).encode() not in HIDDEN
    assert repr(REVEAL) == "Reveal()"


def test_salts_and_keys_are_256_bits_and_new_each_time() -> None:
    entropy = SystemEntropy()
    salts = {fresh_salt(entropy) for _ in range(50)}
    keys = {fresh_key(entropy) for _ in range(50)}
    assert len(salts) == len(keys) == 50
    assert all(is_salt(salt) for salt in salts)
    assert {len(key) for key in keys} == {32}


def test_a_retry_draws_the_same_card_and_every_card_comes_once_in_its_order() -> None:
    assert card_at(REVEAL, 5) == card_at(REVEAL, 5) == REVEAL.order[5]
    assert tuple(card_at(REVEAL, count) for count in range(416)) == REVEAL.order


def test_no_card_comes_after_the_last_or_before_the_first() -> None:
    with pytest.raises(ShoeIsEmpty, match=r"^all 416 cards are dealt$"):
        card_at(REVEAL, 416)
    with pytest.raises(ValueError, match=r"^-1 cards cannot have left a shoe$"):
        card_at(REVEAL, -1)
