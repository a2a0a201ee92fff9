from typing import get_args

import pytest

from punto.ledger.redemptions import (
    TicketAlreadyPaid,
    TicketAmountDiffers,
    TicketExpired,
    TicketNotOnFile,
)
from punto.live.bet_lines import LinePart
from punto.live.chips import ChipsMissing
from punto.rounds.adjustment.refusals import (
    AdjustmentWaits,
    AdjustsNothing,
    AmountAboveDebt,
    NoAdjustmentWaits,
    NoMoneyHere,
)
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
from punto.rounds.boxes.reading_refusals import NothingRead, ReadingStale, ReadingUnclear
from punto.rounds.boxes.refusals import (
    AlreadyChosen,
    BetLineUnclear,
    BoxTaken,
    ChipsCannotMake,
    DealtFaceUp,
    LayoutUnfit,
    MayNotHold,
    NoSeatedBet,
    NoSuchBox,
    NotAsked,
    NothingHeld,
    NothingInExcess,
    NothingToRepeat,
    NotTheAcceptor,
    PatronInPlace,
    PatronKeyUnfit,
    PatronUnknown,
    SqueezeTooLate,
    WarningsOpen,
    WrongKindOfTable,
)
from punto.rounds.boxes.state import place_of
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import (
    ActingInVain,
    AmountNotPositive,
    CommandIdReused,
    NotForATimer,
    NotForThisSender,
    NotTheDealerOnDuty,
    OutOfPhase,
    ReasonMissing,
    RoleTooLow,
)
from punto.rounds.configuration import CardSource
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.dealing.refusals import (
    CardNotConfirmed,
    OriginDiffers,
    StaleDraw,
    TotalsNotAnnounced,
    TotalsNotDue,
)
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import (
    CardsCannotBe,
    CardsMissing,
    DealtTheRound,
    EarlierRoundStands,
    ExtraCardsNotWanted,
    ForTheShiftManager,
    NoCardIsOut,
    NoCardLeftOver,
    NoRemedyFollows,
    NoRoundToReach,
    NotForARuling,
    NothingToReconstruct,
    NotInThisDocument,
    OrderNotYours,
    ReportedAlready,
    RoundOutOfReach,
    TerminalsMissing,
    TerminalsNotWanted,
    TooManyReportsWait,
)
from punto.rounds.phases import NextStep, Phase
from punto.rounds.purse.refusals import (
    AmountAboveCredits,
    ChanceOutOfRange,
    MoneyStillHere,
    NoCredits,
    NothingWasSent,
    NoTicketWaiting,
    RoundMayStillChange,
    TicketIsWaiting,
    TicketNumberTaken,
    TransferTakenAlready,
)
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.commands import Shuffle
from punto.rounds.shoe.refusals import (
    BurnFirst,
    BurnNotDue,
    CommitmentDoesNotFit,
    CommitmentUsedBefore,
    CutCardAlreadySeen,
    CutDoesNotFit,
    DecksDiffer,
    ExpectedOrder,
    NoShoe,
    NothingToReveal,
    NotWithAShuffler,
    OnlyWithAShuffler,
    RevealDoesNotHold,
    ShoeInPlay,
    ShoeIsOver,
    ShuffleDoesNotFit,
    SourceDiffers,
)
from punto.rounds.table.refusals import (
    AloneOnAStaffedFloor,
    Already,
    AlreadySeated,
    BetsInPlay,
    ClosingWithoutNotice,
    ConfigurationRefused,
    ConfigurationUnfit,
    LastRoundKnown,
    LastRoundPlayed,
    NoSeatFree,
    NothingToChange,
    NotSeated,
    SeatsBelowOne,
    StaffSeatPatrons,
    TableHasNoGame,
    TableNotOpen,
    Unfit,
)
from punto.rounds.tray.commands import FloatCount, SlipKind
from punto.rounds.tray.refusals import (
    ChipsWorthOther,
    CountWaits,
    FloatIsOpen,
    FloatNotOpen,
    NoChipsNamed,
    NoCountWaits,
    NoSuchSlip,
    NoSuchStack,
    NotChipsOfTheSet,
    NothingToHand,
    PaymentIsRight,
    SignatureMissing,
    SignedBefore,
    SlipsOpen,
    TrayCannotMake,
    TrayCannotPay,
)
from punto.rules.dual_control import OnePersonAsTwo, SamePersonTwice
from punto.rules.games import BetKey, GameKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.refusals import BetNotOffered, NothingOffered, StakeNotPositive
from punto.rules.roles import Role
from punto.values.cards import parse_card
from punto.values.ids import CommandId, Instant, PersonId, TableId
from punto.values.money import Cents, dollars
from punto.values.sides import Side
from support.rounds.evening import T1, T2
from support.rounds.live import ANN, BEN, BOX_1, BOX_2

