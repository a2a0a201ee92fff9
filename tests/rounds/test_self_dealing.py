"""A self-dealing table acts in the name of a Dealer of record (A-28)."""

import pytest

from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import NotForATimer, NotTheDealerOnDuty, OutOfPhase, RoleTooLow
from punto.rounds.commands import Patron, Timer, Wish
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.next_step import Due, awaited, next_due
from punto.rounds.phases import NextStep, Phase
from punto.rounds.purse.commands import TakeCash
from punto.rounds.shoe.commands import BurnCards, CountCards, NoteCutCard, RetireShoe
from punto.rounds.state import Table
from punto.rounds.table.commands import (
    ChangeDealer,
    CloseTable,
    ConfigureTable,
    Link,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rounds.table.events import LinkReported
from punto.rounds.table.refusals import ConfigurationUnfit, Unfit
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.ids import Instant, PersonId
from punto.values.money import dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    terms_for,
)
from support.rounds.virtual import LOAD, LOAD_CUT, ORDER, REVEAL, virtual_configuration

reading = pytest.mark.reading

TIMER = Timer(DEALER)
BARE: dict[NextStep, Wish] = {
    NextStep.LOAD_SHOE: LOAD_CUT,
    NextStep.RETIRE_SHOE: RetireShoe("over"),
    NextStep.OPEN_BETS: OpenBets(),
    NextStep.CLOSE_BETS: BeginClosing(),
    NextStep.CUT_OFF: CutOff(),
    NextStep.ANNOUNCE_TOTALS: AnnounceTotals(),
    NextStep.SETTLE: Settle(),
}
LI = Actor(PersonId("li"), Role.DEALER)


def self_dealing(config: Configuration | None = None) -> Evening:
    """Open a table at 1,000, with one terminal and no shoe yet."""
    evening = Evening()
    config = config or virtual_configuration()
    evening.do(ConfigureTable(replace(config, self_dealing=True)), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(SeatTerminal(T1), SUPERVISOR)
    evening.do(TakeCash(T1, dollars(1000)))
    return evening


def step(evening: Evening) -> NextStep:
    """Take the next step at the moment it is due, and return which one it was."""
    due = next_due(evening.table)
    assert due is not None
    assert due.at >= evening.now
    evening.now = due.at
    if due.step in BARE:
        evening.do(BARE[due.step], TIMER)
    else:
        card = ORDER[evening.table.shoe_now.dealt_count]
        burns = due.step is NextStep.BURN_CARDS
        evening.do(BurnCards(card) if burns else DealCard(card, CardOrigin.DRAWN), TIMER)
    return due.step


@reading("A-28")
def test_a_timer_plays_a_whole_round_in_the_name_of_its_dealer() -> None:
    evening = self_dealing()
    assert [step(evening), step(evening)] == [NextStep.LOAD_SHOE, NextStep.OPEN_BETS]
    evening.bet(T1, banker=100)
    steps = [step(evening) for _ in range(9)]
    assert steps == [
        NextStep.CLOSE_BETS,
        NextStep.CUT_OFF,
        NextStep.PLAYER_CARD,
        NextStep.BANKER_CARD,
        NextStep.PLAYER_CARD,
        NextStep.BANKER_CARD,
        NextStep.ANNOUNCE_TOTALS,
        NextStep.PLAYER_THIRD_CARD,
        NextStep.SETTLE,
    ]
    assert evening.table.credits_of(T1) == dollars(1095)  # Banker 7 against 2
    # 1,000 open; paced 1,500 to load and to open; 20,000 to bet; 2,000 of grace; then 7 steps.
    assert evening.now == 1_000 + 2 * 1_500 + 20_000 + 2_000 + 7 * 1_500
    assert evening.record.events[-1].by == TIMER
    assert next_due(evening.table) == Due(Instant(evening.now + 1_500), NextStep.OPEN_BETS)


@reading("A-24", "A-28")
def test_a_timer_cuts_off_as_soon_as_every_terminal_has_frozen() -> None:
    evening = self_dealing()
    for _ in range(3):
        step(evening)
    began = evening.now
    assert next_due(evening.table) == Due(Instant(began + 2_000), NextStep.CUT_OFF)
    evening.now += 300
    evening.freeze(T1)
    assert next_due(evening.table) == Due(Instant(began + 300), NextStep.CUT_OFF)


@reading("A-28", "A-49")
def test_a_shoe_that_is_over_is_retired_and_revealed_by_the_timer() -> None:
    evening = self_dealing()
    for _ in range(2):
        step(evening)
    for _ in range(3):
        step(evening)
    evening.do(NoteCutCard(), TIMER)
    while evening.phase() is not Phase.SETTLED:
        step(evening)
    assert step(evening) is NextStep.RETIRE_SHOE
    evening.do(REVEAL, TIMER)
    due = next_due(evening.table)
    assert due is not None
    assert due.step is NextStep.LOAD_SHOE


@reading("A-49")
def test_a_timer_burns_where_the_house_burns() -> None:
    evening = self_dealing(replace(virtual_configuration(), burns_cards=True))
    steps = [step(evening) for _ in range(3)]
    assert steps == [NextStep.LOAD_SHOE, NextStep.BURN_CARDS, NextStep.OPEN_BETS]


def test_a_timer_leaves_a_shoe_that_does_not_fit_to_people() -> None:
    evening = self_dealing()
    step(evening)
    evening.do(CloseTable(), SUPERVISOR)
    config = replace(virtual_configuration(), terms=terms_for("mbs-tiger", decks=6))
    evening.do(ConfigureTable(replace(config, self_dealing=True)), PIT_MANAGER)
    evening.do(OpenTable())
    assert awaited(evening.table).step is NextStep.RETIRE_SHOE
    assert next_due(evening.table) is None


def test_a_timer_waits_for_people_where_people_decide() -> None:
    assert next_due(Table()) is None
    evening = self_dealing()
    step(evening)
    step(evening)
    foreign = ReportIrregularity(Irregularity.FOREIGN_CARD)
    assert evening.refused(foreign, TIMER) == NotForATimer(WishName("ReportIrregularity"))
    evening.do(ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION), TIMER)
    assert next_due(evening.table) is None
    assert evening.refused(Attest(), TIMER) == NotForATimer(WishName("Attest"))
    evening.now += 5_000
    evening.do(Attest(), SUPERVISOR)
    evening.do(CloseTable(), SUPERVISOR)
    assert next_due(evening.table) is None


