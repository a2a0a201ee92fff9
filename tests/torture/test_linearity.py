"""A long run costs as much as its rounds: starts read only what is new."""

import pytest

from punto.runtime.replays import Replay
from punto.torture.runs import torture
from punto.torture.witness import InspectedStream


def folded_per_event(patch: pytest.MonkeyPatch, rounds: int) -> float:
    """Return how many times an event is folded again in a run, on average."""
    folded = 0

    def counting(owner: type) -> None:
        take = owner._take  # type: ignore[attr-defined]  # noqa: SLF001

        def counted(self: object, *given: object) -> object:
            nonlocal folded
            folded += 1
            return take(self, *given)

        patch.setattr(owner, "_take", counted)

    counting(Replay)
    counting(InspectedStream)
    run = torture(1, rounds)
    patch.undo()
    assert run.failure is None
    return folded / run.counts["events"]


def test_an_event_is_folded_again_about_as_often_in_a_run_of_four_times_as_many_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short, long = (folded_per_event(monkeypatch, rounds) for rounds in (12, 48))
    assert long < 2 * short, (short, long)
