"""Irregularities that can be reported in each phase, and what a report must contain.

Whether a report would be taken now is not worked out here: the engine is asked with a minimal one.
"""

from enum import Enum

from punto import rounds
from punto.rounds.irregularity import refusals as irregularity_refusals
from punto.rules import Irregularity, Late, Policy, Remedy, Role
from punto.values import DECK, Card, Value, replace
from punto.views.procedures.effects import asked, phase_behind

EARLIER_SHOWN = 20
"""How many earlier rounds a console offers; an older one is found by recalling it."""

_WORDS = "asked by a screen"


class Naming(Enum):
    """Whether a report names something."""

    NO = "no"
    MAY = "may"
    MUST = "must"


class WhyNot(Enum):
    """Why an irregularity of the present or last round cannot be reported."""

    NO_CARD_IS_OUT = "no card is out"
    NO_ROUND_TO_REACH = "no round to reach"
    """Its clause touches neither a paid round nor the shoe (A-28)."""
    AS_DRAWN = "as drawn"
    """From a virtual shoe no card can come but as it was drawn (A-70)."""
    REPORTED = "reported"
    """It is open, or its report waits for what is open."""
    NOT_NOW = "not now"
    """Another obstacle, such as four cards that wait for the next deal."""


class EarlierRound(Value):
    """A round that was paid before the present or last one, and can still be corrected (A-29)."""

    number: int
    cards: tuple[Card, ...]


class Reportable(Value):
    """One irregularity of the table's document, and how it is reported now."""

    irregularity: Irregularity
    clause: str
    remedy: Remedy
    attested_by: Role | None
    """The role that has to confirm it; None if no confirmation is needed (A-34)."""
    withdraws_shoe: bool
    why_not: WhyNot | None
    """None where it may be reported now."""
    cards: Naming
    """All cards that are out, in the order that they should have."""
    extra: Naming
    """Those of them that are not registered, in the order in which they left the shoe."""
    together: bool
    """Whether it says which of the cards were drawn together (A-76)."""
    terminals: bool
    """Whether it names the terminals that it affects."""
    words: bool
    """Whether it has to say in words what happened."""
    late: Late | None
    """The consequence in an earlier round; None where it cannot be reported of one."""


def earlier_rounds(table: rounds.Table) -> tuple[EarlierRound, ...]:
    """Return the latest rounds that a late report may concern, the newest first."""
    newest = reversed(table.past[-EARLIER_SHOWN:])
    return tuple(EarlierRound(each.number, each.cards) for each in newest)


def reportable(table: rounds.Table, configuration: rounds.Configuration) -> tuple[Reportable, ...]:
    """Return every irregularity of the document; none while no report is possible."""
    if table.phase is rounds.Phase.CLOSED:
        return ()
    rules = table.rules or configuration
    return tuple(_told(table, rules, policy) for policy in rules.policies)


def _told(stopped: rounds.Table, rules: rounds.Configuration, policy: Policy) -> Reportable:
    # While a matter is open, a report concerns the table as it was when the matter stopped it.
    table = replace(stopped, phase=phase_behind(stopped))
    now = rounds.policy_in_force(table, rules, policy.irregularity) or policy
    confirmed = now.remedy is not Remedy.TERMINALS_STAND
    attester = Role.SHIFT_MANAGER if now.remedy is Remedy.RULING else now.attested_by
    extra = _extra(table, now)
    return Reportable(
        irregularity=policy.irregularity,
        clause=now.clause,
        remedy=now.remedy,
        attested_by=attester if confirmed else None,
        withdraws_shoe=now.withdraws_shoe,
        why_not=_why_not(stopped, policy, extra),
        cards=_cards(table, now),
        extra=extra,
        together=policy.irregularity in rounds.DRAWN_TOGETHER,
        terminals=not confirmed,
        words=now.remedy is Remedy.RULING,
        late=policy.late if confirmed and policy.late is not Late.STANDS else None,
    )


def _extra(table: rounds.Table, policy: Policy) -> Naming:
    """Return whether a report names unregistered cards, of which only a real shoe has any."""
    takes = rounds.has_use_for_unregistered(policy)
    if not takes or table.shoe is None or table.shoe.source is rounds.CardSource.VIRTUAL_SHOE:
        return Naming.NO
    # Before the deal there is no order to restore, so a report needs such a card.
    waits = policy.takes_extra and table.phase not in rounds.CARDS_OUT
    # Where none is registered, the report names the dealt cards that its clause is about.
    in_round = table.phase not in rounds.BETWEEN_ROUNDS
    unregistered = policy.needs_card and in_round and not table.round_now.cards
    return Naming.MUST if waits or unregistered else Naming.MAY


def _cards(table: rounds.Table, policy: Policy) -> Naming:
    match policy.remedy:
        case Remedy.BY_THE_CARDS:
            return Naming.MUST
        case Remedy.RECONSTRUCT if table.phase in rounds.CARDS_OUT and not policy.order_by_attester:
            return Naming.MUST
        case Remedy.FIRST_DECISION if table.phase in rounds.CARDS_OUT:
            return Naming.MAY  # dealing may have gone on while nothing was registered
        case _:
            return Naming.NO


def _why_not(table: rounds.Table, policy: Policy, extra: Naming) -> WhyNot | None:
    named = (DECK[0],) if extra is Naming.MUST else ()
    wish = rounds.ReportIrregularity(policy.irregularity, _WORDS, None, named)
    match asked(table, wish, table.closes_at):
        case irregularity_refusals.NoCardIsOut():
            return WhyNot.NO_CARD_IS_OUT
        case irregularity_refusals.NoRoundToReach():
            return WhyNot.NO_ROUND_TO_REACH
        case irregularity_refusals.ReportedAlready():
            return WhyNot.REPORTED
        case irregularity_refusals.CardsMissing():
            return _cards_why_not(table, extra)
        case irregularity_refusals.TerminalsMissing():
            return None if table.seats else WhyNot.NOT_NOW
        case tuple():
            return None
        case irregularity_refusals.CardsCannotBe(
            expected=rounds.ExpectedCards.TWO_OR_MORE_TOGETHER
        ) if extra is not Naming.NO:
            return None  # it can be, with a second card that is out
        case _:
            return WhyNot.NOT_NOW


def _cards_why_not(table: rounds.Table, extra: Naming) -> WhyNot | None:
    """Return why a report can name no cards; None if other cards than the registered may be out."""
    now = table.round_now
    if now.configuration.source is rounds.CardSource.VIRTUAL_SHOE:
        return WhyNot.AS_DRAWN
    return None if now.cards or extra is Naming.MAY else WhyNot.NO_CARD_IS_OUT
