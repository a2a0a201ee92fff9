"""What a screen asks to read: a round of the past, or the face of the ticket that it prints."""

from typing import assert_never

import msgspec

from punto.ledger.words import amount_in_words
from punto.rounds.state import Table
from punto.values.ids import Instant, TerminalId
from punto.web.screens.audiences import (
    Audience,
    OfConsole,
    OfDisplay,
    OfPit,
    OfTerminal,
)
from punto.web.screens.feeds import TableFeed
from punto.web.wire.forms import form_of
from punto.web.wire.messages import Problem, Recalled, TicketFace
from punto.web.wire.parts import encode
from punto.web.wire.recalls import RecalledRound, recalled_round

_NOBODY = TerminalId("")


def recalled(
    feed: TableFeed, audience: Audience, ask: str, number: int | None, now: Instant
) -> Recalled:
    """A round as this audience may see it; none where there is none to show."""
    terminal, own = _whose(audience), isinstance(audience, OfTerminal)
    rounds = feed.rounds.with_bets_of(terminal) if own and terminal else feed.rounds.numbers()
    wanted = number if number is not None else next(iter(rounds), None)
    found = None if wanted is None else feed.recall(wanted, terminal)
    shown = None
    if found is not None:
        shown = msgspec.Raw(encode(form_of(RecalledRound), recalled_round(found)))
    return Recalled(now, id=ask, rounds=rounds, round=shown)


def _whose(audience: Audience) -> TerminalId | None:
    """Whose bets a recall shows: one's own, everybody's to the pit, nobody's to anybody else."""
    match audience:
        case OfTerminal(terminal):
            return terminal
        case OfPit():
            return None
        case OfConsole() | OfDisplay():
            return _NOBODY
        case _:
            assert_never(audience)


def ticket_face(
    table: Table, terminal: TerminalId, site: str, ask: str, now: Instant
) -> TicketFace | Problem:
    """All that is on the paper, while the ticket waits for its printer and no longer."""
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
