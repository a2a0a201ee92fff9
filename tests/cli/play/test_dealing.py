from collections.abc import Callable
from dataclasses import replace

import pytest

from punto.cli.play.dealing import RoundNotSettled, draw_coup, play_round
from punto.cli.play.session import Session
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.games import BetKey
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, format_cards, parse_cards
from punto.values.money import dollars
from punto.values.sides import Winner
from punto.views.roads.results import format_results

Seated = Callable[[str], Session]


@pytest.mark.parametrize(
    "coup",
    ["4D KS 4C 2H", "3H AD JS 9H AH 6C", "6S 3D KS 4D", "7D 2S TH 3H 4C", "2S 7H 3S KD 9C"],
)
def test_the_table_of_play_says_when_the_coup_is_complete(coup: str) -> None:
    cards = parse_cards(coup)
    drawn, shoe = draw_coup(TABLE_OF_PLAY, VirtualShoe(cards + DECK))
    assert format_cards(drawn) == coup
    assert shoe.cards_left == len(DECK)


def test_a_round_moves_credits_by_its_settlement_and_empties_the_layout(seated: Seated) -> None:
    position = {BetKey("banker"): dollars(100), BetKey("tiger"): dollars(5)}
    session = play_round(replace(seated("3H AD JS 9H AH 6C"), position=position))
    played = session.rounds[-1]
    assert played.stakes == position
    assert played.profit == dollars(195)
    assert session.credits == played.credits_after == dollars(1195)
    assert (session.position, session.earlier_positions) == ({}, ())


def test_a_round_without_bets_is_dealt_and_moves_nothing(seated: Seated) -> None:
    session = play_round(seated("4D KS 4C 2H"))
    assert session.credits == dollars(1000)
    assert session.rounds[-1].settlement.outcome.winner is Winner.PLAYER


def test_the_roads_see_winner_pairs_and_naturals(seated: Seated) -> None:
    session = play_round(play_round(seated("4D KS 4C KH 9D KS 5C 3H AS KH")))
    shown = format_results(cell.result for cell in session.roads.bead.cells)
    assert shown == "PbpnP"


def test_stakes_that_the_game_does_not_know_stop_the_table(seated: Seated) -> None:
    session = replace(seated("4D KS 4C 2H"), position={BetKey("lion"): dollars(1)})
    with pytest.raises(RoundNotSettled, match="lion"):
        play_round(session)


@pytest.mark.parametrize(("left", "last"), [(20, False), (19, False), (18, False), (17, True)])
def test_the_round_in_which_the_cut_card_comes_out_is_completed_and_the_last(
    seated: Seated, *, left: int, last: bool
) -> None:
    cards = parse_cards("4D KS 4C 2H")
    shoe = VirtualShoe(cards + DECK[: left - len(cards)])
    session = play_round(replace(seated(""), shoe=shoe))
    assert len(session.rounds[-1].cards) == 4
    assert session.rounds[-1].cut_card_came_out is last
    assert session.shoe.cut_card_is_out is last
