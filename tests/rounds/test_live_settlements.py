"""Whole live rounds compared with the oracle: random chips, random limits, random cards."""

from fractions import Fraction
from random import Random

import pytest

from oracle.cards import DECK
from oracle.deal import cards_used
from oracle.layouts import Chips, ends
from oracle.odds import ODDS
from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey, Stance, with_a_seat
from punto.live.differentials import apportion
from punto.live.layouts import USUAL_CHIPS, TableLayout
from punto.live.posted_limits import PostedLimits
from punto.live.settlements import settle_boxes
from punto.rounds.betting.commands import OpenBets
from punto.rounds.boxes.commands import CloseLayout, JoinTable, PlaceBets
from punto.rounds.boxes.state import place_of
from punto.rounds.dealing.commands import Settle
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.rules.coups import deal
from punto.rules.games import BetKey
from punto.values.cards import parse_cards
from punto.values.money import dollars
from punto.values.sides import Side
from punto.values.structures import replace
from support.rounds.evening import PIT_MANAGER, SUPERVISOR, Evening, load_for, position
from support.rounds.live import live_configuration

BOXES = ("1", "2", "3")
SIDE_BETS = [bet for bet in ODDS["rws-live"] if bet not in {"player", "banker"}]
SEATED = {f"s{box}": box for box in BOXES}
STANDING = ("x", "y", "z")
MINIMUM = 100
LIMITS = [(1_000, None), (None, 1_500), (1_000, 1_500), (10_000, 700), (300, 10_000)]
ROUNDS_EACH = 100
LAYOUTS_EACH = 600


Endings = dict[tuple[str, str], tuple[int, Fraction | int]]
"""The stake that played and its profit, in cents, by place or patron and bet."""


def posted(box: int | None, table: int | None) -> PostedLimits:
    differentials = (None if limit is None else dollars(limit) for limit in (box, table))
    return PostedLimits(dollars(MINIMUM), *differentials)


def evening_with(box: int | None, table: int | None) -> Evening:
    layout = TableLayout(tuple(map(BoxLabel, BOXES)), posted(box, table))
    config = replace(live_configuration(), layout=layout)
    evening = Evening()
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    for patron, at in SEATED.items():
        evening.do(JoinTable(PatronKey(patron), BoxLabel(at)))
    for patron in STANDING:
        evening.do(JoinTable(PatronKey(patron), None))
    return evening


def chips_by(chance: Random) -> list[Chips]:
    """Return random bets of some patrons, near the limits and far from them."""
    found = []
    for patron in chance.sample([*SEATED, *STANDING], k=chance.randint(1, 6)):
        seat = SEATED.get(patron)
        box = seat or chance.choice(BOXES)
        for bet in chance.sample(("player", "banker"), k=chance.choice((1, 1, 1, 2))):
            stake = chance.choice((chance.randint(1, 2_000), chance.randint(50, 150), 1_000, 99))
            found.append(Chips(box, patron, seat is not None, bet, stake))
        found += [
            Chips(box, patron, seat is not None, bet, chance.randint(1, 500))
            for bet in chance.sample(SIDE_BETS, k=chance.randint(0, 3))
        ]
    return found


def laid(evening: Evening, bets: list[Chips]) -> list[Chips]:
    """Lay the chips down, and return those accepted; a standing patron needs a seated bet."""
    placed: list[Chips] = []
    for patron in dict.fromkeys(bet.patron for bet in bets):
        own = [bet for bet in bets if bet.patron == patron]
        stakes = position(**{bet.bet.replace("-", "_"): bet.dollars for bet in own})
        wish = PlaceBets(PatronKey(patron), BoxLabel(own[0].box), stakes)
        if isinstance(evening.ask(wish), tuple):
            placed += own
    return placed


