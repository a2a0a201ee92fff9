"""What must be true of every record, derived from its events alone."""

from collections import Counter
from collections.abc import Iterable, Iterator

from punto.ledger.audit import audit
from punto.ledger.postings import Posting
from punto.rounds.adjustment.events import CreditsAdjusted, DebtWrittenOff
from punto.rounds.betting.events import BetsClosed, BetsOpened, PositionTaken
from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.bookkeeping import posting_of
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Fact, TableEvent
from punto.rounds.evolution import evolve, replay
from punto.rounds.irregularity.events import EarlierRoundResettled, RoundResettled, RoundVoided
from punto.rounds.phases import Phase
from punto.rounds.purse.events import (
    BillTaken,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
)
from punto.rounds.records import Record
from punto.rounds.state import Table
from punto.values.ids import TerminalId

CAME = CashTaken | BillTaken | TicketTaken | TerminalMovedIn
WENT = TicketPrinted | HandPaid | TerminalMovedOut
ENDED = RoundSettled | RoundVoided | RoundResettled | EarlierRoundResettled
IN_NO_ROUND = {Phase.CLOSED, Phase.IDLE, Phase.SETTLED}


def endings(events: Iterable[TableEvent]) -> Iterator[tuple[int, Fact, Results]]:
    """Yield every ending of every round, with the number of the round."""
    number = 0
    for event in events:
        if isinstance(event.fact, BetsOpened):
            number = event.fact.round_number
        if isinstance(event.fact, EarlierRoundResettled):
            yield event.fact.round_number, event.fact, event.fact.results
        elif isinstance(event.fact, ENDED):
            yield number, event.fact, event.fact.results


def money_is_neither_made_nor_lost(record: Record, terminals: Iterable[TerminalId]) -> None:
    facts = [event.fact for event in record.events]
    came = sum(fact.amount for fact in facts if isinstance(fact, CAME))
    went = sum(fact.amount for fact in facts if isinstance(fact, WENT))
    given = sum(f.amount for f in facts if isinstance(f, CreditsAdjusted | DebtWrittenOff))
    last = {number: results for number, _, results in endings(record.events)}
    profits = sum(r.profit for results in last.values() for _, ended in results for r in ended)
    book = record.table.book
    held = sum(
        book.credits(t) + book.staked(t) + book.reserved(t) - book.owed(t) for t in terminals
    )
    assert held == came - went + profits + given


def stakes_are_those_of_the_round_in_progress(
    table: Table, terminals: Iterable[TerminalId]
) -> None:
    phase = table.phase if table.matter is None else table.matter.interrupted
    for terminal in terminals:
        in_round = phase not in IN_NO_ROUND
        staked = sum(s for _, s in table.round_now.stakes_of(terminal)) if in_round else 0
        assert table.book.staked(terminal) == staked
    now = table.round
    if now is None:
        return
    standing = Counter[str]()
    if now.configuration.liability_cap is not None:
        for stakes in now.positions.values():
            standing.update(dict(stakes))
    assert standing == Counter(now.totals)


def every_registered_bet_has_one_ending(record: Record) -> None:
    """Check the last ending of each round, and its one posting that is not reversed."""
    placed: dict[int, dict[TerminalId, Stakes]] = {}
    for event in record.events:
        if isinstance(event.fact, BetsOpened):
            placed[event.fact.round_number] = {}
        if isinstance(event.fact, PositionTaken):
            placed[max(placed)][event.fact.terminal] = event.fact.stakes
    last = {number: results for number, _, results in endings(record.events)}
    for number, results in last.items():
        ended = {t: tuple((r.bet, r.stake) for r in each) for t, each in results}
        assert ended == {t: stakes for t, stakes in placed[number].items() if stakes}
    running = record.table.phase not in IN_NO_ROUND
    matter = record.table.matter
    if matter is not None:
        running = matter.interrupted not in IN_NO_ROUND
    assert set(placed) - set(last) == ({record.table.rounds_count} if running else set())


def nothing_is_placed_after_the_close(record: Record) -> None:
    is_open = False
    for event in record.events:
        if isinstance(event.fact, BetsOpened | BetsClosed):
            is_open = isinstance(event.fact, BetsOpened)
        assert is_open or not isinstance(event.fact, PositionTaken)


def cards_are_counted_within_their_decks(table: Table) -> None:
    assert len(table.carried) <= 4
    if table.shoe is not None:
        assert all(0 < seen <= table.shoe.decks for seen in table.shoe.counts.values())
        assert sum(table.shoe.counts.values()) <= table.shoe.dealt_count
    if table.phase is Phase.DEALING:
        now = table.round_now
        totals_due = len(now.cards) == 4 and not now.totals_announced
        # No card is drawn while a carried card waits and is needed.
        assert totals_due or not table.carried


def the_record_holds(record: Record) -> None:
    """The live state equals the replayed one, and the book equals a separately audited one."""
    assert replay(record.events) == record.table
    table, postings = Table(), list[Posting]()
    of_rounds: dict[int, list[int]] = {}
    number = 0
    for event in record.events:
        posting = posting_of(table, event.fact)
        number = event.fact.round_number if isinstance(event.fact, BetsOpened) else number
        if posting is not None:
            postings.append(posting)
            if isinstance(event.fact, ENDED):
                late = isinstance(event.fact, EarlierRoundResettled)
                ended = event.fact.round_number if late else number  # type: ignore[union-attr]
                of_rounds.setdefault(ended, []).append(posting.number)
        table = evolve(table, event)
    assert audit(record.table.book, postings) == ()
    for numbers in of_rounds.values():
        *reversed_ones, last = numbers
        assert set(reversed_ones) <= table.book.reversed_numbers
        assert last not in table.book.reversed_numbers
