"""The simulated sensor of a demonstration's live table: it reads the robots' chips, with errors.

Over four rounds it misreads a bet, sees chips that were not recorded, sees a bet raised after the
close, and falls silent. Chance, seeded by the round, decides the size of each error.
"""

from collections.abc import Iterator
from enum import IntEnum
from random import Random

import structlog

from punto import live, rounds
from punto.identity import EnrolSensor, FloorCommand
from punto.rules import BetKey
from punto.runtime import CannotRecord
from punto.values import Cents, CommandId, PersonId, TableId, TerminalId, dollars, replace
from punto.web.duties import Duty
from punto.web.lines.services import Services

_log = structlog.get_logger("punto.robots")
_PAUSE_S = 0.5
_CHIP = dollars(100)
_UNRECORDED_BET = BetKey("player")


class Mishap(IntEnum):
    """The mishaps of a sensor, one in each round in turn."""

    MISREAD = 0
    UNRECORDED = 1
    LATE = 2
    SILENT = 3


def mishap_of(round_number: int) -> Mishap:
    """Return the mishap of a round."""
    return Mishap((round_number - 1) % len(Mishap))


class SimulatedSensor:
    """A device that reads one live table."""

    def __init__(self, services: Services, table: TableId, installer: PersonId) -> None:
        self._services, self._table, self._installer = services, table, installer
        self._device = TerminalId(f"{table}-chips")
        self._number = 0
        self._wrong: dict[int, live.ReadBet] = {}
        """The misread bet of each round, as the sensor reads it."""
        self._reading = Duty("the chips are not read", self._read, _PAUSE_S)

    async def start(self) -> None:
        """Put the sensor into service, unless an earlier start did, and begin to read."""
        desk, now = self._services.desk, self._services.desk.now()
        if self._device not in desk.node.floor.terminals:
            wish = EnrolSensor(self._device, self._table, f"under the felt of {self._table}")
            name = CommandId(f"demo/EnrolSensor/{self._device}")
            await desk.node.ask_floor(FloorCommand(name, now, self._installer, wish))
        await self._services.readings.forget(self._table)
        self._reading.begin()

    async def stop(self) -> None:
        """Stop reading."""
        await self._reading.close()

    async def _read(self) -> None:
        table = self._services.desk.node.tables()[self._table].table
        configuration = table.configuration
        if configuration is None or self._is_silent(table):
            return
        self._number += 1
        reading = live.LayoutReading(self._number, tuple(self._bets(table)))
        take = self._services.readings.take
        try:
            refusal = await take(self._device, configuration, table, reading)
            if refusal is not None:
                _log.debug("a sensor was refused", table=self._table, answer=str(refusal))
        except CannotRecord as fault:
            _log.debug("a sensor was not heard", table=self._table, why=str(fault))

    def _is_silent(self, table: rounds.Table) -> bool:
        is_betting = table.phase is rounds.Phase.BETTING
        return is_betting and mishap_of(table.rounds_count) is Mishap.SILENT

    def _bets(self, table: rounds.Table) -> Iterator[live.ReadBet]:
        """Yield the chips on the layout, with the mishap of this round."""
        number, now = table.rounds_count, table.round
        if now is None or table.phase not in {rounds.Phase.BETTING, *rounds.AFTER_CLOSE}:
            return
        mishap, values = mishap_of(number), rounds.layout_of(now).chips.values
        lie = [_stack(bet, values) for bet in rounds.recorded_bets(table, now)]
        if mishap is Mishap.UNRECORDED:
            box = rounds.layout_of(now).boxes[-1]
            lie = [each for each in lie if each.box != box]
            lie.append(live.ReadBet(box, _UNRECORDED_BET, ((_CHIP, 2),)))
        is_wrong = mishap is Mishap.MISREAD or (
            mishap is Mishap.LATE and table.phase in rounds.AFTER_CLOSE
        )
        if is_wrong and lie:
            more = 1 + Random(f"{self._table}/{number}").randrange(3)  # noqa: S311 (no secret)
            raised = replace(lie[0], chips=_with_more(lie[0], more))
            # A misread bet stays misread until its chips are taken, even if the record changes.
            wrong = self._wrong.setdefault(number, raised)
            lie = [wrong, *(each for each in lie if not _is_same(each, wrong))]
        yield from lie


def _stack(bet: live.BoxBet, values: tuple[Cents, ...]) -> live.ReadBet:
    chips = live.fewest_chips(bet.stake, values) or {}
    return live.ReadBet(bet.box, bet.bet, tuple(chips.items()), bet.patron)


def _with_more(read: live.ReadBet, number: int) -> tuple[tuple[Cents, int], ...]:
    chips = dict(read.chips)
    return tuple({**chips, _CHIP: chips.get(_CHIP, 0) + number}.items())


def _is_same(one: live.ReadBet, other: live.ReadBet) -> bool:
    return (one.box, one.bet, one.patron) == (other.box, other.bet, other.patron)
