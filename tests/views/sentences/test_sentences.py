from typing import get_args

import pytest

from punto.bootstrap.rule_book import shipped_documents
from punto.ledger.tickets import ticket_number
from punto.live.layouts import TableLayout
from punto.live.posted_limits import PostedLimits
from punto.live.readings import ReadDifference
from punto.rounds.adjustment.commands import AdjustmentKind
from punto.rounds.adjustment.events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.betting.events import (
    BetsClosed,
    BetsOpened,
    ClosingBegan,
    PositionTaken,
    TerminalFroze,
)
from punto.rounds.boxes import events as layouts
from punto.rounds.boxes.commands import PlayerOption
from punto.rounds.boxes.state import place_of
from punto.rounds.commands import By, Patron, Timer
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.events import (
    CardBeyondDecks,
    CardDealt,
    ResultShown,
    RoundSettled,
    TotalsAnnounced,
)
from punto.rounds.events import Fact, TableEvent
from punto.rounds.irregularity.commands import ReportIrregularity, Verdict
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    EarlierRoundResettled,
    IrregularityDeclined,
    IrregularityReported,
    OrderDecided,
    PlayResumed,
    ReconstructionDenied,
    ReportLapsed,
    ReportQueued,
    RoundResettled,
    RoundVoided,
    RulingGiven,
    TerminalsInterrupted,
)
from punto.rounds.purse.events import (
    BillTaken,
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
    TicketUncertain,
)
from punto.rounds.shoe.commands import Shuffle
from punto.rounds.shoe.events import (
    CardsBurned,
    CardsCounted,
    CutCardSeen,
    RoadsRestarted,
    ShoeLoaded,
    ShoeRetired,
    ShoeRevealed,
)
from punto.rounds.table.commands import Link, Seating
from punto.rounds.table.events import (
    DealerChanged,
    LastRoundAnnounced,
    LimitsChanged,
    LinkReported,
    SeatingChanged,
    SeatLeft,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)
from punto.rounds.tray import events as trays
from punto.rounds.tray.commands import FloatCount, SlipKind
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity, Policy, Remedy
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.settlement import BetResult, Result
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import CommandId, Instant, PersonId, TableId
from punto.values.money import Cents, dollars
from punto.values.sides import Side, Winner
from punto.values.structures import replace
from punto.views.sentences import sentence_of, who_of
from punto.views.sentences.tables import rules_words
from support.rounds.evening import DEALER, SUPERVISOR, T1, T2, configuration, position, terms_for
from support.rounds.live import ANN, BEN, BOX_1
from support.rounds.trays import chips

NUMBER = ticket_number(12_345_678_901_234_567)
SHOWN = "*" * 14 + NUMBER[-4:]

WON = BetResult(BetKey("banker"), dollars(100), Result.WON, dollars(95), "4.7")
LOST = BetResult(BetKey("tie"), dollars(5), Result.LOST, dollars(-5), "4.8")
BACK = BetResult(BetKey("tie"), dollars(5), Result.RETURNED, Cents(0), "5.11")
PAID = ((T1, (WON, LOST)), (T2, (LOST,)))

FOREIGN = Policy(
    Irregularity.FOREIGN_CARD,
    "5.3.1",
    Remedy.VOID,
    Role.PIT_SUPERVISOR,
    withdraws_shoe=True,
    reaches_settled=False,
)
ALONE = replace(
    configuration("rws-live"),
    source=CardSource.VIRTUAL_SHOE,
    self_dealing=True,
    single_person=True,
)


def at_noon(fact: Fact, by: By = DEALER) -> TableEvent:
    return TableEvent(fact, by, Instant(12), CommandId("c1"), "3.3")


ANN_AT_1, MEI = place_of(ANN, BOX_1), DEALER.person
LIES = (parse_cards("9D KC"), parse_cards("KS QH"))

