"""docs/REFUSALS.md: every command in every phase by every role, and what is answered."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import assert_never

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from punto.bootstrap.rule_book import shipped_documents
from punto.ledger.ticket_numbers import ticket_number
from punto.rounds.commands import (
    By,
    Patron,
    Wish,
)
from punto.rounds.matter_commands import (
    Attest,
    Decline,
    ReportIrregularity,
    Rule,
    Verdict,
)
from punto.rounds.phases import Phase
from punto.rounds.purse_commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeCash,
)
from punto.rounds.round_commands import (
    AnnounceTotals,
    AnswerFreeze,
    BeginClosing,
    CutOff,
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.table_commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    Link,
    LoadShoe,
    NoteCutCard,
    OpenTable,
    ReportLink,
    RetireShoe,
    SeatTerminal,
)
from punto.rules.irregularities import Irregularity
from punto.rules.limits import Limits
from punto.values.cards import parse_card
from punto.values.ids import TableId, TerminalId
from punto.values.money import dollars
from rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
    position,
)

SENDERS: dict[str, By] = {
    "terminal": Patron(T1),
    "Dealer": DEALER,
    "Pit Supervisor": SUPERVISOR,
    "Pit Manager": PIT_MANAGER,
    "Shift Manager": SHIFT_MANAGER,
}

WISHES: tuple[Wish, ...] = (
    ConfigureTable(configuration()),
    OpenTable(),
    CloseTable(),
    ChangeDealer(SUPERVISOR),
    ChangeLimits(Limits(dollars(5), dollars(500))),
    LoadShoe(8),
    NoteCutCard(),
    RetireShoe("worn cards"),
    SeatTerminal(TerminalId("T3")),
    ReportLink(T1, Link.LOST),
    DisableTerminal(T1, "screen"),
    EnableTerminal(T1),
    TakeCash(T1, dollars(10)),
    CashOut(T1, 123),
    AnswerPrinter(T1, ticket_number(123), PrinterAnswer.PRINTED),
    ResolveCashOut(T1, ticket_number(123), came_out=True),
    HandPay(T1, dollars(10)),
    MoveOut(T1, TableId("B2")),
    MoveIn(TerminalId("T3"), TableId("B2"), dollars(10)),
    OpenBets(),
    WantPosition(T1, 1, position(tie=5)),
    BeginClosing(),
    AnswerFreeze(T1, 1),
    CutOff(),
    DealCard(parse_card("AS")),
    AnnounceTotals(),
    Settle(),
    ReportIrregularity(Irregularity.FOREIGN_CARD),
    Attest(),
    Decline("it is ours"),
    Rule(Verdict.GOES_ON, "it is ours"),
)

_MBS = next(document for document in shipped_documents() if document.key == "mbs")
CONFIGURATION = replace(configuration(), policies=_MBS.policies)

HEAD = """\
# Who may do what, and when

Generated from the engine itself: each command is given to a table in each phase by each sender
(`make docs` writes the page anew; a test fails when it is out of date). A dot means that the
command is taken; otherwise the refusal is named. In these tables a shoe is in play, terminal T1 is
seated, enabled and connected, and the round in progress is number 1.
"""


def evening_in(phase: Phase) -> Evening:
    """A table in this phase."""
    evening = Evening()
    match phase:
        case Phase.CLOSED:
            evening.do(ConfigureTable(CONFIGURATION), PIT_MANAGER)
        case Phase.IDLE:
            evening = opened(CONFIGURATION)
        case Phase.BETTING:
            evening = betting(CONFIGURATION)
        case Phase.CLOSING:
            evening = betting(CONFIGURATION)
            evening.do(BeginClosing())
        case Phase.DEALING | Phase.RESULT | Phase.SETTLED:
            evening = betting(CONFIGURATION)
            evening.close()
            if phase is not Phase.DEALING:
                evening.deal("KS 3D 9H 4C")
            if phase is Phase.SETTLED:
                evening.do(Settle())
        case Phase.AWAITING_RULING:
            evening = betting(CONFIGURATION)
            evening.do(ReportIrregularity(Irregularity.FOREIGN_CARD))
        case _:
            assert_never(phase)
    return evening


def refusal_matrix() -> str:
    """The whole page."""
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
    answer = evening_in(phase).ask(wish, by)
    return "·" if isinstance(answer, tuple) else type(answer).__name__
