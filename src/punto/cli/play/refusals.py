"""Refusals of a patron's request: those of the table, and words without effect."""

from dataclasses import dataclass

from punto.rounds import BetsRefused, Refusal


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """A word about missing bets; nothing was submitted to the table."""

    word: str
    missing: str

    @property
    def sentence(self) -> str:
        return f"{self.word}: {self.missing}"


Refused = Refusal | NothingToDo


def sentences(refused: Refused) -> tuple[str, ...]:
    """Return what is wrong, with one sentence for each refused bet."""
    if isinstance(refused, BetsRefused):
        return tuple(refusal.sentence for refusal in refused.refusals)
    return (refused.sentence,)
