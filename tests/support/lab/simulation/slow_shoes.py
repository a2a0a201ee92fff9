"""A second, readable implementation of the simulated shoes, on lists and the engine's deal."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from punto.rules.coups import deal
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, Card
from punto.values.compositions import Composition

WORD = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    """SplitMix64."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def rotated(word: int, by: int) -> int:
    """Rotate a word to the left."""
    return (word << by | word >> (64 - by)) & WORD


def words(seed: int, shoe: int) -> Iterator[int]:
    """The stream of one shoe: xoshiro256++ from four words of the seed's SplitMix64."""
    start = mixed(seed)
    a, b, c, d = (mixed(start + (4 * shoe + n) * GOLDEN & WORD) for n in (1, 2, 3, 4))
    while True:
        yield rotated((a + d) & WORD, 23) + a & WORD
        shifted = b << 17 & WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotated(d, 45)


def cards_in(shoe: Composition) -> list[Card]:
    """The cards of a new shoe."""
    pairs = zip(DECK, shoe.counts, strict=True)
    return [card for card, count in pairs for _ in range(count)]


def shuffled(cards: Sequence[Card], reach: int, stream: Iterator[int]) -> list[Card]:
    """Shuffle by Fisher and Yates as far as cards are dealt; redraw biased indices."""
    order = list(cards)
    drawn = [next(stream) for _ in range(-(-reach // 4))]
    bits = [word >> 16 * part & 0xFFFF for word in drawn for part in range(4)]
    for place in range(min(len(bits), len(order))):
        size = len(order) - place
        while bits[place] * size % 2**16 < 2**16 % size:
            bits[place] = next(stream) & 0xFFFF
        other = place + bits[place] * size // 2**16
        order[place], order[other] = order[other], order[place]
    return order


def dealt(order: Sequence[Card], cut: int, *, burns: bool, one_more: bool) -> Counter[int]:
    """Deal one shoe card by card as A-49 says, and count its Outcomes by number."""
    left = list(order)
    seen = False

    def draw() -> Card:
        nonlocal seen
        # The cut card comes out with the card behind it.
        seen = seen or len(order) - len(left) >= cut
        return left.pop(0)

    if burns:
        for _ in range(draw().points or 10):
            draw()
    found: Counter[int] = Counter()
    last = False
    while not last:
        # Between rounds the cut card lies in front, so it comes out in the next round.
        seen = seen or len(order) - len(left) >= cut
        last = seen
        found[_coup(draw)] += 1
        last = last or seen
    if one_more:
        found[_coup(draw)] += 1
    return found


def _coup(draw: Callable[[], Card]) -> int:
    cards: list[Card] = []
    while deal(TABLE_OF_PLAY, cards).coup.next_side is not None:
        cards.append(draw())
    return deal(TABLE_OF_PLAY, cards).coup.outcome.index
