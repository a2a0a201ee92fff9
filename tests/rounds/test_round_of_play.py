"""A round from the opening words to payment, at an electronic table."""

import pytest

from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.betting.events import BetsClosed, BetsOpened, PositionTaken
from punto.rounds.betting.refusals import (
    BetsAreClosed,
    BetsRefused,
    BetWrittenTwice,
    LiabilityAboveCap,
    OppositeBetsNotTaken,
    RoundIsStale,
    SideBetsNeedAnOriginalBet,
    StakesAboveCredits,
    TerminalIsDisabled,
    TooEarlyToCutOff,
)
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import CommandIdReused, NotForThisSender, OutOfPhase
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle
from punto.rounds.dealing.events import CardBeyondDecks, CardDealt, ResultShown
from punto.rounds.dealing.refusals import CardNotConfirmed, TotalsNotAnnounced, TotalsNotDue
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest
from punto.rounds.irregularity.events import IrregularityReported
from punto.rounds.phases import NextStep, Phase
from punto.rounds.purse.commands import TakeCash
from punto.rounds.state import Round
from punto.rounds.table.commands import DisableTerminal, Link, ReportLink
from punto.rounds.table.refusals import Already, NothingToChange, NotSeated
from punto.rules.games import BetKey
from punto.rules.refusals import StakeOffStep
from punto.rules.roles import Role
from punto.rules.settlement import Result
from punto.values import replace
from punto.values.cards import parse_card
from punto.values.ids import CommandId, Instant, TerminalId
from punto.values.money import Cents, dollars
from punto.values.sides import Side, Winner
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    opened,
    position,
)

clause = pytest.mark.clause
reading = pytest.mark.reading


def round_of(evening: Evening) -> Round:
    assert evening.table.round is not None
    return evening.table.round


@clause("rws-etg", "1.18", "3.3")
@clause("mbs", "1.1.16", "3.1")
@reading("A-23", "A-25")
def test_a_round_begins_with_the_configured_words_at_a_recorded_moment() -> None:
    evening = opened()
    (fact,) = evening.do(OpenBets())
    stamp = configuration().stamp
    assert fact == BetsOpened(1, "Place your bets, please", Instant(1_000 + 20_000), stamp)
    assert evening.phase() is Phase.BETTING
    assert round_of(evening).opened_at == 1_000


@clause("rws-etg", "3.3")
def test_no_bet_is_taken_before_the_notice() -> None:
    evening = opened()
    refusal = evening.refused(WantPosition(T1, 1, position(tie=5)), Patron(T1))
    assert refusal == OutOfPhase(
        WishName("WantPosition"),
        Phase.IDLE,
        (Phase.BETTING, Phase.CLOSING),
        NextStep.OPEN_BETS,
        Role.DEALER,
    )


@clause("rws-etg", "3.5", "3.6")
@clause("mbs", "3.5")
@reading("A-26")
def test_a_terminal_states_its_whole_position_and_may_change_it_while_bets_are_open() -> None:
    evening = betting()
    (fact,) = evening.bet(T1, banker=100, tiger=5)
    assert fact == PositionTaken(T1, position(banker=100, tiger=5), opposite=False)
    assert evening.table.credits_of(T1) == dollars(895)
    evening.bet(T1, tie=20)
    assert round_of(evening).stakes_of(T1) == position(tie=20)
    assert evening.table.credits_of(T1) == dollars(980)
    evening.bet(T1)
    assert evening.table.credits_of(T1) == dollars(1000)
    assert evening.table.credits_of(T2) == dollars(1000)


def test_a_position_is_taken_whole_or_refused_whole() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    stakes = (*position(tie=5), (BetKey("player"), Cents(150)))
    refusal = evening.refused(WantPosition(T1, 1, stakes), Patron(T1))
    assert refusal == BetsRefused((StakeOffStep(BetKey("player"), Cents(150), dollars(1)),))
    assert round_of(evening).stakes_of(T1) == position(banker=100)


def test_a_bet_is_named_once_in_a_position() -> None:
    evening = betting()
    stakes = (*position(tie=5), *position(tie=6))
    assert evening.refused(WantPosition(T1, 1, stakes), Patron(T1)) == BetWrittenTwice("tie")


def test_a_message_for_another_round_is_stale() -> None:
    evening = betting()
    for number in (0, 2):
        refusal = evening.refused(WantPosition(T1, number, position(tie=5)), Patron(T1))
        assert refusal == RoundIsStale(number, 1)


