import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, Rule, Verdict
from punto.rounds.purse.commands import HandPay, TakeBill
from punto.rounds.shoe.commands import LoadShoe, NoteCutCard, RestartRoads, RetireShoe, Shuffle
from punto.rounds.table.commands import CloseTable, Link, OpenTable, ReportLink
from punto.rules.irregularity_policies import Irregularity
from punto.rules.settlement import Result
from punto.values.cards import parse_cards
from punto.values.money import dollars
from punto.values.sides import Winner
from punto.views.past_rounds import FinishedRound
from punto.views.roads.big_road import BigCell
from punto.views.roads.results import RoundResult, parse_results
from punto.views.roads.scoreboard import BeadCell, roads_of
from punto.views.significance import KEPT_COUNT
from punto.views.watched_table import Watched
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, T1, T2
from support.rounds.live import chosen, closed, reported
from support.rounds.matters import Policies, report
from support.views.screens.stages import (
    BANKER_WINS,
    at_a_shuffler,
    betting,
    config_for,
    corrected_late,
    opened,
    played,
    screens,
)

clause = pytest.mark.clause
reading = pytest.mark.reading

PLAYER_NATURAL = "4D KS 4C 2H"
"""A pair of fours against 2."""
TIE_ON_SIX = "6S 6D KS KD"


def marks(watched: Watched) -> str:
    return "".join(str(cell.result) for cell in watched.roads.bead.cells)


def test_roads_are_drawn_from_the_rounds_of_the_shoe() -> None:
    watched = screens(played(opened(), BANKER_WINS, PLAYER_NATURAL, TIE_ON_SIX))
    assert marks(watched) == "BPpnT"
    assert watched.roads == roads_of(parse_results("BPpnT"))
    assert [each.number for each in watched.rounds] == [1, 2, 3]


def test_a_finished_round_is_remembered_by_its_cards() -> None:
    (result,) = parse_results("Ppn")
    assert screens(played(opened(), PLAYER_NATURAL)).last == FinishedRound(
        number=1,
        shoe_number=1,
        player=parse_cards("4D 4C"),
        banker=parse_cards("KS 2H"),
        player_total=8,
        banker_total=2,
        result=result,
    )


@pytest.mark.parametrize(
    ("cards", "mark"),
    [
        ("KS 3D QH 4C 2D", "B"),
        ("KS KD 9H 8D", "Pn"),
        ("3S 9D 4H KC", "Bn"),
        ("KS 2D KH 2C 5D AD", "Tbp"),
        ("5S 7D 5H 7C 8D", "Pbp"),
    ],
)
def test_a_mark_tells_winner_pairs_and_naturals(cards: str, mark: str) -> None:
    assert marks(screens(played(opened(), cards))) == mark


def test_a_round_is_marked_when_it_is_settled_and_not_before() -> None:
    evening = betting()
    evening.close()
    evening.deal(BANKER_WINS)
    assert marks(screens(evening)) == ""
    evening.do(Settle())
    assert marks(screens(evening)) == "B"


@clause("rws-etg", "1.20")
@reading("A-51")
def test_a_void_round_makes_no_mark_and_is_still_remembered() -> None:
    evening = played(opened(), BANKER_WINS)
    evening.do(OpenBets())
    evening.close()
    evening.deal("KS 3D")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)
    watched = screens(evening)
    assert marks(watched) == "B"
    assert watched.last is not None
    assert (watched.last.number, watched.last.result) == (2, None)
    assert watched.rounds[-1] == watched.last


@clause("rws-etg", "1.20")
def test_a_paid_round_that_becomes_void_loses_its_mark(policies: Policies) -> None:
    evening = played(opened(config_for("rws-etg", policies)), BANKER_WINS, PLAYER_NATURAL)
    assert marks(screens(evening)) == "BPpn"
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    evening.do(Attest(), SUPERVISOR)
    watched = screens(evening)
    assert marks(watched) == "B"
    assert watched.roads == roads_of(parse_results("B"))
    assert [each.number for each in watched.rounds] == [1, 2]


@clause("rws-etg", "5.6", "5.10")
@clause("mbs", "6.3")
@reading("A-51")
@pytest.mark.parametrize("document", ["rws-etg", "mbs"])
def test_a_corrected_round_has_its_mark_replaced_by_what_the_cards_show(
    policies: Policies, document: str
) -> None:
    evening = played(opened(config_for(document, policies)), TIE_ON_SIX, BANKER_WINS)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    watched = screens(evening)
    assert marks(watched) == "TP"
    assert watched.roads == roads_of(parse_results("TP"))
    assert watched.last is not None
    assert watched.last.player_total == 9


def test_a_new_shoe_begins_new_roads_and_the_old_one_keeps_its_own_until_then() -> None:
    evening = played(opened(), BANKER_WINS)
    evening.do(NoteCutCard())
    played(evening, TIE_ON_SIX)
    evening.do(RetireShoe("played out"))
    assert marks(screens(evening)) == "BT"
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    watched = screens(evening)
    assert marks(watched) == ""
    assert watched.rounds == ()
    assert watched.last is not None
    assert watched.last.number == 2
    assert marks(screens(played(evening, PLAYER_NATURAL))) == "Ppn"


def test_a_correction_of_the_last_round_of_an_old_shoe_leaves_the_new_roads_alone() -> None:
    evening = played(opened(), BANKER_WINS)
    evening.do(RetireShoe("a torn card"), SUPERVISOR)
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    watched = screens(evening)
    assert marks(watched) == ""
    assert watched.last is not None
    assert watched.last.player_total == 9


