"""Requests about live tables: the readings of their sensors, and the names of their patrons."""

from typing import Any

from punto.identity import (
    EraseName,
    Terminal,
    TextUnreadable,
    actor,
    is_readable,
    terminal_in_service,
    tidy,
)
from punto.live import BoxLabel, LayoutReading, PatronKey, ReadBet, ReadingUnreadable
from punto.rounds import Configuration, Table
from punto.rules import Actor, BetKey
from punto.values import Cents, TableId, TerminalId
from punto.web.http.endpoints import Asked, Endpoint, Who, ask_floor
from punto.web.http.errors import HttpProblem
from punto.web.http.identities import shown_by
from punto.web.sessions.effects import Device
from punto.web.wire import api
from punto.web.wire.floor_tables import ChipReading


async def read_chips(asked: Asked[ChipReading]) -> api.CommandOutcome:
    """Show staff what lies on a layout; it changes no bet until a person takes it."""
    sensor, table, configuration = await _at_table(asked)
    refusal = await asked.services.readings.take(sensor, configuration, table, _reading(asked.body))
    return api.outcome_of(refusal)


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


async def enter(asked: Asked[api.NamePatron]) -> api.CommandOutcome:
    """Store the name of a patron at the table, for the screens of staff."""
    by = actor(asked.services.desk.node.floor, asked.person, asked.app.now())
    if not isinstance(by, Actor):
        return api.outcome_of(by)
    table, patron = _patron(asked)
    standing = asked.services.desk.node.tables().get(table)
    known = None if standing is None else standing.table.patrons.get(patron)
    if known is None or not known.is_here:
        raise HttpProblem(404, "no_such_patron", f"patron {patron}: not at table {table}")
    name = tidy(asked.body.name)
    if not is_readable(name):
        return api.outcome_of(TextUnreadable("name", asked.body.name))
    await asked.services.names.enter(table, patron, name, by.person)
    return api.outcome_of(None)


async def erase(asked: Asked[api.ErasePatronName]) -> api.CommandOutcome:
    """Erase a patron's name; the floor's record has who asked, and not the name."""
    table, patron = _patron(asked)
    if not await asked.services.names.has(table, patron):
        raise HttpProblem(404, "no_such_name", f"patron {patron} at table {table}: no name is kept")
    outcome = await ask_floor(asked, asked.body.id, EraseName(table, patron))
    if outcome.accepted:
        await asked.services.names.erase(table, patron)
    return outcome


def _patron(asked: Asked[Any]) -> tuple[TableId, PatronKey]:
    return TableId(asked.body.table), PatronKey(asked.body.patron)


LIVE_TABLES = (
    Endpoint("POST /api/patrons/name", enter),
    Endpoint("POST /api/patrons/erase", erase),
    Endpoint("POST /api/readings", read_chips, Who.DEVICE, on_unreadable=show_fault),
)
