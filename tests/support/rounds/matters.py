"""Tables at which something has gone wrong."""

from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import Settle
from punto.rounds.events import Fact
from punto.rounds.irregularity.commands import Attest, ReportIrregularity, Rule, Verdict
from punto.rules.irregularity_policies import Irregularity, Policy
from punto.values import replace
from punto.values.cards import UNSEEN, CardOut, parse_card
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
)

Policies = dict[str, tuple[Policy, ...]]

GAMES = {"rws-etg": "rws-etg", "mbs": "mbs-tiger"}
LADDER = (SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)


def config_for(document: str, policies: Policies) -> Configuration:
    return replace(configuration(GAMES[document]), policies=policies[document])


def with_cards(document: str, policies: Policies, cards: str) -> Evening:
    """Close a bet of 100 on Banker, deal these cards and announce the totals after the fourth."""
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    evening.close()
    evening.deal(cards)
    return evening


def settled(document: str, policies: Policies) -> Evening:
    evening = with_cards(document, policies, "KS 3D QH 4C 2D")
    evening.do(Settle())
    return evening


def establish(evening: Evening) -> tuple[Fact, ...]:
    """Attest the report; if a seen card is left over, the Shift Manager carries it (M 6.1)."""
    if evening.table.matter_now.leaves_seen_card:
        return evening.do(Rule(Verdict.CARRY, "carry it"), SHIFT_MANAGER)
    return evening.do(Attest(), SUPERVISOR)


def cards_out(text: str) -> tuple[CardOut, ...]:
    """Return cards that are out; some of them may be unseen."""
    return tuple(None if word == UNSEEN else parse_card(word) for word in text.split())


def report(
    what: Irregularity, cards: str | None = None, extra: str = "", earlier: int | None = None
) -> ReportIrregularity:
    given = None if cards is None else cards_out(cards)
    return ReportIrregularity(
        what, "seen by the Dealer", given, cards_out(extra), round_number=earlier
    )