def test_nobody_bets_for_another_terminal_or_without_one() -> None:
    evening = betting()
    wish = WantPosition(T1, 1, position(tie=5))
    assert evening.refused(wish, Patron(T2)) == NotForThisSender(WishName("WantPosition"), T1)
    assert evening.refused(wish, DEALER) == NotForThisSender(WishName("WantPosition"), T1)
    stranger = TerminalId("T9")
    wish = WantPosition(stranger, 1, position(tie=5))
    assert evening.refused(wish, Patron(stranger)) == NotSeated(stranger)


def test_stakes_cannot_exceed_the_credits_but_count_what_stands_already() -> None:
    evening = betting()
    evening.bet(T1, banker=900)
    evening.bet(T1, banker=1000)
    refusal = evening.refused(WantPosition(T1, 1, position(banker=1001)), Patron(T1))
    assert refusal == StakesAboveCredits(dollars(1001), dollars(1000))


def test_a_disabled_terminal_keeps_its_bets_and_makes_no_others() -> None:
    evening = betting()
    evening.bet(T1, tie=5)
    evening.do(DisableTerminal(T1, "coin jam"), SUPERVISOR)
    refusal = evening.refused(WantPosition(T1, 1, position(tie=6)), Patron(T1))
    assert refusal == TerminalIsDisabled(T1, "coin jam")
    assert round_of(evening).stakes_of(T1) == position(tie=5)


@reading("A-16")
def test_opposite_bets_are_taken_and_pointed_out_unless_the_table_takes_none() -> None:
    evening = betting()
    (fact,) = evening.bet(T1, player=5, banker=5)
    assert fact == PositionTaken(T1, position(player=5, banker=5), opposite=True)
    strict = betting(replace(configuration(), opposite_bets=False))
    wish = WantPosition(T1, 1, position(player=5, banker=5))
    assert strict.refused(wish, Patron(T1)) == OppositeBetsNotTaken()


@reading("A-15")
@clause("rws-etg", "3.6")
def test_side_bets_stand_alone_unless_the_table_wants_an_original_bet() -> None:
    betting().bet(T1, tiger=5)
    strict = betting(replace(configuration(), side_bets_alone=False))
    refusal = strict.refused(WantPosition(T1, 1, position(tiger=5)), Patron(T1))
    assert refusal == SideBetsNeedAnOriginalBet()
    strict.bet(T1, tiger=5, player=5)
    strict.bet(T1)


@reading("A-17")
def test_a_liability_cap_refuses_and_never_reduces() -> None:
    evening = betting(replace(configuration(), liability_cap=dollars(100)))
    evening.bet(T1, player=100)
    refusal = evening.refused(WantPosition(T2, 1, position(player=1)), Patron(T2))
    assert refusal == LiabilityAboveCap(dollars(100))
    evening.bet(T2, banker=50)
    evening.bet(T2, banker=50, tie=1)


@reading("A-17", "A-26")
def test_a_cap_never_keeps_a_patron_from_taking_bets_back() -> None:
    evening = betting(replace(configuration(), liability_cap=dollars(500)))
    evening.bet(T1, player=500)
    evening.bet(T2, banker=500)
    # T2's bet does not count as cover, because it may be taken back while bets are open.
    refusal = evening.refused(WantPosition(T1, 1, position(player=501)), Patron(T1))
    assert refusal == LiabilityAboveCap(dollars(500))
    evening.bet(T2, banker=100)
    evening.bet(T2)
    evening.bet(T1, player=499)


def test_third_cards_rest_on_the_table_of_play() -> None:
    evening = betting()
    evening.close()
    evening.deal("KS 3D QH 4C 2D")
    cited = [e.clause for e in evening.record.events if isinstance(e.fact, CardDealt)]
    assert cited == ["3.6", "3.6", "3.6", "3.6", "3.8"]


def test_one_command_id_is_for_one_command() -> None:
    evening = opened()
    evening.ask(TakeCash(T1, dollars(1)), DEALER, "x")
    before = evening.record
    reused = CommandIdReused(CommandId("x"))
    assert evening.ask(TakeCash(T2, dollars(500)), DEALER, "x") == reused
    assert evening.ask(TakeCash(T1, dollars(1)), SUPERVISOR, "x") == reused
    assert evening.record == before


@clause("rws-etg", "3.7")
@clause("mbs", "3.2", "5.4", "5.5")
@reading("A-24")
def test_closing_has_two_steps_and_ends_when_every_terminal_has_frozen() -> None:
    evening = betting()
    evening.do(BeginClosing())
    assert round_of(evening).cut_off_at == 1_000 + 2_000
    assert evening.refused(CutOff()) == TooEarlyToCutOff((T1, T2), Instant(3_000))
    evening.freeze(T1)
    assert evening.refused(CutOff()) == TooEarlyToCutOff((T2,), Instant(3_000))
    evening.freeze(T2)
    (fact,) = evening.do(CutOff())
    assert fact == BetsClosed("No more bets", ())
    assert evening.phase() is Phase.DEALING
    refusal = evening.refused(WantPosition(T1, 1, position(tie=5)), Patron(T1))
    assert isinstance(refusal, OutOfPhase)


