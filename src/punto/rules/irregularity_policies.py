"""Irregularities: the faults of a deal, and the policies that the documents have for them.

`documents/*.toml` have the remedies that each document prescribes; `rounds/irregularity` applies
them.
"""

from collections.abc import Mapping
from enum import Enum

from punto.rules.file_sections import Section
from punto.rules.roles import Role
from punto.values import BadNotation, Value


class Irregularity(Enum):
    """A fault of the deal, under the name used at the table."""

    TECHNICAL_INTERRUPTION = "technical-interruption"
    TERMINAL_INTERRUPTION = "terminal-interruption"
    FOREIGN_CARD = "foreign-card"
    SHORTAGE = "shortage"
    EXCESS = "excess"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    INSUFFICIENT_CARDS = "insufficient-cards"
    UNSHUFFLED_CARDS = "unshuffled-cards"
    WRONG_AREA = "wrong-area"
    WRONG_ORDER = "wrong-order"
    EXCESS_OR_EXPOSED_CARD = "excess-or-exposed-card"
    ORDER_LOST = "order-lost"
    DEALT_ORDER_LOST = "dealt-order-lost"
    WRONG_PERSON = "wrong-person"
    DEALT_FACE_UP = "dealt-face-up"
    SIMULTANEOUS_DRAW = "simultaneous-draw"
    SIMULTANEOUS_DRAW_ORDER_UNKNOWN = "simultaneous-draw-order-unknown"
    FACE_UP_CARD = "face-up-card"
    WRONG_CARD_REGISTERED = "wrong-card-registered"
    NOT_COVERED = "not-covered"

    @property
    def meaning(self) -> str:
        """The irregularity, described in a sentence."""
        return _MEANINGS[self]


_MEANINGS: Mapping[Irregularity, str] = {
    Irregularity.TECHNICAL_INTERRUPTION: (
        "The table itself fails: console, server, shoe or dealing (A-34)."
    ),
    Irregularity.TERMINAL_INTERRUPTION: (
        "Some or all terminals fail; the round continues without them (A-34)."
    ),
    Irregularity.FOREIGN_CARD: "A card turns up that does not belong to the decks in use.",
    Irregularity.SHORTAGE: "The decks hold fewer cards than they should.",
    Irregularity.EXCESS: "The decks hold more cards than they should.",
    Irregularity.WRONG_NUMBER_OF_CARDS: (
        "A hand was dealt too few or too many cards, and reconstruction cannot put it right."
    ),
    Irregularity.INSUFFICIENT_CARDS: "There are not enough cards left to finish the round.",
    Irregularity.UNSHUFFLED_CARDS: "The cards in play were not shuffled.",
    Irregularity.WRONG_AREA: "A card was laid in the other hand's place.",
    Irregularity.WRONG_ORDER: "Cards were dealt in the wrong order.",
    Irregularity.EXCESS_OR_EXPOSED_CARD: "A card of the decks was drawn or seen too early (A-43).",
    Irregularity.ORDER_LOST: (
        "The order of the cards in the shoe was changed and cannot be restored."
    ),
    Irregularity.DEALT_ORDER_LOST: (
        "Cards were dealt in the wrong order, and the right one cannot be restored (A-48)."
    ),
    Irregularity.WRONG_PERSON: "A card was handed to the person who accepts the other hand.",
    Irregularity.DEALT_FACE_UP: ("A card was dealt face up at a table that deals face down."),
    Irregularity.SIMULTANEOUS_DRAW: "Cards were drawn together, and their order is known.",
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN: (
        "Cards were drawn together, and their order is not known."
    ),
    Irregularity.FACE_UP_CARD: "A card lies face up in the shoe.",
    Irregularity.WRONG_CARD_REGISTERED: (
        "A card was keyed or read wrongly, so the result may be wrong too (A-72)."
    ),
    Irregularity.NOT_COVERED: "Anything else, or a question about the rules.",
}


class Remedy(Enum):
    """The consequence that the document prescribes for an established fact (A-39)."""

    VOID = "void"
    FIRST_DECISION = "first-decision"
    """The round continues if any offered bet is decided, else it is void (A-31)."""
    RECONSTRUCT = "reconstruct"
    """The cards are put back into their intended order, and play continues."""
    BY_THE_CARDS = "by-the-cards"
    """The cards on the table replace the registered ones; a paid round is paid again."""
    PLAY_ON = "play-on"
    AS_THEY_LIE = "as-they-lie"
    """The hands are played as they lie on the table, where their order is lost (A-85)."""
    TERMINALS_STAND = "terminals-stand"
    """The round continues at once; bets registered by the terminals stand, others do not count."""
    RULING = "ruling"
    """The documents do not say; the Shift Manager decides."""


