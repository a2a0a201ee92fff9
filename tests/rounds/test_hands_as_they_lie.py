"""Hands that are played as they lie stay that way until a correction names other cards (A-85)."""

from punto.rounds.boxes.commands import CloseLayout
from punto.rounds.boxes.events import HandsLaid
from punto.rounds.dealing.commands import Settle
from punto.rounds.dealing.events import ResultShown, TotalsAnnounced
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.irregularity.events import CardsCorrected, CardsDiscarded, PlayResumed
from punto.rounds.phases import Phase
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import format_cards, parse_cards
from punto.values.money import dollars
from support.rounds.evening import SUPERVISOR, Evening
from support.rounds.live import ANN, BEN, chosen, closed, face_down, live_betting, net, reported

LOST, MISREAD = Irregularity.DEALT_ORDER_LOST, Irregularity.WRONG_CARD_REGISTERED
FACE_UP = Irregularity.DEALT_FACE_UP


def laid(player: str, banker: str) -> Evening:
    """Play hands as they lie; Ann has bet on Banker and Ben on Player."""
    evening = closed(face_down())
    evening.deal(f"{player} {banker}".strip())
    reported(evening, LOST, lies=(player, banker))
    chosen(evening)
    return evening


def test_without_bets_the_totals_of_hands_as_they_lie_are_announced_before_the_result() -> None:
    evening = live_betting()
    evening.do(CloseLayout())
    evening.deal("9D KS KC QH")
    lies = parse_cards("KC QH"), parse_cards("9D KS")
    evening.do(ReportIrregularity(LOST, "lost", lies=lies))
    facts = evening.do(Attest(), SUPERVISOR)
    kinds = [CardsCorrected, HandsLaid, PlayResumed, TotalsAnnounced, ResultShown]
    assert [type(fact) for fact in facts] == kinds
    assert (evening.table.round_now.coup.player_total, evening.phase()) == (0, Phase.RESULT)


def test_unregistered_cards_are_played_as_they_lie_too() -> None:
    evening = closed()
    evening.deal("9D")
    reported(evening, LOST, extra="KS KC QH", lies=("KC QH", "9D KS"))
    chosen(evening)
    assert format_cards(evening.table.round_now.coup.banker) == "9D KS"
    assert (evening.phase(), evening.table.shoe_now.dealt_count) == (Phase.RESULT, 4)


def test_hands_that_cannot_be_played_as_they_lie_are_void_and_their_cards_discarded() -> None:
    evening = closed()
    evening.deal("9D")
    reported(evening, LOST, extra="KS KC 2H", lies=("KS KC 2H", "9D"))
    discarded = evening.record.events[-1].fact
    assert discarded == CardsDiscarded(parse_cards("KS KC 2H"))
    assert (evening.phase(), evening.table.shoe_now.dealt_count) == (Phase.IDLE, 4)


def test_a_paid_round_is_paid_again_by_the_corrected_cards_and_no_more_as_the_hands_lay() -> None:
    # As they lie Banker wins with 9; by the corrected cards Player does, with 8.
    evening = laid("KC QH", "9D KS")
    evening.do(Settle())
    assert (net(evening, ANN), net(evening, BEN)) == (dollars(1_000), -dollars(500))
    reported(evening, MISREAD, cards="8C QH KD KS")
    assert (net(evening, ANN), net(evening, BEN)) == (-dollars(1_000), dollars(500))
    assert format_cards(evening.table.round_now.coup.player) == "8C KD"
    assert replay(evening.record.events) == evening.table


def test_a_correction_before_the_payment_is_played_on_in_the_order_of_the_draw() -> None:
    evening = laid("KC QH", "9D KS")
    reported(evening, MISREAD, cards="8C QH KD KS")
    shown = [each.fact for each in evening.record.events if isinstance(each.fact, ResultShown)]
    assert (shown[-1].player_total, shown[-1].banker_total) == (8, 0)


def test_whether_a_bet_is_decided_is_seen_by_the_hands_as_they_lie() -> None:
    # Both cards lie with Player, so its pair is lost; dealt by turns they would decide nothing.
    evening = laid("KC QH", "")
    reported(evening, FACE_UP)
    assert evening.phase() is Phase.DEALING


def test_a_further_card_goes_to_the_hands_as_they_lie() -> None:
    # Player stands on 7 and Banker draws on 3; by turns 7S AH would be a natural.
    evening = laid("7S JH", "AH 2S")
    reported(evening, Irregularity.EXCESS_OR_EXPOSED_CARD, extra="5S 9D")
    now = evening.table.round_now
    assert (format_cards(now.coup.player), format_cards(now.coup.banker)) == ("7S JH", "AH 2S 5S")
    assert (evening.phase(), evening.table.carried) == (Phase.RESULT, parse_cards("9D"))
    assert replay(evening.record.events) == evening.table
