"""The torture finds faults of the program: each is planted, and must be named."""

from collections.abc import Callable

import pytest

from punto.torture import faults
from punto.torture.faults import FaultEffect, FaultPlace
from punto.torture.promises import Promise
from punto.torture.runs import TortureRun, shrunk, torture
from support.torture import planted

FEW_SEEDS = range(1, 13)
ROUNDS = 4


def first_failure(rounds: int = ROUNDS) -> TortureRun:
    runs = (torture(seed, rounds) for seed in FEW_SEEDS)
    return next(run for run in runs if run.failure is not None)


@pytest.mark.parametrize(
    ("plant", "promises"),
    [
        (
            planted.answers_before_the_commit,
            {Promise.ACKNOWLEDGED_KEPT, Promise.WHOLE_OR_NOT_AT_ALL},
        ),
        (
            planted.no_wait_for_the_disk,
            {
                Promise.ACKNOWLEDGED_KEPT,
                Promise.SHOWN_IS_RECORDED,
                Promise.CHAIN_INTACT,
                Promise.HALTS_FOR_CAUSE,
            },
        ),
        (
            planted.no_memory_of_answers,
            {Promise.WHOLE_OR_NOT_AT_ALL, Promise.ACKNOWLEDGED_KEPT},
        ),
        (
            planted.a_field_lost_in_snapshots,
            {Promise.LIVE_IS_REPLAY, Promise.HALTS_FOR_CAUSE},
        ),
        (
            planted.half_a_batch,
            {Promise.WHOLE_OR_NOT_AT_ALL, Promise.CHAIN_INTACT, Promise.HALTS_FOR_CAUSE},
        ),
        (
            planted.a_fold_that_is_not_discarded,
            {Promise.SHOWN_IS_RECORDED, Promise.HALTS_FOR_CAUSE},
        ),
        (planted.bets_after_the_close, {Promise.NO_LATE_BET}),
    ],
)
def test_a_planted_fault_is_found_and_named(
    plant: Callable[[pytest.MonkeyPatch], None],
    promises: set[Promise],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    failure = first_failure().failure
    assert failure is not None
    assert failure.promise in promises, failure.seen


@pytest.mark.parametrize(
    ("plant", "promise"),
    [
        (planted.bets_after_no_more_bets, Promise.NO_LATE_BET),
        (planted.a_choice_lost, Promise.CHOICES_KEPT),
        (planted.a_chip_paid_twice, Promise.CHIPS_CONSERVED),
        (planted.a_tray_that_stays_as_it_was, Promise.CHIPS_CONSERVED),
    ],
)
def test_a_fault_planted_at_the_live_table_is_found_and_named(
    plant: Callable[[pytest.MonkeyPatch], None], promise: Promise, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    # It affects one table of three, so it needs more rounds.
    failure = first_failure(3 * ROUNDS).failure
    assert failure is not None
    assert failure.promise is promise, failure.seen


def test_a_move_by_halves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Many races, so that one of them hits a move.
    monkeypatch.setitem(faults.RATES, FaultPlace.BATCH, ((FaultEffect.OVERTAKEN, 300_000),))
    planted.an_unfinished_rollback(monkeypatch)
    failure = first_failure().failure
    assert failure is not None
    assert failure.promise in {Promise.CREDITS_CONSERVED, Promise.AUDIT_PASSES}


def test_a_failing_run_is_made_shorter_and_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    planted.bets_after_the_close(monkeypatch)
    failed = first_failure()
    short = shrunk(failed)
    assert failed.failure is not None
    assert short.failure is not None
    assert short.failure.promise is failed.failure.promise
    assert short.rounds <= failed.rounds
    assert len(short.happened) < len(failed.happened)
    names = frozenset(fault.name for fault in short.happened)
    again = torture(short.seed, short.rounds, names)
    assert again.failure == short.failure
    assert again.digest == short.digest
    # No single fault of the shortest run can be left out.
    for name in names:
        other = torture(short.seed, short.rounds, names - {name}).failure
        assert other is None or other.promise is not failed.failure.promise
