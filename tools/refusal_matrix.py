"""docs/REFUSALS.md: the answer to every command in every phase from every role."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from punto.values import replace

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from punto.ledger.tickets import Ticket, ticket_number
from punto.live.betting_boxes import PatronKey
from punto.live.readings import ReadDifference
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, OpenBets, WantPosition
from punto.rounds.boxes.commands import (
    AskSqueeze,
    ChooseOption,
    ClaimWinnings,
    CloseLayout,
    HandOver,
    JoinTable,
    LeaveTable,
    PlaceBets,
    PlayerOption,
    SetReadingAside,
    TakeReading,
    TypeBets,
)
from punto.rounds.catalogue import COMMANDS
from punto.rounds.commands import By, Patron, Timer, Wish
from punto.rounds.configuration import CardSource, Configuration
from punto.rounds.dealing.commands import CardOrigin, DealCard, Settle
from punto.rounds.irregularity.commands import (
    Decline,
    DenyReconstruction,
    ReportIrregularity,
    Rule,
    Verdict,
)
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeBill,
    TakeCash,
    TakeTicket,
)
from punto.rounds.shoe.commands import BurnCards, CountCards, LoadShoe, RetireShoe, RevealShoe
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    ChangeSeating,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    LeaveSeat,
    Link,
    ReportLink,
    Seating,
    SeatTerminal,
)
from punto.rounds.tray.commands import (
    BuyChips,
    CarrySlip,
    ChangeChips,
    ConfirmFloat,
    CorrectPayment,
    CountFloat,
    FloatCount,
    RequestSlip,
    SignSlip,
    SlipKind,
    VoidSlip,
)
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.values.cards import DECK, parse_card
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import NOTHING, dollars
from punto.values.sides import Side
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    configuration,
    load_for,
    move_in,
    opened,
    position,
)
from support.rounds.live import ANN, BOX_1, choosing, everybody_leaves, lay, live_opened

LI = Actor(PersonId("li"), Role.DEALER)

SENDERS: dict[str, By] = {
    "terminal": Patron(T1),
    "Dealer": DEALER,
    "another Dealer": LI,
    "Pit Supervisor": SUPERVISOR,
    "Pit Manager": PIT_MANAGER,
    "Shift Manager": SHIFT_MANAGER,
    "timer": Timer(DEALER),
}

CONFIGURATION = configuration()
SELF_DEALING = replace(CONFIGURATION, source=CardSource.VIRTUAL_SHOE, self_dealing=True)

NUMBER = ticket_number(123)
TICKET = Ticket(NUMBER, dollars(10), TerminalId("T9"), Instant(0), Instant(10**9))
ACE = parse_card("AS")

WITH_PARTS: tuple[Wish, ...] = (
    ConfigureTable(CONFIGURATION),
    ChangeDealer(SUPERVISOR),
    ChangeLimits(Limits(dollars(5), dollars(500))),
    load_for(CONFIGURATION),
    BurnCards(ACE),
    CountCards(8 * 52),
    RetireShoe("worn cards"),
    RevealShoe(1, DECK, "0" * 64),
    ChangeSeating(Seating(patrons_choose=True, seats=7)),
    SeatTerminal(TerminalId("T3")),
    LeaveSeat(T1),
    ReportLink(T1, Link.LOST),
    DisableTerminal(T1, "screen"),
    EnableTerminal(T1),
    TakeCash(T1, dollars(10)),
    TakeBill(T1, dollars(10), simulated=True),
    TakeTicket(T1, NUMBER, dollars(10), TICKET, None),
    CashOut(T1, 123),
    AnswerPrinter(T1, NUMBER, PrinterAnswer.PRINTED),
    ResolveCashOut(T1, NUMBER, came_out=True),
    HandPay(T1, dollars(10)),
    MoveOut(T1, TableId("B2")),
    move_in(TerminalId("T3"), TableId("B2"), dollars(10), CommandId("move-1")),
    AskAdjustment(T1, dollars(10), "a courtesy"),
    AnswerAdjustment(T1, granted=True),
    RepayDebt(T1, dollars(10)),
    WantPosition(T1, 1, position(tie=5)),
    AnswerFreeze(T1, 1),
    DealCard(ACE),
    ReportIrregularity(Irregularity.FOREIGN_CARD),
    Decline("it is ours"),
    DenyReconstruction("they were swept together"),
    Rule(Verdict.GOES_ON, "it is ours"),
    JoinTable(PatronKey("dan")),
    LeaveTable(ANN),
    PlaceBets(ANN, BOX_1, position(banker=100)),
    TypeBets("1 b 100"),
    TakeReading((ReadDifference(BOX_1, BetKey("tie"), ANN, NOTHING, dollars(100)),)),
    SetReadingAside((ReadDifference(BOX_1, BetKey("tie"), ANN, NOTHING, dollars(100)),)),
    HandOver(Side.BANKER),
    AskSqueeze(ANN, Side.BANKER),
    ChooseOption(ANN, PlayerOption.RETURN),
    ClaimWinnings(ANN),
    CountFloat(FloatCount.OPENING, ((dollars(100), 10),)),
    ConfirmFloat(((dollars(100), 10),)),
    RequestSlip(SlipKind.FILL, ((dollars(100), 10),)),
    CarrySlip(1),
    SignSlip(1),
    VoidSlip(1, "not needed"),
    BuyChips(ANN, dollars(100)),
    ChangeChips(((dollars(100), 1),), ((dollars(25), 4),)),
    CorrectPayment(0, ((dollars(100), 1),)),
)
EXAMPLES: dict[type, Wish] = {type(wish): wish for wish in WITH_PARTS}
WISHES: tuple[Wish, ...] = tuple(EXAMPLES.get(kind) or kind() for kind in COMMANDS)

HEAD = """\
# Who may do what, and when

