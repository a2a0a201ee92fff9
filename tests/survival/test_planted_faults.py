"""The survival tests find what they look for, in a server that is faulty on purpose."""

from pathlib import Path
from random import Random

import pytest

from support.survival.deaths import Death
from support.survival.planted import Fault
from support.survival.points import Point
from support.survival.saga import Saga

OTHERS = "other events than the model's|other answers than the model's"


LIVES = 6
"""Two usually show a fault: the second starts with what the first one left. On a busy machine a
process may die before it has done any harm."""


def live_and_die(saga: Saga, death: Death) -> None:
    """Let processes die, one after the other, until one finds what another left."""
    for _ in range(LIVES):
        saga.live(death)
    saga.live_on()


@pytest.mark.parametrize(
    ("fault", "death", "found"),
    [
        (Fault.ANSWERS_EARLY, Death(None, 50), OTHERS),
        (Fault.FORGETS_ANSWERS, Death(Point.COMMITTED, 20), "Overtaken|UNIQUE|behind"),
        (Fault.COMMITS_BY_HALVES, Death(Point.MOVING, 1), OTHERS),
        (Fault.LEAVES_LOCKS, Death(None, 5), "already open for writing"),
        (Fault.LOSES_A_FIELD, Death(Point.SIGNED, 3), "another state than the model's"),
    ],
    ids=lambda each: each.name if isinstance(each, Fault) else "",
)
def test_a_planted_fault_is_found(fault: Fault, death: Death, found: str, tmp_path: Path) -> None:
    address = str(tmp_path / "record.db")
    saga = Saga(address, tmp_path, Random(1), fault=fault)  # noqa: S311 (a test's own story)
    with pytest.raises(AssertionError, match=found):
        live_and_die(saga, death)
