"""Random words: each shoe of a seed has its own stream, independent of worker and time.

The generator is xoshiro256++ of Blackman and Vigna. The seed's SplitMix64 sequence gives four words
to each shoe in turn, which are the initial state of its stream. Streams of several shoes, called
lanes, step side by side, so that the compiler uses vector instructions.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import part_of_kernels

Words: TypeAlias = NDArray[np.uint64]
States: TypeAlias = tuple[Words, Words, Words, Words]
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
def draw_words(states: States, words: Words) -> None:
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
