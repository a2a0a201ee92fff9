"""The progress file of a simulation, from which it continues as if never interrupted."""

import json
import os
from pathlib import Path

import numpy as np

from punto.lab.simulation.shoe_runs import ShoesPlayed, SimulationPlan, no_outcomes

VERSION = 1


class ProgressRefused(ValueError):
    """A progress file that cannot be written, read or used; the message is one sentence."""


def write_progress(
    path: Path, game: str, plan: SimulationPlan, whole: ShoesPlayed, seconds: float
) -> None:
    """Replace an older progress file with the complete shoes so far, atomically."""
    counts = whole.outcomes.ravel()
    seen = np.flatnonzero(counts)
    content = {
        "punto_simulation": VERSION,
        "game": game,
        "plan": plan.fingerprint,
        "shoes": whole.shoes,
        "rounds": whole.rounds,
        "seconds": seconds,
        "outcomes": [[int(number), int(counts[number])] for number in seen],
    }
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        with unfinished.open("w", encoding="utf-8") as stream:
            json.dump(content, stream)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(path)
    except OSError as fault:
        unfinished.unlink(missing_ok=True)
        raise ProgressRefused(
            f"progress file {path}: cannot be written, {fault.strerror or fault}"
        ) from fault


def read_progress(path: Path, game: str, plan: SimulationPlan) -> tuple[ShoesPlayed, float]:
    """Return the complete shoes dealt, and the seconds they took; none if there is no file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ShoesPlayed(), 0.0
    except (OSError, UnicodeDecodeError) as fault:
        raise ProgressRefused(f"progress file {path}: cannot be read, {fault}") from fault
    try:
        content = json.loads(text)
        found = tuple(content[name] for name in ("punto_simulation", "game", "plan"))
        whole = _played(content)
        seconds = float(content["seconds"])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as fault:
        raise ProgressRefused(
            f"progress file {path}: not one of a simulation, or damaged"
        ) from fault
    # Games share their shoes, but a user who names another game probably named the wrong file.
    if found != (VERSION, game, plan.fingerprint):
        raise ProgressRefused(
            f"progress file {path}: of another simulation,"
            " expected the same game, decks, cut card, burning and seed"
        )
    return whole, seconds


def _played(content: dict[str, object]) -> ShoesPlayed:
    shoes, rounds, entries = (content[name] for name in ("shoes", "rounds", "outcomes"))
    if not (isinstance(shoes, int) and isinstance(rounds, int) and isinstance(entries, list)):
        raise TypeError(content)
    outcomes = no_outcomes()
    for number, count in entries:
        outcomes.ravel()[number] += count
    if outcomes.min() < 0 or int(outcomes.sum()) != rounds or shoes < 0:
        raise ValueError(content)
    return ShoesPlayed(shoes, rounds, outcomes)