@reading("A-24")
@clause("rws-etg", "5.2.2")
@clause("mbs", "5.10.2")
def test_a_bet_under_way_counts_until_its_terminal_froze_or_the_cut_off_came() -> None:
    evening = betting()
    evening.do(BeginClosing())
    evening.bet(T1, tie=5)
    evening.freeze(T1)
    refusal = evening.refused(WantPosition(T1, 1, position(tie=6)), Patron(T1))
    assert refusal == BetsAreClosed(1)
    evening.now = 2_999
    evening.bet(T2, tie=7)
    evening.now = 3_000
    assert evening.refused(WantPosition(T2, 1, position(tie=8)), Patron(T2)) == BetsAreClosed(1)


@reading("A-24")
@clause("rws-etg", "5.2.1")
@clause("mbs", "5.10.1")
def test_a_terminal_that_does_not_answer_is_lost_and_its_registered_bets_stand() -> None:
    evening = betting()
    evening.bet(T2, banker=10)
    evening.do(BeginClosing())
    evening.freeze(T1)
    evening.now += 2_000
    (fact,) = evening.do(CutOff())
    assert fact == BetsClosed("No more bets", (T2,))
    assert evening.table.seats[T2].link is Link.LOST
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())
    assert evening.table.credits_of(T2) == dollars(1000) + 950


def test_nobody_waits_for_a_terminal_that_was_lost_before() -> None:
    evening = betting()
    evening.do(ReportLink(T2, Link.LOST))
    evening.do(BeginClosing())
    evening.freeze(T1)
    assert evening.do(CutOff()) == (BetsClosed("No more bets", ()),)


def test_a_terminal_freezes_once_and_for_this_round() -> None:
    evening = betting()
    evening.do(BeginClosing())
    evening.freeze(T1)
    again = evening.refused(AnswerFreeze(T1, 1), Patron(T1))
    assert again == NothingToChange(Already.FROZEN, "T1")
    assert evening.refused(AnswerFreeze(T2, 7), Patron(T2)) == RoundIsStale(7, 1)


@clause("rws-etg", "1.1", "3.8")
@clause("mbs", "3.6", "3.6.1", "3.6.2")
def test_the_engine_gives_each_card_to_its_hand() -> None:
    evening = betting()
    evening.close()
    sides = []
    for text in ("KS", "3D", "QH", "4C"):
        (fact,) = evening.do(DealCard(parse_card(text)))
        assert isinstance(fact, CardDealt)
        sides.append(fact.side)
    assert sides == [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER]


@clause("mbs", "3.8")
@reading("A-68")
def test_totals_are_announced_before_a_third_card_may_come() -> None:
    evening = betting()
    evening.close()
    assert evening.refused(AnnounceTotals()) == TotalsNotDue()
    for text in ("KS", "3D", "QH", "4C"):
        evening.do(DealCard(parse_card(text)))
    assert evening.refused(DealCard(parse_card("2D"))) == TotalsNotAnnounced()
    evening.do(AnnounceTotals())
    assert evening.refused(AnnounceTotals()) == TotalsNotDue()
    _, result = evening.do(DealCard(parse_card("2D")))
    assert result == ResultShown(Winner.BANKER, 2, 7)
    assert evening.phase() is Phase.RESULT


def test_a_natural_is_shown_when_its_totals_are_announced() -> None:
    evening = betting()
    evening.close()
    for text in ("KS", "3D", "9H", "4C"):
        evening.do(DealCard(parse_card(text)))
    assert evening.phase() is Phase.DEALING
    _, result = evening.do(AnnounceTotals())
    assert result == ResultShown(Winner.PLAYER, 9, 7)


@reading("A-69")
def test_a_keyed_card_needs_the_dealers_confirmation() -> None:
    evening = betting()
    evening.close()
    card = parse_card("KS")
    assert evening.refused(DealCard(card, CardOrigin.KEYED)) == CardNotConfirmed(card)
    evening.do(DealCard(card, CardOrigin.KEYED, confirmed=True))