Generated from the engine itself: each command is given to a table in each phase by each sender
(`make docs` writes the page again; a test fails when it is out of date). A dot means that the
command is taken; otherwise the refusal is named. In these tables a shoe is in play, terminal T1 is
seated, enabled and connected, no money of it waits, and the round in progress is number 1. The
Dealer of the second column is on duty. The timer is that of a self-dealing table with a virtual
shoe, and acts for this Dealer. Commands of a live table are given to one, where Ann sits at box 1
and has a bet once bets are open; only there do patrons choose. No float is open there.
"""


def live_evening_in(phase: Phase) -> Evening:
    """Return a live table in this phase; one command closes its bets."""
    if phase is Phase.CHOOSING:
        return choosing()
    evening = live_opened()
    if phase is Phase.CLOSED:
        everybody_leaves(evening)
        evening.do(CloseTable(), SUPERVISOR)
    if phase in {Phase.CLOSED, Phase.IDLE}:
        return evening
    evening.do(OpenBets())
    lay(evening, ANN, banker=200)
    if phase is Phase.STOPPED:
        evening.do(ReportIrregularity(Irregularity.FOREIGN_CARD))
    if phase in {Phase.DEALING, Phase.RESULT, Phase.SETTLED}:
        evening.do(CloseLayout())
    if phase in {Phase.RESULT, Phase.SETTLED}:
        evening.deal("KS 3D 9H 4C")
    if phase is Phase.SETTLED:
        evening.do(Settle())
    return evening


def evening_in(phase: Phase, config: Configuration) -> Evening:
    """Return an electronic table in this phase."""
    evening = opened(config)
    match phase:
        case Phase.CLOSED:
            evening.do(CloseTable(), SUPERVISOR)
        case Phase.IDLE:
            pass
        case Phase.BETTING:
            evening.do(OpenBets())
        case Phase.CLOSING:
            evening.do(OpenBets())
            evening.do(BeginClosing())
        case Phase.DEALING | Phase.RESULT | Phase.SETTLED:
            evening.do(OpenBets())
            evening.close()
            if phase is not Phase.DEALING:
                evening.deal("KS 3D 9H 4C")
            if phase is Phase.SETTLED:
                evening.do(Settle())
        case Phase.STOPPED:
            evening.do(OpenBets())
            evening.do(ReportIrregularity(Irregularity.FOREIGN_CARD))
        case Phase.CHOOSING:
            raise ValueError("patrons choose at a live table only")
        case _:
            assert_never(phase)
    return evening


def refusal_matrix() -> str:
    """Return the text of the whole page."""
    return "\n".join([HEAD, *_tables()])


def _tables() -> Iterator[str]:
    for phase in Phase:
        yield f"## {phase.value.capitalize()}"
        yield ""
        yield f"| command | {' | '.join(SENDERS)} |"
        yield "|---|" + "---|" * len(SENDERS)
        for wish in WISHES:
            answers = (_answer(phase, wish, by) for by in SENDERS.values())
            yield f"| {type(wish).__name__} | {' | '.join(answers)} |"
        yield ""


def _answer(phase: Phase, wish: Wish, by: By) -> str:
    deals_itself = isinstance(by, Timer)
    at_live = COMMANDS[type(wish)].tables == "live" and phase is not Phase.CLOSING
    if at_live or phase is Phase.CHOOSING:
        evening = live_evening_in(phase)
    else:
        evening = evening_in(phase, SELF_DEALING if deals_itself else CONFIGURATION)
    answer = evening.ask(_for_a_virtual_shoe(wish) if deals_itself else wish, by)
    return "·" if isinstance(answer, tuple) else type(answer).__name__


def _for_a_virtual_shoe(wish: Wish) -> Wish:
    match wish:
        case LoadShoe():
            return load_for(SELF_DEALING)
        case DealCard():
            return DealCard(wish.card, CardOrigin.DRAWN)
        case _:
            return wish
