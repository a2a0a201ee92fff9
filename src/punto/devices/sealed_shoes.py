"""Sealed shoes: the order of a virtual shoe, encrypted so that the record can hold it.

The sealed text is ``punto-seal-1:`` and the base64 of nonce (12 bytes), ciphertext and tag (16
bytes) by AES-256-GCM. The plaintext is the text whose hash is the commitment. Table and shoe
number are authenticated with it, so that a seal fits one shoe and no other. The key is never stored
beside sealed shoes. ``KeyedShoes`` serves tables that deal by themselves.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from punto.devices.entropy import Entropy, SystemEntropy, random_bytes
from punto.rounds import LoadShoe, RevealShoe, Shoe, Shuffle
from punto.rules import Reveal, commitment_of, committed_text, parse_committed_text, reveal_holds
from punto.values import DECK, Card, TableId, Value

USUAL_CUT_FROM_END = 14
"""The number of cards behind the cut card: enough for the last round and one more."""


class ShoeIsEmpty(Exception):
    """A card was drawn from an empty shoe; the cut card comes out long before."""


def shuffled(cards: Iterable[Card], entropy: Entropy) -> tuple[Card, ...]:
    """Shuffle cards uniformly (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        taken = entropy.below(last + 1)
        order[last], order[taken] = order[taken], order[last]
    return tuple(order)


_SALT_BYTES = 32
_KEY_BYTES = 32
_NONCE_BYTES = 12
_PREFIX = "punto-seal-1:"


class SealBroken(Exception):
    """A sealed shoe that does not open: another key, another shoe, or a changed text."""


class NotAKey(ValueError):
    """Bytes that are not a key for AES-256; a shorter key would work, but seal more weakly."""


class SealedShoe(Value):
    """A shoe as the record keeps it: a public commitment, and an order for the key alone."""

    commitment: str
    sealed: str


def fresh_salt(entropy: Entropy) -> str:
    """Return a new salt of 256 random bits, for one shoe only."""
    return random_bytes(entropy, _SALT_BYTES).hex()


def fresh_key(entropy: Entropy) -> bytes:
    """Return a new key of 256 random bits, to be kept outside the record."""
    return random_bytes(entropy, _KEY_BYTES)


def seal(
    reveal: Reveal, key: bytes, table: TableId, shoe_number: int, entropy: Entropy
) -> SealedShoe:
    """Commit to a shoe's order, and hide it until the shoe is retired."""
    # A nonce used twice under one key would reveal both orders. 96 random bits do not repeat in any
    # number of shoes that a key will see.
    nonce = random_bytes(entropy, _NONCE_BYTES)
    text = committed_text(reveal.order, reveal.salt)
    hidden = _cipher(key).encrypt(nonce, text.encode("ascii"), _label(table, shoe_number))
    sealed = _PREFIX + b64encode(nonce + hidden).decode("ascii")
    return SealedShoe(commitment_of(reveal.order, reveal.salt), sealed)


def unseal(shoe: SealedShoe, key: bytes, table: TableId, shoe_number: int) -> Reveal:
    """Return the order and salt of a shoe, which must match its commitment."""
    cipher = _cipher(key)
    hidden = _decoded(shoe.sealed)
    try:
        text = cipher.decrypt(
            hidden[:_NONCE_BYTES], hidden[_NONCE_BYTES:], _label(table, shoe_number)
        )
    except (InvalidTag, ValueError) as fault:
        # The library rejects a truncated nonce with a ValueError.
        raise SealBroken(
            f"shoe {shoe_number} of table {table}: not sealed for it with this key, or changed"
        ) from fault
    reveal = parse_committed_text(text.decode("ascii"))
    if not reveal_holds(shoe.commitment, reveal):
        raise SealBroken(f"shoe {shoe_number} of table {table}: sealed under another commitment")
    return reveal


def card_at(reveal: Reveal, dealt_count: int) -> Card:
    """Return the card after so many have left the shoe: a retry draws the same one."""
    if dealt_count < 0:
        raise ValueError(f"{dealt_count} cards cannot have left a shoe")
    if dealt_count >= len(reveal.order):
        raise ShoeIsEmpty(f"all {len(reveal.order)} cards are dealt")
    return reveal.order[dealt_count]


def _cipher(key: bytes) -> AESGCM:
    if len(key) != _KEY_BYTES:
        raise NotAKey(f"key of {len(key)} bytes: expected {_KEY_BYTES}")
    return AESGCM(key)


def _label(table: TableId, shoe_number: int) -> bytes:
    """Return the table and shoe to which the seal is bound.

    The number comes last, so that no table name can imitate it.
    """
    return f"punto sealed shoe 1\n{table}\n{shoe_number}".encode()


def _decoded(sealed: str) -> bytes:
    try:
        hidden = b64decode(sealed.removeprefix(_PREFIX), validate=True)
    except ValueError as fault:
        raise SealBroken("sealed shoe: not base64") from fault
    # Base64 has several spellings of the same bytes. Only the canonical one is accepted.
    if sealed != _PREFIX + b64encode(hidden).decode("ascii"):
        raise SealBroken(f"sealed shoe: expected {_PREFIX} and canonical base64")
    return hidden


@dataclass(frozen=True, slots=True)
class KeyedShoes:
    """Shuffles, seals and unseals shoes: every node with the key draws the same cards."""

    key: bytes = field(repr=False)
    entropy: Entropy = field(default_factory=SystemEntropy)
    cut_from_end: int = USUAL_CUT_FROM_END
    secrets: Entropy | None = None
    """The source of salts and nonces, if it is not that of the cards."""

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> LoadShoe:
        """Return a new shoe for a table, with a public commitment and a hidden order."""
        cards = shuffled(DECK * decks, self.entropy)
        secrets = self.entropy if self.secrets is None else self.secrets
        reveal = Reveal(cards, fresh_salt(secrets))
        sealed = seal(reveal, self.key, table, shoe_number, secrets)
        order = (sealed.commitment, sealed.sealed)
        return LoadShoe(decks, Shuffle.VIRTUAL, *order, cut_at=len(cards) - self.cut_from_end)

    def next_card(self, table: TableId, shoe: Shoe) -> Card:
        """Return the next card of a shoe; a retry gets the same one."""
        return card_at(self._opened(table, shoe), shoe.dealt_count)

    def revealed(self, table: TableId, shoe: Shoe) -> RevealShoe:
        """Return the order of a shoe that is out of play."""
        reveal = self._opened(table, shoe)
        return RevealShoe(shoe.number, reveal.order, reveal.salt)

    def _opened(self, table: TableId, shoe: Shoe) -> Reveal:
        sealed = SealedShoe(shoe.commitment, shoe.sealed)
        return unseal(sealed, self.key, table, shoe.number)
