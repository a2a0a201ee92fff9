"""Batches as the runtime hands them to a store, made from evenings in memory."""

from punto.ledger.postings import Posting
from punto.ledger.tickets import Ticket, TicketIssued, TicketRedeemed, TicketStep, ticket_number
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import TerminalFroze
from punto.rounds.bookkeeping import posting_of
from punto.rounds.commands import Patron
from punto.rounds.events import TableEvent
from punto.rounds.evolution import evolve
from punto.rounds.purse.commands import AnswerPrinter, CashOut, PrinterAnswer
from punto.rounds.purse.events import CashTaken, TicketPrinted, TicketTaken
from punto.rounds.records import Record
from punto.rounds.state import Table
from punto.runtime.ports import Batch, StoredAnswer, Stream, stream_of
from punto.storage.journal import StoredJournal
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import Cents
from support.rounds.evening import DEALER, T1, T2, Evening, opened

A1 = stream_of(TableId("A1"))
B2 = stream_of(TableId("B2"))

NUMBER = ticket_number(12_345_678_901_234_567)
OTHER_NUMBER = ticket_number(76_543_210_987_654_321)

FROZE = TableEvent(TerminalFroze(T1), Patron(T1), Instant(1_003), CommandId("T1-17"), "3.2")
"""The example on the page about the record."""


def batch_of(record: Record, stream: Stream = A1) -> Batch:
    """Return a whole record as one batch, with every answer."""
    table, postings, tickets = Table(), list[tuple[int, Posting]](), list[tuple[int, TicketStep]]()
    for position, event in enumerate(record.events, start=1):
        posting = posting_of(table, event.fact)
        if posting is not None:
            postings.append((position, posting))
        tickets += [(position, step) for step in ticket_steps(event)]
        table = evolve(table, event)
    answers = tuple(
        StoredAnswer(command, f"print of {command}", answer)
        for command, (_, answer) in record.answers.items()
    )
    return Batch(stream, 0, record.events, tuple(postings), tuple(tickets), answers)


def ticket_steps(event: TableEvent) -> tuple[TicketStep, ...]:
    """Return the steps of tickets that an event causes."""
    match event.fact:
        case TicketPrinted(terminal, amount, number, issued_at, expires_at):
            return (TicketIssued(Ticket(number, amount, terminal, issued_at, expires_at)),)
        case TicketTaken(terminal, _, number):
            return (TicketRedeemed(number, terminal, event.at),)
        case _:
            return ()


def evening() -> Evening:
    """Play a round with a winner and a loser, a refusal, and a ticket."""
    table = opened()
    table.do(OpenBets())
    table.bet(T1, banker=100, tiger=5)
    table.bet(T2, player=20)
    table.refused(OpenBets())
    table.play("KD 8S 3H KC")
    table.do(CashOut(T2, 12_345_678_901_234_567), Patron(T2))
    table.do(AnswerPrinter(T2, NUMBER, PrinterAnswer.PRINTED), Patron(T2))
    return table


def cash(number: int, command: str = "", terminal: TerminalId = T1) -> TableEvent:
    """Return an event that is valid at any position."""
    fact = CashTaken(terminal, Cents(100 * number))
    return TableEvent(
        fact, DEALER, Instant(1_000 + number), CommandId(command or f"c{number}"), "3.5"
    )


def plain_batch(stream: Stream, after: int, count: int = 1, prefix: str = "") -> Batch:
    """Return a batch of events without transfers, each with its answer."""
    numbers = range(after + 1, after + count + 1)
    events = tuple(cash(number, f"{prefix}{stream}-{number}") for number in numbers)
    answers = tuple(StoredAnswer(event.command, "print", (event,)) for event in events)
    return Batch(stream, after, events, answers=answers)


def record_batch(journal: StoredJournal, batch: Batch) -> None:
    """Record one batch in its own transaction."""
    with journal.transaction([batch.stream]) as transaction:
        transaction.append(batch)


def ticket_batch(stream: Stream, after: int, *steps: TicketStep) -> Batch:
    """Return a batch of one event with these steps of tickets."""
    return Batch(
        stream, after, (cash(after + 1),), tickets=tuple((after + 1, step) for step in steps)
    )


def issued(terminal: TerminalId = T1) -> TicketIssued:
    """Return the step that issues a ticket."""
    return TicketIssued(Ticket(NUMBER, Cents(5_000), terminal, Instant(10), Instant(99)))
