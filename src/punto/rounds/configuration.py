from datetime import datetime
from enum import Enum

from punto.live import TableLayout
from punto.rules import Actor, Irregularity, Phrases, Policy, Role, Terms
from punto.values import Cents, Instant, TableId, Value

LIVE_DOCUMENTS = frozenset({"rws-live"})
"""Documents whose bets are chips on a layout; the others are played at terminals."""

_DAY_MS = 24 * 60 * 60 * 1_000


class CardSource(Enum):
    """Where a table's cards come from (R 1.3, R 1.5, A-70)."""

    SHOE_THAT_READS = "shoe that reads"
    KEYED_SHOE = "keyed shoe"
    SHUFFLER = "electronic card shuffler"
    VIRTUAL_SHOE = "virtual shoe"


_IN_USE = ("source", "self_dealing", "single_person", "burns_cards", "layout")
"""The parts that people and cards at an open table rely on from round to round."""


class Stamp(Value):
    """The rules by which a round is played, as recorded with the round (A-64)."""

    document: str
    """Its key, since titles change (A-64)."""
    version: int | None
    effective: datetime | None
    readings: tuple[str, ...]
    """Each reading with the choice in force, such as ``A-15a``."""
    single_person: bool
    """Whether one person filled both steps of dual control (A-73)."""


class Configuration(Value):
    """All that a round depends on apart from bets and cards; every round is stamped with it.

    The terms carry the whole game, so that an old round never depends on today's files.
    """

    table: TableId
    document: str
    """The key of the rule document."""
    terms: Terms
    phrases: Phrases
    policies: tuple[Policy, ...] = ()
    """The policy for each irregularity, carried whole like the game."""
    readings: tuple[tuple[str, str], ...] = ()
    """The register of readings with the choice of each; switches below overrule it."""
    fixed_readings: tuple[str, ...] = ()
    """The switches that the document itself has thrown, so that no table may (A-15, A-16)."""
    document_phrases: tuple[Phrases, ...] = ()
    """The pairs of words that the document allows; any where it gives none."""
    titles: tuple[tuple[Role, str], ...] = ()
    """The operator's own words for each role (A-52)."""
    acted_for: tuple[Role, ...] = tuple(Role)
    """The roles in which another person may act, by the document (A-52)."""
    source: CardSource = CardSource.SHOE_THAT_READS
    self_dealing: bool = False
    """Whether a timer deals, in the name of the Dealer of record who opened the table (A-28)."""
    single_person: bool = False
    """Whether one person fills both steps of dual control (A-73)."""
    betting_ms: int = 20_000
    grace_ms: int = 2_000
    """How long terminals may take to freeze before the cut-off (A-24)."""
    pace_ms: int = 1_500
    """How long a timer waits between two steps, so that people can follow."""
    ticket_ms: int = 30 * _DAY_MS
    """How long a ticket is paid after it was printed."""
    liability_cap: Cents | None = None
    """The most that the House may stand to lose in one round (A-17)."""
    side_bets_alone: bool = True
    """Whether a side bet needs no Original Bet beside it (A-15)."""
    opposite_bets: bool = True
    """Whether one terminal may back both hands (A-16)."""
    one_more_after_cut_card: bool = False
    """Whether another round follows the one in which the cut card came out (A-49)."""
    burns_cards: bool = False
    """Whether the first card of a shoe is shown and as many burned as it counts (A-49)."""
    layout: TableLayout | None = None
    """The boxes, limits and chips of a live table; None for an electronic one."""

    @property
    def rounds_after_cut_card(self) -> int:
        """The number of rounds after the one in which the cut card came out (A-49)."""
        return 1 if self.one_more_after_cut_card else 0

    def in_force_at(self, at: Instant) -> bool:
        """Return whether its document has taken effect; one without a date always has (A-71)."""
        effective = self.terms.game.rules.effective
        return effective is None or effective.timestamp() * 1_000 <= at

    def plays_as(self, other: "Configuration") -> bool:
        """Return whether a shoe, terminals or boxes in use under one configuration fit another."""
        return all(getattr(self, name) == getattr(other, name) for name in _IN_USE) and (
            self.terms.decks == other.terms.decks
        )

    def policy(self, irregularity: Irregularity) -> Policy | None:
        """Return the document's policy for an irregularity."""
        return next((p for p in self.policies if p.irregularity is irregularity), None)

    def title(self, role: Role) -> str:
        """Return the operator's title for a role."""
        return dict(self.titles).get(role, role.plain_name)

    def acts_in_vain(self, by: Actor, needed: Role) -> bool:
        """Return whether a person only acts in a position in which acting is not allowed (A-52)."""
        return by.acting and needed not in self.acted_for

    @property
    def switched(self) -> dict[str, str]:
        """The table's choice in each reading that has a switch."""
        return {
            "A-15": "a" if self.side_bets_alone else "b",
            "A-16": "a" if self.opposite_bets else "b",
            "A-49": "b" if self.one_more_after_cut_card else "a",
        }

    @property
    def stamp(self) -> Stamp:
        """The rules in force, readings included."""
        rules, switched = self.terms.game.rules, self.switched
        readings = tuple(f"{key}{switched.get(key, choice)}" for key, choice in self.readings)
        return Stamp(self.document, rules.version, rules.effective, readings, self.single_person)
