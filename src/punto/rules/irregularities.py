"""Irregularities: what can go wrong in a deal, and what each document says shall follow."""

from dataclasses import dataclass
from enum import Enum

from punto.rules.file_sections import Section
from punto.rules.roles import Role
from punto.values.notation import BadNotation


class Irregularity(Enum):
    """A fault of the deal, by the name that people at the table use."""

    TECHNICAL_INTERRUPTION = "technical-interruption"
    """Of what the table itself needs: console, server, shoe, dealing (A-34)."""
    TERMINAL_INTERRUPTION = "terminal-interruption"
    """Of some terminals, or of all; the round goes on without them (A-34)."""
    FOREIGN_CARD = "foreign-card"
    SHORTAGE = "shortage"
    """Of cards in the decks."""
    EXCESS = "excess"
    """Of cards in the decks."""
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    """In a hand, and not to be put right by reconstruction."""
    INSUFFICIENT_CARDS = "insufficient-cards"
    UNSHUFFLED_CARDS = "unshuffled-cards"
    WRONG_AREA = "wrong-area"
    WRONG_ORDER = "wrong-order"
    EXCESS_OR_EXPOSED_CARD = "excess-or-exposed-card"
    """Drawn too early or seen too early; a card of the decks all the same (A-43)."""
    ORDER_LOST = "order-lost"
    """The order in the shoe was changed and cannot be reconstructed."""
    DEALT_ORDER_LOST = "dealt-order-lost"
    """Cards were dealt in a wrong order that cannot be reconstructed (A-48)."""
    SIMULTANEOUS_DRAW = "simultaneous-draw"
    SIMULTANEOUS_DRAW_ORDER_UNKNOWN = "simultaneous-draw-order-unknown"
    FACE_UP_CARD = "face-up-card"
    WRONG_CARD_REGISTERED = "wrong-card-registered"
    """Keyed or read wrongly, so that the result may be wrong too (A-72)."""
    NOT_COVERED = "not-covered"


class Remedy(Enum):
    """What follows once the fact is established; nobody has a choice (A-39)."""

    VOID = "void"
    FIRST_DECISION = "first-decision"
    """The round goes on if any offered bet is decided, else it is void (A-31)."""
    RECONSTRUCT = "reconstruct"
    """The cards go back into their intended order, and play goes on."""
    BY_THE_CARDS = "by-the-cards"
    """The cards on the table replace those registered; a paid round is paid again by them."""
    PLAY_ON = "play-on"
    TERMINALS_STAND = "terminals-stand"
    """The round goes on at once; what the terminals have registered stands, the rest never was."""
    RULING = "ruling"
    """The documents do not say; the Shift Manager does."""


class Late(Enum):
    """What follows when the fact comes to light after the next round began (A-29, A-30)."""

    BY_THE_CARDS = "by-the-cards"
    """A wrong result is owed; the Shift Manager confirms the facts."""
    STANDS = "stands"
    """The document says so itself."""
    RULING = "ruling"
    """The payment stands, unless the Shift Manager rules otherwise."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What one document says of one irregularity."""

    irregularity: Irregularity
    clause: str
    remedy: Remedy
    attested_by: Role
    """Who establishes the fact that the Dealer reports (A-39)."""
    withdraws_shoe: bool
    """Whether the shoe leaves play with the round (A-42)."""
    reaches_settled: bool
    """Whether a settled round can still be reached, until the next one begins (A-28)."""
    late: Late = Late.RULING
    takes_extra: bool = False
    """Whether cards that are out and not registered are used, here or in the next round (A-43)."""
    order_by_attester: bool = False
    """Whether whoever attests also decides which card came first (R 5.7)."""
    before_first_card: Irregularity | None = None
    """What it counts as before the first card of a round, if not the same (A-47)."""


def read_policy(section: Section) -> Policy:
    """One entry of a document's ``irregularities``."""
    policy = Policy(
        section.parsed("what", _parse_irregularity, Irregularity.NOT_COVERED),
        section.text("clause"),
        section.parsed("remedy", _parse_remedy, Remedy.VOID),
        section.parsed("attested_by", _parse_role, Role.SHIFT_MANAGER),
        section.flag("withdraws_shoe"),
        section.flag("reaches_settled"),
        section.parsed("late", _parse_late, Late.RULING) if section.has("late") else Late.RULING,
        section.flag("takes_extra"),
        section.flag("order_by_attester"),
        _before_first_card(section),
    )
    reconstructs = policy.remedy is Remedy.RECONSTRUCT
    if (policy.takes_extra or policy.order_by_attester) and not reconstructs:
        section.fault("remedy", "remedy: expected reconstruct where cards are put in order")
    if policy.withdraws_shoe and policy.remedy is not Remedy.VOID:
        section.fault("withdraws_shoe", "withdraws_shoe: expected only where the round is void")
    section.finish()
    return policy


def _before_first_card(section: Section) -> Irregularity | None:
    if not section.has("before_first_card"):
        return None
    return section.parsed("before_first_card", _parse_irregularity, Irregularity.NOT_COVERED)


def _parse_late(text: str) -> Late:
    return Late(_known(text, "late", tuple(each.value for each in Late)))


def _parse_irregularity(text: str) -> Irregularity:
    return Irregularity(_known(text, "what", tuple(each.value for each in Irregularity)))


def _parse_remedy(text: str) -> Remedy:
    return Remedy(_known(text, "remedy", tuple(each.value for each in Remedy)))


def _parse_role(text: str) -> Role:
    names = {role.name.lower(): role for role in Role}
    return names[_known(text, "role", tuple(names))]


def _known(text: str, what: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise BadNotation(f"{what} {text!r}: expected {' '.join(known)}")
    return text
