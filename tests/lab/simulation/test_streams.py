from itertools import islice

import numpy as np

from punto.lab.compiler import kernel
from punto.lab.simulation.shuffle_kernel import (
    GOLDEN,
    States,
    begin_streams,
    draw_words,
    mixed,
    next_word,
)
from support.lab.simulation import slow_shoes

begin_compiled = kernel("void(uint64, int64, UniTuple(uint64[::1], 4))")(begin_streams)
draw_compiled = kernel("void(UniTuple(uint64[::1], 4), uint64[::1])")(draw_words)


def states_of(lanes: int) -> States:
    first, second, third, fourth = (np.zeros(lanes, np.uint64) for _ in range(4))
    return first, second, third, fourth


def test_splitmix_gives_its_published_numbers() -> None:
    with np.errstate(over="ignore"):
        found = [int(mixed(np.uint64(1234567) + np.uint64(n) * GOLDEN)) for n in (1, 2, 3)]
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_xoshiro_gives_its_published_numbers() -> None:
    states = tuple(np.array([word], np.uint64) for word in (1, 2, 3, 4))
    words = np.zeros(4, np.uint64)
    with np.errstate(over="ignore"):
        draw_words(states, words)  # type: ignore[arg-type]
        fifth = int(next_word(states, 0))  # type: ignore[arg-type]
    assert words.tolist() == [41943041, 58720359, 3588806011781223, 3591011842654386]
    assert fifth == 9228616714210784205


def test_each_shoe_has_a_stream_of_its_own_compiled_or_not() -> None:
    seed, first = 2**64 - 3, 10**12
    expected = [list(islice(slow_shoes.words(seed, first + lane), 5)) for lane in range(3)]
    for begin, draw in ((begin_streams, draw_words), (begin_compiled, draw_compiled)):
        states, words = states_of(3), np.zeros(15, np.uint64)
        with np.errstate(over="ignore"):
            begin(np.uint64(seed), first, states)
            draw(states, words)
        assert words.reshape(5, 3).T.tolist() == expected