@pytest.mark.clause("rws-live", "4.1.1", "4.1.2", "4.1.3", "4.1.4", "5.1.1", "5.1.2", "5.2.1")
@pytest.mark.clause("rws-live", "5.13")
@pytest.mark.reading("A-40", "A-54", "A-56", "A-87")
@pytest.mark.parametrize(("box", "table"), LIMITS)
def test_every_bet_ends_as_the_oracle_has_it(box: int | None, table: int | None) -> None:
    chance = Random(f"{box} {table}")  # noqa: S311
    evening = evening_with(box, table)
    shoe: list[str] = []
    for _ in range(ROUNDS_EACH):
        if evening.table.shoe is None:
            evening.do(load_for(live_configuration()))
            shoe = chance.sample(DECK * 8, k=len(DECK) * 8)
        evening.do(OpenBets())
        bets = laid(evening, chips_by(chance))
        gone = withdrawn(evening, bets, chance)
        evening.do(CloseLayout(passed_over=True))
        used = cards_used(shoe[:6])
        cards, shoe = shoe[:used], shoe[used:]
        evening.deal(" ".join(cards))
        evening.do(Settle())
        expect(evening, [bet for bet in bets if bet.patron != gone], cards, box, table)
        if evening.table.rounds_count % 40 == 0:
            evening.do(RetireShoe("a new one"), SUPERVISOR)


@pytest.mark.reading("A-40", "A-54", "A-56")
@pytest.mark.parametrize(("box", "table"), LIMITS)
def test_the_arithmetic_of_any_layout_is_the_oracles(box: int | None, table: int | None) -> None:
    chance = Random(f"layouts {box} {table}")  # noqa: S311
    game = live_configuration().terms.game
    limits = posted(box, table)
    for _ in range(LAYOUTS_EACH):
        bets = chips_by(chance)
        cards = chance.sample(DECK * 8, 6)
        cards = cards[: cards_used(cards)]
        played = apportion(with_a_seat([box_bet(bet) for bet in bets]), limits)
        outcome = deal(game.table, parse_cards(" ".join(cards))).coup.outcome
        found: Endings = {
            (one.played.bet.patron, one.played.bet.bet): (one.result.stake, one.result.profit)
            for one in settle_boxes(game, outcome, played, USUAL_CHIPS)
            if one.played.played
        }
        wanted: Endings = {
            (bet.patron, bet.bet): (dollars(end.played), end.profit * 100)
            for bet, end in zip(bets, ends(bets, cards, MINIMUM, box, table), strict=True)
            if end.played
        }
        assert found == wanted, (bets, cards)


def box_bet(bet: Chips) -> BoxBet:
    stance = Stance.SEATED if bet.seated else Stance.STANDING
    hand = {"player": Side.PLAYER, "banker": Side.BANKER}.get(bet.bet)
    place = BoxLabel(bet.box), PatronKey(bet.patron)
    return BoxBet(*place, stance, BetKey(bet.bet), dollars(bet.dollars), hand)


def withdrawn(evening: Evening, bets: list[Chips], chance: Random) -> str:
    """Sometimes let a seated patron take back all bets, so that standing bets lie alone."""
    seated = [bet for bet in bets if bet.seated]
    if not seated or chance.random() < 0.7:
        return ""
    bet = chance.choice(seated)
    evening.do(PlaceBets(PatronKey(bet.patron), BoxLabel(bet.box), ()))
    return bet.patron


def expect(
    evening: Evening, bets: list[Chips], cards: list[str], box: int | None, table: int | None
) -> None:
    assert evening.phase() is Phase.SETTLED
    now = evening.table.round_now
    results: Endings = {
        (place, one.bet): (one.stake, one.profit) for place, all_of in now.results for one in all_of
    }
    wanted: Endings = {
        (place_of(PatronKey(bet.patron), BoxLabel(bet.box)), bet.bet): (
            dollars(end.played),
            end.profit * 100,
        )
        for bet, end in zip(bets, ends(bets, cards, MINIMUM, box, table), strict=True)
        if end.played
    }
    assert results == wanted, (bets, cards)