@reading("A-24")
def test_at_a_table_with_a_dealer_a_timer_ends_the_grace() -> None:
    evening = Evening()
    evening.do(ConfigureTable(virtual_configuration()), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(LOAD)
    assert next_due(evening.table) is None
    assert evening.refused(OpenBets(), TIMER) == NotForATimer(WishName("OpenBets"))
    evening.do(OpenBets())
    evening.do(SeatTerminal(T2), SUPERVISOR)
    evening.do(BeginClosing())
    due = next_due(evening.table)
    assert due == Due(Instant(evening.now + 2_000), NextStep.CUT_OFF)
    evening.now += 2_000
    evening.do(CutOff(), TIMER)


@reading("A-24")
def test_every_tables_timer_tells_which_terminals_are_heard_from() -> None:
    lost = ReportLink(T1, Link.LOST)
    for evening in (betting(), self_dealing()):
        assert evening.do(lost, TIMER) == (LinkReported(T1, Link.LOST),)
        assert evening.table.seats[T1].link is Link.LOST
        assert evening.refused(lost, Timer(LI)) == NotTheDealerOnDuty(LI.person, DEALER.person)


def test_a_timer_acts_only_for_the_dealer_of_record() -> None:
    evening = self_dealing()
    step(evening)
    stranger = NotTheDealerOnDuty(LI.person, DEALER.person)
    assert evening.refused(OpenBets(), Timer(LI)) == stranger
    # Whatever other role that person has, the timer does only a Dealer's work.
    promoted = Timer(replace(DEALER, role=Role.SHIFT_MANAGER))
    too_low = RoleTooLow(WishName("RetireShoe"), Role.PIT_SUPERVISOR, Role.DEALER)
    assert evening.refused(RetireShoe("worn"), promoted) == too_low
    evening.do(ChangeDealer(LI), SUPERVISOR)
    evening.do(OpenBets(), Timer(LI))


def test_a_timer_does_what_a_dealer_does_and_no_more() -> None:
    evening = self_dealing()
    step(evening)
    assert evening.refused(CountCards(416), TIMER) == NotForATimer(WishName("CountCards"))
    early = RoleTooLow(WishName("RetireShoe"), Role.PIT_SUPERVISOR, Role.DEALER)
    assert evening.refused(RetireShoe("bored"), TIMER) == early
    assert isinstance(evening.refused(Settle(), TIMER), OutOfPhase)


def test_before_a_table_is_configured_a_timer_has_nothing_to_say() -> None:
    assert Evening().refused(OpenBets(), TIMER) == NotForATimer(WishName("OpenBets"))


def test_a_timer_deals_from_a_virtual_shoe_only() -> None:
    config = replace(configuration(), self_dealing=True)
    refusal = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert refusal == ConfigurationUnfit(Unfit.TIMER_WITHOUT_VIRTUAL_SHOE)


def test_a_patron_freezes_at_a_self_dealing_table_too() -> None:
    evening = self_dealing()
    for _ in range(3):
        step(evening)
    evening.do(AnswerFreeze(T1, 1), Patron(T1))
    assert step(evening) is NextStep.CUT_OFF
    assert evening.table.stepped_at == evening.now


@reading("A-37")
@pytest.mark.parametrize(("down_ms", "void"), [(4_999, False), (5_000, True)])
def test_a_server_that_was_down_tells_when_it_went(down_ms: int, *, void: bool) -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    closes_at = evening.table.closes_at
    evening.now += down_ms
    told = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "restart", lasted_ms=down_ms)
    evening.do(told, Timer(DEALER))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void == void
    if not void:
        assert evening.table.closes_at == closes_at + down_ms


def test_nothing_begins_after_it_was_told() -> None:
    evening = betting()
    told = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "restart", lasted_ms=-60_000)
    evening.do(told)
    assert evening.table.matter_now.began_at == evening.now
