"""The terms by which an event can be found, and what must not be among them."""

import pytest

from punto.identity.messages import Fact as FloorFact
from punto.identity.messages import FloorEvent
from punto.identity.people.events import ActingRoleGranted, PersonEnrolled
from punto.ledger.tickets import ticket_number
from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.betting.events import BetsClosed, TerminalFroze
from punto.rounds.commands import By, Patron, Timer
from punto.rounds.events import Fact, TableEvent
from punto.rounds.irregularity.events import TerminalsInterrupted
from punto.rounds.purse.events import TicketPrinted
from punto.rounds.shoe.events import CutCardSeen, ShoeRetired
from punto.rounds.table.commands import Link
from punto.rounds.table.events import DealerChanged, LinkReported
from punto.rules.games import BetKey
from punto.rules.roles import Actor
from punto.values.ids import CommandId, Instant, PersonId, TableId
from punto.values.money import dollars
from punto.views.recall.walks import walk
from punto.views.search import (
    LONGEST_TERM,
    StreamMemory,
    event_sentence,
    exact_term,
    index_event,
    text_terms,
)
from punto.views.significance import significance
from support.rounds.evening import DEALER, PIT_MANAGER, T1, T2, configuration
from support.views.reports.busy import busy_evening

A1 = TableId("A1")
NUMBER = ticket_number(12_345_678_901_234_567)


def event(fact: Fact, by: By = DEALER, clause: str = "3.2") -> TableEvent:
    return TableEvent(fact, by, Instant(1_000), CommandId("c"), clause)


def terms(fact: Fact, by: By = DEALER, memory: StreamMemory | None = None) -> frozenset[str]:
    return index_event(memory or StreamMemory(), A1, event(fact, by)).terms


def floor_terms(fact: FloorFact, by: Actor | None = PIT_MANAGER) -> frozenset[str]:
    told = FloorEvent(fact, by, Instant(1_000), CommandId("c"), "")
    return index_event(StreamMemory(), None, told).terms


@pytest.mark.parametrize("game_key", ["mbs-tiger", "rws-etg"])
def test_an_index_knows_rounds_and_news_as_the_pit_does(game_key: str) -> None:
    memory = StreamMemory()
    for moment in walk(busy_evening(game_key).record.events):
        found = index_event(memory, A1, moment.event)
        memory = found.memory
        assert memory.round_number == moment.after.rounds_count
        assert found.is_news == (significance(moment.before, moment.event) is not None)


def test_an_event_is_found_by_who_acted_and_by_whom_it_is_about() -> None:
    froze = TerminalFroze(T1)
    assert {"terminal:t1", "table:a1", "clause:3.2"} <= terms(froze, Patron(T1))
    assert "person:mei" in terms(froze, Timer(DEALER))
    assert "person:mei" in terms(froze)
    changed = terms(DealerChanged(Actor(PersonId("bo"), DEALER.role)))
    assert {"person:mei", "person:bo"} <= changed
    closed = terms(BetsClosed("No more bets", (T1, T2)))
    assert {"terminal:t1", "terminal:t2", "kind:terminal", "gravity:notable"} <= closed
    assert not any(term.startswith("person:") for term in terms(froze, Patron(T1)))


def test_an_event_is_found_by_its_round_and_the_one_that_it_is_about() -> None:
    later = StreamMemory(round_number=12)
    assert {t for t in terms(TerminalFroze(T1), memory=later) if t.startswith("round:")} == {
        "round:12"
    }
    assert not any(t.startswith("round:") for t in terms(TerminalFroze(T1)))


def test_a_shoe_that_was_played_out_is_not_news() -> None:
    seen = index_event(StreamMemory(), A1, event(CutCardSeen(1))).memory
    retired = event(ShoeRetired("played out"))
    assert not index_event(seen, A1, retired).is_news
    assert index_event(StreamMemory(), A1, retired).is_news


def test_a_ticket_is_found_by_what_lists_show_of_it_and_by_nothing_more() -> None:
    found = terms(TicketPrinted(T1, dollars(5), NUMBER, Instant(1), Instant(2)))
    assert f"ticket:{NUMBER[-4:]}" in found
    assert not any(NUMBER[:-4] in term for term in found)


def test_connections_are_news_that_nobody_asked_for() -> None:
    lost = terms(LinkReported(T1, Link.LOST))
    assert "kind:connection" in lost
    assert "news:usual" not in lost
    assert "news:usual" in terms(CreditsAdjusted(T1, dollars(5), "a torn ticket", by_ruling=False))
    ordinary = terms(TerminalFroze(T1))
    assert "gravity:ordinary" in ordinary
    assert not any(term.startswith("kind:") for term in ordinary)


def test_the_words_are_those_that_people_read() -> None:
    found = terms(
        CreditsAdjusted(T1, dollars(1_005), "Hand-pay，退回 10% to O'Neil", by_ruling=True)
    )
    assert {"t1", "gets", "1005.00", "1005", "ruling", "hand-pay", "hand", "pay"} <= found
    assert {"退", "回", "o'neil", "neil", "credits", "adjusted", "mei", "dealer"} <= found


def test_words_are_compared_in_small_letters_each_once_and_cut_where_they_are_long() -> None:
    assert text_terms("Mei mei MEI 4.10") == ("mei", "4.10")
    assert text_terms("  ,;  ") == ()
    assert text_terms("x" * 100) == ("x" * LONGEST_TERM,)
    assert exact_term("person", "Tan Mei") == "person:tan_mei"


def test_events_of_the_floor_have_people_and_no_table() -> None:
    found = floor_terms(PersonEnrolled(PersonId("wei"), "Li Wei"))
    assert {"table:", "person:wei", "person:siti", "li", "kind:people", "news:usual"} <= found
    assert "person:wei" in floor_terms(PersonEnrolled(PersonId("wei"), "Li Wei"), by=None)
    acting = ActingRoleGranted(PersonId("wei"), DEALER.role, Instant(0), Instant(1))
    told = FloorEvent(acting, None, Instant(1_000), CommandId("c"), "A-52")
    assert event_sentence(told) == (
        "wei acts as Dealer from 1970-01-01T00:00:00+00:00 until 1970-01-01T00:00:00.001000+00:00"
    )


def test_terminals_beside_their_bets_are_found_and_their_bets_are_no_names() -> None:
    policy = next(iter(configuration().policies))
    fact = TerminalsInterrupted(policy, "power", ((T1, ((BetKey("tie"), dollars(5)),)),), (T2,))
    assert {t for t in terms(fact) if t.startswith("terminal:")} == {"terminal:t1", "terminal:t2"}