@reading("A-29", "A-51")
@clause("rws-etg", "5.10")
def test_a_late_correction_replaces_the_mark_where_it_stands(policies: Policies) -> None:
    evening = played(opened(config_for("rws-etg", policies)), BANKER_WINS, TIE_ON_SIX, TIE_ON_SIX)
    evening.do(OpenBets())
    corrected_late(evening, 1, "KS 3D QH 4C 9D")
    watched = screens(evening)
    assert marks(watched) == "PTT"
    assert watched.roads == roads_of(parse_results("PTT"))
    assert [each.number for each in watched.rounds] == [1, 2, 3]
    assert watched.last is not None
    assert watched.last.number == 3


@reading("A-29")
def test_a_late_correction_of_the_round_that_finished_last_is_shown_as_its_end() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.play(BANKER_WINS)
    evening.do(OpenBets())
    corrected_late(evening, 1, "KS 3D QH 4C 9D")
    watched = screens(evening)
    assert watched.last is not None
    assert (watched.last.number, watched.last.player_total) == (1, 9)
    ((_, (ended,)),) = watched.last_results.items()
    assert ended.result is Result.LOST
    assert marks(watched) == "P"


@reading("A-29")
def test_a_late_correction_in_an_old_shoe_leaves_the_new_roads_alone() -> None:
    evening = played(opened(), BANKER_WINS)
    evening.do(RetireShoe("a torn card"), SUPERVISOR)
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    played(evening, TIE_ON_SIX)
    corrected_late(evening, 1, "KS 3D QH 4C 9D")
    assert marks(screens(evening)) == "T"


@reading("A-70")
def test_at_a_continuous_shuffler_the_roads_restart_on_command() -> None:
    evening = played(at_a_shuffler(), BANKER_WINS, TIE_ON_SIX)
    evening.do(RestartRoads())
    assert marks(screens(evening)) == ""
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "6S 6D KS QD"))
    evening.do(Attest(), SUPERVISOR)
    assert marks(screens(evening)) == ""
    assert marks(screens(played(evening, PLAYER_NATURAL))) == "Ppn"


def test_a_banknote_of_play_money_is_remembered() -> None:
    evening = opened()
    evening.do(TakeBill(T1, dollars(50), simulated=False), Patron(T1))
    assert screens(evening).simulated == frozenset()
    evening.do(TakeBill(T1, dollars(50), simulated=True), Patron(T1))
    assert screens(evening).simulated == {T1}


def test_roads_outlive_a_table_that_closes_and_opens_again() -> None:
    evening = played(opened(), BANKER_WINS)
    evening.do(CloseTable(), SUPERVISOR)
    evening.do(OpenTable())
    assert marks(screens(played(evening, TIE_ON_SIX))) == "BT"


def test_the_roads_are_drawn_again_after_a_correction() -> None:
    evening = played(opened(), BANKER_WINS, "KS 2D KH 2C 5D AD")
    assert screens(evening).roads == roads_of(parse_results("BTbp"))
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 2D KH 2C 4D AD"))
    evening.do(Attest(), SUPERVISOR)
    assert screens(evening).roads == roads_of(parse_results("BBbp"))


@reading("A-16")
def test_who_backs_both_hands_is_remembered_for_the_round() -> None:
    evening = betting()
    evening.bet(T1, player=10, banker=10)
    assert screens(evening).opposite == {T1}
    evening.bet(T1, player=10)
    assert screens(evening).opposite == frozenset()
    evening.bet(T1, player=10, banker=10)
    evening.play(BANKER_WINS)
    assert screens(evening).opposite == {T1}
    evening.do(OpenBets())
    assert screens(evening).opposite == frozenset()


def test_the_words_of_a_report_are_kept() -> None:
    evening = betting()
    evening.do(report(Irregularity.NOT_COVERED))
    assert screens(evening).report == "seen by the Dealer"
    evening.do(Rule(Verdict.GOES_ON, "nothing was wrong"), SHIFT_MANAGER)
    assert screens(evening).report == "seen by the Dealer"


def test_connections_that_come_and_go_crowd_nothing_else_out() -> None:
    evening = opened()
    evening.do(HandPay(T1, dollars(1)), SUPERVISOR)
    for number in range(KEPT_COUNT + 5):
        evening.do(ReportLink(T2, Link.LOST if number % 2 == 0 else Link.CONNECTED), SUPERVISOR)
    kept = screens(evening).significant
    assert len(kept) == KEPT_COUNT
    assert [each.code for each in kept].count("HandPaid") == 1


def test_a_screen_holds_only_the_latest_significant_events() -> None:
    evening = opened()
    for _ in range(KEPT_COUNT + 5):
        evening.now += 1
        evening.do(HandPay(T1, dollars(1)), SUPERVISOR)
    kept = screens(evening).significant
    assert len(kept) == KEPT_COUNT == 200
    assert [each.at for each in kept] == list(range(1006, 1206))


@pytest.mark.reading("A-85")
def test_the_roads_mark_a_round_whose_hands_were_played_as_they_lay() -> None:
    evening = closed()
    evening.deal("9D KS KC QH")
    reported(evening, Irregularity.DEALT_ORDER_LOST, lies=("KC QH", "9D KS"))
    chosen(evening)
    evening.do(Settle())
    (bead,), (big,) = _cells(screens(evening))
    assert bead.result == RoundResult(Winner.BANKER, natural=True, laid=True)
    assert big.laid
    reported(evening, Irregularity.WRONG_CARD_REGISTERED, cards="9D KS KC 2H")
    (bead,), (big,) = _cells(screens(evening))
    assert bead.result == RoundResult(Winner.PLAYER, natural=True)
    assert not big.laid


def _cells(seen: Watched) -> tuple[tuple[BeadCell, ...], tuple[BigCell, ...]]:
    return seen.roads.bead.cells, seen.roads.big.cells