@reading("A-69")
@clause("rws-etg", "5.3.1")
@clause("mbs", "5.1")
@pytest.mark.parametrize(
    ("game", "number", "words"),
    [("rws-etg", "5.3.1", "5.3.1, 5.11"), ("mbs-tiger", "5.1", "5.1.1, A-38")],
)
def test_a_card_beyond_its_decks_raises_the_alarm_by_itself(
    game: str, number: str, words: str
) -> None:
    config = configuration(game)
    terms = replace(config.terms, decks=4)
    evening = betting(replace(config, terms=terms))
    ace = parse_card("AS")
    evening.play("AS AS AS AS 2D 3D")
    evening.do(OpenBets())
    evening.close()
    beyond, reported = evening.do(DealCard(ace))
    assert beyond == CardBeyondDecks(ace, 4)
    assert isinstance(reported, IrregularityReported)
    assert (reported.policy.clause, reported.automatic) == (number, True)
    assert evening.table.round_now.cards == ()
    assert reported.words == "AS came out beyond all that 4 decks hold"
    assert evening.phase() is Phase.STOPPED
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.round_now.void
    assert evening.table.shoe is None
    assert [e.clause for e in evening.record.events[-2:]] == [words, number]


@clause("rws-etg", "1.18", "3.13")
@clause("mbs", "1.1.16")
@reading("A-27")
def test_settlement_ends_every_bet_of_every_terminal_in_one_event() -> None:
    evening = betting()
    evening.bet(T1, banker=100, tiger=5)
    evening.bet(T2, player=50)
    events_before = len(evening.record.events)
    evening.close()
    evening.deal("KS KD KH AC 5D 5S")
    evening.do(Settle())
    assert evening.phase() is Phase.SETTLED
    results = dict(round_of(evening).results)
    assert [(r.bet, r.result, r.profit) for r in results[T1]] == [
        ("banker", Result.WON, dollars(95)),
        ("tiger", Result.WON, dollars(100)),
    ]
    assert [(r.bet, r.result) for r in results[T2]] == [("player", Result.LOST)]
    assert evening.table.credits_of(T1) == dollars(1195)
    assert evening.table.credits_of(T2) == dollars(950)
    assert evening.record.events[-1].clause == "1.1.16"
    assert len(evening.record.events) > events_before


@clause("rws-etg", "5.9")
@reading("A-19", "A-50")
def test_bets_are_settled_as_they_were_registered_at_the_close_and_not_as_they_were_meant() -> None:
    evening = betting(configuration("rws-etg"))
    evening.bet(T1, banker=100)
    meant = WantPosition(T1, 1, position(player=100))
    evening.do(BeginClosing())
    evening.freeze(T1)
    assert evening.refused(meant, Patron(T1)) == BetsAreClosed(1)
    evening.freeze(T2)
    evening.do(CutOff())
    assert isinstance(evening.refused(meant, Patron(T1)), OutOfPhase)
    evening.deal("KS 3D 9H 4C")  # Player 9 against 7
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(900)


@clause("rws-etg", "5.2.1")
@reading("A-19")
def test_a_recorded_bet_stands_though_its_terminal_never_heard_so() -> None:
    evening = betting(configuration("rws-etg"))
    wish = WantPosition(T1, 1, position(player=100))
    first: object = evening.ask(wish, Patron(T1), "unheard")
    evening.close()
    # A repeat after the close gets the answer from before the close.
    assert evening.ask(wish, Patron(T1), "unheard") == first
    evening.deal("KS 3D 9H 4C")
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1100)


def test_a_terminal_without_bets_has_no_results() -> None:
    evening = betting()
    evening.bet(T1, tie=5)
    evening.bet(T1)
    evening.play("KS 3D 9H 4C")
    assert round_of(evening).results == ()
    assert evening.table.credits_of(T1) == dollars(1000)


def test_the_state_is_nothing_but_the_fold_of_its_events() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.play("KS 3D QH 4C 2D")
    evening.do(OpenBets())
    assert replay(evening.record.events) == evening.table


@clause("rws-etg", "1.4", "1.12")
def test_every_event_names_who_when_and_under_which_clause() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.play("KS 3D QH 4C 2D")
    for event in evening.record.events:
        assert event.clause
        assert event.by in {DEALER, SUPERVISOR, PIT_MANAGER, Patron(T1), Patron(T2)}
        assert event.command


def test_a_repeated_command_gets_the_first_answer_and_changes_nothing() -> None:
    evening = betting()
    wish = WantPosition(T1, 1, position(tie=5))
    first: object = evening.ask(wish, Patron(T1), "same")
    evening.bet(T1, tie=50)
    before = evening.record
    assert evening.ask(wish, Patron(T1), "same") == first
    assert evening.record == before


def test_a_repeated_refusal_is_the_same_refusal() -> None:
    evening = opened()
    wish = WantPosition(T1, 1, position(tie=5))
    first: object = evening.ask(wish, Patron(T1), "same")
    evening.do(OpenBets())
    assert evening.ask(wish, Patron(T1), "same") == first
