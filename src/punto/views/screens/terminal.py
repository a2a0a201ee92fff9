"""The private part of a Player Terminal: the bets and money of its patron only.

The public part is in `public.py`; bets with their limits and pay tables are in `offers.py`.
"""

from collections.abc import Mapping

from punto.ledger import AccountKind, Purse, masked
from punto.rounds import Link, Phase, Seat, Stakes
from punto.rules import BetKey, BetResult, Limits
from punto.values import NOTHING, Cents, TerminalId, Value
from punto.views.patron_sessions import is_gone, net
from punto.views.screens.own_results import OwnRound, own_round
from punto.views.watched_table import Watched


class OwnBet(Value):
    """A bet on offer, with what the patron has registered on it."""

    bet: BetKey
    stake: Cents
    room: Cents
    """The most that may still be added, by this bet's limits and the patron's credits.

    A liability cap is left out on purpose: its room would tell what others have staked.
    """


class WaitingTicket(Value):
    """Credits set aside for a ticket that the printer has not confirmed."""

    amount: Cents
    number: str
    """Its last digits; the whole number would be as good as the money."""
    uncertain: bool
    """Whether the printer itself does not know, so that an attendant has to look."""


class TerminalView(Value):
    """The private part of a terminal's view."""

    terminal: TerminalId
    link: Link
    disabled: str
    """Why it may not bet; empty when it may."""
    has_left: bool
    """Whether the patron gave the seat up; the credits are still at this table."""
    may_bet: bool
    """Whether bets are open, and open to this terminal."""
    credits: Cents
    bets: tuple[OwnBet, ...]
    """Every bet on offer, with the stakes of the present round, or the last until the next."""
    total_bet: Cents
    last_round: OwnRound | None
    """The end of the bets in the round that finished last; None if there were none."""
    session_net: Cents
    rounds_before: int
    """The last round that was over when this session began; those up to it are another patron's."""
    ticket: WaitingTicket | None
    owed: Cents
    """The debt left by corrections so far."""
    simulated_bills: bool
    """Whether the banknotes here are play money; the screen says so."""


class OwnState(Value):
    """Everything from which a terminal's view is made: the view changes only with it."""

    terminal: TerminalId
    seat: Seat
    limits: Mapping[BetKey, Limits]
    """Those of every bet on offer."""
    may_bet: bool
    purse: Purse
    stakes: Stakes
    rounds_before: int
    last_round: int | None
    ended: tuple[BetResult, ...] | None
    """How the patron's bets of the last round ended."""
    sessions_net: Cents
    """The net of all earlier sessions."""
    simulated_bills: bool


def own_state(watched: Watched, terminal: TerminalId) -> OwnState | None:
    """Return the state behind one patron's part; None if the terminal is not at this table."""
    table = watched.table
    seat, configuration = table.seats.get(terminal), table.configuration
    if seat is None or configuration is None:
        return None
    played, last, before = table.round, watched.last, rounds_before(watched, terminal)
    is_own = played is not None and played.number > before
    has_ended = last is not None and last.number > before
    return OwnState(
        terminal,
        seat,
        configuration.terms.limits_by_offer,
        table.phase is Phase.BETTING and not seat.disabled and not seat.has_left,
        table.book.purse(terminal),
        played.stakes_of(terminal) if played is not None and is_own else (),
        before,
        None if last is None else last.number,
        watched.last_results.get(terminal) if has_ended else None,
        watched.sessions.get(terminal, NOTHING),
        terminal in watched.simulated,
    )


def terminal_view(own: OwnState) -> TerminalView:
    """One patron's part."""
    seat, purse, last = own.seat, own.purse, own.last_round
    in_credits = purse.balance(AccountKind.CREDITS)
    bets = _bets(own, in_credits if own.may_bet else NOTHING)
    return TerminalView(
        terminal=own.terminal,
        link=seat.link,
        disabled=seat.disabled,
        has_left=seat.has_left,
        may_bet=own.may_bet,
        credits=in_credits,
        bets=bets,
        total_bet=Cents(sum([bet.stake for bet in bets])),
        last_round=None if last is None else own_round(last, own.ended),
        session_net=Cents(net(purse) - own.sessions_net),
        rounds_before=own.rounds_before,
        ticket=_ticket(seat, purse),
        owed=-purse.balance(AccountKind.RECEIVABLE),
        simulated_bills=own.simulated_bills,
    )


def rounds_before(watched: Watched, terminal: TerminalId) -> int:
    """Return the last round of an earlier patron; 0 if there is none.

    While all money is on its way to a ticket, no round is shown; if the printer fails, all are
    again.
    """
    book, last = watched.table.book, watched.last
    if book.reserved(terminal) and is_gone(book, terminal) and last is not None:
        return last.number
    return watched.parted.get(terminal, 0)


def _bets(own: OwnState, credits_left: Cents) -> tuple[OwnBet, ...]:
    stakes, bets = dict(own.stakes), []
    for bet, limits in own.limits.items():
        stake = stakes.get(bet, NOTHING)
        bets.append(OwnBet(bet, stake, _room(limits, stake, credits_left)))
    return tuple(bets)


def _room(limits: Limits, stake: Cents, credits_left: Cents) -> Cents:
    """Return how much more fits on a bet, in whole steps; zero if the minimum does not fit."""
    held = stake + credits_left
    most = held if limits.maximum is None else min(held, limits.maximum)
    most -= most % limits.step
    return most - stake if most >= limits.minimum else NOTHING


def _ticket(seat: Seat, purse: Purse) -> WaitingTicket | None:
    if seat.ticket is None:
        return None
    return WaitingTicket(purse.balance(AccountKind.CASH_OUT), masked(seat.ticket), seat.uncertain)
