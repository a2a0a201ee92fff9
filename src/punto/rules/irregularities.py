"""Irregularities: what can go wrong in a deal, and what each document says shall follow."""

from dataclasses import dataclass
from enum import Enum

from punto.rules.file_sections import Section
from punto.rules.roles import Role
from punto.values.notation import BadNotation


class Irregularity(Enum):
    """A fault of the deal, by the name that people at the table use."""

    TECHNICAL_INTERRUPTION = "technical-interruption"
    FOREIGN_CARD = "foreign-card"
    SHORTAGE = "shortage"
    EXCESS = "excess"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    """In a hand, and not to be put right by reconstruction."""
    INSUFFICIENT_CARDS = "insufficient-cards"
    UNSHUFFLED_CARDS = "unshuffled-cards"
    WRONG_AREA = "wrong-area"
    WRONG_ORDER = "wrong-order"
    ORDER_LOST = "order-lost"
    """The order in the shoe was changed and cannot be reconstructed."""
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
    RULING = "ruling"
    """The documents do not say; the Shift Manager does."""


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


def read_policy(section: Section) -> Policy:
    """One entry of a document's ``irregularities``."""
    policy = Policy(
        section.parsed("what", _parse_irregularity, Irregularity.NOT_COVERED),
        section.text("clause"),
        section.parsed("remedy", _parse_remedy, Remedy.VOID),
        section.parsed("attested_by", _parse_role, Role.SHIFT_MANAGER),
        section.flag("withdraws_shoe"),
        section.flag("reaches_settled"),
    )
    if policy.withdraws_shoe and policy.remedy is not Remedy.VOID:
        section.fault("withdraws_shoe", "withdraws_shoe: expected only where the round is void")
    section.finish()
    return policy


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
