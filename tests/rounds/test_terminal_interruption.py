"""Some or all terminals fail, and the round continues without them (R 5.2, M 5.10)."""

import pytest

from punto.ledger.tickets import Ticket, ticket_number
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.betting.events import BetsClosed, PositionTaken
from punto.rounds.command_refusals import OutOfPhase
from punto.rounds.commands import Patron, Wish
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.irregularity.events import ReportQueued, TerminalsInterrupted
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import (
    CardsCannotBe,
    ExtraCardsNotWanted,
    RoundOutOfReach,
    TerminalsMissing,
    TerminalsNotWanted,
)
from punto.rounds.permissions import OF_TERMINALS
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    PrinterAnswer,
    TakeBill,
    TakeCash,
    TakeTicket,
)
from punto.rounds.table.commands import Link, ReportLink
from punto.rounds.table.events import LinkReported
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import Card, parse_cards
from punto.values.ids import Instant, TerminalId
from punto.values.money import dollars
from support.rounds.evening import SUPERVISOR, T1, T2, betting, opened, position
from support.rounds.matters import Policies, config_for, report, settled

clause = pytest.mark.clause
reading = pytest.mark.reading

FAILED = Irregularity.TERMINAL_INTERRUPTION
BOTH_DOCUMENTS = [
    pytest.param("rws-etg", "5.2", marks=clause("rws-etg", "5.2", "5.2.1", "5.2.2")),
    pytest.param("mbs", "5.10", marks=clause("mbs", "5.10", "5.10.1", "5.10.2")),
]


def failed(
    *terminals: TerminalId,
    cards: tuple[Card, ...] | None = None,
    extra: tuple[Card, ...] = (),
    round_number: int | None = None,
) -> ReportIrregularity:
    return ReportIrregularity(FAILED, "no light", cards, extra, terminals, round_number)


@reading("A-19", "A-34", "A-35")
@pytest.mark.parametrize(("document", "number"), BOTH_DOCUMENTS)
@pytest.mark.parametrize("closed", [False, True])
def test_what_a_lost_terminal_has_registered_stands_and_the_rest_never_was(
    policies: Policies, document: str, number: str, *, closed: bool
) -> None:
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    if closed:
        evening.close()
    (fact,) = evening.do(failed(T1, T2))
    policy = evening.table.round_now.configuration.policy(FAILED)
    assert policy is not None
    registered = ((T1, position(banker=100)),)
    assert fact == TerminalsInterrupted(policy, "no light", registered, (T2,))
    assert evening.record.events[-1].clause == number
    assert {seat.link for seat in evening.table.seats.values()} == {Link.LOST}
    # Nothing stopped: no attestation is needed, and the round continues at once.
    assert evening.phase() is (Phase.DEALING if closed else Phase.BETTING)
    assert isinstance(evening.refused(Attest(), SUPERVISOR), OutOfPhase)
    if not closed:
        words = {"rws-etg": "No More Bets", "mbs": "No more bets"}
        evening.do(BeginClosing())
        assert evening.do(CutOff()) == (BetsClosed(words[document], ()),)
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())
    won = {"rws-etg": dollars(1100), "mbs": dollars(1095)}
    assert evening.table.credits_of(T1) == won[document]
    assert evening.table.credits_of(T2) == dollars(1000)


@clause("rws-etg", "5.1.2", "5.2")
@clause("mbs", "5.9.1", "5.10")
@reading("A-34")
@pytest.mark.parametrize("document", ["rws-etg", "mbs"])
def test_where_the_table_failed_too_its_clause_comes_first(
    policies: Policies, document: str
) -> None:
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    evening.close()
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    (queued,) = evening.do(failed(T1))
    assert isinstance(queued, ReportQueued)
    *_, noted = evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void
    assert isinstance(noted, TerminalsInterrupted)
    assert evening.table.credits_of(T1) == dollars(1000)
    assert evening.table.seats[T1].link is Link.LOST


