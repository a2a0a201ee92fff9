"""Random words, and shuffles by Fisher and Yates with exactly uniform indices.

Each shoe of a seed has its own stream of words, independent of worker and time. The generator is
xoshiro256++ of Blackman and Vigna. The seed's SplitMix64 sequence gives four words to each shoe in
turn, which are the initial state of its stream. Streams of several shoes, called lanes, step side
by side, so that the compiler uses vector instructions.

Each index of a shuffle takes 16 bits of a word: ``bits * n >> 16``, after Lemire. Some indices
would come slightly more often. An index whose product ends in less than ``65536 mod n`` is drawn
again from the shoe's own stream, which makes the others exactly uniform.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import part_of_kernels

StateWords: TypeAlias = NDArray[np.uint64]
States: TypeAlias = tuple[StateWords, StateWords, StateWords, StateWords]
"""The four words of each lane's state."""

_U = np.uint64

GOLDEN = _U(0x9E3779B97F4A7C15)
_FIRST_FACTOR = _U(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = _U(0x94D049BB133111EB)


@part_of_kernels
def mixed(word: np.uint64) -> np.uint64:
    """Return the output of SplitMix64."""
    once = (word ^ (word >> _U(30))) * _FIRST_FACTOR
    twice = (once ^ (once >> _U(27))) * _SECOND_FACTOR
    return _U(twice ^ (twice >> _U(31)))


@part_of_kernels
def begin_streams(seed: np.uint64, first_shoe: int, states: States) -> None:
    """Start the streams of consecutive shoes in their lanes."""
    start = mixed(seed)
    for lane in range(states[0].shape[0]):
        word = start + _U(4) * _U(first_shoe + lane) * GOLDEN
        states[0][lane] = mixed(word + GOLDEN)
        states[1][lane] = mixed(word + _U(2) * GOLDEN)
        states[2][lane] = mixed(word + _U(3) * GOLDEN)
        states[3][lane] = mixed(word + _U(4) * GOLDEN)


@part_of_kernels
def stepped(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the word of a state, and the next state."""
    total = a + d
    word = ((total << _U(23)) | (total >> _U(41))) + a
    c ^= a
    d ^= b
    return word, a ^ d, b ^ c, c ^ (b << _U(17)), (d << _U(45)) | (d >> _U(19))


@part_of_kernels
def draw_words(states: States, words: StateWords) -> None:
    """Fill an array with the next words of all lanes, lane beside lane."""
    first, second, third, fourth = states
    lanes = first.shape[0]
    for start in range(0, words.shape[0], lanes):
        for lane in range(lanes):
            word, a, b, c, d = stepped(first[lane], second[lane], third[lane], fourth[lane])
            words[start + lane] = word
            first[lane] = a
            second[lane] = b
            third[lane] = c
            fourth[lane] = d


@part_of_kernels
def next_word(states: States, lane: int) -> np.uint64:
    """Step one lane once."""
    first, second, third, fourth = states
    word, a, b, c, d = stepped(first[lane], second[lane], third[lane], fourth[lane])
    first[lane] = a
    second[lane] = b
    third[lane] = c
    fourth[lane] = d
    return word


Bits: TypeAlias = NDArray[np.uint16]
_Cells: TypeAlias = NDArray[np.uint32]
Flags: TypeAlias = NDArray[np.uint8]

LANES = 16
"""The number of shoes that get their random words together."""

INDICES_OF_A_WORD = 4

_BITS = 16
_ALL_BITS = np.uint16(0xFFFF)
_FLAGS_OF_A_WORD = 8


class Ranges(NamedTuple):
    """For each drawn index, lane beside lane, the number of places it chooses from."""

    sizes: Bits
    remainders: Bits
    """The remainders of 65536 divided by the sizes."""


def ranges_of(cards: int, reach: int) -> Ranges:
    """Return the ranges of a shoe's first ``reach`` places.

    A place beyond its end has one choice.
    """
    words = -(-reach // INDICES_OF_A_WORD)
    sizes = np.maximum(cards - np.arange(words * INDICES_OF_A_WORD), 1)
    beside = np.repeat(sizes.reshape(words, 1, INDICES_OF_A_WORD), LANES, axis=1).ravel()
    return Ranges(beside.astype(np.uint16), (2**_BITS % beside).astype(np.uint16))


@part_of_kernels
def scale(bits: Bits, sizes: Bits, remainders: Bits, again: Flags) -> None:
    """Turn random bits into indices, and mark those that must be drawn again."""
    for place in range(bits.shape[0]):
        found, size = bits[place], sizes[place]
        bits[place] = np.uint16((np.uint32(found) * np.uint32(size)) >> np.uint32(_BITS))
        # The low half of the product, written so that the compiler keeps 16 bits per number.
        low = np.uint16(np.uint16(0) - found * (size ^ _ALL_BITS) - found)
        again[place] = np.uint8(low < remainders[place])


@part_of_kernels
def drawn_again(states: States, lane: int, size: int, remainder: int) -> int:
    """Draw an index of one shoe from fresh bits, as often as needed."""
    while True:
        product = (int(next_word(states, lane)) & int(_ALL_BITS)) * size
        if product & int(_ALL_BITS) >= remainder:
            return product >> _BITS


@part_of_kernels
def mend(
    bits: Bits, states: States, ranges: tuple[Bits, Bits], again: Flags, eights: StateWords
) -> int:
    """Draw the marked indices again; ``eights`` shows the marks eight at a time."""
    mended = 0
    for eight in range(eights.shape[0]):
        if eights[eight] == _U(0):
            continue
        for place in range(eight * _FLAGS_OF_A_WORD, (eight + 1) * _FLAGS_OF_A_WORD):
            if again[place]:
                lane = place // INDICES_OF_A_WORD % states[0].shape[0]
                size, remainder = int(ranges[0][place]), int(ranges[1][place])
                bits[place] = drawn_again(states, lane, size, remainder)
                mended += 1
    return mended


@part_of_kernels
def swap(bits: Bits, first_lane: int, lanes: int, cells: _Cells, length: int) -> None:
    """Shuffle the shoes of some lanes, which lie one after the other in ``cells``."""
    shoes = cells.shape[0] // length
    for word in range(bits.shape[0] // (lanes * INDICES_OF_A_WORD)):
        for shoe in range(shoes):
            place = _U(shoe * length + word * INDICES_OF_A_WORD)
            index = _U((word * lanes + first_lane + shoe) * INDICES_OF_A_WORD)
            for _ in range(INDICES_OF_A_WORD):
                other = place + _U(bits[index])
                card = cells[other]
                cells[other] = cells[place]
                cells[place] = card
                place += _U(1)
                index += _U(1)
