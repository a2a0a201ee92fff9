"""What stands against a patron's request: the table's own refusals, and words without effect."""

from dataclasses import dataclass

from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.refusals import Refusal


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """A word about bets that are not there; nothing was asked of the table."""

    word: str
    missing: str

    @property
    def sentence(self) -> str:
        return f"{self.word}: {self.missing}"


Refused = Refusal | NothingToDo


def sentences(refused: Refused) -> tuple[str, ...]:
    """What is wrong, with a line for each bet that is."""
    if isinstance(refused, BetsRefused):
        return tuple(refusal.sentence for refusal in refused.refusals)
    return (refused.sentence,)
