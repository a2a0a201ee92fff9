"""Random evenings in which whole rounds are played and then things go wrong."""

from collections.abc import Callable

from hypothesis import strategies as st

from punto.ledger.tickets import TicketNumber
from punto.rounds import (
    AdjustmentKind,
    AnnounceTotals,
    AnswerAdjustment,
    AnswerPrinter,
    AskAdjustment,
    Attest,
    BeginClosing,
    CashOut,
    ChangeDealer,
    CutOff,
    DealCard,
    Decline,
    HandPay,
    LoadShoe,
    MoveOut,
    OpenBets,
    Patron,
    PrinterAnswer,
    ReportIrregularity,
    ResolveCashOut,
    RetireShoe,
    Rule,
    Settle,
    Shuffle,
    TakeBill,
    TakeCash,
    Verdict,
    WantPosition,
    Wish,
)
from punto.rounds.adjustment.commands import RepayDebt
from punto.rules.games import BetKey
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor
from punto.values.cards import DECK, Card
from punto.values.ids import CommandId, TableId, TerminalId
from punto.values.money import Cents, dollars
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    move_in,
)
from support.views.reports.busy import BO, Ticking, ticking

Deed = Callable[[Evening], None]
"""Something that people try; a refused command changes nothing."""
Position = tuple[tuple[BetKey, Cents], ...]
Answered = tuple[Wish, Actor]

terminals = st.sampled_from([T1, T2])
amounts = st.integers(1, 600).map(dollars)
six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)
positions = st.dictionaries(
    st.sampled_from([BetKey(key) for key in ("player", "banker", "tie")]),
    st.integers(1, 300).map(dollars),
    min_size=1,
    max_size=3,
).map(lambda stakes: tuple(stakes.items()))


def begun(bets: tuple[Position, Position], cards: list[Card]) -> Deed:
    """Play a round up to a number of cards."""

    def deed(evening: Evening) -> None:
        evening.ask(OpenBets())
        number = evening.table.rounds_count
        for terminal, wanted in zip((T1, T2), bets, strict=True):
            evening.ask(WantPosition(terminal, number, wanted), Patron(terminal))
        evening.ask(BeginClosing())
        evening.now += 2_000
        evening.ask(CutOff())
        for card in cards:
            evening.ask(DealCard(card))
            evening.ask(AnnounceTotals())

    return deed


def paid(evening: Evening) -> None:
    evening.ask(Settle())


def trouble(what: Irregularity, answers: list[Answered]) -> Deed:
    """Report an irregularity, and give the answers of supervisors or the Shift Manager."""

    def deed(evening: Evening) -> None:
        affected = (T1,) if what is Irregularity.TERMINAL_INTERRUPTION else ()
        evening.ask(ReportIrregularity(what, "seen", terminals=affected))
        for wish, by in answers:
            evening.ask(wish, by)

    return deed


def correction(cards: list[Card], rounds_ago: int) -> Deed:
    """Report other cards for this or an earlier round, with four, five and six cards."""

    def deed(evening: Evening) -> None:
        number = evening.table.rounds_count - rounds_ago
        for count in (4, 5, 6):
            what = Irregularity.WRONG_CARD_REGISTERED
            report = ReportIrregularity(what, "film", tuple(cards[:count]), round_number=number)
            evening.ask(report)
        evening.ask(Attest(), SHIFT_MANAGER)

    return deed


def printed(terminal: TerminalId, chance: int, answer: PrinterAnswer) -> Deed:
    def deed(evening: Evening) -> None:
        evening.ask(CashOut(terminal, chance), Patron(terminal))
        evening.ask(AnswerPrinter(terminal, _ticket(evening, terminal), answer), Patron(terminal))

    return deed


def resolved(terminal: TerminalId, *, came_out: bool) -> Deed:
    def deed(evening: Evening) -> None:
        evening.ask(ResolveCashOut(terminal, _ticket(evening, terminal), came_out), SUPERVISOR)

    return deed