SENTENCES: list[tuple[Fact, str]] = [
    (
        TableConfigured(configuration()),
        "Table A1 plays Tiger Baccarat by Electronic Baccarat (MBS), version 4, in force from "
        "2025-03-20T09:00:00+08:00; 8 decks, shoe that reads",
    ),
    (
        TableConfigured(ALONE),
        "Table A1 plays Baccarat (live table) by Baccarat (RWS live table), version unknown, "
        "effective date unknown; "
        "8 decks, virtual shoe; "
        "boxes 1 2 3 5 6 7 8 9 10, minimum 100.00, Differential 10000.00 in each box; "
        "it deals by itself; "
        "one person fills both steps of dual control (A-73)",
    ),
    (TableOpened(DEALER), "The table is open; mei, Dealer, deals"),
    (LastRoundAnnounced(7), "Round 7 is announced as the last before the table closes"),
    (TableClosed(), "The table is closed"),
    (DealerChanged(SUPERVISOR), "arun, Pit Supervisor, deals from now on"),
    (
        LimitsChanged(
            Limits(dollars(10), dollars(500)), ((BetKey("tie"), Limits(step=dollars(5))),)
        ),
        "Limits from the next round on: 10.00 to 500.00 in steps of 1.00; "
        "tie 1.00 to 100000.00 in steps of 5.00",
    ),
    (
        ShoeLoaded(2, 8, CardSource.SHOE_THAT_READS, Shuffle.BY_HAND, "", "", None),
        "Shoe 2 is loaded with 8 decks, shuffled by hand",
    ),
    (
        ShoeLoaded(2, 8, CardSource.VIRTUAL_SHOE, Shuffle.VIRTUAL, "ab12", "5ea1ed", None),
        "Shoe 2 is loaded with 8 decks, shuffled virtually; its order is committed as ab12",
    ),
    (CardsBurned(parse_card("7H"), 7), "7H is shown, and 7 more are burned unseen"),
    (CutCardSeen(1), "The cut card came out; rounds that may still begin: 1"),
    (CardsCounted(415, 416), "415 cards counted, 416 expected"),
    (ShoeRetired("worn"), "The shoe is out of play: worn"),
    (
        ShoeRevealed(2, parse_cards("KS 4D"), "5a17"),
        "The order of shoe 2 is revealed, with its salt 5a17",
    ),
    (RoadsRestarted(), "The roads restart"),
    (
        SeatingChanged(Seating(patrons_choose=True, seats=7)),
        "Seats: 7; patrons choose the table themselves",
    ),
    (SeatingChanged(Seating()), "Seats: without a limit; staff seat patrons"),
    (TerminalSeated(T1), "T1 joins the table"),
    (SeatLeft(T1), "T1 leaves its seat; its credits stay"),
    (LinkReported(T1, Link.LOST), "T1 is lost"),
    (LinkReported(T1, Link.CONNECTED), "T1 is connected"),
    (TerminalDisabled(T1, "a spilled drink"), "T1 may not bet: a spilled drink"),
    (TerminalEnabled(T1), "T1 may bet again"),
    (CashTaken(T1, Cents(12_345)), "T1 gets 123.45 in credits for cash"),
    (BillTaken(T1, dollars(50), simulated=False), "T1 gets 50.00 in credits for a banknote"),
    (
        BillTaken(T1, dollars(50), simulated=True),
        "T1 gets 50.00 in credits for a simulated banknote",
    ),
    (TicketTaken(T1, dollars(50), NUMBER), f"T1 gets 50.00 in credits for ticket {SHOWN}"),
    (
        CashOutReserved(T1, dollars(50), NUMBER, Instant(99)),
        f"T1 cashes out 50.00; ticket {SHOWN} is being printed",
    ),
    (
        TicketPrinted(T1, dollars(50), NUMBER, Instant(9), Instant(99)),
        f"T1 has printed ticket {SHOWN} for 50.00",
    ),
    (CashOutGivenBack(T1, dollars(50)), "No ticket came out at T1; 50.00 is credited again"),
    (TicketUncertain(T1), "The printer of T1 does not know whether its ticket came out"),
    (HandPaid(T1, dollars(50)), "T1 is paid 50.00 in cash"),
    (TerminalMovedOut(T1, TableId("B2"), dollars(7), ""), "T1 leaves for table B2 with 7.00"),
    (
        TerminalMovedIn(T1, TableId("B2"), dollars(7), CommandId("c9"), ""),
        "T1 comes from table B2 with 7.00",
    ),
    (
        AdjustmentAsked(T1, AdjustmentKind.CREDITS, dollars(7), "late", PersonId("arun")),
        "arun proposes that T1 gets 7.00: late",
    ),
    (
        AdjustmentAsked(T1, AdjustmentKind.CREDITS, dollars(-7), "late", PersonId("arun")),
        "arun proposes that T1 gives up 7.00: late",
    ),
    (
        AdjustmentAsked(T1, AdjustmentKind.WRITE_OFF, dollars(7), "gone", PersonId("arun")),
        "arun proposes that T1 is forgiven a debt of 7.00: gone",
    ),
    (AdjustmentTurnedDown(T1), "The adjustment of T1 is turned down"),
    (CreditsAdjusted(T1, dollars(7), "late"), "T1 gets 7.00 by adjustment: late"),
    (
        CreditsAdjusted(T1, dollars(-7), "so ruled", by_ruling=True),
        "T1 gives up 7.00 by ruling: so ruled",
    ),
    (DebtWrittenOff(T1, dollars(7), "gone"), "T1 is forgiven a debt of 7.00: gone"),
    (DebtRepaid(T1, dollars(7)), "T1 repays 7.00 of its debt"),
    (
        BetsOpened(3, "Place your bets, please", Instant(99), configuration().stamp),
        "Bets open for round 3: Place your bets, please",
    ),
    (
        BetsOpened(3, "Place", Instant(99), configuration().stamp, parse_cards("KS 4D")),
        "Bets open for round 3: Place; seen before, and first in the deal (A-43): KS 4D",
    ),
    (
        PositionTaken(T1, position(banker=100, tie=5), opposite=False),
        "T1 has banker 100.00, tie 5.00",
    ),
    (
        PositionTaken(T1, position(banker=100, player=5), opposite=True),
        "T1 has banker 100.00, player 5.00, on both hands (A-16)",
    ),
    (PositionTaken(T1, (), opposite=False), "T1 has no bets"),
    (ClosingBegan(Instant(99)), "Bets are closing; terminals freeze and answer"),
    (TerminalFroze(T1), "T1 has frozen"),
    (BetsClosed("No more bets", ()), "Bets are closed: No more bets"),
    (
        BetsClosed("No more bets", (T1, T2)),
        "Bets are closed: No more bets; T1 did not answer and counts as lost; "
        "T2 did not answer and counts as lost",
    ),
    (CardDealt(parse_card("9C"), Side.BANKER, CardOrigin.READ), "9C to the Banker Hand"),
    (CardDealt(parse_card("9C"), Side.BANKER, CardOrigin.DRAWN), "9C to the Banker Hand"),
    (
        CardDealt(parse_card("TS"), Side.PLAYER, CardOrigin.KEYED),
        "TS to the Player Hand, keyed by hand",
    ),
    (
        CardDealt(parse_card("TS"), Side.PLAYER, CardOrigin.CARRIED),
        "TS to the Player Hand, carried from before the deal",
    ),
    (CardBeyondDecks(parse_card("TS"), 8), "TS came out beyond all that 8 decks hold"),
    (
        CardBeyondDecks(parse_card("TS"), 8, parse_cards("4D TS")),
        "TS came out beyond all that 8 decks hold; reported: 4D TS",
    ),
    (
        CardBeyondDecks(parse_card("TS"), 8, parse_cards("4D TS"), parse_cards("4D 9S")),
        "TS came out beyond all that 8 decks hold; reported: 4D TS in place of 4D 9S",
    ),
    (TotalsAnnounced(6, 3), "Totals announced: Player 6, Banker 3"),
    (ResultShown(Winner.BANKER, 3, 6), "Result: Banker wins, Player 3, Banker 6"),
    (ResultShown(Winner.TIE, 6, 6), "Result: a Tie, Player 6, Banker 6"),
    (RoundSettled(()), "The round is settled"),
    (
        RoundSettled(PAID),
        "The round is settled; T1 staked 105.00 and gets 195.00; T2 staked 5.00 and gets nothing",
    ),
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "a red back", None),
        "Irregularity reported: foreign card; a red back",
    ),
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "", parse_cards("KS 4D")),
        "Irregularity reported: foreign card; the cards are KS 4D",
    ),
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "", ()),
        "Irregularity reported: foreign card; the cards are none",
    ),
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "", None, parse_cards("KS"), earlier=3),
        "Irregularity reported in round 3: foreign card; out and not registered: KS",
    ),
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "a ninth KS", automatic=True),
        "Irregularity detected by the table: foreign card; a ninth KS",
    ),
    (
        IrregularityReported(FOREIGN, PersonId("mei"), "", lies=LIES),
        "Irregularity reported: foreign card; Player 9D KC lies against Banker KS QH",
    ),
    (
        TerminalsInterrupted(FOREIGN, "a cable", ((T1, position(tie=5)),), (T2,)),
        "Interrupted: a cable; T1 keeps tie 5.00; T2 has no bets and takes no part",
    ),
    (
        TerminalsInterrupted(FOREIGN, "", (), (T2,)),
        "Interrupted; T2 has no bets and takes no part",
    ),
    (
        ReportQueued(ReportIrregularity(Irregularity.SHORTAGE, "51 of a deck"), MEI),
        "Waits for the open decision: shortage: 51 of a deck",
    ),
    (
        ReportQueued(
            ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, terminals=(T1, T2)),
            MEI,
        ),
        "Waits for the open decision: terminal interruption at T1 T2",
    ),
    (
        ReportQueued(
            ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, cards=(), round_number=3),
            MEI,
        ),
        "Waits for the open decision: wrong card registered in round 3",
    ),
    (
        ReportLapsed(
            Irregularity.SHORTAGE,
            "clause 5.3.2 reaches no round now, expected a round within its reach (A-28)",
        ),
        "The report that waited, shortage, no longer applies: clause 5.3.2 reaches no round "
        "now, expected a round within its reach (A-28)",
    ),
    (IrregularityDeclined("it is ours"), "The report is declined: it is ours"),
    (
        ReconstructionDenied(FOREIGN, "swept together"),
        "True, but the cards cannot be reconstructed: swept together",
    ),
    (
        RulingGiven("the round stands", Verdict.GOES_ON),
        "Ruling: play goes on; the round stands",
    ),
    (RulingGiven("a fire", Verdict.VOID), "Ruling: the round is void; a fire"),
    (
        RulingGiven("it was so", Verdict.ESTABLISHED),
        "Ruling: the fact is established; it was so",
    ),
    (OrderDecided(parse_cards("4D KS")), "The order is decided: 4D KS"),
    (PlayResumed(Instant(99)), "Play goes on"),
    (
        CardsCorrected(parse_cards("KS 4D"), parse_cards("4D KS")),
        "Cards corrected: KS 4D become 4D KS",
    ),
    (CardsCarried(parse_cards("KS 4D")), "Carried to the next deal: KS 4D"),
    (CardsDiscarded(parse_cards("KS 4D")), "Discarded without being registered: KS 4D"),
    (RoundVoided(()), "The round is void"),
    (
        RoundVoided(((T1, (replace(BACK, stake=dollars(100)), BACK)), (T2, (BACK,)))),
        "The round is void; T1 gets 105.00 back; T2 gets 5.00 back",
    ),
    (
        RoundResettled(PAID),
        "The round is paid again by the cards; "
        "T1 staked 105.00 and gets 195.00; T2 staked 5.00 and gets nothing",
    ),
    (
        EarlierRoundResettled(3, parse_cards("KS 4D"), parse_cards("KS 5D"), ((T2, (LOST,)),)),
        "Round 3 is paid again by its cards, KS 4D become KS 5D; T2 staked 5.00 and gets nothing",
    ),
    (layouts.PatronJoined(ANN, BOX_1), "ann sits at box 1"),
    (layouts.PatronJoined(BEN, None), "ben stands at the table"),
    (layouts.PatronLeft(ANN), "ann has left the table"),
    (
        layouts.ChipsPlaced(ANN_AT_1, position(banker=500, tie=5), on_behalf=False),
        "ann at box 1: banker 500.00, tie 5.00",
    ),
    (
        layouts.ChipsPlaced(ANN_AT_1, (), on_behalf=True),
        "ann at box 1: no bets, placed by staff on request",
    ),
    (
        layouts.ReadingTaken((ReadDifference(BOX_1, BetKey("tie"), None, Cents(0), dollars(50)),)),
        "Taken as the sensor reads; box 1 tie: 0.00 recorded, 50.00 read",
    ),
    (
        layouts.ReadingSetAside(
            (ReadDifference(BOX_1, BetKey("tie"), ANN, dollars(50), Cents(0)),)
        ),
        "The sensor's reading is set aside; ann at box 1 tie: 50.00 recorded, 0.00 read",
    ),
    (
        layouts.ReadingPassedOver(
            (ReadDifference(BOX_1, BetKey("tie"), ANN, dollars(50), Cents(0)),)
        ),
        "The sensor's reading is passed over; ann at box 1 tie: 50.00 recorded, 0.00 read",
    ),
    (
        layouts.ExcessRejected(((ANN_AT_1, position(banker=100)),)),
        "Excess rejected; ann at box 1 banker 100.00",
    ),
    (
        layouts.LayoutClosed(
            "No more Bets",
            ((ANN_AT_1, position(banker=100)),),
            (
                layouts.PassedOver("L 5.2", BOX_1, ANN),
                layouts.PassedOver("L 5.1", BOX_1, None),
                layouts.PassedOver("L 5.1", None, None),
            ),
            None,
            ANN,
        ),
        "Bets are closed: No more Bets; ann at box 1 banker 100.00; "
        "passed over: ann at box 1 (L 5.2); passed over: box 1 (L 5.1); "
        "passed over: the table (L 5.1)",
    ),
    (layouts.HandHandedOver(Side.BANKER, ANN), "ann accepts the Banker Hand"),
    (layouts.HandHandedOver(Side.PLAYER, None), "The Dealer accepts the Player Hand"),
    (layouts.SqueezeGranted(ANN, Side.BANKER), "ann may squeeze the Banker Hand"),
    (
        layouts.HandsLaid(parse_cards("9D KC"), parse_cards("KS QH")),
        "The hands are played as they lie, in no draw order: Player 9D KC, Banker KS QH",
    ),
    (
        layouts.OptionsOffered((ANN, BEN), reconstructed=True),
        "ann, ben may continue with the reconstructed hand or take the bets back",
    ),
    (
        layouts.OptionsOffered((ANN,), reconstructed=False),
        "ann may continue with the hand as it is or take the bets back",
    ),
    (layouts.OptionChosen(ANN, PlayerOption.CONTINUE), "ann continues"),
    (layouts.OptionChosen(ANN, PlayerOption.RETURN), "ann takes the bets back"),
    (layouts.OptionsClosed(()), "The choice is over"),
    (layouts.WinningsClaimed(ANN_AT_1, dollars(20)), "ann is paid 20.00 that was held"),
    (
        trays.FloatCounted(FloatCount.OPENING, chips({100: 3, 25: 1}), MEI),
        "mei finds 3 of 100.00 and 1 of 25.00 in the opening count",
    ),
    (
        trays.FloatCountsDiffered(FloatCount.CLOSING, chips({100: 3}), ()),
        "The closing counts differ: first 3 of 100.00, then none",
    ),
    (trays.FloatOpened(1, chips({100: 3})), "Count 1: the float is open with 3 of 100.00"),
    (
        trays.FloatClosed(2, chips({100: 3}), Cents(0)),
        "Count 2: the float is closed with 3 of 100.00, as expected",
    ),
    (
        trays.FloatClosed(2, chips({100: 3}), dollars(25)),
        "Count 2: the float is closed with 3 of 100.00, 25.00 too much",
    ),
    (
        trays.FloatClosed(2, chips({100: 3}), dollars(-25)),
        "Count 2: the float is closed with 3 of 100.00, 25.00 too little",
    ),
    (
        trays.SlipRequested(7, SlipKind.FILL, chips({5: 20}), MEI),
        "mei requests fill 7 of 20 of 5.00",
    ),
    (trays.SlipCarried(7, MEI), "mei signs slip 7 as carrier"),
    (
        trays.SlipSigned(7, SlipKind.FILL, chips({5: 20})),
        "Slip 7 is signed: 20 of 5.00 come into the tray",
    ),
    (
        trays.SlipSigned(8, SlipKind.CREDIT, chips({5: 20})),
        "Slip 8 is signed: 20 of 5.00 go to the cage",
    ),
    (trays.SlipVoided(7, "wrong table"), "Slip 7 is void: wrong table"),
    (
        trays.ChipsBought(3, ANN, dollars(100), chips({25: 4})),
        "Buy-in 3: ann buys 4 of 25.00 for 100.00 in cash",
    ),
    (trays.StacksHanded(3, (0, 2)), "Taken and paid by hand in round 3: stacks 0, 2"),
    (
        trays.PaymentCorrected(3, 2, chips({100: 1}), chips({25: 2}), chips({5: 3})),
        "Stack 2 of round 3 had been paid as 1 of 100.00; 2 of 25.00 come back; "
        "3 of 5.00 are added",
    ),
    (
        trays.PaymentCorrected(3, 2, chips({25: 4}), (), ()),
        "Stack 2 of round 3 had been paid as 4 of 25.00",
    ),
    (
        trays.ChipsChanged(4, chips({100: 1}), chips({25: 4})),
        "Change 4: 1 of 100.00 for 4 of 25.00",
    ),
    # Records of the first version did not number these.
    (trays.FloatOpened(0, chips({100: 3})), "The float is open with 3 of 100.00"),
    (
        trays.StacksMoved(
            3,
            (trays.Stack(ANN_AT_1, dollars(100), chips({100: 1})),),
            (trays.Stack(ANN_AT_1, Cents(1250), chips({5: 3})),),
        ),
        "Chips are taken and paid; ann at box 1 100.00 in 1 of 100.00 into the tray; "
        "ann at box 1 12.50 in 3 of 5.00 paid",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES)
