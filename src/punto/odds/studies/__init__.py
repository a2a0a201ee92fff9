"""Counting and game protection: what people can win who know which cards are left.

>>> from punto.bootstrap.rule_book import shipped_game
>>> from punto.odds.studies import ShoeRules, Study, on_this_machine, study
>>> asked = Study(shipped_game("mbs-tiger"), ShoeRules(decks=8), shoes=1_000, seed=7)
>>> found = study(asked, on_this_machine(workers=2))
>>> found.bets[3].played.perfect.per_shoe    # units, with the standard error
"""

from punto.odds.studies.counting import parse_tags
from punto.odds.studies.estimates import Estimate
from punto.odds.studies.findings import AtCut, AtDepth, BetFound, Found, Play
from punto.odds.studies.plots import plot
from punto.odds.studies.running import on_this_machine
from punto.odds.studies.shoe_rules import ShoeRules, shoe_rules
from punto.odds.studies.studying import NothingPlayed, Study, study
from punto.odds.studies.verdicts import Grade, Verdict, exposure_sentence, limit, verdicts

__all__ = [
    "AtCut",
    "AtDepth",
    "BetFound",
    "Estimate",
    "Found",
    "Grade",
    "NothingPlayed",
    "Play",
    "ShoeRules",
    "Study",
    "Verdict",
    "exposure_sentence",
    "limit",
    "on_this_machine",
    "parse_tags",
    "plot",
    "shoe_rules",
    "study",
    "verdicts",
]
