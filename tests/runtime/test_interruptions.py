"""A round that no node served: who reports it, when, and how long it lasted."""

import pytest

from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.commands import Timer
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.next_step import next_due
from punto.rounds.phases import Phase
from punto.rounds.table.commands import CloseTable
from punto.rules.irregularity_policies import Irregularity
from punto.runtime.interruptions import (
    IN_A_ROUND,
    SERVED,
    WORDS,
    InterruptionFound,
    interruption,
    last_service,
    note_service,
)
from punto.runtime.ports import Lease
from punto.storage.journal import StoredJournal
from punto.values.cards import parse_cards
from punto.values.ids import CommandId, Instant, TableId
from support.rounds.evening import DEALER, SUPERVISOR, T1
from support.runtime.stage import SHOES, HandClock, Server, command, in_memory, self_dealing
from support.storage.memory import MemoryDatabase


def found(server: Server) -> InterruptionFound:
    return InterruptionFound(server.stream, *server.runtime.now())


def test_a_round_in_progress_is_told_of_in_the_name_of_its_dealer() -> None:
    server = Server(in_memory()).betting()
    told = interruption(found(server), server.journal, Instant(3_000), Instant(7_500))
    assert told is not None
    assert told.by == Timer(DEALER)
    assert told.id == "interrupted/1/7"
    assert told.wish == ReportIrregularity(
        Irregularity.TECHNICAL_INTERRUPTION, WORDS, lasted_ms=4_500
    )
    (answer,) = server.runtime.process([told])
    assert isinstance(answer, tuple)
    assert server.runtime.state.phase is Phase.STOPPED
    # Another node that finds the table like this reports nothing new.
    assert server.runtime.process([told]) == [answer]
    later = interruption(found(server), server.journal, Instant(3_000), Instant(9_000))
    assert later is None


@pytest.mark.reading("A-37")
@pytest.mark.parametrize(("served", "void"), [(5_001, False), (5_000, True), (0, True)])
def test_how_long_it_lasted_decides_what_becomes_of_the_bets(served: int, *, void: bool) -> None:
    """The last event is at 1,000; a node may have served the table later."""
    server = Server(in_memory()).betting()
    told = interruption(found(server), server.journal, Instant(served), Instant(10_000))
    assert told is not None
    server.runtime.process([told])
    server.runtime.process([command(Attest(), SUPERVISOR, at=12_000)])
    assert server.runtime.state.round_now.void is void
    assert server.runtime.state.credits_of(T1) == (10_000 if void else 4_000)


def test_the_last_event_shows_too_that_somebody_was_there() -> None:
    server = Server(in_memory()).betting()
    told = interruption(found(server), server.journal, Instant(400), Instant(1_900))
    assert told is not None
    assert isinstance(told.wish, ReportIrregularity)
    assert told.wish.lasted_ms == 900


def test_a_clock_that_went_back_makes_the_shortest_interruption() -> None:
    server = Server(in_memory()).betting()
    told = interruption(found(server), server.journal, Instant(0), Instant(500))
    assert told is not None
    assert isinstance(told.wish, ReportIrregularity)
    assert told.wish.lasted_ms == 1


def test_every_moment_of_a_round_is_reached_and_none_between_rounds() -> None:
    server = Server(in_memory()).set_up()
    seen = {}

    def look() -> None:
        told = interruption(found(server), server.journal, Instant(0), Instant(9_000))
        seen[server.runtime.state.phase] = told is not None

    look()
    server.do(OpenBets())
    look()
    server.do(BeginClosing())
    look()
    server.runtime.process([command(CutOff(), at=99_000)])
    look()
    for card in parse_cards("KD 8S 3H KC"):
        server.do(DealCard(card))
    server.do(AnnounceTotals())
    look()
    server.do(Settle())
    look()
    server.do(CloseTable(), SUPERVISOR)
    look()
    assert {phase for phase, is_told in seen.items() if is_told} == IN_A_ROUND
    assert {phase for phase, is_told in seen.items() if not is_told} == {
        Phase.IDLE, Phase.SETTLED, Phase.CLOSED,
    }  # fmt: skip


def test_a_self_dealing_table_then_waits_for_people() -> None:
    server = Server(in_memory())
    for wish, by in self_dealing("A1", T1):
        server.do(wish, by)
    server.do(SHOES.loaded(TableId("A1"), 1, 8), Timer(DEALER))
    server.do(OpenBets(), Timer(DEALER))
    told = interruption(found(server), server.journal, Instant(0), Instant(9_000))
    assert told is not None
    server.runtime.process([told])
    assert next_due(server.runtime.state) is None


def test_nodes_note_when_they_were_there_and_keep_nobody_out() -> None:
    clock = HandClock(5_000)
    journal = StoredJournal(MemoryDatabase(clock.now))
    assert last_service(journal) == 0
    note_service(journal, "one")
    clock.at = 5_010
    note_service(journal, "two")
    assert journal.leases().get(SERVED) == Lease("two", Instant(5_010))
    assert last_service(journal) == 5_010


def test_a_command_id_says_which_round_it_was() -> None:
    server = Server(in_memory()).betting()
    told = interruption(found(server), server.journal, Instant(0), Instant(9_000))
    assert told is not None
    assert told.id == CommandId(f"interrupted/1/{server.runtime.position}")
