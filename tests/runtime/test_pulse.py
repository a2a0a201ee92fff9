"""How long the database owes a node an answer."""

import asyncio
import time
from contextlib import suppress
from itertools import pairwise
from threading import Event

import pytest

from punto.runtime import pulse as of_pulse
from punto.runtime.ports import OutOfReach
from punto.runtime.pulse import Pulse
from support.runtime.stage import until

PAUSE_S = 0.2


def refused() -> None:
    raise OutOfReach("connection refused")


def test_a_question_counts_from_the_moment_at_which_it_was_put() -> None:
    async def story() -> None:
        pulse, answers = Pulse("one"), Event()
        try:
            assert await pulse.ask(lambda: "now") == "now"
            assert pulse.unserved_s == 0
            began = time.monotonic()
            asking = asyncio.create_task(pulse.ask(answers.wait))
            await until(lambda: pulse.unserved_s > 0.1)
            assert pulse.unserved_s <= time.monotonic() - began
            answers.set()
            await asking
            assert pulse.unserved_s == 0
        finally:
            pulse.end()

    asyncio.run(story())


def test_an_error_is_no_answer() -> None:
    async def story() -> None:
        pulse = Pulse("one")
        try:
            for _ in range(2):
                with pytest.raises(OutOfReach):
                    await pulse.ask(refused)
            before = pulse.unserved_s
            with suppress(OutOfReach):
                await pulse.ask(refused)
            assert pulse.unserved_s >= before > 0
            await pulse.ask(time.monotonic)
            assert pulse.unserved_s == 0
        finally:
            pulse.end()

    asyncio.run(story())


def test_an_answer_counts_at_once_even_if_the_event_loop_is_late_to_hear_of_it() -> None:
    async def story() -> None:
        pulse, answered = Pulse("one"), Event()
        try:
            asking = asyncio.create_task(pulse.ask(answered.set))
            await asyncio.sleep(0)
            assert answered.wait(30)
            deadline = time.monotonic() + 30
            while pulse.unserved_s:  # without a turn of the event loop
                assert time.monotonic() < deadline
            await asking
        finally:
            pulse.end()

    asyncio.run(story())


def test_the_database_is_asked_again_after_an_answer_and_after_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_pulse, "ASK_BEATS", PAUSE_S)
    asked_at: list[float] = []
    owed_s: list[float] = []

    async def story() -> None:
        pulse = Pulse("one")

        def ask() -> None:
            asked_at.append(time.monotonic())
            owed_s.append(pulse.unserved_s)
            if len(asked_at) in {2, 3}:
                refused()

        asking = asyncio.create_task(pulse.keep_asking(ask, 1_000))
        try:
            await until(lambda: len(asked_at) >= 5)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            pulse.end()

    asyncio.run(story())
    assert all(later - sooner >= PAUSE_S for sooner, later in pairwise(asked_at))
    first, second, third, fourth, fifth = (
        at - owed for at, owed in zip(asked_at[:5], owed_s[:5], strict=True)
    )
    # From when the database owed an answer: each question counts from itself, and those after an
    # error from the first that was not answered.
    assert first <= asked_at[0] < second <= asked_at[1]
    assert third == pytest.approx(second, abs=PAUSE_S / 2)
    assert fourth == pytest.approx(second, abs=PAUSE_S / 2)
    assert asked_at[3] < fifth


def test_a_heartbeat_that_waits_for_the_disk_is_not_a_lost_database() -> None:
    async def story() -> None:
        pulse, written = Pulse("one"), Event()
        try:
            beating = asyncio.create_task(pulse.beat(written.wait))
            await asyncio.sleep(0)
            assert pulse.unserved_s == 0
            assert await pulse.ask(lambda: "there") == "there"
            assert not beating.done()
            written.set()
            assert await beating
        finally:
            pulse.end()

    asyncio.run(story())