def test_every_event_is_one_plain_sentence(fact: Fact, sentence: str) -> None:
    assert sentence_of(at_noon(fact)) == sentence


def test_no_sentence_shows_the_order_of_a_shoe_that_is_still_sealed() -> None:
    assert not any("5ea1ed" in sentence_of(at_noon(fact)) for fact, _ in SENTENCES)


def test_every_kind_of_fact_is_among_these_sentences() -> None:
    assert {type(fact) for fact, _ in SENTENCES} == set(get_args(Fact))


def test_no_sentence_shows_the_whole_number_of_a_ticket() -> None:
    assert not any(NUMBER in sentence_of(at_noon(fact)) for fact, _ in SENTENCES)


@pytest.mark.reading("A-64", "A-71")
def test_rules_are_named_by_document_version_and_date() -> None:
    words = {key: rules_words(terms_for(key).game.rules) for key in ("rws-etg", "rws-live")}
    assert words == {
        "rws-etg": "Non-Commission Baccarat (Electronic Table Game) (RWS), version 5, "
        "in force from 2020-01-29T08:00:00+08:00",
        "rws-live": "Baccarat (RWS live table), version unknown, effective date unknown",
    }


@pytest.mark.reading("A-52")
def test_who_is_a_person_with_the_role_held_or_acted_in_or_a_terminal() -> None:
    acting = Actor(PersonId("arun"), Role.SHIFT_MANAGER, acting=True)
    event = at_noon(TableClosed(), acting)
    assert who_of(event) == "arun, acting Shift Manager"
    titles = {document.key: document.titles for document in shipped_documents()}
    assert who_of(event, titles["mbs"]) == "arun, acting Gaming Shift Manager"
    assert who_of(replace(event, by=DEALER)) == "mei, Dealer"
    assert who_of(replace(event, by=Patron(T1))) == "terminal T1"


@pytest.mark.reading("A-28")
def test_a_timer_is_said_to_act_for_the_dealer_of_record() -> None:
    assert who_of(at_noon(TableClosed(), Timer(DEALER))) == "the timer, for mei, Dealer"


@pytest.mark.clause("rws-live", "3.4")
@pytest.mark.parametrize(
    ("box", "table", "posted"),
    [
        (dollars(10_000), None, "Differential 10000.00 in each box"),
        (None, dollars(50_000), "Differential 50000.00 over the table"),
        (
            dollars(10_000),
            dollars(50_000),
            "Differential 10000.00 in each box, Differential 50000.00 over the table",
        ),
    ],
)
def test_a_live_table_says_its_minimum_and_its_differential(
    box: Cents | None, table: Cents | None, posted: str
) -> None:
    limits = PostedLimits(dollars(100), box, table)
    layout = TableLayout((BOX_1,), limits, face_down=True)
    configured = TableConfigured(replace(configuration("rws-live"), layout=layout))
    said = sentence_of(at_noon(configured))
    assert said.endswith(f"; boxes 1, minimum 100.00, {posted}, dealt face down")
