"""The Dealer on duty deals, or a person of higher rank, but no other Dealer (R 1.4)."""

import pytest

from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.command_names import wish_name
from punto.rounds.command_refusals import NotTheDealerOnDuty, OutOfPhase, RoleTooLow
from punto.rounds.commands import Patron, Wish
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.shoe.commands import BurnCards, CountCards, NoteCutCard
from punto.rounds.table.commands import ChangeDealer, OpenTable
from punto.rules.roles import Actor, Role
from punto.values.cards import parse_card
from punto.values.ids import PersonId
from support.rounds.evening import DEALER, SUPERVISOR, T1, Evening, betting, opened

clause = pytest.mark.clause
reading = pytest.mark.reading

LI = Actor(PersonId("li"), Role.DEALER)
CARD = parse_card("4D")
DEALS: tuple[Wish, ...] = (
    OpenBets(),
    BeginClosing(),
    CutOff(),
    DealCard(CARD),
    AnnounceTotals(),
    Settle(),
    NoteCutCard(),
    BurnCards(CARD),
)


@clause("rws-etg", "1.4")
@reading("A-52")
@pytest.mark.parametrize("wish", DEALS, ids=lambda wish: type(wish).__name__)
def test_another_dealer_does_not_deal_here(wish: Wish) -> None:
    refusal = NotTheDealerOnDuty(LI.person, DEALER.person)
    assert opened().refused(wish, LI) == refusal
    assert opened().refused(wish, Patron(T1)) == RoleTooLow(wish_name(wish), Role.DEALER, None)


@clause("rws-etg", "1.4", "1.12")
@clause("mbs", "6.2")
@reading("A-52")
def test_a_higher_role_may_always_deal_and_a_dealer_who_took_over_too() -> None:
    evening = betting()
    evening.do(BeginClosing(), SUPERVISOR)
    evening.do(ChangeDealer(LI), SUPERVISOR)
    evening.now += 2_000
    assert evening.refused(CutOff()) == NotTheDealerOnDuty(DEALER.person, LI.person)
    evening.do(CutOff(), LI)


def test_what_is_no_dealing_any_dealer_may_do() -> None:
    opened().do(CountCards(416), LI)


def test_at_a_closed_table_nobody_is_on_duty() -> None:
    evening = Evening()
    assert isinstance(evening.refused(OpenBets(), LI), OutOfPhase)
    assert isinstance(opened().refused(OpenTable(), LI), OutOfPhase)
