"""The verdict of make soak-floor: it finds a leak, and does not take noise for one."""

from random import Random

import pytest

from soak_verdict import (
    WARM_RECORD_KIB,
    WARM_ROUNDS,
    WATCHED,
    Growth,
    Sample,
    TooShort,
    Watched,
    growth,
)

ROUNDS_EACH = 25


def run(
    count: int = 60,
    *,
    memory_leak_kib: float = 0.0,
    block_leak: float = 0.0,
    descriptor_leak: float = 0.0,
    thread_leak: float = 0.0,
    slower_ms: float = 0.0,
    noise_kib: float = 400.0,
    record_kib: float = 400.0,
) -> list[Sample]:
    """Samples of a server that warms up, and loses this much in each round."""
    chance, allocator = Random(17), Random(18)  # noqa: S311 (the same noise every time)
    samples = []
    for number in range(1, count + 1):
        rounds = ROUNDS_EACH * number
        kept = min(rounds, WARM_ROUNDS)
        samples.append(
            Sample(
                seconds=10.0 * number,
                rounds=rounds,
                memory_kib=80_000
                + 60 * kept
                + min(record_kib * rounds, WARM_RECORD_KIB)
                + memory_leak_kib * rounds
                + chance.gauss(0, noise_kib),
                blocks=350_000 + int(block_leak * rounds) + allocator.randint(0, 2_000),
                descriptors=30 + int(descriptor_leak * rounds) + chance.choice([0, 0, 1]),
                threads=12 + int(thread_leak * rounds),
                record_kib=record_kib * rounds,
                bets=1_000,
                answer_p50_ms=8 + slower_ms * rounds + chance.uniform(0, 4),
                answer_p99_ms=40 + chance.uniform(0, 200),
            )
        )
    return samples


BLOCKS, MEMORY = WATCHED[:2]


def growths(samples: list[Sample], tables: int = 1) -> list[Growth]:
    return [growth(samples, tables, each) for each in WATCHED]


def growing(samples: list[Sample], tables: int = 1) -> set[str]:
    return {each.watched.field for each in growths(samples, tables) if each.is_too_much}


def test_a_server_that_only_warms_up_and_writes_its_record_does_not_grow() -> None:
    assert growing(run()) == set()


@pytest.mark.parametrize("noise_kib", [0.0, 100.0, 2_000.0])
def test_noise_is_no_growth(noise_kib: float) -> None:
    assert growing(run(noise_kib=noise_kib)) == set()


def test_what_is_tolerated_is_no_growth() -> None:
    assert growing(run(memory_leak_kib=1.8, noise_kib=50)) == set()


@pytest.mark.parametrize(
    ("leak", "field"),
    [
        ({"memory_leak_kib": 5.0}, "memory_kib"),
        ({"block_leak": 20.0}, "blocks"),
        ({"descriptor_leak": 0.01}, "descriptors"),
        ({"thread_leak": 0.01}, "threads"),
        ({"slower_ms": 0.02}, "answer_p50_ms"),
    ],
)
def test_a_leak_among_noise_is_found_and_named(leak: dict[str, float], field: str) -> None:
    assert growing(run(**leak)) == {field}  # type: ignore[arg-type]


def test_a_leak_is_told_with_its_size_and_what_is_tolerated() -> None:
    (memory,) = [g for g in growths(run(memory_leak_kib=20.0)) if g.watched.field == "memory_kib"]
    assert isinstance(memory, Growth)
    assert memory.slope == pytest.approx(20.0, abs=0.5)
    assert memory.sentence.startswith("memory_kib: GROWS, +")
    assert "KiB for a round (tolerated 2, for " in memory.sentence
    (fine,) = [g for g in growths(run()) if g.watched.field == "threads"]
    assert fine.sentence.startswith("threads: does not grow, +0.00 ± 0.00 threads for 1,000 rounds")


def test_the_warm_up_counts_for_nothing_even_if_it_is_most_of_a_short_run() -> None:
    """Before a table has all the rounds that it keeps, its memory grows by 60 KiB a round."""
    assert growing(run(WARM_ROUNDS // ROUNDS_EACH + 6, noise_kib=10)) == set()


def test_what_the_database_keeps_of_a_record_is_no_growth_of_the_server() -> None:
    """Until its memory is full, it grows with the record."""
    late = WARM_RECORD_KIB // (60 * ROUNDS_EACH)
    assert growing(run(late + 20, record_kib=60.0, noise_kib=10)) == set()


def test_only_the_memory_waits_until_the_database_has_filled_its_own() -> None:
    samples = run(WARM_ROUNDS // ROUNDS_EACH + 10, record_kib=60.0, block_leak=20.0)
    assert growth(samples, 1, BLOCKS).is_too_much
    with pytest.raises(
        TooShort, match="0 samples with 250 rounds at each table and a record of 80"
    ):
        growth(samples, 1, MEMORY)


@pytest.mark.parametrize("watched", WATCHED)
def test_a_run_that_is_too_short_gets_no_verdict(watched: Watched) -> None:
    with pytest.raises(TooShort, match="0 samples with 250 rounds at each table"):
        growth(run(5), 1, watched)
    with pytest.raises(TooShort, match="4 samples with"):
        growth(run(WARM_ROUNDS // ROUNDS_EACH + 3), 1, watched)
    # Rounds of all tables are counted together.
    with pytest.raises(TooShort):
        growth(run(18), 2, watched)
    with pytest.raises(TooShort, match="0 samples"):
        growth([], 1, watched)


def test_a_server_that_plays_no_more_gets_no_verdict() -> None:
    stuck = [each._replace(rounds=300) for each in run(20)]
    with pytest.raises(TooShort, match="no round was played"):
        growth(stuck, 1, BLOCKS)
