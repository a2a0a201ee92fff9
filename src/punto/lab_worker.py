"""The lab's process of a server: it answers each line of JSON with one, perhaps after progress.

The server runs it as ``python -m punto.lab_worker``. The process ends when its standard input does,
so it never outlives the server. It answers the lab's page: exact odds, simulations, small studies
and PAR sheets. Odds and simulations come with the exact figures of a full shoe; ``punto par`` makes
the sheets.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from punto.bootstrap.rule_book import shipped_game
from punto.lab import BetOdds, GameOdds, RowOdds, ShoeRefused, exact_json, exact_odds
from punto.lab.simulation import (
    PlanRefused,
    ShoesPlayed,
    Simulation,
    SimulationPlan,
    deal_rounds,
    make_ready,
)
from punto.lab.studies import (
    AtDepth,
    Study,
    StudyVerdict,
    on_this_machine,
    shoe_rules,
    study,
    verdicts,
)
from punto.rules import Game
from punto.values import BadNotation

_Json = dict[str, Any]
_Tell = Callable[[_Json], None]


@cache
def game_of(key: str) -> Game:
    """Return a shipped game; cached, because the lab caches its knowledge by game object."""
    game = shipped_game(key)
    if game is None:
        raise ShoeRefused(f"game {key}: not among those that ship")
    return game


@cache
def full_odds(key: str, decks: int) -> GameOdds:
    """Return the odds of a full shoe."""
    return exact_odds(game_of(key), decks)


def odds_answer(asked: _Json, _tell: _Tell) -> _Json:
    """Return the odds of every bet, from the rest of a shoe."""
    key, decks, without = asked["game"], asked["decks"], asked["without"]
    odds, full = exact_odds(game_of(key), decks, without), full_odds(key, decks)
    return {
        "game": key,
        "decks": decks,
        "without": without,
        "cards": odds.shoe.cards_count,
        "total": str(odds.total),
        "bets": [_bet(odds[bet], full[bet]) for bet in odds],
    }


def _bet(bet: BetOdds, full: BetOdds) -> _Json:
    return {
        "bet": bet.key,
        "edge": exact_json(bet.edge),
        "full": exact_json(full.edge),
        "win": exact_json(bet.win),
        "loss": exact_json(bet.loss),
        "push": exact_json(bet.push),
        "standard_deviation": bet.standard_deviation,
        "rows": [_row(row) for row in bet.rows],
    }


def _row(row: RowOdds) -> _Json:
    return {
        "pays": row.row.pays.words,
        "clause": row.row.clause,
        "probability": exact_json(row.probability),
    }


def simulation_answer(asked: _Json, tell: _Tell) -> _Json:
    """Deal so many rounds, reporting progress."""
    game, full = game_of(asked["game"]), full_odds(asked["game"], asked["decks"])
    plan = SimulationPlan(full.shoe, game.table, seed=asked["seed"])

    def watch(played: ShoesPlayed) -> bool:
        tell({"done": played.rounds})
        return True

    make_ready()
    began = perf_counter()
    _, played = deal_rounds(plan, asked["size"], spare_cores(), ShoesPlayed(), watch)
    found = Simulation(game, played, perf_counter() - began)
    return {
        "rounds": played.rounds,
        "shoes": played.shoes,
        "seconds": found.seconds,
        "bets": [
            {
                "bet": key,
                "edge": bet.edge,
                "interval": list(bet.interval),
                "exact": float(full[key].edge),
            }
            for key, bet in found.bets.items()
        ],
    }


def spare_cores() -> int:
    """Return the number of cores minus one, which stays free for the tables."""
    return max(1, (os.cpu_count() or 1) - 1)


def study_answer(asked: _Json, tell: _Tell) -> _Json:
    """Play so many shoes, reporting progress."""
    game = game_of(asked["game"])
    plan = Study(game, shoe_rules(game, asked["decks"]), asked["size"], asked["seed"])
    # The first shoes only serve to find triggers, and count as work, too.
    share = plan.shoes / (plan.shoes + plan.shoes_swept)
    through = 0

    def noticed(shoes: int) -> bool:
        nonlocal through
        through += shoes
        tell({"done": int(through * share)})
        return True

    began = perf_counter()
    found = study(plan, on_this_machine(spare_cores()), noticed)
    return {
        "shoes": found.shoes,
        "rounds": found.rounds,
        "seconds": perf_counter() - began,
        "behind": found.rules.behind,
        "bets": [_bet_studied(verdict) for verdict in verdicts(found)],
    }


def _bet_studied(verdict: StudyVerdict) -> _Json:
    bet, played = verdict.bet, verdict.bet.played
    return {
        "bet": bet.key,
        "favourable": played.perfect.bets.value,
        "perfect": played.perfect.per_100.value,
        "perfect_error": played.perfect.per_100.error,
        "counted": played.counted.per_100.value,
        "counted_error": played.counted.per_100.error,
        "grade": verdict.grade.value,
        "depths": [_depth(depth) for depth in bet.depths],
    }


def _depth(depth: AtDepth) -> _Json:
    """Return house edges, which the page shows everywhere."""
    return {
        "gone": depth.end,
        "mean": -depth.mean,
        "low": -depth.high,
        "high": -depth.low,
        "favourable": depth.favourable,
    }


_FORMS = {"page": "html", "pdf": "pdf"}


def sheet_answer(asked: _Json, _tell: _Tell) -> _Json:
    """Write both forms of the sheet into the requested folder."""
    game = game_of(asked["game"])
    words = ["-P", "-m", "punto", "par", game.key, "--output", asked["folder"], "--json"]
    # The arguments contain only keys of shipped games.
    made = subprocess.run(  # noqa: S603
        [sys.executable, *words], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise ShoeRefused(made.stderr.strip().splitlines()[-1])
    return {form: f"/lab/sheets/par-{game.key}.{ending}" for form, ending in _FORMS.items()}


_PATIENT = 10
"""Tables have priority over the lab."""

ANSWERS: Mapping[str, Callable[[_Json, _Tell], _Json]] = {
    "odds": odds_answer,
    "simulation": simulation_answer,
    "study": study_answer,
    "sheet": sheet_answer,
}


def answer(asked: _Json, tell: _Tell) -> _Json:
    """Answer one request; the answer to a bad request is a sentence."""
    try:
        return {"told": ANSWERS[asked["do"]](asked, tell)}
    except (ShoeRefused, PlanRefused, BadNotation) as wrong:
        return {"refused": str(wrong)}


def _lines() -> Iterator[str]:
    """Yield the requests; read in a thread, so that the end is noticed during work, too."""
    waiting: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            waiting.put(line)
        _end()

    Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()


def _end() -> None:
    """Exit at once, with all child processes."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def _say(told: _Json) -> None:
    sys.stdout.write(f"{json.dumps(told)}\n")
    sys.stdout.flush()


def main() -> None:
    """Answer requests until the server is gone."""
    if hasattr(os, "nice"):
        os.nice(_PATIENT)
    for line in _lines():
        _say(answer(json.loads(line), lambda done: _say({"progress": done})))


if __name__ == "__main__":
    main()
