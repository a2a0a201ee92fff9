"""No patron sees another's bets or credits: proved by changing them in every way."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.ledger.tickets import Ticket, ticket_number
from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.commands import By, Patron, Wish
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
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
from punto.rounds.table.commands import DisableTerminal, EnableTerminal, Link, ReportLink
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.ids import CommandId, Instant, TableId
from punto.values.money import dollars
from punto.views.screens.pit import pit_view
from punto.views.screens.public import PublicView, public_view
from punto.views.screens.terminal import TerminalView
from support.rounds.evening import (
    DEALER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Evening,
    move_in,
    position,
)
from support.views.screens.own_views import terminal_view
from support.views.screens.stages import STAGES, configuration, opened, screens, values_in

Shown = tuple[PublicView | None, TerminalView | None]
Act = tuple[Wish, By]
Play = Callable[[Evening], object]

NUMBER = ticket_number(7)
OTHER = Patron(T2)
PAPER = Ticket(ticket_number(8), dollars(60), T2, Instant(0), Instant(9_000))

POSITIONS: tuple[dict[str, int], ...] = (
    {"player": 1},
    {"banker": 400, "tie": 30},
    {"player": 50, "banker": 50},
    {"tiger": 10, "small-tiger": 5, "tiger-pair": 2},
    {},
)

# The acts of another patron, or of staff at another terminal; a refused act changes nothing.
ACTS: tuple[Act, ...] = (
    *((WantPosition(T2, n, position(**stakes)), OTHER) for n in (1, 2) for stakes in POSITIONS),
    (MoveOut(T2, TableId("B2")), SUPERVISOR),
    (move_in(T2, TableId("B2"), dollars(31), CommandId("sent")), SUPERVISOR),
    (TakeCash(T2, dollars(77)), SUPERVISOR),
    (HandPay(T2, dollars(13)), SUPERVISOR),
    (TakeBill(T2, dollars(50), simulated=True), OTHER),
    (TakeTicket(T2, PAPER.number, PAPER.amount, PAPER, None), OTHER),
    (AskAdjustment(T2, dollars(9), "a jammed banknote"), SUPERVISOR),
    (AnswerAdjustment(T2, granted=False), SHIFT_MANAGER),
    (AskAdjustment(T2, dollars(-2000), "paid twice"), SUPERVISOR),
    (AnswerAdjustment(T2, granted=True), SHIFT_MANAGER),
    (TakeCash(T2, dollars(300)), SUPERVISOR),
    (RepayDebt(T2, dollars(1)), SUPERVISOR),
    (ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, "dark", terminals=(T2,)), DEALER),
    (CashOut(T2, 7), OTHER),
    *((AnswerPrinter(T2, NUMBER, answer), OTHER) for answer in PrinterAnswer),
    (ResolveCashOut(T2, NUMBER, came_out=True), SUPERVISOR),
    (ResolveCashOut(T2, NUMBER, came_out=False), SUPERVISOR),
    (DisableTerminal(T2, "for a reason"), SUPERVISOR),
    (EnableTerminal(T2), SUPERVISOR),
    (ReportLink(T2, Link.LOST), SUPERVISOR),
    (ReportLink(T2, Link.CONNECTED), SUPERVISOR),
)


def _correct(evening: Evening) -> None:
    wish = ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "", parse_cards("KS 3D QH 4C 9D"))
    evening.do(wish)


# The play of the first patron and the Dealer: a round paid and corrected, and one void.
PLAY: tuple[Play, ...] = (
    lambda evening: evening.do(OpenBets()),
    lambda evening: evening.bet(T1, banker=100, tiger=5),
    lambda evening: evening.bet(T1, banker=90),
    lambda evening: evening.close(),
    lambda evening: evening.deal("KS 3D QH 4C"),
    lambda evening: evening.deal("2D"),
    lambda evening: evening.do(Settle()),
    _correct,
    lambda evening: evening.do(Attest(), SUPERVISOR),
    lambda evening: evening.do(OpenBets()),
    lambda evening: evening.bet(T1, tie=40),
    lambda evening: evening.do(ReportIrregularity(Irregularity.FOREIGN_CARD)),
    lambda evening: evening.do(Attest(), SUPERVISOR),
)


def shown(evening: Evening) -> Shown:
    watched = screens(evening)
    return public_view(watched), terminal_view(watched, T1)


def table() -> Evening:
    """Open a table with a cap that refuses no bet, so that only the views could differ."""
    return opened(replace(configuration(), liability_cap=dollars(1_000_000)))


def story(acts: dict[int, list[Act]]) -> list[Shown]:
    """Return what the first patron sees after each step, with the other's acts in between."""
    evening, seen = table(), []
    for number, play in enumerate(PLAY):
        for wish, by in acts.get(number, []):
            evening.ask(wish, by)
        play(evening)
        seen.append(shown(evening))
    return seen


UNDISTURBED = story({})


@pytest.mark.no_cover
@given(
    st.dictionaries(
        st.integers(0, len(PLAY) - 1), st.lists(st.sampled_from(ACTS), max_size=8), max_size=8
    )
)
def test_whatever_another_patron_does_leaves_no_trace_on_my_screen(
    acts: dict[int, list[Act]],
) -> None:
    assert story(acts) == UNDISTURBED


@pytest.mark.parametrize("number", range(len(PLAY)))
def test_every_single_act_of_another_at_every_moment_leaves_no_trace(number: int) -> None:
    evening = table()
    for play in PLAY[:number]:
        play(evening)
    before = shown(evening)
    for wish, by in ACTS:
        evening.ask(wish, by)
        assert shown(evening) == before


@pytest.mark.parametrize("stage", STAGES)
def test_another_terminal_is_not_even_named_on_mine(stage: str) -> None:
    assert T2 not in set(values_in(terminal_view(screens(STAGES[stage]()), T1)))


def test_the_acts_do_change_what_the_pit_sees() -> None:
    """Otherwise the proof above would prove nothing."""
    evening = table()
    evening.do(OpenBets())
    taken = set()
    for wish, by in ACTS:
        before = pit_view(screens(evening))
        if isinstance(evening.ask(wish, by), tuple):
            taken.add(type(wish))
            assert pit_view(screens(evening)) != before
    assert taken == {type(wish) for wish, _ in ACTS} - {ResolveCashOut}
