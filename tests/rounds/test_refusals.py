from typing import get_args

import pytest

from punto.ledger.redemptions import (
    TicketAlreadyPaid,
    TicketAmountDiffers,
    TicketExpired,
    TicketNotOnFile,
    TicketWasVoided,
)
from punto.rounds.adjustment_refusals import (
    AdjustmentWaits,
    AdjustsNothing,
    AmountAboveDebt,
    NoAdjustmentWaits,
    NoMoneyHere,
)
from punto.rounds.betting_refusals import (
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
from punto.rounds.configuration import CardSource
from punto.rounds.dealing_refusals import (
    CardNotConfirmed,
    OriginDiffers,
    TotalsNotAnnounced,
    TotalsNotDue,
)
from punto.rounds.matter_refusals import (
    CardsCannotBe,
    CardsMissing,
    EarlierRoundStands,
    ExtraCardsNotWanted,
    ForTheShiftManager,
    NoCardIsOut,
    NoRoundToReach,
    NotForARuling,
    NotInThisDocument,
    OrderNotYours,
    RoundOutOfReach,
    TerminalsMissing,
    TerminalsNotWanted,
)
from punto.rounds.phases import Phase
from punto.rounds.purse_refusals import (
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
from punto.rounds.round_commands import CardOrigin
from punto.rounds.shoe_commands import Shuffle
from punto.rounds.shoe_refusals import (
    BurnFirst,
    BurnNotDue,
    CommitmentDoesNotFit,
    CommitmentUsedBefore,
    CutCardAlreadySeen,
    CutDoesNotFit,
    DecksDiffer,
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
from punto.rounds.table_refusals import (
    AloneOnAStaffedFloor,
    AlreadySeated,
    AmountNotPositive,
    ConfigurationRefused,
    ConfigurationUnfit,
    NotForATimer,
    NotForThisSender,
    NothingToChange,
    NotSeated,
    NotTheDealerOnDuty,
    OutOfPhase,
    ReasonMissing,
    RoleTooLow,
    TableHasNoGame,
)
from punto.rules.dual_control import SamePersonTwice
from punto.rules.games import BetKey, GameKey
from punto.rules.irregularities import Irregularity
from punto.rules.refusals import BetNotOffered, NothingOffered, StakeNotPositive
from punto.rules.repeats import CommandIdReused
from punto.rules.roles import Role
from punto.values.cards import parse_card
from punto.values.ids import CommandId, Instant, PersonId, TableId
from punto.values.money import Cents, dollars
from rounds.evening import T1, T2

ACE = parse_card("AS")
TIE = BetKey("tie")

SENTENCES: list[tuple[Refusal, str]] = [
    (
        OutOfPhase("Settle", Phase.IDLE, (Phase.RESULT,)),
        "Settle: the table is idle, expected result",
    ),
    (
        RoleTooLow("CloseTable", Role.PIT_SUPERVISOR, Role.DEALER),
        "CloseTable: asked by Dealer, expected Pit Supervisor or above (A-52)",
    ),
    (
        RoleTooLow("CloseTable", Role.PIT_SUPERVISOR, None),
        "CloseTable: asked by a patron, expected Pit Supervisor or above (A-52)",
    ),
    (
        NotForThisSender("WantPosition", T1),
        "WantPosition: expected from terminal T1 itself (R 3.5)",
    ),
    (
        NotTheDealerOnDuty(PersonId("li"), PersonId("mei")),
        "li does not deal here, expected mei or a higher role (R 1.4)",
    ),
    (
        NotForATimer("Settle"),
        "Settle: not for the timer of this table, expected a person (A-28)",
    ),
    (
        AloneOnAStaffedFloor(),
        "single person: the floor runs with staff, expected two people (A-73)",
    ),
    (TableHasNoGame(), "the table has no game yet, expected it to be configured first"),
    (
        ConfigurationRefused((NothingOffered(GameKey("rws-etg")),)),
        "game rws-etg: every bet is left out, expected at least one offered",
    ),
    (NoShoe(), "there is no shoe in play, expected one to be loaded (R 2.2.1, M 2.1)"),
    (ShoeInPlay(3), "shoe 3 is in play, expected it to be retired first"),
    (ShoeIsOver(3), "shoe 3 has had its last round, expected a new shoe (M 3.10, A-49)"),
    (DecksDiffer(6, 8), "6 decks: the table plays 8 (R 2.2.1, M 2.1)"),
    (
        CutDoesNotFit(None),
        "cut card none: expected in a virtual shoe, always where a timer deals (A-49)",
    ),
    (
        CutDoesNotFit(416),
        "cut card after 416 cards: expected in a virtual shoe, always where a timer deals (A-49)",
    ),
    (CutCardAlreadySeen(), "the cut card of this shoe was seen already (M 3.10)"),
    (
        SourceDiffers(CardSource.KEYED_SHOE, CardSource.SHUFFLER),
        "keyed shoe in play: expected electronic card shuffler (A-70)",
    ),
    (
        ShuffleDoesNotFit(Shuffle.BY_HAND, CardSource.VIRTUAL_SHOE),
        "cards shuffled by hand: not for this virtual shoe (R 5.3.5)",
    ),
    (
        CommitmentDoesNotFit(CardSource.VIRTUAL_SHOE),
        "virtual shoe: expected a commitment to its order, and the seal",
    ),
    (
        CommitmentDoesNotFit(CardSource.KEYED_SHOE),
        "keyed shoe: expected no commitment",
    ),
    (CommitmentUsedBefore("ab"), "commitment ab: used before, expected a fresh shuffle"),
    (
        NotWithAShuffler("CountCards"),
        "CountCards: the table plays from a continuous shuffler (A-70)",
    ),
    (
        OnlyWithAShuffler(),
        "roads begin anew with the next shoe, expected a continuous shuffler (A-70)",
    ),
    (BurnNotDue(), "burn: expected once in a new shoe, at a table that burns cards (A-49)"),
    (
        BurnFirst(),
        "the first cards of this shoe are not burned yet, expected that first (A-49)",
    ),
    (
        NothingToReveal(3),
        "shoe 3: expected a virtual one out of play, not revealed so far",
    ),
    (RevealDoesNotHold(3, "expected more"), "order of shoe 3: expected more"),
    (NotSeated(T1), "terminal T1 is not at this table"),
    (AlreadySeated(T1), "terminal T1 is at this table already"),
    (NothingToChange("it rains"), "it rains already, nothing to change"),
    (ReasonMissing("RetireShoe"), "RetireShoe: without a reason, expected one in words"),
    (TerminalIsDisabled(T1, "screen"), "terminal T1 is disabled: screen"),
    (RoundIsStale(4, 5), "round 4: the round in progress is 5"),
    (BetsAreClosed(5), "the bets of round 5 are closed (R 3.7, M 5.5, A-24)"),
    (
        BetsRefused((BetNotOffered(TIE), StakeNotPositive(TIE, Cents(0)))),
        "bet 'tie': not offered at this table; stake 0.00 on tie: expected more than 0",
    ),
    (BetWrittenTwice("tie"), "bet 'tie': named twice, expected one stake for each bet"),
    (
        StakesAboveCredits(dollars(5), dollars(4)),
        "stakes of 5.00 in all: expected at most the 4.00 of the terminal's credits",
    ),
    (
        OppositeBetsNotTaken(),
        "bets on both hands: this table takes one or the other (A-16)",
    ),
    (
        SideBetsNeedAnOriginalBet(),
        "side bets alone: this table wants a bet on Player or Banker beside them (A-15)",
    ),
    (
        LiabilityAboveCap(dollars(4)),
        "the table takes no more risk than 4.00 in a round (A-17)",
    ),
    (
        TooEarlyToCutOff((T1, T2), Instant(3)),
        "terminals T1, T2 have not frozen yet and the grace is not over (A-24)",
    ),
    (CardNotConfirmed(ACE), "card AS: keyed by hand, expected the Dealer's confirmation (A-69)"),
    (
        OriginDiffers(CardOrigin.READ, CardSource.VIRTUAL_SHOE),
        "card read: not the way of this virtual shoe (R 1.3, A-69)",
    ),
    (TotalsNotAnnounced(), "third card: expected the totals to be announced first (M 3.8, A-68)"),
    (TotalsNotDue(), "totals: expected once, after the first four cards (M 3.8, A-68)"),
    (AmountNotPositive(Cents(-5)), "amount -0.05: expected more than 0"),
    (NoCredits(T1), "terminal T1 has no credits to take out"),
    (
        TicketIsWaiting(T1),
        "terminal T1 has a ticket at the printer, expected its answer first",
    ),
    (NoTicketWaiting(T1), "terminal T1 has no such ticket at the printer"),
    (
        AmountAboveCredits(dollars(5), dollars(4)),
        "amount 5.00: expected at most the 4.00 of the terminal's credits",
    ),
    (
        MoneyStillHere(T1, dollars(5)),
        "terminal T1 has 5.00 in play, at the printer or owed here",
    ),
    (
        RoundMayStillChange(T1, 4),
        "terminal T1 had bets in round 4, which may be corrected until the next one begins (A-28)",
    ),
    (ChanceOutOfRange(-1), "chance -1: expected a number of at most 17 digits"),
    (TicketNumberTaken("…0059"), "ticket …0059: the number is taken, expected another"),
    (
        NothingWasSent(T1, TableId("B2")),
        "terminal T1: table B2 has not sent it here",
    ),
    (
        TransferTakenAlready(CommandId("c1")),
        "move c1: taken already, expected each to be taken once",
    ),
    (TicketNotOnFile("…0059"), "ticket …0059: not on file"),
    (TicketAlreadyPaid("…0059", T1, Instant(3)), "ticket …0059: already paid at terminal T1"),
    (TicketWasVoided("…0059", Instant(3)), "ticket …0059: voided"),
    (TicketExpired("…0059", Instant(3)), "ticket …0059: expired"),
    (
        TicketAmountDiffers("…0059", dollars(5), dollars(4)),
        "ticket …0059: presented for 5.00, expected 4.00",
    ),
    (AdjustsNothing(T1), "adjustment at T1: expected an amount, and each terminal once"),
    (NoMoneyHere(T1), "terminal T1 is not at this table and has no money here"),
    (
        AdjustmentWaits(T1),
        "terminal T1 has an adjustment waiting, expected its answer first",
    ),
    (NoAdjustmentWaits(T1), "terminal T1 has no adjustment waiting"),
    (
        AmountAboveDebt(dollars(5), dollars(4)),
        "amount 5.00: expected at most the 4.00 that the patron owes (A-28)",
    ),
    (ConfigurationUnfit("no words"), "configuration: no words"),
    (
        CommandIdReused(CommandId("c1")),
        "command id c1: used for another command before, expected a new one",
    ),
    (
        NotInThisDocument(Irregularity.SHORTAGE),
        "shortage: the rules of this table name no procedure for it",
    ),
    (NoRoundToReach("5.1"), "clause 5.1 reaches no round now (A-28)"),
    (
        NoCardIsOut("5.2"),
        "clause 5.2 is about dealt cards, expected one of the round to be out",
    ),
    (
        CardsMissing(Irregularity.WRONG_ORDER),
        "wrong-order: expected the cards of the round in their intended order",
    ),
    (CardsCannotBe((ACE,), "a complete coup"), "cards 'AS': expected a complete coup"),
    (
        SamePersonTwice(PersonId("mei")),
        "person 'mei': both steps of a dual control, expected two different people (A-53)",
    ),
    (
        RoundOutOfReach(4),
        "round 4: not among the last paid ones, expected an adjustment",
    ),
    (EarlierRoundStands("5.3.1", 4), "round 4 stands as it was paid (clause 5.3.1, A-29)"),
    (
        ExtraCardsNotWanted(Irregularity.SHORTAGE, (ACE, ACE)),
        "shortage: extra cards 'AS AS', expected none",
    ),
    (
        TerminalsMissing((T1, T1)),
        "terminals T1 T1: expected terminals at this table, each once",
    ),
    (TerminalsMissing(()), "terminals none: expected terminals at this table, each once"),
    (
        TerminalsNotWanted(Irregularity.SHORTAGE, (T1, T2)),
        "shortage: terminals T1 T2, expected none",
    ),
    (OrderNotYours("5.5"), "clause 5.5 leaves no order to decide, expected no cards"),
    (
        ForTheShiftManager("5.1"),
        "clause 5.1: expected a ruling of the Shift Manager (A-39)",
    ),
    (
        NotForARuling("5.1"),
        "clause 5.1 says what follows, expected it to be attested first (A-39)",
    ),
]


@pytest.mark.parametrize(("refusal", "sentence"), SENTENCES)
def test_a_refusal_says_what_is_wrong_and_what_was_expected(
    refusal: Refusal, sentence: str
) -> None:
    assert refusal.sentence == sentence


def test_no_refusal_of_the_closed_list_is_left_out() -> None:
    assert {type(refusal) for refusal, _ in SENTENCES} == set(get_args(Refusal))
