from collections.abc import Callable

import pytest

from punto.cli.private_table.session import PATRON, TERMINAL, facts, latest_round
from punto.cli.private_table.steps import add_stakes, close_bets, open_bets, play_round
from punto.rounds.betting.events import BetsClosed, TerminalFroze
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.events import CardDealt, TotalsAnnounced
from punto.rounds.phases import Phase
from punto.rounds.shoe.events import CutCardSeen
from punto.rules.games import BetKey
from punto.rules.terms import Terms
from punto.values.cards import format_cards
from punto.values.money import dollars
from punto.values.sides import Winner
from support.cli.play.seating import NOON, Seated, accepted, order_beginning_with, seat_patron

Sit = Callable[[str], Seated]


@pytest.mark.parametrize(
    "coup",
    ["4D KS 4C 2H", "3H AD JS 9H AH 6C", "6S 3D KS 4D", "7D 2S TH 3H 4C", "2S 7H 3S KD 9C"],
)
def test_cards_are_drawn_in_their_order_until_the_coup_is_complete(seated: Sit, coup: str) -> None:
    played = seated(coup).played()
    drawn = [fact for fact in played.facts if isinstance(fact, CardDealt)]
    assert {fact.origin for fact in drawn} == {CardOrigin.DRAWN}
    assert format_cards(tuple(fact.card for fact in drawn)) == coup
    assert format_cards(played.ended.cards) == coup


def test_a_round_moves_credits_by_its_settlement_and_empties_the_layout(seated: Sit) -> None:
    at = seated("3H AD JS 9H AH 6C")
    stakes = {BetKey("banker"): dollars(100), BetKey("tiger"): dollars(5)}
    session = play_round(accepted(add_stakes(at.with_bets_open(), stakes)))
    played = latest_round(session)
    assert {result.bet: result.stake for result in played.settlement.results} == stakes
    assert played.profit == dollars(195)
    assert session.credits == played.credits_after == dollars(1195)
    assert (session.position, session.earlier_positions) == ({}, ())


def test_a_round_without_bets_is_dealt_and_moves_nothing(seated: Sit) -> None:
    at = seated("4D KS 4C 2H")
    played = at.played()
    assert played.credits_after == dollars(1000)
    assert played.settlement.outcome.winner is Winner.PLAYER
    assert played.settlement.results == ()


def test_the_terminal_freezes_before_the_bets_are_closed(seated: Sit) -> None:
    at = seated("")
    closed = close_bets(at.with_bets_open())
    froze, last = closed.record.events[-2:]
    assert (froze.fact, froze.by) == (TerminalFroze(TERMINAL), PATRON)
    assert last.fact == BetsClosed("No more bets", ())
    assert last.at == NOON
    assert closed.table.phase is Phase.DEALING


def test_totals_are_announced_after_four_cards_and_once(seated: Sit) -> None:
    played = seated("3H AD JS 9H AH 6C").played()
    kinds = [type(fact) for fact in played.facts if isinstance(fact, CardDealt | TotalsAnnounced)]
    assert kinds == [CardDealt] * 4 + [TotalsAnnounced] + [CardDealt] * 2


def test_the_roads_see_winner_pairs_and_naturals(seated: Sit) -> None:
    at = seated("4D KS 4C KH 9D KS 5C 3H AS KH")
    session = play_round(at.with_bets_open())
    session = play_round(open_bets(session))
    shown = "".join(str(cell.result) for cell in session.roads.bead.cells)
    assert shown == "PbpnP"


def test_a_shoe_goes_on_with_the_card_behind_the_last_one_dealt(seated: Sit) -> None:
    at = seated("4D KS 4C 2H")
    session = play_round(at.with_bets_open())
    session = play_round(open_bets(session))
    order = order_beginning_with("4D KS 4C 2H", 8)
    second = session.table.round_now.cards
    assert second == order[4 : 4 + len(second)]


@pytest.mark.parametrize(("cut_after", "last"), [(1, True), (3, True), (4, False)])
def test_the_round_in_which_the_cut_card_comes_out_is_completed_and_the_last(
    tiger: Terms, *, cut_after: int, last: bool
) -> None:
    at = seat_patron(tiger, "4D KS 4C 2H", cut_after=cut_after)
    session = play_round(at.with_bets_open())
    assert len(session.table.round_now.cards) == 4
    assert len(list(facts(session.record, CutCardSeen))) == last
    assert session.shoe.is_over is last


def test_a_cut_card_in_front_between_rounds_makes_the_next_round_the_last(tiger: Terms) -> None:
    at = seat_patron(tiger, "4D KS 4C 2H", cut_after=4)
    session = play_round(at.with_bets_open())
    session = play_round(open_bets(session))
    assert session.shoe.is_over
    assert len(list(facts(session.record, CutCardSeen))) == 1
