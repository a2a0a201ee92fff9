from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import pairwise

import pytest

from punto.rounds.betting import evolution
from punto.rounds.betting.commands import BeginClosing, CutOff, OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.commands import Patron
from punto.rounds.dealing.commands import DealCard, Settle
from punto.rounds.dealing.events import CardDealt
from punto.rounds.events import TableEvent
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.purse.commands import CashOut, HandPay, TakeCash
from punto.rounds.purse.events import CashOutReserved
from punto.rounds.shoe.commands import LoadShoe, NoteCutCard, Shuffle
from punto.rounds.table.commands import ChangeLimits
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.settlement import Result
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import PersonId, TerminalId
from punto.values.money import Cents, dollars
from punto.views.recall import CannotHaveHappened, Recall, recall
from punto.views.recall.steps import Balance
from support.rounds.evening import (
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import GAMES, Policies, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading


def recalled(evening: Evening, number: int = 1, terminal: TerminalId | None = None) -> Recall:
    found = recall(evening.record.events, number, terminal)
    assert found is not None
    return found


def sentences(found: Recall) -> list[str]:
    return [step.sentence for step in found.steps]


def a_round() -> Evening:
    evening = betting()
    evening.bet(T1, banker=100, tie=5)
    evening.bet(T2, player=50)
    evening.play("KS 3D QH 4C 2D")
    return evening


def test_a_round_is_shown_step_by_step_in_the_order_of_the_record() -> None:
    found = recalled(a_round())
    assert sentences(found) == [
        "Bets open for round 1: Place your bets, please",
        "T1 has banker 100.00, tie 5.00",
        "T2 has player 50.00",
        "Bets are closing; terminals freeze and answer",
        "T1 has frozen",
        "T2 has frozen",
        "Bets are closed: No more bets",
        "KS to the Player Hand",
        "3D to the Banker Hand",
        "QH to the Player Hand",
        "4C to the Banker Hand",
        "Totals announced: Player 0, Banker 7",
        "2D to the Player Hand",
        "Result: Banker wins, Player 2, Banker 7",
        "The round is settled; T1 staked 105.00 and gets 195.00; T2 staked 50.00 and gets nothing",
    ]
    assert [(step.who, step.clause) for step in found.steps[:2]] == [
        ("mei, Dealer", "3.1"),
        ("terminal T1", "3.5"),
    ]


def test_cards_come_in_order_with_the_totals_after_each() -> None:
    steps = [step for step in recalled(a_round()).steps if step.hands]
    assert [
        (str(s.hands), s.hands.player_total, s.hands.banker_total) for s in steps if s.hands
    ] == [
        ("P KS | B ", 0, 0),
        ("P KS | B 3D", 0, 3),
        ("P KS QH | B 3D", 0, 3),
        ("P KS QH | B 3D 4C", 0, 7),
        ("P KS QH 2D | B 3D 4C", 2, 7),
    ]


def test_every_bet_is_shown_with_its_end_its_clause_and_the_balance_around_it() -> None:
    found = recalled(a_round())
    (ending,) = found.endings
    shown = [
        (terminal, r.bet, r.stake, r.result, r.returned, r.clause)
        for terminal, results in ending.results
        for r in results
    ]
    assert shown == [
        (T1, "banker", dollars(100), Result.WON, dollars(195), "4.7"),
        (T1, "tie", dollars(5), Result.LOST, Cents(0), "4.7"),
        (T2, "player", dollars(50), Result.LOST, Cents(0), "4.7"),
    ]
    assert found.steps[1].balances == (
        Balance(T1, dollars(1000), dollars(895), Cents(0), Cents(0)),
    )
    assert ending.balances == (
        Balance(T1, dollars(895), dollars(1090), Cents(0), Cents(0)),
        Balance(T2, dollars(950), dollars(950), Cents(0), Cents(0)),
    )
    assert not found.steps[0].balances
    assert not found.steps[0].results


def test_a_terminal_sees_the_table_and_only_its_own_bets_and_money() -> None:
    evening = betting()
    evening.bet(T1, banker=100, tie=5)
    evening.bet(T2, player=50)
    evening.do(TakeCash(T1, dollars(7)))
    evening.do(BeginClosing())
    evening.now += 2_000
    evening.do(CutOff())  # neither terminal answered
    evening.deal("KS 3D QH 4C 2D")
    evening.do(Settle())
    for terminal, other in ((T1, T2), (T2, T1)):
        found = recalled(evening, terminal=terminal)
        assert other not in str(found.steps) + str(sentences(found))
    assert sentences(recalled(evening, terminal=T2)) == [
        "Bets open for round 1: Place your bets, please",
        "T2 has player 50.00",
        "Bets are closing; terminals freeze and answer",
        "Bets are closed: No more bets; T2 did not answer and counts as lost",
        "KS to the Player Hand",
        "3D to the Banker Hand",
        "QH to the Player Hand",
        "4C to the Banker Hand",
        "Totals announced: Player 0, Banker 7",
        "2D to the Player Hand",
        "Result: Banker wins, Player 2, Banker 7",
        "The round is settled; T2 staked 50.00 and gets nothing",
    ]


def test_a_terminal_without_bets_sees_how_the_table_played() -> None:
    found = recalled(a_round(), terminal=TerminalId("T3"))
    assert sentences(found)[-1] == "The round is settled"
    assert not found.endings
    assert not any(step.balances for step in found.steps)


@reading("A-64")
def test_a_recall_carries_the_rules_and_the_configuration_that_the_round_was_played_under() -> None:
    evening = a_round()
    evening.do(ChangeLimits(Limits(dollars(10), dollars(50))), PIT_MANAGER)
    evening.do(OpenBets())
    first, second = recalled(evening), recalled(evening, 2)
    assert first.configuration == configuration()
    assert second.configuration.terms.limits == Limits(dollars(10), dollars(50))
    since = datetime(2025, 3, 20, 9, tzinfo=timezone(timedelta(hours=8)))
    stamp = first.stamp
    assert (stamp.document, stamp.version, stamp.effective) == (
        "mbs",
        4,
        since,
    )
    assert {"A-15a", "A-16a", "A-49a"} <= set(stamp.readings)
    assert not stamp.single_person
    assert (first.shoe_number, first.round_number, first.terminal) == (1, 1, None)
    assert first.banner == "Recall of round 1 at table A1, not live"
    assert sentences(second) == ["Bets open for round 2: Place your bets, please"]


def test_a_round_that_the_record_does_not_have_is_not_recalled() -> None:
    assert recall(a_round().record.events, 2) is None
    assert recall((), 1) is None


def test_money_that_came_during_the_round_is_shown_and_later_money_is_not() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.do(TakeCash(T1, dollars(7)))
    evening.play("KS 3D QH 4C 2D")
    evening.do(TakeCash(T1, dollars(9)))
    evening.do(NoteCutCard())
    found = recalled(evening)
    assert "T1 gets 7.00 in credits for cash" in sentences(found)
    assert sentences(found)[-1].startswith("The round is settled")
    # There are no gaps: each balance begins where the one before it ended.
    chain = [b for step in found.steps for b in step.balances if b.terminal == T1]
    assert all(a.credits_after == b.credits_before for a, b in pairwise(chain))
    assert chain[-1].credits_after == dollars(1000 + 7 + 95)


@reading("A-41", "A-42")
@pytest.mark.parametrize("document", GAMES)
def test_a_void_round_ends_with_the_shoe_that_went_with_it(
    policies: Policies, document: str
) -> None:
    acting = Actor(PersonId("arun"), Role.PIT_SUPERVISOR, acting=True)
    evening = with_cards(document, policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), acting)
    evening.do(LoadShoe(8, Shuffle.BY_HAND))
    # Found between rounds, so it does not concern the finished round.
    evening.do(report(Irregularity.SHORTAGE))
    evening.do(Attest(), SUPERVISOR)
    found = recalled(evening)
    broken, void = {"rws-etg": ("5.3.1", "5.3.1, 5.11"), "mbs": ("5.1", "5.1.1, A-38")}[document]
    assert [(s.sentence, s.who, s.clause) for s in found.steps[-3:]] == [
        ("Irregularity reported: foreign card; seen by the Dealer", "mei, Dealer", broken),
        ("The round is void; T1 gets 100.00 back", "arun, acting Pit Supervisor", void),
        (f"The shoe is out of play: clause {broken}", "arun, acting Pit Supervisor", broken),
    ]
    (ending,) = found.endings
    assert ending.balances == (Balance(T1, dollars(900), dollars(1000), Cents(0), Cents(0)),)


