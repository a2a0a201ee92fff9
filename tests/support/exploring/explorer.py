"""Every state that a table can come to, up to what no rule tells apart, by every command."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.commands import By, Command, Patron, Wish
from punto.rounds.configuration import Configuration
from punto.rounds.dealing.commands import AnnounceTotals, DealCard, Settle
from punto.rounds.decisions import decide
from punto.rounds.events import Fact
from punto.rounds.evolution import evolve
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import CountCards, LoadShoe, NoteCutCard, RetireShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table.commands import CloseTable, OpenTable
from punto.rules.irregularities import Irregularity
from punto.values.cards import Card, parse_card
from punto.values.ids import CommandId, Instant
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    opened,
    position,
)

# A natural, a stand, a draw: every shape of a coup comes of these three.
CARDS = tuple(parse_card(text) for text in ("9H", "7C", "KS"))
EXTRA = (parse_card("2D"),)
STAFF = (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
LATE_MS = 60_000
"""More than any grace, and more than a hiccup (A-24, A-37)."""

ENDED = {Phase.IDLE, Phase.SETTLED, Phase.CLOSED}
"""Where no round is under way."""

Key = tuple[object, ...]


def key_of(table: Table) -> Key:
    """What a table's future can depend on, without the money and the numbers."""
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
    )


def _stage(table: Table) -> tuple[object, ...]:
    """How far the deal has come, while one is under way: cards out, and who is next."""
    dealing = {Phase.DEALING, Phase.RESULT}
    matter = table.matter
    if table.phase not in dealing and (matter is None or matter.interrupted not in dealing):
        return ()
    now = table.round_now
    return len(now.cards), now.coup.next_side, now.totals_announced


@dataclass(frozen=True)
class Step:
    """A command that was taken, and between which states."""

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
        """The states from which some command leads on, and at last to one of these."""
        before: dict[Key, set[Key]] = {}
        for step in self.steps:
            before.setdefault(step.after, set()).add(step.before)
        reached, edge = set(goals), deque(goals)
        while edge:
            for key in before.get(edge.popleft(), set()) - reached:
                reached.add(key)
                edge.append(key)
        return reached


def explore(configuration: Configuration) -> Explored:
    """Try every command in every state, until no new state comes of it."""
    first = opened(configuration).table
    found = Explored({key_of(first): first})
    waiting, numbers = deque([first]), count()
    while waiting:
        table = waiting.popleft()
        for wish, by, at in _tries(table):
            command = Command(CommandId(f"e{next(numbers)}"), at, by, wish)
            answer = decide(table, command)
            if not isinstance(answer, tuple):
                continue
            after = table
            for event in answer:
                after = evolve(after, event)
            key = key_of(after)
            found.steps.append(Step(key_of(table), wish, by, tuple(e.fact for e in answer), key))
            if key not in found.states:
                found.states[key] = after
                waiting.append(after)
    return found


def _tries(table: Table) -> Iterator[tuple[Wish, By, Instant]]:
    now = Instant((table.stepped_at or 0) + 1)
    late = Instant(now + LATE_MS)
    if table.phase is Phase.AWAITING_RULING:
        # Everything else is refused there by the phase alone, which docs/REFUSALS.md shows.
        yield from _answers(table, now, late)
        return
    for wish in _of_the_dealer():
        yield wish, DEALER, late
    yield WantPosition(T1, table.rounds_count, position(banker=100)), Patron(T1), now
    yield WantPosition(T1, table.rounds_count, ()), Patron(T1), now
    yield AnswerFreeze(T1, table.rounds_count), Patron(T1), now
    for wish in (RetireShoe("worn"), CloseTable()):
        yield wish, SUPERVISOR, now
    for report in _reports(table):
        yield report, DEALER, now


def _of_the_dealer() -> Iterator[Wish]:
    decks = 8
    yield from (OpenTable(), LoadShoe(decks, Shuffle.BY_HAND), NoteCutCard(), OpenBets())
    yield from (BeginClosing(), CutOff(), AnnounceTotals(), Settle(), RetireShoe("cut card"))
    yield from (CountCards(52 * decks), CountCards(52 * decks - 1), CountCards(52 * decks + 1))
    yield from (DealCard(card) for card in CARDS)


def _reports(table: Table) -> Iterator[Wish]:
    """Every irregularity, with and without the cards that it may bring along."""
    cards = () if table.round is None else table.round.cards
    corrected = tuple(parse_card("8D") if index == 0 else c for index, c in enumerate(cards))
    # A whole coup whose Player stands on a natural, for rounds that are paid.
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
        orders: tuple[tuple[Card, ...] | None, ...] = (None,)
    else:
        orders = (None, (*table.round.cards, *table.matter.extra))
    for by in STAFF[1:]:
        for cards in orders:
            yield Attest(cards), by, now
            yield Attest(cards), by, late
            yield from ((Rule(verdict, "so ruled", cards=cards), by, late) for verdict in Verdict)
        yield Decline("not so"), by, now
