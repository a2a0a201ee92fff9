"""Tables at which something has gone wrong."""

from dataclasses import replace

from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rules.irregularities import Irregularity, Policy
from punto.values.cards import parse_cards
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
    """Bets of 100 on Banker are closed, and these cards are out; totals announced if four are."""
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    evening.close()
    evening.deal(cards)
    return evening


def settled(document: str, policies: Policies) -> Evening:
    evening = with_cards(document, policies, "KS 3D QH 4C 2D")
    evening.do(Settle())
    return evening


def report(
    what: Irregularity, cards: str | None = None, extra: str = "", earlier: int | None = None
) -> ReportIrregularity:
    given = None if cards is None else parse_cards(cards)
    return ReportIrregularity(
        what, "seen by the Dealer", given, parse_cards(extra), round_number=earlier
    )