ACE = parse_card("AS")
TIE = BetKey("tie")

SENTENCES: list[tuple[Refusal, str]] = [
    (
        OutOfPhase(
            WishName("Settle"), Phase.IDLE, (Phase.RESULT,), NextStep.OPEN_BETS, Role.DEALER
        ),
        "settling the round: no round is in progress, and opening bets comes next (R 3.3, M 3.1); "
        "expected once the cards are complete (R 3.13, M 1.1.16)",
    ),
    (
        OutOfPhase(
            WishName("LoadShoe"),
            Phase.DEALING,
            (Phase.IDLE, Phase.SETTLED),
            NextStep.BANKER_THIRD_CARD,
            Role.DEALER,
        ),
        "loading a shoe: bets are closed, and the Banker Hand's third card comes next "
        "(R 3.10, M 3.8); expected between two rounds (R 2.2.1, M 2.1)",
    ),
    (
        OutOfPhase(
            WishName("DealCard"),
            Phase.RESULT,
            (Phase.DEALING,),
            NextStep.SETTLE,
            Role.DEALER,
            Irregularity.EXCESS_OR_EXPOSED_CARD,
        ),
        "dealing a card: the cards are complete, and settling the round comes next "
        "(R 3.13, M 1.1.16); expected while cards are dealt (R 3.8, M 3.6); a card that is out "
        "all the same is reported as excess-or-exposed-card (R 5.4, M 5.7, A-43)",
    ),
    (
        OutOfPhase(
            WishName("WantPosition"),
            Phase.STOPPED,
            (Phase.BETTING, Phase.CLOSING),
            NextStep.ATTEST,
            Role.PIT_SUPERVISOR,
        ),
        "betting: a report waits for the Pit Supervisor to attest it (A-39); expected while bets "
        "are open or while bets are closing (R 3.3, R 3.7, M 3.1, M 5.5)",
    ),
    (
        OutOfPhase(
            WishName("CashOut"),
            Phase.STOPPED,
            tuple(phase for phase in Phase if phase is not Phase.STOPPED),
            NextStep.RULE,
            Role.SHIFT_MANAGER,
        ),
        "cashing out: a report waits for the Shift Manager to rule on it (R 5.12, M 6.1, A-39)",
    ),
    (
        RoleTooLow(WishName("CloseTable"), Role.PIT_SUPERVISOR, Role.DEALER),
        "closing the table: asked by Dealer, expected Pit Supervisor or above (A-52)",
    ),
    (
        RoleTooLow(WishName("CloseTable"), Role.PIT_SUPERVISOR, None),
        "closing the table: asked by a patron, expected Pit Supervisor or above (A-52)",
    ),
    (
        NotForThisSender(WishName("WantPosition"), T1),
        "betting: expected from terminal T1 itself (R 1.15, R 3.5, M 1.1.15)",
    ),
    (
        NotTheDealerOnDuty(PersonId("li"), PersonId("mei")),
        "li does not deal here, expected mei or a higher role (R 1.4, M 6.2)",
    ),
    (
        NotForATimer(WishName("Settle")),
        "settling the round: not for the timer of this table, expected a person (A-28)",
    ),
    (
        AloneOnAStaffedFloor(),
        "single person: the floor runs with staff, expected two people (A-73)",
    ),
    (TableHasNoGame(), "the table has no game yet, expected it to be configured first (A-64)"),
    (
        ConfigurationRefused((NothingOffered(GameKey("rws-etg")),)),
        "game rws-etg: every bet is left out, expected at least one offered (A-12)",
    ),
    (NoShoe(), "there is no shoe in play, expected one to be loaded (R 2.2.1, M 2.1)"),
    (
        ShoeInPlay(3),
        "shoe 3 is in play, expected it to be retired first (R 5.7.1, M 3.10, A-46)",
    ),
    (ShoeIsOver(3), "shoe 3 has had its last round, expected a new shoe (M 3.10, A-49)"),
    (DecksDiffer(6, 8), "6 decks: expected 8 at this table (R 2.2.1, M 2.1)"),
    (
        CutDoesNotFit(None),
        "cut card none: expected in a virtual shoe, always where a timer deals (A-49)",
    ),
    (
        CutDoesNotFit(416),
        "cut card after 416 cards: expected in a virtual shoe, always where a timer deals (A-49)",
    ),
    (CutCardAlreadySeen(), "the cut card of this shoe was seen already, expected it once (M 3.10)"),
    (
        SourceDiffers(CardSource.KEYED_SHOE, CardSource.SHUFFLER),
        "keyed shoe in play: expected electronic card shuffler (A-70)",
    ),
    (
        ShuffleDoesNotFit(Shuffle.BY_HAND, CardSource.VIRTUAL_SHOE),
        "cards shuffled by hand: expected virtually for a virtual shoe (R 5.3.5, M 5.1)",
    ),
    (
        CommitmentDoesNotFit(CardSource.VIRTUAL_SHOE),
        "virtual shoe: expected a commitment to its order, and the seal (R 1.3, A-70)",
    ),
    (
        CommitmentDoesNotFit(CardSource.KEYED_SHOE),
        "keyed shoe: expected no commitment (R 1.3, A-70)",
    ),
    (
        CommitmentUsedBefore("ab"),
        "commitment ab: used before, expected a fresh shuffle (R 5.3.5, M 5.1)",
    ),
    (
        NotWithAShuffler(WishName("CountCards")),
        "counting the cards: the table plays from a continuous shuffler, expected a shoe (A-70)",
    ),
    (
        OnlyWithAShuffler(),
        "roads start again with the next shoe, expected a continuous shuffler (A-70)",
    ),
    (BurnNotDue(), "burn: expected once in a new shoe, at a table that burns cards (A-49)"),
    (
        BurnFirst(),
        "the first cards of this shoe are not burned yet, expected that first (A-49)",
    ),
    (
        NothingToReveal(3),
        "shoe 3: expected a virtual one out of play, not revealed so far (R 1.3, A-70)",
    ),
    (
        RevealDoesNotHold(3, ExpectedOrder.WHOLE_DECKS, 8),
        "order of shoe 3: expected 8 whole decks (R 2.2.1, M 2.1)",
    ),
    (
        RevealDoesNotHold(3, ExpectedOrder.AS_PROMISED, 8),
        "order of shoe 3: expected the order of the commitment (R 5.3.5, M 5.1)",
    ),
    (
        RevealDoesNotHold(3, ExpectedOrder.AS_DEALT, 8),
        "order of shoe 3: expected the cards that were dealt, in their order (R 3.8, M 3.6)",
    ),
    (
        NotSeated(T1),
        "terminal T1 is not at this table, expected it to be seated here first (R 1.15, M 1.1.15)",
    ),
    (
        SeatsBelowOne(0),
        "0 seats: expected at least 1, or no limit (R 1.15, M 1.1.15)",
    ),
    (
        StaffSeatPatrons(WishName("LeaveSeat")),
        "leaving a seat: at this table staff seat patrons, expected an attendant's help "
        "(R 1.15, M 1.1.15)",
    ),
    (
        NoSeatFree(7),
        "seats of the table: 7, all taken, expected a free one or another table (R 1.15, M 1.1.15)",
    ),
    (
        TableNotOpen(TableId("B2")),
        "table B2 is closed, expected an open table (R 1.15, M 1.1.15)",
    ),
    (
        BetsInPlay(T1, dollars(100)),
        "terminal T1 has 100.00 in play, expected the round to end first (R 1.15, M 1.1.15)",
    ),
    (
        AlreadySeated(T1),
        "terminal T1 is at this table already, expected it to come once (R 1.15, M 1.1.15)",
    ),
    (
        NothingToChange(Already.DEALS, "mei"),
        "mei deals already, expected a change (R 1.12, M 6.2)",
    ),
    (
        NothingToChange(Already.FROZEN, "T1"),
        "terminal T1 is frozen already, expected a change (A-24)",
    ),
    (
        ReasonMissing(WishName("RetireShoe")),
        "retiring the shoe: without a reason, expected one in words (A-46, A-49, R 5.7.1)",
    ),
    (
        TerminalIsDisabled(T1, "screen"),
        "terminal T1 is disabled: screen; expected it enabled first (R 1.15, M 1.1.15)",
    ),
    (RoundIsStale(4, 5), "round 4: expected 5, the round in progress (R 1.18, M 1.1.16)"),
    (
        BetsAreClosed(5),
        "the bets of round 5 are closed, expected them before the cut-off (R 3.7, M 5.5, A-24)",
    ),
    (
        BetsRefused((BetNotOffered(TIE), StakeNotPositive(TIE, Cents(0)))),
        "bet 'tie': not offered at this table, expected a bet on offer (A-12); "
        "stake 0.00 on tie: expected more than 0 (A-17)",
    ),
    (
        BetWrittenTwice("tie"),
        "bet 'tie': named twice, expected one stake for each bet (R 3.6, M 3.5)",
    ),
    (
        StakesAboveCredits(dollars(5), dollars(4)),
        "stakes of 5.00 in all: expected at most the 4.00 of the terminal's credits "
        "(R 1.15, M 1.1.15)",
    ),
    (
        OppositeBetsNotTaken(),
        "bets on both hands: expected bets on one hand only at this table (A-16)",
    ),
    (
        SideBetsNeedAnOriginalBet(),
        "side bets alone: expected a bet on Player or Banker beside them (A-15)",
    ),
    (
        LiabilityAboveCap(dollars(4)),
        "the table takes no more risk than 4.00 in a round, expected a smaller stake (A-17)",
    ),
    (
        TooEarlyToCutOff((T1, T2), Instant(3)),
        "terminals T1, T2 have not frozen yet, "
        "expected their answers or the end of the grace (A-24)",
    ),
    (CardNotConfirmed(ACE), "card AS: keyed by hand, expected the Dealer's confirmation (A-69)"),
    (
        StaleDraw(4, 5),
        "card 5 of the shoe: 5 have left it, expected card 6 (A-44)",
    ),
    (
        OriginDiffers(CardOrigin.READ, CardSource.VIRTUAL_SHOE),
        "card read: expected drawn at a virtual shoe (R 1.3, A-69)",
    ),
    (TotalsNotAnnounced(), "third card: expected the totals to be announced first (M 3.8, A-68)"),
    (TotalsNotDue(), "totals: expected once, after the first four cards (M 3.8, A-68)"),
    (AmountNotPositive(Cents(-5)), "amount -0.05: expected more than 0 (R 1.15, M 1.1.15)"),
    (NoCredits(T1), "terminal T1 has no credits, expected some to take out (R 1.15, M 1.1.15)"),
    (
        TicketIsWaiting(T1),
        "terminal T1 has a ticket at the printer, expected its answer first (R 1.15, M 1.1.15)",
    ),
    (
        NoTicketWaiting(T1),
        "terminal T1 has no such ticket at the printer, "
        "expected the one that waits there (R 1.15, M 1.1.15)",
    ),
    (
        AmountAboveCredits(dollars(5), dollars(4)),
        "amount 5.00: expected at most the 4.00 of the terminal's credits (R 1.15, M 1.1.15)",
    ),
    (
        MoneyStillHere(T1, dollars(5)),
        "terminal T1 has 5.00 in play, at the printer or owed here, "
        "expected nothing of it to stay behind (R 1.15, M 1.1.15, A-28)",
    ),
    (
        RoundMayStillChange(T1, 4),
        "terminal T1 had bets in round 4, which may still be corrected; "
        "expected the next round to have begun (A-28)",
    ),
    (ChanceOutOfRange(-1), "chance -1: expected a number of at most 17 digits (A-22)"),
    (TicketNumberTaken("…0059"), "ticket …0059: the number is taken, expected another (A-22)"),
    (
        NothingWasSent(T1, TableId("B2")),
        "terminal T1: table B2 has not sent it here, expected it sent first (R 1.15, M 1.1.15)",
    ),
    (
        TransferTakenAlready(CommandId("c1")),
        "move c1: taken already, expected each to be taken once (R 1.15, M 1.1.15)",
    ),
    (
        TicketNotOnFile("…0059"),
        "ticket …0059: not on file, expected an issued ticket (A-22)",
    ),
    (
        TicketAlreadyPaid("…0059", T1, Instant(3)),
        "ticket …0059: already paid at terminal T1, expected an unpaid ticket (A-22)",
    ),
    (
        TicketExpired("…0059", Instant(3)),
        "ticket …0059: expired, expected a ticket before its expiry (A-22)",
    ),
    (
        TicketAmountDiffers("…0059", dollars(5), dollars(4)),
        "ticket …0059: presented for 5.00, expected 4.00 (A-22)",
    ),
    (AdjustsNothing(T1), "adjustment at T1: expected an amount, and each terminal once (A-53)"),
    (
        NoMoneyHere(T1),
        "terminal T1 is not at this table and has no money here, "
        "expected it to be seated here first (R 1.15, M 1.1.15)",
    ),
    (
        AdjustmentWaits(T1),
        "terminal T1 has an adjustment waiting, expected its answer first (A-53)",
    ),
    (NoAdjustmentWaits(T1), "terminal T1 has no adjustment waiting, expected one (A-53)"),
    (
        AmountAboveDebt(dollars(5), dollars(4)),
        "amount 5.00: expected at most the 4.00 that the patron owes (A-28)",
    ),
    (
        ConfigurationUnfit(Unfit.NEGATIVE_CAP, "-0.01"),
        "configuration: a liability cap of -0.01, expected at least 0 (A-17)",
    ),
    (
        CommandIdReused(CommandId("c1")),
        "command id c1: already used for another command, expected at most one command for each id",
    ),
    (
        NotInThisDocument(Irregularity.SHORTAGE),
        "shortage: the rules of this table name no procedure for it, "
        "expected a report of not-covered (R 5.12, M 6.1)",
    ),
    (
        NoRoundToReach("5.1"),
        "clause 5.1 reaches no round now, expected a round within its reach (A-28)",
    ),
    (
        NoCardIsOut("5.2"),
        "clause 5.2 is about dealt cards, expected one of the round to be out",
    ),
    (
        CardsMissing(Irregularity.WRONG_ORDER, "5.7"),
        "wrong-order: expected the cards of the round in their intended order (clause 5.7)",
    ),
    (
        CardsCannotBe((ACE,), ExpectedCards.FOR_THE_NEXT_DEAL, 4),
        "cards 'AS': expected at most 4 to begin the next deal (A-43)",
    ),
    (
        ActingInVain(WishName("Rule"), Role.SHIFT_MANAGER),
        "ruling on a report: asked by an acting person, expected one who holds the position of "
        "Shift Manager or above (R 1.12, L 1.13, A-52)",
    ),
    (
        DealtTheRound(PersonId("mei"), 7),
        "person 'mei': dealt round 7, expected another person to decide on it (A-53)",
    ),
    (
        SamePersonTwice(PersonId("mei")),
        "person 'mei': took both steps of a dual control, expected two different people (A-53)",
    ),
    (
        OnePersonAsTwo(PersonId("mei"), PersonId("tan"), Instant(0)),
        "persons 'mei' and 'tan': one person may have set up both accounts, "
        "expected a third person before 1970-01-01T00:00:00+00:00 (A-53)",
    ),
    (
        RoundOutOfReach(4),
        "round 4: not among the last paid ones, expected an adjustment (A-29)",
    ),
    (
        EarlierRoundStands("5.3.1", 4),
        "round 4 stands as it was paid, "
        "expected a fault reported before the next round (clause 5.3.1, A-29)",
    ),
    (
        ExtraCardsNotWanted(Irregularity.SHORTAGE, "5.1", (ACE, ACE)),
        "shortage: extra cards 'AS AS', expected none (clause 5.1)",
    ),
    (
        TerminalsMissing((T1, T1)),
        "terminals T1 T1: expected terminals at this table, each once (R 5.2, M 5.10)",
    ),
    (
        TerminalsMissing(()),
        "terminals none: expected terminals at this table, each once (R 5.2, M 5.10)",
    ),
    (
        TerminalsNotWanted(Irregularity.SHORTAGE, (T1, T2)),
        "shortage: terminals T1 T2, expected none (A-34)",
    ),
    (
        ReportedAlready(Irregularity.SHORTAGE),
        "shortage: already reported, expected a decision on that report first (A-39)",
    ),
    (
        TooManyReportsWait(8),
        "8 reports wait, expected one to be decided first (A-39)",
    ),
    (
        NoCardLeftOver("6.1"),
        "clause 6.1: no seen card is left over, expected another verdict (A-43)",
    ),
    (
        NothingToReconstruct("5.3.1"),
        "clause 5.3.1 involves no reconstruction, expected an attestation or a denial",
    ),
    (
        OrderNotYours("5.5"),
        "clause 5.5 asks for no order of the cards with this decision, expected none to be named",
    ),
    (
        ForTheShiftManager("5.1"),
        "clause 5.1: expected a ruling (A-39)",
    ),
    (
        NotForARuling("5.1"),
        "clause 5.1 gives the remedy, expected an attestation or a denial first (A-39)",
    ),
    (
        NoRemedyFollows("6.1"),
        "clause 6.1 leaves the remedy to the Shift Manager, "
        "expected a verdict that says what follows, such as goes on or void (A-39)",
    ),
    (
        WrongKindOfTable(WishName("PlaceBets"), is_live=False),
        "placing bets: an electronic table, expected a live one (L 3.3, L 3.8, L 5.6)",
    ),
    (
        WrongKindOfTable(WishName("SeatTerminal"), is_live=True),
        "seating a terminal: a live table, expected an electronic one (R 1.15, M 1.1.15)",
    ),
    (
        LayoutUnfit("mbs", ("expected none, since terminals bet",)),
        "layout under the rules of mbs: expected none, since terminals bet (L 2.1.1)",
    ),
    (NoSuchBox(BOX_2, (BOX_1,)), "box 2: expected one of 1 (L 2.1.1)"),
    (BoxTaken(BOX_1, ANN), "box 1: ann sits there, expected a free seat (L 1.20)"),
    (PatronUnknown(ANN), "patron ann: not at this table, expected to join it first (L 1.14)"),
    (
        PatronKeyUnfit(ANN),
        "patron 'ann': expected at most 40 letters, digits and hyphens (L 1.14)",
    ),
    (
        PatronInPlace(ANN),
        "patron ann is there already, expected another place (L 1.20, L 1.21)",
    ),
    (
        NoSeatedBet(BOX_1),
        "box 1: no seated patron has a bet there, "
        "expected one before a standing patron bets (L 1.21, A-87)",
    ),
    (
        ChipsCannotMake(dollars(3)),
        "3.00: expected an amount that the table's chips make (L 5.13, A-89)",
    ),
    (
        WarningsOpen(1, "box 1 is short"),
        "before the close: box 1 is short; "
        "expected it answered or passed over (L 5.1, L 5.2, L 5.13)",
    ),
    (
        WarningsOpen(3, "box 1 is short"),
        "before the close: box 1 is short and 2 more; "
        "expected it answered or passed over (L 5.1, L 5.2, L 5.13)",
    ),
    (
        NothingInExcess(),
        "every Differential is within its limit, expected an excess to reject (L 5.1)",
    ),
    (
        DealtFaceUp(),
        "this table deals face up, expected one that deals face down (L 3.9, L 5.9)",
    ),
    (
        NotTheAcceptor(ANN, Side.BANKER),
        "patron ann does not accept the Banker Hand, expected its acceptor (L 3.9, A-63)",
    ),
    (
        SqueezeTooLate(Side.PLAYER),
        "no card of the Player Hand is still to come, "
        "expected the request before the card leaves the shoe (L 3.9)",
    ),
    (
        MayNotHold(BEN, Side.BANKER),
        "patron ben: expected a seated patron with a bet on the Banker Hand, or the Dealer (A-63)",
    ),
    (
        NotAsked(ANN),
        "patron ann has no choice to make, expected one with a bet in play (L 5.12)",
    ),
    (AlreadyChosen(ANN), "patron ann has chosen, expected no second choice (L 5.12, A-59)"),
    (
        BetLineUnclear(8, 9, "9", LinePart.BOX),
        "line of bets, character 9: '9', expected a box of this layout (L 3.7)",
    ),
    (
        NothingToRepeat(),
        "nothing to repeat, "
        "expected a patron with bets in the previous round and none in this one (L 3.3)",
    ),
    (
        NothingRead(),
        "the sensor agrees with the recorded bets: expected a bet that differs (L 5.13)",
    ),
    (
        ReadingStale(BOX_1, TIE, dollars(5), dollars(4)),
        "tie in box 1: 5.00 is recorded, expected 4.00 as when it was compared (L 5.13)",
    ),
    (
        ReadingUnclear(BOX_1, TIE),
        "tie in box 1: the reading does not say how much is whose, "
        "expected the bets by hand (L 5.16)",
    ),
    (NoSuchStack(7), "stack 7: expected a stack of this round that is still open (A-89)"),
    (
        NothingToHand(),
        "every payment of the round is ticked off, expected one that is open (A-89)",
    ),
    (PaymentIsRight(7), "stack 7: paid as recorded, expected other chips to correct (A-89)"),
    (
        LastRoundPlayed(7),
        "round 7 was announced as the last, expected the table closed before another "
        "(L 1.13, A-52)",
    ),
    (
        LastRoundKnown(7),
        "round 7 is announced as the last, expected no second notice (L 1.13, A-52)",
    ),
    (
        ClosingWithoutNotice(None),
        "patrons are at the table and no last round was announced, expected notice and the last "
        "round before the table closes (Conduct of Gaming Regulations, 16; L 1.13, A-52)",
    ),
    (
        ClosingWithoutNotice(7),
        "round 7 was announced as the last and has not been played, expected notice and the last "
        "round before the table closes (Conduct of Gaming Regulations, 16; L 1.13, A-52)",
    ),
    (NothingHeld(ANN), "patron ann: nothing is held, expected winnings to claim (L 5.3)"),
    (
        FloatNotOpen(),
        "the float is not open, expected an opening count by two people (A-53, A-89)",
    ),
    (
        FloatIsOpen(),
        "the float is open, expected a closing count before another opening (A-53, A-89)",
    ),
    (NoCountWaits(), "no count waits for a second person, expected a first one (A-53)"),
    (
        CountWaits(FloatCount.CLOSING),
        "the closing count waits for a second person, expected that first (A-53)",
    ),
    (
        NotChipsOfTheSet(dollars(7), 2),
        "2 chips of 7.00: expected one or more of a value of the table's set, "
        "each value once (A-89)",
    ),
    (NoChipsNamed(), "no chips are named, expected at least one (A-89)"),
    (
        ChipsWorthOther(dollars(5), dollars(10)),
        "chips worth 5.00: expected chips worth 10.00 (A-89)",
    ),
    (
        ChipsMissing(dollars(5), 3, 2),
        "chips of 5.00: 3 wanted, expected at most 2, which the tray holds (A-89)",
    ),
    (NoSuchSlip(7), "slip 7: expected the number of an open one (A-53, A-89)"),
    (SlipsOpen(7), "slip 7 is open, expected it to be signed or voided first (A-53, A-89)"),
    (
        SignatureMissing(7, SlipKind.FILL),
        "fill 7: the carrier has not signed, "
        "expected the carrier to sign before the Dealer (A-53, A-89)",
    ),
    (SignedBefore(7), "slip 7 is carried, expected the Dealer's signature (A-53, A-89)"),
    (
        TrayCannotPay(place_of(ANN, BOX_1), dollars(1000), dollars(400), ((dollars(100), 4),)),
        "1000.00 for ann at box 1: the tray holds 400.00 too little, "
        "expected a fill of 4 of 100.00 first (A-89)",
    ),
    (
        TrayCannotPay(
            place_of(ANN, BOX_1), dollars(70), Cents(0), ((dollars(25), 2), (dollars(5), 4))
        ),
        "70.00 for ann at box 1: the tray has not the chips that make it, "
        "expected a change for 2 of 25.00 and 4 of 5.00 or a fill first (A-89)",
    ),
    # As it was stored before it named chips.
    (
        TrayCannotPay(place_of(ANN, BOX_1), dollars(70), Cents(0), ()),
        "70.00 for ann at box 1: the tray has not the chips that make it, "
        "expected a change or a fill first (A-89)",
    ),
    (
        TrayCannotMake(Cents(50)),
        "0.50: expected an amount that the chips in the tray make, or a fill first (A-89)",
    ),
]


@pytest.mark.parametrize(("refusal", "sentence"), SENTENCES)
def test_a_refusal_says_what_is_wrong_and_what_was_expected(
    refusal: Refusal, sentence: str
) -> None:
    assert refusal.sentence == sentence


def test_no_refusal_of_the_closed_list_is_left_out() -> None:
    assert {type(refusal) for refusal, _ in SENTENCES} == set(get_args(Refusal))
