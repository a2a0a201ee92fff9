"""Explains a study to the managers of a table, in plain words."""

from collections.abc import Iterable
from enum import Enum

from punto.lab.studies.findings import AtCut, BetFound, Estimate, StudyFindings
from punto.values import CENTS_PER_DOLLAR, Cents, Value, dollars, format_money

WORTH_COUNTING = 0.1
"""Units per shoe: no patron sits through a shoe for less."""


class Grade(Enum):
    """How a bet withstands a person who knows the remaining cards."""

    SAFE = "safe"
    """No round favoured the patron."""
    SLIGHT = "slight"
    """Some did, but perfect play brings less than ``WORTH_COUNTING``."""
    VULNERABLE = "vulnerable"


class StudyVerdict(Value):
    """The judgement on one bet."""

    bet: BetFound
    grade: Grade
    shallow: int | None
    """The cards behind the cut card from which it is not vulnerable; None if it is vulnerable at
    every examined cut card."""
    limit: Cents | None
    """The greatest bet that keeps perfect play below the exposure; None if every bet does."""

    @property
    def sentence(self) -> str:
        """The judgement, and what would change it."""
        played = self.bet.played
        match self.grade:
            case Grade.SAFE:
                return f"{self.bet.name} is safe: no round favoured the patron."
            case Grade.SLIGHT:
                return (
                    f"{self.bet.name} is hardly worth counting: perfect play brings"
                    f" {played.perfect.per_shoe.value:.4f} units a shoe."
                )
            case Grade.VULNERABLE:
                return f"{self.bet.name} is vulnerable: {self._profits} {self._remedy}"

    @property
    def _profits(self) -> str:
        perfect, counted = self.bet.played.perfect, self.bet.played.counted
        known = f"perfect play brings {perfect.per_shoe.value:.3f} units a shoe"
        if self.bet.trigger is None:
            return f"{known}, though no simple count follows it."
        return (
            f"{known}, and a simple count {counted.per_shoe.value:.3f},"
            f" from a true count of {self.bet.trigger:+g} on."
        )

    @property
    def _remedy(self) -> str:
        if self.shallow is None:
            return "No cut card that was looked at changes that."
        return f"With {self.shallow} cards or more behind the cut card it is hardly worth counting."


def verdicts(found: StudyFindings, exposure: Cents | None = None) -> tuple[StudyVerdict, ...]:
    """Judge every bet; with an exposure, say how much one patron may bet."""
    return tuple(
        StudyVerdict(
            bet,
            _grade(bet.played),
            _shallow(bet.cuts),
            None if exposure is None else limit(exposure, [bet.played.perfect.per_shoe]),
        )
        for bet in found.bets
    )


def _grade(played: AtCut) -> Grade:
    if not played.perfect.bets.value:
        return Grade.SAFE
    return Grade.SLIGHT if _at_most(played.perfect.per_shoe) < WORTH_COUNTING else Grade.VULNERABLE


def _shallow(cuts: Iterable[AtCut]) -> int | None:
    """Return the fewest cards behind the cut card with which the bet is not vulnerable."""
    behind = None
    for cut in cuts:
        if _grade(cut) is Grade.VULNERABLE:
            break
        behind = cut.behind
    return behind


def _at_most(profit: Estimate) -> float:
    return profit.value if profit.high is None else profit.high


def limit(exposure: Cents, profits: Iterable[Estimate]) -> Cents | None:
    """Return the greatest whole-dollar bet on all of these together that keeps to the exposure.

    Takes profits at the upper end of their confidence interval; None if none is positive.
    """
    most = sum(map(_at_most, profits))
    return dollars(int(exposure / most / CENTS_PER_DOLLAR)) if most > 0 else None


def exposure_sentence(found: StudyFindings, exposure: Cents) -> str:
    """Return the limit for a patron who plays all of the bets perfectly."""
    common = limit(exposure, [bet.played.perfect.per_shoe for bet in found.bets])
    told = format_money(exposure)
    if common is None:
        return f"No limit is needed to keep the exposure under ${told} a shoe."
    return (
        f"A limit of ${format_money(common)} on each bet keeps what a patron can win by perfect"
        f" play of all {len(found.bets)} together under ${told} a shoe on average."
    )
