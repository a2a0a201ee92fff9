"""Every state that a table can reach by any command, as far as the rules tell states apart."""

import gc
import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.boxes import commands as boxes
from punto.rounds.boxes.layouts import warnings_now
from punto.rounds.commands import By, Patron, TableCommand, Wish
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.decisions import decide
from punto.rounds.events import Fact
from punto.rounds.evolution import evolve
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import CountCards, LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table.commands import AnnounceLastRound, CloseTable, OpenTable
from punto.rounds.tray import commands as trays
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import CardOut, parse_card
from punto.values.ids import CommandId, Instant
from punto.values.money import dollars
from punto.values.sides import Side
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    position,
)
from support.rounds.live import ANN, BOX_1
from support.rounds.trays import CARRIER, FLOAT

# A natural, a stand, a draw: these three produce every shape of a coup.
CARDS = tuple(parse_card(text) for text in ("9H", "7C", "KS"))
EXTRA = (parse_card("2D"),)
STAFF = (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
LATE_MS = 60_000
"""Longer than any grace, and longer than a hiccup (A-24, A-37)."""

EVERYTHING = bool(os.environ.get("PUNTO_EVERY_STATE"))
"""Whether irregularities are reported in every state, as in a long run."""

ENDED = {Phase.IDLE, Phase.SETTLED, Phase.CLOSED}
"""The phases in which no round is under way."""

Key = tuple[object, ...]


def key_of(table: Table) -> Key:
    """Return what a table's future can depend on, without money and numbers."""
    now, shoe, matter = table.round, table.shoe, table.matter
    return (
        table.phase,
        _stage(table),
        None if now is None else (now.is_paid, now.void),
        None if shoe is None else shoe.is_over,
        None
        if matter is None
        else (
            matter.policy.irregularity,
            matter.policy.remedy,
            matter.declined,
            matter.interrupted,
            matter.earlier is None,
            bool(matter.extra),
            now is not None and matter.cards not in {None, now.cards},
        ),
        bool(table.carried),
        bool(table.past),
        _layout(table),
        None if table.last_round is None else table.rounds_count >= table.last_round,
    )


def _layout(table: Table) -> Key:
    """Whether chips lie, a warning is open or hands lie as found; what patrons chose."""
    layout = None if table.round is None else table.round.layout
    if table.round is None or layout is None or table.phase in ENDED:
        return ()
    chips_lie = any(table.round.positions.values())
    warned = table.phase is Phase.BETTING and bool(warnings_now(table))
    return chips_lie, warned, layout.laid is not None, layout.asked, tuple(layout.chosen.values())


def place_of(table: Table) -> Key:
    """Return how far a round has come, and whether chips lie; not what the patron chose."""
    now, shoe, layout = table.round, table.shoe, _layout(table)
    return (
        table.phase,
        _stage(table),
        None if now is None else (now.is_paid, now.void),
        None if shoe is None else shoe.is_over,
        table.matter is None,
        bool(table.carried),
        bool(table.past),
        layout[:1],
        layout[2:4],
    )


def key_with_tray(table: Table) -> Key:
    """Return the key of a state, extended by the papers of a live table's tray."""
    papers = table.papers
    first, slips = papers.first_count, papers.slips.values()
    return (
        *key_of(table),
        table.tray is None,
        None if first is None else first.count,
        tuple((slip.kind, slip.carrier is None) for slip in slips),
    )


def _stage(table: Table) -> tuple[object, ...]:
    """Return how far a deal in progress has come: the cards out, and which side is next."""
    dealing = {Phase.DEALING, Phase.RESULT}
    matter = table.matter
    if table.phase not in dealing and (matter is None or matter.interrupted not in dealing):
        return ()
    now = table.round_now
    return len(now.cards), now.coup.next_side, now.totals_announced


@dataclass(frozen=True)
class Step:
    """A command that was accepted, with the states before and after it."""

    before: Key
    wish: Wish
    by: By
    facts: tuple[Fact, ...]
    after: Key


@dataclass
class Explored:
    """What was found."""

    states: dict[Key, Table] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    @property
    def phases(self) -> set[Phase]:
        return {table.phase for table in self.states.values()}

    def that_can_reach(self, goals: set[Key]) -> set[Key]:
        """Return the states from which commands can lead to one of these goals."""
        before: dict[Key, set[Key]] = {}
        for step in self.steps:
            before.setdefault(step.after, set()).add(step.before)
        reached, edge = set(goals), deque(goals)
        while edge:
            for key in before.get(edge.popleft(), set()) - reached:
                reached.add(key)
                edge.append(key)
        return reached


Try = tuple[Wish, By, Instant]


def explore(
    first: Table,
    tries: Callable[[Table], Iterator[Try]],
    key: Callable[[Table], Key] = key_of,
    place: Callable[[Table], Key] | None = None,
) -> Explored:
    """Try every command in every state until no new state is found.

    With a place, irregularities are reported only in the first state that is found at each place,
    unless a long run wants everything.
    """
    # All that is found is kept, and the collector would look through it again and again.
    gc.disable()
    try:
        return _explored(first, tries, key, key if place is None or EVERYTHING else place)
    finally:
        gc.enable()


def _explored(
    first: Table,
    tries: Callable[[Table], Iterator[Try]],
    key: Callable[[Table], Key],
    place: Callable[[Table], Key],
) -> Explored:
    found = Explored({key(first): first})
    waiting, numbers = deque([first]), count()
    places: set[Key] = set()
    while waiting:
        table = waiting.popleft()
        before, here = key(table), place(table)
        is_new_place = here not in places
        places.add(here)
        for wish, by, at in tries(table):
            if isinstance(wish, ReportIrregularity) and not is_new_place:
                continue
            command = TableCommand(CommandId(f"e{next(numbers)}"), at, by, wish)
            answer = decide(table, command)
            if not isinstance(answer, tuple):
                continue
            after = table
            for event in answer:
                after = evolve(after, event)
            then = key(after)
            found.steps.append(Step(before, wish, by, tuple(e.fact for e in answer), then))
            if then not in found.states:
                found.states[then] = after
                waiting.append(after)
    return found


def _moments(table: Table) -> tuple[Instant, Instant]:
    now = Instant((table.stepped_at or 0) + 1)
    return now, Instant(now + LATE_MS)


def electronic_tries(table: Table) -> Iterator[Try]:
    """Yield every command to try at a table with one terminal."""
    now, late = _moments(table)
    yield from _of_every_table(table)
    if table.phase is Phase.STOPPED:
        return
    for wish in (BeginClosing(), CutOff()):
        yield wish, DEALER, late
    yield WantPosition(T1, table.rounds_count, position(banker=100)), Patron(T1), now
    yield WantPosition(T1, table.rounds_count, ()), Patron(T1), now
    yield AnswerFreeze(T1, table.rounds_count), Patron(T1), now


def live_tries(table: Table) -> Iterator[Try]:
    """Yield every command to try at a live table with one box, where a patron sits."""
    now, late = _moments(table)
    yield from _of_every_table(table)
    if table.phase is Phase.STOPPED:
        return
    for wish in _of_the_layout():
        yield wish, DEALER, late
    yield boxes.ClaimWinnings(ANN), SUPERVISOR, now
    if table.phase in ENDED:  # in a round it would double every state
        yield AnnounceLastRound(), DEALER, now
    cards = () if table.round is None else table.round.cards
    half = (len(cards) + 1) // 2
    for lies in ((cards[:half], cards[half:]), (cards, ())):
        yield ReportIrregularity(Irregularity.DEALT_ORDER_LOST, "lost", lies=lies), DEALER, now


def _of_the_layout() -> Iterator[Wish]:
    yield from (boxes.JoinTable(ANN, BOX_1), boxes.LeaveTable(ANN), boxes.RejectExcess())
    for amount in (5, 500, 50_000):
        yield boxes.PlaceBets(ANN, BOX_1, position(banker=amount))
    yield boxes.PlaceBets(ANN, BOX_1, ())
    yield from (boxes.CloseLayout(), boxes.CloseLayout(passed_over=True))
    for side in Side:
        yield from (boxes.AskSqueeze(ANN, side), boxes.HandOver(side, ANN), boxes.HandOver(side))
    yield from (boxes.ChooseOption(ANN, option) for option in boxes.PlayerOption)
    yield boxes.EndOptions()


def tray_tries(table: Table) -> Iterator[Try]:
    """Yield commands of a live table and its tray; an irregularity may reach a paid round."""
    now, late = _moments(table)
    if table.phase is Phase.STOPPED:
        yield from _answers(table, now, late)
    else:
        for wish in (*_of_the_dealer(), *_of_the_layout()):
            yield wish, DEALER, late
        yield CloseTable(), SUPERVISOR, now
        for what in (Irregularity.WRONG_NUMBER_OF_CARDS, Irregularity.DEALT_FACE_UP):
            yield ReportIrregularity(what, "seen"), DEALER, now
    yield from ((wish, by, now) for wish, by in _at_the_tray(table))


def _at_the_tray(table: Table) -> Iterator[tuple[Wish, By]]:
    for which in trays.FloatCount:
        yield trays.CountFloat(which, FLOAT), DEALER
    for counted in (FLOAT, FLOAT[1:]):
        yield trays.ConfirmFloat(counted), SUPERVISOR
    if not table.papers.slips:
        for kind in trays.SlipKind:
            yield trays.RequestSlip(kind, FLOAT[-1:]), SUPERVISOR
    for number in table.papers.slips:
        yield trays.CarrySlip(number), CARRIER
        yield trays.SignSlip(number), DEALER
        yield trays.VoidSlip(number, "not needed"), SUPERVISOR
    yield trays.BuyChips(ANN, dollars(100)), DEALER
    yield trays.ChangeChips(FLOAT[:1], FLOAT[:1]), DEALER


def _of_every_table(table: Table) -> Iterator[Try]:
    now, late = _moments(table)
    if table.phase is Phase.STOPPED:
        # Everything else is refused there by the phase alone, which docs/REFUSALS.md shows.
        yield from _answers(table, now, late)
        return
    for wish in _of_the_dealer():
        yield wish, DEALER, late
    for wish in (RetireShoe("worn"), CloseTable()):
        yield wish, SUPERVISOR, now
    for report in _reports(table):
        yield report, DEALER, now


def _of_the_dealer() -> Iterator[Wish]:
    decks = 8
    yield from (OpenTable(), LoadShoe(decks, Shuffle.BY_HAND), NoteCutCard(), OpenBets())
    yield from (AnnounceTotals(), Settle(), RetireShoe("cut card"))
    yield from (CountCards(52 * decks), CountCards(52 * decks - 1), CountCards(52 * decks + 1))
    yield from (DealCard(card) for card in CARDS)


def _reports(table: Table) -> Iterator[Wish]:
    """Report every irregularity, with and without the cards that it may involve."""
    cards = () if table.round is None else table.round.cards
    corrected = tuple(parse_card("8D") if index == 0 else c for index, c in enumerate(cards))
    # A complete coup in which Player stands on a natural, for rounds that are paid.
    whole = tuple(parse_card(text) for text in ("9D", "KD", "KH", "2C"))
    earlier = table.past[-1].number if table.past else None
    for what in Irregularity:
        yield ReportIrregularity(what, "seen")
        yield ReportIrregularity(what, "seen", tuple(reversed(cards)))
        yield ReportIrregularity(what, "seen", corrected)
        yield ReportIrregularity(what, "seen", whole)
        if not table.carried:
            yield ReportIrregularity(what, "seen", extra=EXTRA)
        yield ReportIrregularity(what, "seen", terminals=(T1,))
        if earlier is not None:
            yield ReportIrregularity(what, "seen", round_number=earlier)
            yield ReportIrregularity(what, "seen", whole, round_number=earlier)


def _answers(table: Table, now: Instant, late: Instant) -> Iterator[tuple[Wish, By, Instant]]:
    if table.matter is None or table.round is None:
        orders: tuple[tuple[CardOut, ...] | None, ...] = (None,)
    else:
        orders = (None, (*table.round.cards, *table.matter.extra))
    for by in STAFF[1:]:
        for cards in orders:
            yield Attest(cards), by, now
            yield Attest(cards), by, late
            yield from ((Rule(verdict, "so ruled", cards=cards), by, late) for verdict in Verdict)
        yield Decline("not so"), by, now
