"""The feed of a table: folded once, encoded once, and sent to all watchers."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from punto import rounds
from punto.live import PatronKey
from punto.rules import NO_ODDS, HouseOdds
from punto.runtime import RecordBroken, Remembered, Snapshot
from punto.values import TerminalId, replace
from punto.views.memories import Screens, memory_of, watched_again
from punto.views.recall import NOBODY, Recall
from punto.views.screens import public_view, rounds_before
from punto.views.sensors import SensorState
from punto.views.watched_table import Watched, watch_beside
from punto.web.screens.audiences import AudienceScreen, Roster, is_of_staff
from punto.web.screens.kept_rounds import KeptRounds
from punto.web.sessions.outboxes import SharedView
from punto.web.wire.parts import BOARD, LAYOUT, PUBLIC, encode

_OF_ONE_TERMINAL = (
    rounds.PositionTaken,
    rounds.PurseFact,
    rounds.AdjustmentFact,
    rounds.SeatFact,
)
"""Events that can change the screen of one terminal, besides those of staff."""
OF_STAFF = (rounds.TerminalFroze,)
"""Events that staff alone can see."""
OF_NO_TERMINAL = (rounds.CardDealt, rounds.TotalsAnnounced, rounds.ResultShown)
"""Events that change no bets or money, so that no terminal's private part is made again."""
_STAFF_SEAT_S, _STAFF_WAITS_S = 0.000_2, 1.0
"""How long staff wait at most for what concerns one terminal: by the seat, and in all."""
_NO_LAYOUT: dict[str, bytes] = {"public": b"null", "layout": b"null", "board": b"null"}


