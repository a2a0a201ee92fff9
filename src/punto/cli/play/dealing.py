"""A round from the close of betting to its settlement, without a screen."""

from dataclasses import replace

from punto.cli.play.session import PlayedRound, Session
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.coups import deal
from punto.rules.outcomes import Outcome
from punto.rules.settlement import Settlement, settle
from punto.rules.table_of_play import TableOfPlay
from punto.values.cards import Card
from punto.values.money import Cents
from punto.views.roads.results import RoundResult


class RoundNotSettled(Exception):
    """The rules refused cards or stakes that this table itself had accepted."""


def play_round(session: Session) -> Session:
    """Deal and settle one round; its record is the last of the session's rounds.

    The whole round is decided here and shown afterwards, so that nothing a screen does, nor an
    interruption of it, can touch the result.
    """
    cards, shoe = draw_coup(session.terms.game.table, session.shoe)
    settlement = settle(session.terms.game, cards, session.position)
    if not isinstance(settlement, Settlement):
        raise RoundNotSettled(settlement.sentence)
    moved = settlement.total_returned - settlement.total_stake
    credits_after = Cents(session.credits + moved)
    played = PlayedRound(
        session.position, cards, settlement, credits_after, session.shoe.cards_before_cut
    )
    return replace(
        session,
        shoe=shoe,
        credits=credits_after,
        position={},
        earlier_positions=(),
        rounds=(*session.rounds, played),
        roads=session.roads.after(result_of(settlement.outcome)),
    )


def draw_coup(table: TableOfPlay, shoe: VirtualShoe) -> tuple[tuple[Card, ...], VirtualShoe]:
    """Draw cards until the Table of Play asks for no more."""
    cards: tuple[Card, ...] = ()
    while deal(table, cards).coup.next_side is not None:
        card, shoe = shoe.draw()
        cards = (*cards, card)
    return cards, shoe


def result_of(outcome: Outcome) -> RoundResult:
    """What the roads show of a finished coup."""
    return RoundResult(
        outcome.winner,
        player_pair=outcome.pairs.player is not None,
        banker_pair=outcome.pairs.banker is not None,
        natural=outcome.points.player_natural or outcome.points.banker_natural,
    )
