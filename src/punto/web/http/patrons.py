"""Requests about patrons' names at live tables, which are kept outside the record."""

from typing import Any

from punto.identity import EraseName, TextUnreadable, actor, is_readable, tidy
from punto.live import PatronKey
from punto.rules import Actor
from punto.values import TableId
from punto.web.http.endpoints import Asked, Endpoint, ask_floor
from punto.web.http.errors import HttpProblem
from punto.web.wire import api
from punto.web.wire.refusals import refusal_told


async def enter(asked: Asked[api.NamePatron]) -> api.CommandOutcome:
    """Store the name of a patron at the table, for the screens of staff."""
    by = actor(asked.services.desk.node.floor, asked.person, asked.app.now())
    if not isinstance(by, Actor):
        return api.CommandOutcome(accepted=False, refusal=refusal_told(by))
    table, patron = _patron(asked)
    standing = asked.services.desk.node.tables().get(table)
    known = None if standing is None else standing.table.patrons.get(patron)
    if known is None or not known.is_here:
        raise HttpProblem(404, "no_such_patron", f"patron {patron}: not at table {table}")
    name = tidy(asked.body.name)
    if not is_readable(name):
        unreadable = TextUnreadable("name", asked.body.name)
        return api.CommandOutcome(accepted=False, refusal=refusal_told(unreadable))
    await asked.services.names.enter(table, patron, name, by.person)
    return api.CommandOutcome(accepted=True)


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


PATRONS = (
    Endpoint("POST /api/patrons/name", "Enter the name of a patron at a live table.", enter),
    Endpoint("POST /api/patrons/erase", "Erase the name of a patron.", erase),
)