@reading("A-39")
def test_a_matter_is_shown_with_who_reported_declined_and_ruled(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Decline("it is ours"), SUPERVISOR)
    evening.do(Rule(Verdict.GOES_ON, "the card is ours"), SHIFT_MANAGER)
    shown = [(s.sentence, s.who, s.clause) for s in recalled(evening).steps[-4:]]
    assert shown == [
        ("Irregularity reported: foreign card; seen by the Dealer", "mei, Dealer", "5.3.1"),
        ("The report is declined: it is ours", "arun, Pit Supervisor", "A-39"),
        ("Ruling: play goes on; the card is ours", "tan, Table Games Shift Manager", "5.12"),
        ("Play goes on", "tan, Table Games Shift Manager", "5.12"),
    ]


@clause("rws-etg", "1.17")
@reading("A-44")
def test_a_reconstruction_shows_the_physical_and_the_corrected_order(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS 9C")
    evening.do(report(Irregularity.WRONG_ORDER, "KS 4D 9C"))
    evening.do(Attest(), SUPERVISOR)
    evening.do(DealCard(parse_card("2H")))
    corrected = next(s for s in recalled(evening).steps if s.sentence.startswith("Cards"))
    assert corrected.sentence == "Cards corrected: 4D KS 9C become KS 4D 9C"
    assert str(corrected.hands) == "P KS 9C | B 4D"
    assert corrected.who == "arun, Pit Supervisor"


@clause("rws-etg", "5.6")
@clause("mbs", "6.3")
@reading("A-28", "A-72")
@pytest.mark.parametrize("document", GAMES)
def test_a_round_that_was_paid_again_shows_both_payments_and_the_debt(
    policies: Policies, document: str
) -> None:
    evening = settled(document, policies)  # 100 on Banker has won, 7 to 2
    won = evening.table.credits_of(T1)
    evening.do(HandPay(T1, Cents(won - dollars(30))), SUPERVISOR)
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    evening.do(Attest(), SUPERVISOR)
    found = recalled(evening)
    first, second = found.endings
    assert [r.result for _, results in first.results for r in results] == [Result.WON]
    assert [r.result for _, results in second.results for r in results] == [Result.LOST]
    profit = {"rws-etg": dollars(100), "mbs": dollars(95)}[document]
    assert won == dollars(1000) + profit
    # The lost bet costs the profit and the stake; 30 are left, and the rest is owed.
    owed = Cents(profit + dollars(100) - dollars(30))
    assert second.balances == (Balance(T1, dollars(30), Cents(0), Cents(0), owed),)
    assert f"T1 is paid {(won - dollars(30)) // 100}" in str(sentences(found))
    assert second.clause == {"rws-etg": "5.6", "mbs": "6.3"}[document]


def test_ticket_numbers_are_masked_also_inside_the_events_of_the_steps() -> None:
    evening = betting()
    evening.bet(T1, banker=100)
    evening.do(CashOut(T1, 1_234_567_890_123), Patron(T1))
    evening.play("KS 3D QH 4C 2D")
    number = evening.table.seats[T1].ticket
    assert number is not None
    for terminal in (None, T1):
        facts = [step.event.fact for step in recalled(evening, terminal=terminal).steps]
        (reserved,) = (fact for fact in facts if isinstance(fact, CashOutReserved))
        assert reserved.number == "*" * 14 + number[-4:]


def corrected_late(verdict: Verdict | None = None) -> Evening:
    """Round 1 is found to be wrong after round 2 has shown its result."""
    evening = a_round()
    evening.do(OpenBets())
    evening.bet(T1, banker=10)
    evening.close()
    evening.deal("9S 3D KH 4C")
    if verdict is None:
        cards = parse_cards("KS 3D QH 4C 9D")
        late = ReportIrregularity(
            Irregularity.WRONG_CARD_REGISTERED, "on the film", cards, round_number=1
        )
        evening.do(late)
        evening.do(Attest(), SHIFT_MANAGER)
    else:
        evening.do(ReportIrregularity(Irregularity.NOT_COVERED, "on the film", round_number=1))
        evening.do(Rule(verdict, "no harm done", ((T2, dollars(3)),)), SHIFT_MANAGER)
    evening.do(Settle())
    return evening


@clause("mbs", "6.3")
@reading("A-29", "A-30")
def test_a_round_corrected_after_the_next_began_shows_that_too() -> None:
    found = recalled(corrected_late())
    assert [(step.sentence, step.who) for step in found.steps[-3:]] == [
        (
            "Irregularity reported in round 1: wrong card registered; on the film; "
            "the cards are KS 3D QH 4C 9D",
            "mei, Dealer",
        ),
        (
            "Round 1 is paid again by its cards, KS 3D QH 4C 2D become KS 3D QH 4C 9D; "
            "T1 staked 105.00 and gets nothing; T2 staked 50.00 and gets 100.00",
            "tan, Gaming Shift Manager",
        ),
        ("Play goes on", "tan, Gaming Shift Manager"),
    ]
    first, second = found.endings
    assert first.sentence.startswith("The round is settled")
    assert str(second.hands) == "P KS QH 9D | B 3D 4C"
    # 195 are taken back of 1080, which is what 1090 less the bet of round 2 left.
    assert second.balances == (
        Balance(T1, dollars(1080), dollars(885), Cents(0), Cents(0)),
        Balance(T2, dollars(950), dollars(1050), Cents(0), Cents(0)),
    )


def test_the_round_in_which_an_earlier_one_was_corrected_has_one_ending_of_its_own() -> None:
    found = recalled(corrected_late(), 2)
    assert [step.sentence for step in found.endings] == [
        "The round is settled; T1 staked 10.00 and gets nothing"
    ]
    assert any(sentence.startswith("Round 1 is paid again") for sentence in sentences(found))
    own = recalled(corrected_late(), 2, T2)
    assert "Round 1 is paid again" in str(sentences(own))
    assert T1 not in str(sentences(own)) + str(own.steps)


def test_a_late_ruling_is_shown_with_what_it_gave() -> None:
    found = recalled(corrected_late(Verdict.GOES_ON))
    assert sentences(found)[-4:] == [
        "Irregularity reported in round 1: not covered; on the film",
        "Ruling: play goes on; no harm done",
        "Play goes on",
        "T2 gets 3.00 by ruling: no harm done",
    ]
    assert found.steps[-1].balances == (
        Balance(T2, dollars(950), dollars(953), Cents(0), Cents(0)),
    )


def test_a_late_error_reported_between_rounds_does_not_prolong_the_last_one() -> None:
    evening = corrected_late()
    late = ReportIrregularity(Irregularity.NOT_COVERED, "on the film", round_number=1)
    evening.do(late)
    assert sentences(recalled(evening))[-1].startswith("Irregularity reported in round 1")
    assert sentences(recalled(evening, 2))[-1].startswith("The round is settled")


def test_a_recall_reads_no_further_than_a_correction_can_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A record may go on for a million rounds."""
    monkeypatch.setattr(evolution, "ROUNDS_KEPT", 2)
    evening = opened()
    for _ in range(6):
        evening.do(OpenBets())
        evening.play("4D 9S KC KH")
    read = []

    def events() -> Iterator[TableEvent]:
        for event in evening.record.events:
            read.append(event)
            yield event

    for number, last in {1: 4, 2: 5, 3: 6, 6: 6}.items():
        read.clear()
        assert recall(events(), number) is not None
        begun = [event.fact for event in read if isinstance(event.fact, BetsOpened)]
        assert begun[-1].round_number == last


def test_an_event_that_cannot_have_happened_is_told_with_what_does_not_fit() -> None:
    events = a_round().record.events
    dealt = next(event for event in events if isinstance(event.fact, CardDealt))
    with pytest.raises(CannotHaveHappened, match=r"RecordDoesNotHold: no (round|shoe)") as fault:
        recall([dealt, *events], 1)
    assert fault.value.event is dealt
