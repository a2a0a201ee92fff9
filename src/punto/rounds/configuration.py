from dataclasses import dataclass
from enum import Enum

from punto.rules.irregularities import Irregularity, Policy
from punto.rules.terms import Terms
from punto.values.ids import TableId
from punto.values.money import Cents


class CardSource(Enum):
    """Where a table's cards come from (R 1.3, R 1.5, A-70)."""

    SHOE_THAT_READS = "shoe that reads"
    KEYED_SHOE = "keyed shoe"
    SHUFFLER = "electronic card shuffler"
    VIRTUAL_SHOE = "virtual shoe"


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words that open and close betting; one configured pair for each table (A-25)."""

    opening: str
    closing: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """All that a round depends on beside bets and cards; every round is stamped with it.

    The terms carry the whole game, so that an old round never depends on today's files.
    """

    table: TableId
    document: str
    """The key of the rule document."""
    terms: Terms
    phrases: Phrases
    policies: tuple[Policy, ...] = ()
    """What follows each irregularity by the document, carried whole like the game."""
    source: CardSource = CardSource.SHOE_THAT_READS
    self_dealing: bool = False
    """Whether a timer deals, in the name of the Dealer of record who opened the table (A-28)."""
    single_person: bool = False
    """Whether one person fills both steps of dual control (A-73)."""
    betting_ms: int = 20_000
    grace_ms: int = 2_000
    """How long terminals may take to freeze before the cut-off (A-24)."""
    liability_cap: Cents | None = None
    """The most that the House may stand to lose in one round (A-17)."""
    side_bets_alone: bool = True
    """Whether a side bet needs no Original Bet beside it (A-15)."""
    opposite_bets: bool = True
    """Whether one terminal may back both hands (A-16)."""

    def policy(self, irregularity: Irregularity) -> Policy | None:
        """What the document says of an irregularity."""
        return next((p for p in self.policies if p.irregularity is irregularity), None)
