"""Shuffles by Fisher and Yates, with exactly uniform indices.

Each index of a shuffle takes 16 bits of a word: ``bits * n >> 16``, after Lemire. Some indices
would come slightly more often. An index whose product ends in less than ``65536 mod n`` is drawn
again from the shoe's own stream, which makes the others exactly uniform.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import part_of_kernels
from punto.lab.simulation.streams_kernel import States, Words, next_word

Bits: TypeAlias = NDArray[np.uint16]
Cells: TypeAlias = NDArray[np.uint32]
Flags: TypeAlias = NDArray[np.uint8]

LANES = 16
"""The number of shoes that get their random words together."""

INDICES_OF_A_WORD = 4

_U = np.uint64
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
def mend(bits: Bits, states: States, ranges: tuple[Bits, Bits], again: Flags, eights: Words) -> int:
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
def swap(bits: Bits, first_lane: int, lanes: int, cells: Cells, length: int) -> None:
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