@reading("A-19", "A-24")
def test_a_lost_terminal_that_speaks_before_the_cut_off_is_back() -> None:
    evening = betting()
    evening.do(failed(T1, T2))
    facts = evening.bet(T1, tie=5)
    back = LinkReported(T1, Link.CONNECTED)
    assert facts == (back, PositionTaken(T1, position(tie=5), opposite=False))
    evening.do(BeginClosing())
    evening.freeze(T1)
    evening.freeze(T2)
    assert {seat.link for seat in evening.table.seats.values()} == {Link.CONNECTED}


@reading("A-24")
def test_whatever_a_lost_terminal_does_it_is_back() -> None:
    number = ticket_number(123)
    ticket = Ticket(number, dollars(10), TerminalId("T9"), Instant(0), Instant(10**9))
    own: tuple[Wish, ...] = (
        WantPosition(T1, 1, position(tie=5)),
        TakeBill(T1, dollars(10), simulated=True),
        TakeTicket(T1, number, dollars(10), ticket, None),
        CashOut(T1, 7),
        AnswerPrinter(T1, ticket_number(7), PrinterAnswer.PRINTED),
        AnswerFreeze(T1, 1),
    )
    assert {type(wish) for wish in own} == set(OF_TERMINALS)
    evening = betting()
    for wish in own:
        if isinstance(wish, AnswerFreeze):
            evening.do(BeginClosing())
        evening.do(ReportLink(T1, Link.LOST))
        back, _ = evening.do(wish, Patron(T1))
        assert back == LinkReported(T1, Link.CONNECTED)
        assert evening.table.seats[T1].link is Link.CONNECTED
    assert evening.record.events[-2].clause == "5.10"


def test_a_lost_terminal_is_not_back_by_what_is_refused_or_done_for_it() -> None:
    evening = betting()
    evening.do(ReportLink(T1, Link.LOST))
    evening.refused(CashOut(T1, -1), Patron(T1))
    evening.do(TakeCash(T1, dollars(5)))
    assert evening.table.seats[T1].link is Link.LOST


@clause("rws-etg", "5.2.2")
@reading("A-19")
def test_a_bet_that_comes_after_the_close_was_not_registered() -> None:
    evening = betting()
    evening.do(failed(T1))
    evening.close()
    wish = WantPosition(T1, 1, position(tie=5))
    assert isinstance(evening.refused(wish, Patron(T1)), OutOfPhase)
    assert evening.table.credits_of(T1) == dollars(1000)
    assert evening.table.round_now.stakes_of(T1) == ()


def test_between_rounds_nobody_takes_part_anyway(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    (fact,) = evening.do(failed(T1))
    assert isinstance(fact, TerminalsInterrupted)
    assert (fact.registered, fact.unregistered) == ((), (T1,))
    assert evening.phase() is Phase.SETTLED
    idle = opened()
    idle.do(failed(T1))
    assert idle.phase() is Phase.IDLE


@pytest.mark.parametrize("terminals", [(), (T1, T1), (T1, TerminalId("T9"))])
def test_the_report_names_terminals_of_this_table_each_once(
    terminals: tuple[TerminalId, ...],
) -> None:
    assert betting().refused(failed(*terminals)) == TerminalsMissing(terminals)


def test_the_report_names_terminals_and_nothing_else() -> None:
    evening, cards = betting(), parse_cards("4D")
    assert evening.refused(failed(T1, extra=cards)) == ExtraCardsNotWanted(FAILED, "5.10", cards)
    expected = ExpectedCards.NONE_FOR_TERMINALS
    assert evening.refused(failed(T1, cards=cards)) == CardsCannotBe(cards, expected)
    assert evening.refused(failed(T1, round_number=7)) == RoundOutOfReach(7)
    evening.do(failed(T1, round_number=1))


@reading("A-34")
def test_no_other_irregularity_is_about_terminals() -> None:
    evening = betting()
    wish = ReportIrregularity(Irregularity.SHORTAGE, terminals=(T1,))
    assert evening.refused(wish) == TerminalsNotWanted(Irregularity.SHORTAGE, (T1,))


def test_a_table_whose_every_terminal_is_lost_opens_and_closes(policies: Policies) -> None:
    evening = opened(config_for("rws-etg", policies))
    evening.do(failed(T1, T2))
    evening.do(OpenBets())
    evening.do(BeginClosing())
    evening.do(CutOff())