class TableFeed:
    """The contents of the screens of one table; used in one event loop only."""

    def __init__(self, odds: HouseOdds = NO_ODDS) -> None:
        self.watched = Watched(odds=odds)
        self.position = 0
        self.halted = ""
        self.is_ready = False
        """Whether the record was read to its end; until then news has to wait."""
        self.is_broken_off = False
        """Whether reading the record failed; nothing after that point is shown."""
        self.rounds = KeptRounds()
        self.rounds_known = asyncio.Event()
        """Set once all rounds that can be recalled have been read."""
        self.rounds_known.set()
        self._parts = dict(_NO_LAYOUT)
        self._screens = Roster()
        self._names = b"{}"

    def name_patrons(self, names: Mapping[PatronKey, str]) -> None:
        """Show the names of patrons to staff."""
        self._names = msgspec.json.encode(names)
        for screen in self._screens.others():
            if is_of_staff(screen.audience):
                screen.show(self.position, names=self._names)

    def show_sensor(self, sensor: SensorState | None) -> None:
        """Show staff what the sensor of a live table reads."""
        self.watched = replace(self.watched, sensor=sensor)
        for screen in self._screens.others():
            if is_of_staff(screen.audience):
                screen.private_changed(self.position, self.watched)

    def begin_at(self, snapshot: Snapshot, screens: Screens) -> None:
        """Start from a snapshot of an earlier feed; its latest rounds are read later."""
        self.watched = watched_again(snapshot.table, screens.memory, self.watched.odds)
        self.position = snapshot.position
        self.rounds = KeptRounds(screens.rounds_from)
        if screens.rounds_from is not None:
            self.rounds_known.clear()

    def begin(self, events: Iterable[tuple[int, rounds.TableEvent]]) -> None:
        """Read a record before the first watcher; if reading fails, the events before it show."""
        self.is_broken_off = True
        try:
            for position, event in events:
                self._fold(position, event)
            self.is_broken_off = False
        finally:
            self._parts = self._encoded()

    def take(
        self, first: int, events: Iterable[rounds.TableEvent], tables: Sequence[rounds.Table] = ()
    ) -> None:
        """Apply recorded events from this position on, skipping known ones.

        If the node also passes the table after each event, nothing is folded again.
        """
        everybody, own, touched = False, False, set[TerminalId]()
        for position, event in enumerate(events, first):
            if position <= self.position:
                continue
            if position != self.position + 1:
                raise RecordBroken(f"event {position} was published after event {self.position}")
            self._fold(position, event, tables[position - first] if tables else None)
            fact = event.fact
            if isinstance(fact, _OF_ONE_TERMINAL):
                touched.add(fact.terminal)
            elif not isinstance(fact, OF_STAFF):
                everybody = True
                own = own or not isinstance(fact, OF_NO_TERMINAL)
        if everybody:
            self._show_everybody()
        if own:
            self._tell(self._screens)
        else:
            self._tell(self._screens.of_terminals(touched))
            if others := self._screens.others():
                self._tell(others, 0.0 if everybody else self._patience_s())

    def stop(self, reason: str) -> None:
        """Show why the table is halted; an empty reason ends that."""
        self.halted = reason
        for screen in self._screens:
            screen.show(self.position, halted=msgspec.json.encode(reason))

    def join(self, screen: AudienceScreen) -> None:
        """Show this table on a screen, which gets a whole view first."""
        self._screens.add(screen)
        halted = msgspec.json.encode(self.halted)
        screen.show(self.position, **self._parts, halted=halted)
        if is_of_staff(screen.audience):
            screen.show(self.position, names=self._names)
        screen.private_changed(self.position, self.watched)

    def leave(self, screen: AudienceScreen) -> None:
        """Remove a screen."""
        self._screens.remove(screen)

    def screens(self) -> tuple[AudienceScreen, ...]:
        """Return every screen at this table."""
        return tuple(self._screens)

    def remembered(self) -> Remembered | None:
        """Return the memory with which another feed can continue from here.

        None if this feed knows too little.
        """
        if not self.is_ready or self.is_broken_off:
            return None
        screens = Screens(memory_of(self.watched), self.rounds.begin)
        return Remembered(self.position, self.watched.table, screens)

    def recall(self, round_number: int, terminal: TerminalId | None) -> Recall | None:
        """Return a recent round for staff: with all bets and money, or those of one terminal."""
        return self.rounds.recall(round_number, terminal)

    def recall_for_patron(self, round_number: int, terminal: TerminalId) -> Recall | None:
        """Return a recent round with no bets but those of the patron now at the terminal."""
        over = round_number <= rounds_before(self.watched, terminal)
        return self.rounds.recall(round_number, NOBODY if over else terminal, for_patron=True)

    def rounds_of_patron(self, terminal: TerminalId) -> tuple[int, ...]:
        """Return the rounds in which the patron now at the terminal had bets, the latest first."""
        before = rounds_before(self.watched, terminal)
        return tuple(each for each in self.rounds.with_bets_of(terminal) if each > before)

    def _fold(
        self, position: int, event: rounds.TableEvent, after: rounds.Table | None = None
    ) -> None:
        before = self.watched
        self.rounds.take(position, before.table, event)
        table = rounds.evolve(before.table, event) if after is None else after
        self.watched, self.position = watch_beside(before, event, table), position

    def _encoded(self) -> dict[str, bytes]:
        view = public_view(self.watched)
        if view is None:
            return dict(_NO_LAYOUT)
        return {
            "public": encode(PUBLIC, view),
            "layout": encode(LAYOUT, view),
            "board": encode(BOARD, view),
        }

    def _show_everybody(self) -> None:
        parts = self._encoded()
        changed = {name: part for name, part in parts.items() if part != self._parts[name]}
        self._parts = parts
        if changed:
            view = SharedView(self.position, changed)
            for screen in self._screens:
                screen.share(view)

    def _tell(self, screens: Iterable[AudienceScreen], within_s: float = 0.0) -> None:
        """Mark the private part of these screens as changed."""
        for screen in screens:
            screen.private_changed(self.position, self.watched, within_s)

    def _patience_s(self) -> float:
        """Return how long staff wait for news of one terminal.

        Staff see every seat. At a large table they are shown several bets together, so that a bet
        costs no more there; public news, and answers to their own commands, do not wait.
        """
        return min(_STAFF_WAITS_S, _STAFF_SEAT_S * len(self.watched.table.seats))
