"""Documents for a screen: an answer, a past round, the face of a ticket."""

import asyncio
from collections.abc import Callable
from typing import assert_never

import msgspec

from punto.ledger import amount_in_words
from punto.rounds import Round, Table
from punto.values import CommandId, Instant, TerminalId
from punto.views.recall import NOBODY, Recall
from punto.web.desk.wishes_to_commands import DeskAnswer
from punto.web.screens.audiences import Audience, OfConsole, OfDisplay, OfPit, OfTerminal
from punto.web.screens.feeds import TableFeed
from punto.web.sessions.effects import RecallRequest
from punto.web.wire.forms import form_of
from punto.web.wire.messages import Answer, Problem, Recalled, RoundListed, TicketFace
from punto.web.wire.parts import encode
from punto.web.wire.recalls import RecalledRound, recalled_round
from punto.web.wire.refusals import refusal_told


def answer_told(ask: CommandId, told: DeskAnswer, now: Instant) -> Answer:
    """Return the outcome of a command."""
    if isinstance(told, tuple):
        return Answer(now, id=ask, accepted=True)
    return Answer(now, id=ask, accepted=False, refusal=refusal_told(told))


def recalled(
    feed: TableFeed, audience: Audience, ask: str, number: int | None, now: Instant
) -> Recalled:
    """Return a round as this audience may see it; None if there is none to show."""
    rounds = _rounds_for(feed, audience)
    listed = _listed(feed.watched.table, rounds, audience)
    over = (each.number for each in listed if each.void or each.winner is not None)
    # Without a number, the latest finished round, because people ask how it ended.
    wanted = number if number is not None else next(over, next(iter(rounds), None))
    found = None if wanted is None else _found(feed, audience, wanted)
    shown = None
    if found is not None:
        shown = msgspec.Raw(encode(form_of(RecalledRound), recalled_round(found)))
    return Recalled(now, id=ask, rounds=listed, round=shown)


def _rounds_for(feed: TableFeed, audience: Audience) -> tuple[int, ...]:
    if isinstance(audience, OfTerminal):
        return feed.rounds_of_patron(audience.terminal)
    return feed.rounds.numbers()


def _found(feed: TableFeed, audience: Audience, number: int) -> Recall | None:
    """Return a round with the audience's own bets, with all bets for the pit, or with none."""
    match audience:
        case OfTerminal(terminal):
            return feed.recall_for_patron(number, terminal)
        case OfPit():
            return feed.recall(number, None)
        case OfConsole() | OfDisplay():
            return feed.recall(number, NOBODY)
        case _:
            assert_never(audience)


def _listed(table: Table, numbers: tuple[int, ...], audience: Audience) -> tuple[RoundListed, ...]:
    terminal = audience.terminal if isinstance(audience, OfTerminal) else None
    known = {each.number: each for each in (*table.past, table.round) if each is not None}
    return tuple(_entry(number, known.get(number), terminal) for number in numbers)


def _entry(number: int, played: Round | None, terminal: TerminalId | None) -> RoundListed:
    """Return a line of the list; a round that the table no longer has was void."""
    if played is None or played.void:
        return RoundListed(number=number, winner=None, void=True, net=None)
    if not played.is_paid:
        return RoundListed(number=number, winner=None, void=False, net=None)
    winner = played.coup.outcome.winner
    ended = () if terminal is None else dict(played.results).get(terminal, ())
    net = None if terminal is None else sum(each.profit for each in ended)
    return RoundListed(number=number, winner=winner, void=False, net=net)


def ticket_face(
    table: Table | None, terminal: TerminalId, site: str, ask: str, now: Instant
) -> TicketFace | Problem:
    """Return the printed face of a ticket, only while it waits for its printer."""
    if table is None:
        sentence = f"terminal {terminal} is at no table"
        return Problem(now, id=ask, code="no_ticket", sentence=sentence)
    seat = table.seats.get(terminal)
    if seat is None or seat.ticket is None:
        sentence = f"no ticket waits at terminal {terminal}"
        return Problem(now, id=ask, code="no_ticket", sentence=sentence)
    amount = table.book.reserved(terminal)
    return TicketFace(
        now,
        id=ask,
        number=seat.ticket,
        amount=amount,
        amount_words=amount_in_words(amount),
        site=site,
        terminal=terminal,
        issued_at=seat.ticket_from,
        expires_at=seat.ticket_until,
    )


MOST_RECALLS = 8
"""The most that one screen may wait for at once."""


class Recalls:
    """Recalls past rounds for all screens of a node, one at a time and beside the event loop.

    A round of a thousand terminals has thousands of events to walk through. Bets do not wait for
    that, however many screens ask. Used in one event loop only.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def answer(
        self, feed: TableFeed, audience: Audience, ask: RecallRequest, now: Callable[[], Instant]
    ) -> Recalled:
        """Return a past round as this audience may see it."""
        # Just after a start the latest rounds are still being read.
        await feed.rounds_known.wait()
        async with self._turn:
            return await asyncio.to_thread(recalled, feed, audience, ask.id, ask.round, now())
