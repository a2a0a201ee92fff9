"""Counting and game protection: how much a person who knows the remaining cards can win.

>>> import punto
>>> from punto.lab.studies.shoes import ShoeRules
>>> asked = Study(punto.games()["mbs-tiger"], ShoeRules(decks=8), shoes=20, seed=7)
>>> found = study(asked, on_this_machine(workers=2))
>>> found.bets[3].played.perfect.per_shoe    # units, with the standard error
Estimate(value=0.318..., error=0.121...)
"""

from punto.lab.studies.card_counts import parse_tags
from punto.lab.studies.findings import (
    AtCut,
    AtDepth,
    BetFound,
    CountingPlay,
    Estimate,
    StudyFindings,
)
from punto.lab.studies.plots import plot
from punto.lab.studies.shoes import shoe_rules
from punto.lab.studies.study import NothingPlayed, Study, study
from punto.lab.studies.verdicts import Grade, StudyVerdict, exposure_sentence, limit, verdicts
from punto.lab.studies.workers import PlayBatches, on_this_machine
