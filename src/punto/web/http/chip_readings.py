"""Readings of chips: a live table's sensor posts its whole layout."""

from typing import Any

from punto.identity import Terminal, terminal_in_service
from punto.live import BoxLabel, LayoutReading, PatronKey, ReadBet, ReadingUnreadable
from punto.rounds import Configuration, Table
from punto.rules import BetKey
from punto.values import Cents, TerminalId
from punto.web.http.endpoints import Asked, Endpoint, Who
from punto.web.http.errors import HttpProblem
from punto.web.http.identities import shown_by
from punto.web.sessions.effects import Device
from punto.web.wire.api import CommandOutcome
from punto.web.wire.floor_tables import ChipReading
from punto.web.wire.refusals import refusal_told


async def read_chips(asked: Asked[ChipReading]) -> CommandOutcome:
    """Show staff what lies on a layout; it changes no bet until a person takes it."""
    sensor, table, configuration = await _at_table(asked)
    refusal = await asked.services.readings.take(sensor, configuration, table, _reading(asked.body))
    told = None if refusal is None else refusal_told(refusal)
    return CommandOutcome(accepted=refusal is None, refusal=told)


async def show_fault(asked: Asked[Any], problem: HttpProblem) -> None:
    """Show staff that a sensor sends unreadable messages: it is faulty rather than silent."""
    sensor, _, configuration = await _at_table(asked)
    unreadable = ReadingUnreadable(problem.sentence)
    await asked.services.readings.note_fault(sensor, configuration.table, unreadable)


async def _at_table(asked: Asked[Any]) -> tuple[TerminalId, Table, Configuration]:
    """Return the sensor that sent a request, and the live table that it reads."""
    sensor = await _sensor(asked)
    asked.app.reading_attempts.check(asked.request, asked.app.now(), sensor.id)
    standing = None if sensor.reads is None else asked.services.desk.node.tables().get(sensor.reads)
    if standing is None:
        raise HttpProblem(403, "not_a_sensor", f"device {sensor.id}: reads the chips of no table")
    configuration = standing.table.configuration
    if configuration is None or configuration.layout is None:
        raise HttpProblem(409, "not_live", f"table {sensor.reads}: no layout to lay chips on")
    return sensor.id, standing.table, configuration


async def _sensor(asked: Asked[Any]) -> Terminal:
    """Return the device whose credential came with the request, if it is in service."""
    for shown in await shown_by(asked.app, asked.request):
        if isinstance(shown.speaker, Device):
            found = terminal_in_service(asked.services.desk.node.floor, shown.speaker.terminal)
            if isinstance(found, Terminal):
                return found
    raise HttpProblem(401, "not_enrolled", "expected the credential of a device in service")


def _reading(said: ChipReading) -> LayoutReading:
    return LayoutReading(
        said.number,
        tuple(
            ReadBet(
                BoxLabel(each.box),
                BetKey(each.bet),
                tuple((Cents(value), number) for value, number in each.chips),
                None if each.patron is None else PatronKey(each.patron),
            )
            for each in said.bets
        ),
    )


READINGS = (
    Endpoint(
        "POST /api/readings",
        "Post all chips that a live table's sensor reads.",
        read_chips,
        Who.DEVICE,
        on_unreadable=show_fault,
    ),
)