class PlayerOptions(Enum):
    """When the patrons of a live table may continue or take their bets back (L 5.12, A-57)."""

    NEVER = "never"
    NO_OUTCOME = "no-outcome"
    """As long as no offered bet is decided (L 5.7.1, L 5.9)."""
    UNLESS_DECIDED_AND_PUT_RIGHT = "unless-decided-and-put-right"
    """Except where a bet is decided and the cards were reconstructed (tail of L 5.8)."""
    ALWAYS = "always"
    """Without a condition (L 5.10.1; L 5.12 by itself, A-82)."""


class Late(Enum):
    """The remedy if the fact comes to light after the next round began (A-29, A-30)."""

    BY_THE_CARDS = "by-the-cards"
    """The difference to the right result is owed; the Shift Manager confirms the facts."""
    STANDS = "stands"
    """The payment stands: the document says so itself."""
    RULING = "ruling"
    """The payment stands, unless the Shift Manager rules otherwise."""


class Policy(Value):
    """The policy of one document for one irregularity."""

    irregularity: Irregularity
    clause: str
    remedy: Remedy
    attested_by: Role
    """The role that establishes the fact reported by the Dealer (A-39)."""
    withdraws_shoe: bool
    """Whether the shoe is withdrawn with the round (A-42)."""
    reaches_settled: bool
    """Whether it can still affect a settled round, until the next one begins (A-28)."""
    late: Late = Late.RULING
    takes_extra: bool = False
    """Whether drawn but unregistered cards are used, in this round or the next (A-43)."""
    order_by_attester: bool = False
    """Whether the attesting person also decides which card came first (R 5.7)."""
    needs_card: bool = False
    """Whether it concerns dealt cards, so that it cannot occur before the first."""
    before_first_card: Irregularity | None = None
    """The irregularity it counts as before the first card of a round, if another (A-47)."""
    voids_by: str = ""
    """The paragraph that voids the round, where it is another than the clause (A-79)."""
    beyond_reconstruction: Irregularity | None = None
    """The irregularity it becomes once it is found that the order cannot be restored (A-43)."""
    seen_card_ruled: bool = False
    """Whether a seen card that this round does not want is left to a ruling (A-43)."""
    options: PlayerOptions = PlayerOptions.NEVER


def read_policy(section: Section) -> Policy:
    """Read one entry of a document's ``irregularities``."""
    policy = Policy(
        section.choice("what", Irregularity, Irregularity.NOT_COVERED),
        section.text("clause"),
        section.choice("remedy", Remedy, Remedy.VOID),
        section.parsed("attested_by", parse_role, Role.SHIFT_MANAGER),
        section.flag("withdraws_shoe"),
        section.flag("reaches_settled"),
        section.choice("late", Late, Late.RULING, optional=True),
        section.flag("takes_extra"),
        section.flag("order_by_attester"),
        section.flag("needs_card"),
        _other_irregularity(section, "before_first_card"),
        section.text("voids_by") if section.has("voids_by") else "",
        _other_irregularity(section, "beyond_reconstruction"),
        section.flag("seen_card_ruled"),
        section.choice("options", PlayerOptions, PlayerOptions.NEVER, optional=True),
    )
    reconstructs = policy.remedy is Remedy.RECONSTRUCT
    puts_in_order = policy.takes_extra or policy.order_by_attester
    if (puts_in_order or policy.beyond_reconstruction) and not reconstructs:
        section.fault("remedy", "remedy: expected reconstruct where cards are put in order")
    leaves_cards = policy.takes_extra or policy.remedy is Remedy.BY_THE_CARDS
    if policy.seen_card_ruled and not leaves_cards:
        section.fault("seen_card_ruled", "seen_card_ruled: expected only where cards are put right")
    if policy.withdraws_shoe and policy.remedy is not Remedy.VOID:
        section.fault("withdraws_shoe", "withdraws_shoe: expected only where the round is void")
    section.finish()
    return policy


def _other_irregularity(section: Section, key: str) -> Irregularity | None:
    return section.choice(key, Irregularity, Irregularity.NOT_COVERED) if section.has(key) else None


def parse_role(text: str) -> Role:
    """Read a role as document files write it, such as ``pit_manager``."""
    names = {role.name.lower(): role for role in Role}
    if text not in names:
        raise BadNotation(f"role {text!r}: expected {' '.join(names)}")
    return names[text]
