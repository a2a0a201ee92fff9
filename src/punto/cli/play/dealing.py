"""A round from the close of betting to its settlement, without a screen."""

from dataclasses import replace

from punto import rounds
from punto.cli.play.house import House
from punto.cli.play.session import PATRON, TERMINAL, Session, done
from punto.cli.play.sitting import unsealed_shoe
from punto.devices import card_at
from punto.rules import INITIAL_CARDS, Reveal
from punto.views.past_rounds import result_of


def play_round(session: Session, house: House) -> Session:
    """Close the bets, deal and settle.

    The whole round is decided here and shown afterwards, so that no screen and no interruption can
    affect the result.
    """
    session = close_bets(session, house)
    reveal = unsealed_shoe(session, house)
    while session.table.phase is rounds.Phase.DEALING:
        session = _with_next_step(session, house, reveal)
    session = done(session, house, rounds.Settle())
    result = result_of(session.table.round_now.coup.outcome)
    return replace(session, earlier_positions=(), roads=session.roads.after(result))


def close_bets(session: Session, house: House) -> Session:
    """Close in two steps; the only terminal answers at once (A-24)."""
    session = done(session, house, rounds.BeginClosing())
    freeze = rounds.AnswerFreeze(TERMINAL, session.table.rounds_count)
    return done(done(session, house, freeze, by=PATRON), house, rounds.CutOff())


def _with_next_step(session: Session, house: House, reveal: Reveal) -> Session:
    now = session.table.round_now
    if len(now.cards) == INITIAL_CARDS and not now.totals_announced:
        return done(session, house, rounds.AnnounceTotals())
    # M 3.10, A-49: the cut card comes out before the card behind it, even as the first of a round.
    if session.shoe.cards_left == session.cut_from_end:
        session = done(session, house, rounds.NoteCutCard())
    card = card_at(reveal, session.shoe.dealt_count)
    return done(session, house, rounds.DealCard(card, rounds.CardOrigin.DRAWN))