def _ticket(evening: Evening, terminal: TerminalId) -> TicketNumber:
    seat = evening.table.seats.get(terminal)
    return seat.ticket if seat and seat.ticket else TicketNumber("0" * 18)


def moved(terminal: TerminalId, amount: Cents, transfer: int, *, leave: bool) -> Deed:
    def deed(evening: Evening) -> None:
        other = TableId("B2")
        arrival = move_in(terminal, other, amount, CommandId(f"m{transfer}"))
        evening.ask(MoveOut(terminal, other) if leave else arrival, SUPERVISOR)

    return deed


def money(terminal: TerminalId, amount: Cents) -> Deed:
    """Buy in, repay part of a debt, and hand-pay a part."""

    def deed(evening: Evening) -> None:
        evening.ask(TakeCash(terminal, amount))
        evening.ask(TakeBill(terminal, amount, simulated=True), Patron(terminal))
        evening.ask(RepayDebt(terminal, Cents(amount // 2)), SUPERVISOR)
        evening.ask(HandPay(terminal, Cents(amount // 3)), SUPERVISOR)

    return deed


def adjusted(terminal: TerminalId, amount: Cents, kind: AdjustmentKind, *, granted: bool) -> Deed:
    def deed(evening: Evening) -> None:
        evening.ask(AskAdjustment(terminal, amount, "why", kind), PIT_MANAGER)
        evening.ask(AnswerAdjustment(terminal, granted=granted), SHIFT_MANAGER)

    return deed


def new_shoe(evening: Evening) -> None:
    evening.ask(RetireShoe("worn"), SUPERVISOR)
    evening.ask(LoadShoe(8, Shuffle.BY_HAND))


def other_dealer(evening: Evening) -> None:
    dealer = DEALER if evening.table.dealer == BO else BO
    evening.ask(ChangeDealer(dealer), SUPERVISOR)


in_a_round = [
    Irregularity.TECHNICAL_INTERRUPTION,
    Irregularity.FOREIGN_CARD,
    Irregularity.WRONG_NUMBER_OF_CARDS,
    Irregularity.NOT_COVERED,
    Irregularity.TERMINAL_INTERRUPTION,
]
adjustments = st.lists(st.tuples(terminals, amounts), max_size=1).map(tuple)
rulings = st.builds(Rule, st.sampled_from(Verdict), st.just("so"), adjustments)
answers = st.just([(Attest(), SHIFT_MANAGER)]) | rulings.map(
    lambda ruling: [(Decline("no"), SHIFT_MANAGER), (ruling, SHIFT_MANAGER)]
)

bets = st.tuples(positions, positions)
some_cards = st.integers(0, 6).flatmap(lambda count: six_cards.map(lambda cards: cards[:count]))
troubles = st.builds(trouble, st.sampled_from(in_a_round), answers)
in_the_round = st.just(paid) | troubles
between_rounds = (
    troubles
    | st.builds(correction, six_cards, st.integers(0, 2))
    | st.builds(printed, terminals, st.integers(0, 10**9), st.sampled_from(PrinterAnswer))
    | st.builds(resolved, terminals, came_out=st.booleans())
    | st.builds(moved, terminals, amounts, st.integers(0, 99), leave=st.booleans())
    | st.builds(money, terminals, amounts)
    | st.builds(
        adjusted,
        terminals,
        amounts | amounts.map(lambda amount: Cents(-amount)),
        st.sampled_from(AdjustmentKind),
        granted=st.booleans(),
    )
    | st.sampled_from([new_shoe, other_dealer])
)


@st.composite
def evenings(draw: st.DrawFn) -> Ticking:
    """Play rounds, some of them spoiled, with random commands in between."""
    evening = ticking(draw(st.sampled_from(["mbs-tiger", "rws-etg"])))
    for _ in range(draw(st.integers(3, 6))):
        draw(st.builds(begun, bets, six_cards | some_cards))(evening)
        draw(in_the_round)(evening)
        paid(evening)
        for deed in draw(st.lists(between_rounds, min_size=1, max_size=3)):
            deed(evening)
        if draw(st.booleans()):
            new_shoe(evening)
    return evening
