"""The readings of live tables' sensors: kept beside the record, and shown to staff.

They are kept so that every node knows them, whichever node a sensor speaks to. A reading changes no
bet and is not recorded; a person's answer to it is.
"""

from collections.abc import Callable, Mapping

from punto.live import LayoutReading, ReadingRefusal
from punto.rounds import Configuration, Table
from punto.runtime import Node, Vault
from punto.values import Instant, TableId, TerminalId, replace
from punto.views.sensors import SensorState, after_reading, in_trouble
from punto.web.duties import Duty
from punto.web.security.vault_notes import VaultNotes

KIND = "reading"
_LOOK_S = 1.0
"""How soon a reading that another node got, or the silence of a sensor, shows here."""
SILENT_MS = 6_000
"""A sensor reads at least every two seconds; after three times that it counts as silent."""


class ChipReadings:
    """The sensors of a floor, as this node last saw them."""

    def __init__(
        self,
        vault: Vault,
        node: Node,
        now: Callable[[], Instant],
        show: Callable[[TableId, SensorState | None], None],
    ) -> None:
        self._notes = VaultNotes(vault, KIND, SensorState)
        self._node, self._now, self._show = node, now, show
        self._shown: dict[TableId, SensorState] = {}
        self.looking = Duty("the readings of chips wait", self._look, _LOOK_S)
        """Also reads what other nodes receive."""

    @property
    def shown(self) -> Mapping[TableId, SensorState]:
        """The sensor of each table that has one."""
        return self._shown

    async def take(
        self,
        sensor: TerminalId,
        configuration: Configuration,
        table: Table,
        reading: LayoutReading,
    ) -> ReadingRefusal | None:
        """Keep a reading and show it; one that does not count leaves the previous one in place."""
        at, refused = self._now(), list[ReadingRefusal | None]()

        def after(known: SensorState) -> SensorState:
            found = after_reading(known, table, configuration, reading)
            if isinstance(found, SensorState):
                refused.append(None)
                return replace(found, seen_at=at)
            refused.append(found)
            return replace(in_trouble(known, found), seen_at=at)

        await self._keep(sensor, configuration.table, after)
        return refused[-1]

    async def note_fault(self, sensor: TerminalId, table: TableId, fault: ReadingRefusal) -> None:
        """Show that a sensor sent an unusable message."""
        at = self._now()
        await self._keep(sensor, table, lambda known: replace(in_trouble(known, fault), seen_at=at))

    async def _keep(
        self, sensor: TerminalId, table: TableId, after: Callable[[SensorState], SensorState]
    ) -> None:
        def changed(before: SensorState) -> SensorState:
            return after(before if before.sensor == sensor else SensorState(sensor))

        await self._notes.add(table, SensorState(sensor))
        await self._notes.change(table, changed)
        shown = self._shown.get(table)
        if shown is None or shown.sensor != sensor:  # it has just been admitted
            await self._look()
        else:
            self._put(table, self._state(await self._notes.get(table), sensor))

    async def forget(self, table: TableId) -> None:
        """Forget a sensor that was just admitted: its reading numbers may start again."""
        await self._notes.remove(table)
        await self._look()

    async def _look(self) -> None:
        """Read the state of every sensor, and show what changed."""
        devices = self._node.floor.terminals.values()
        sensors = {each.reads: each.id for each in devices if each.reads and not each.retired}
        notes = await self._notes.all() if sensors else {}
        found = {table: self._state(notes.get(table), of) for table, of in sensors.items()}
        for table in {*found, *self._shown}:
            self._put(table, found.get(table))

    def _put(self, table: TableId, state: SensorState | None) -> None:
        if state == self._shown.get(table):
            return
        self._shown.pop(table, None)
        if state is not None:
            self._shown[table] = state
        self._show(table, state)

    def _state(self, note: SensorState | None, sensor: TerminalId) -> SensorState:
        state = note if note is not None and note.sensor == sensor else SensorState(sensor)
        is_silent = state.seen_at is None or self._now() - state.seen_at > SILENT_MS
        return replace(state, silent=is_silent)
