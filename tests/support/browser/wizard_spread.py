"""Which irregularities the wizard tests cover: each kind in every run, all cases in a long one."""

import os
from collections.abc import Sequence

from support.browser.wizard_cases import Case

EVERYTHING = bool(os.environ.get("PUNTO_EVERY_IRREGULARITY"))


def spread(*documents: Sequence[Case]) -> list[Case]:
    """Return one case of each kind, the documents taking turns, and every case that adds something.

    A case adds something if it has another ending, or another question of the wizard.
    """
    every = [case for cases in documents for case in cases]
    if EVERYTHING:
        return every
    chosen = _each_kind(documents, every)
    shown = {each for case in chosen for each in _shown_by(case)}
    for case in every:
        if not shown.issuperset(_shown_by(case)):
            chosen.append(case)
            shown |= _shown_by(case)
    return [case for case in every if case in chosen]


def _each_kind(documents: Sequence[Sequence[Case]], every: Sequence[Case]) -> list[Case]:
    chosen = []
    for turn, title in enumerate(dict.fromkeys(case.title for case in every)):
        preferred = documents[turn % len(documents)]
        chosen.append(next(case for case in (*preferred, *every) if case.title == title))
    return chosen


def _shown_by(case: Case) -> set[str]:
    asked = ("settled", "extra", "moved", "instead", "behind", "decided", "adjusted")
    return {*case.told, case.step, *(each for each in asked if getattr(case, each))}
