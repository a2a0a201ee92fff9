"""The pit's requests about all tables: their takings, and new limits for many at once."""

import re
from hashlib import sha256

import msgspec

from punto.identity import actor
from punto.rounds import TableCommand, decide
from punto.rules import Actor
from punto.values import Cents, CommandId, Instant, TableId
from punto.views.screens import (
    LimitsAsked,
    LimitsChange,
    LimitsScope,
    Surroundings,
    TableOnFloor,
    limits_change,
    table_on_floor,
    urgency,
)
from punto.views.takings import TakingsSpan
from punto.web.desk.problems import LimitsMoved, NoSuchTable, TableHalted
from punto.web.http.endpoints import Asked, Endpoint, check_pit
from punto.web.http.errors import HttpProblem
from punto.web.lines.services import Services
from punto.web.sessions.effects import StaffMember, Submit
from punto.web.wire import floor_tables as wire
from punto.web.wire.refusals import Refused, refusal_told

_POINTS, _POINTS_OF_ONE = 24, 240
"""Of the line of the win: beside many tables, and on the page of one."""


async def takings(asked: Asked[None]) -> wire.TakingsTold:
    """Return every table with its takings in a period, or the one that is named."""
    check_pit(asked)
    period, name = asked.request.path_params["period"], asked.request.query_params.get("table")
    known = {span.value: span for span in TakingsSpan}
    if period not in known:
        sentence = f"period {period!r}: expected one of {', '.join(known)}"
        raise HttpProblem(404, "no_such_period", sentence)
    span, now = known[period], asked.app.now()
    services = asked.services
    if name is None:
        shown = [_table(services, each, span, now, _POINTS) for each in services.table_feeds.feeds]
    else:
        shown = [_table(services, TableId(name), span, now, _POINTS_OF_ONE)]
    shown.sort(key=lambda each: (urgency(each), _as_counted(each.table)))
    return wire.TakingsTold(now, period, tuple(map(wire.TABLE_ON_FLOOR.out, shown)))


def _table(
    services: Services, name: TableId, span: TakingsSpan, now: Instant, points: int
) -> TableOnFloor:
    feed = services.table_feeds.feeds.get(name)
    if feed is None:
        raise HttpProblem(404, "no_such_table", f"table {name}: not on this floor")
    calls = services.attendants.calls_at(feed.watched.table.seats)
    around = Surroundings(feed.halted, calls, points)
    return table_on_floor(name, feed.watched, span, services.desk.node.time_at(name, now), around)


def _as_counted(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts table 2 before table 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


async def preview(asked: Asked[wire.LimitsWanted]) -> list[wire.TableLimitsTold]:
    """Show what new limits would change at each table, and which tables would refuse them."""
    check_pit(asked)
    wanted = _wanted(asked.body)
    return [_previewed(asked, TableId(table), wanted) for table in dict.fromkeys(asked.body.tables)]


def _wanted(body: wire.LimitsWanted | wire.LimitsOrder) -> LimitsAsked:
    cents = (
        None if each is None else Cents(each) for each in (body.minimum, body.maximum, body.step)
    )
    return LimitsAsked(LimitsScope(body.scope), *cents)


def _previewed(
    asked: Asked[wire.LimitsWanted], table: TableId, wanted: LimitsAsked
) -> wire.TableLimitsTold:
    change = _change(asked.services, table, wanted)
    if not isinstance(change, LimitsChange):
        return wire.TableLimitsTold(table, (), changes=False, seen="", refusal=refusal_told(change))
    refusal = _refusal(asked, table, change) if change.changes else None
    return wire.TableLimitsTold(
        table,
        tuple(
            wire.BetLimitsTold(each.bet, each.name.en, each.name.zh, each.before, each.after)
            for each in change.bets
        ),
        changes=change.changes,
        seen=_seen(change),
        refusal=None if refusal is None else refusal_told(refusal),
    )


def _change(services: Services, table: TableId, wanted: LimitsAsked) -> LimitsChange | Refused:
    standing = services.desk.node.standing(table)
    if standing is None:
        return NoSuchTable(table)
    if standing.halted:
        return TableHalted(table, standing.halted)
    return limits_change(standing.table, wanted) or NoSuchTable(table)


def _refusal(
    asked: Asked[wire.LimitsWanted], table: TableId, change: LimitsChange
) -> Refused | None:
    """Ask the engine without recording anything."""
    node, now = asked.services.desk.node, asked.app.now()
    by, standing = actor(node.floor, asked.person, now), node.standing(table)
    if not isinstance(by, Actor) or standing is None:
        return by if not isinstance(by, Actor) else NoSuchTable(table)
    answer = decide(standing.table, TableCommand(CommandId("preview"), now, by, change.wish))
    return None if isinstance(answer, tuple) else answer


def _seen(change: LimitsChange) -> str:
    """Return a digest of the limits before a change."""
    before = [(each.bet, each.before) for each in change.bets]
    return sha256(msgspec.json.encode(before)).hexdigest()[:16]


async def order(asked: Asked[wire.LimitsOrder]) -> list[wire.TableOutcome]:
    """Submit the limits that were shown to each table; each gives its own answer."""
    check_pit(asked)
    wanted = _wanted(asked.body)
    return [await _ordered(asked, each, wanted) for each in asked.body.tables]


async def _ordered(
    asked: Asked[wire.LimitsOrder], seen: wire.LimitsSeen, wanted: LimitsAsked
) -> wire.TableOutcome:
    table = TableId(seen.table)
    change = _change(asked.services, table, wanted)
    if isinstance(change, LimitsChange) and _seen(change) != seen.seen:
        change = LimitsMoved(table)
    if not isinstance(change, LimitsChange):
        return wire.TableOutcome(table, accepted=False, refusal=refusal_told(change))
    submitted = Submit(CommandId(f"{asked.body.id}/{table}"), change.wish, table, None, None)
    answer = await asked.services.desk.answer(StaffMember(asked.person), table, submitted)
    if isinstance(answer, tuple):
        return wire.TableOutcome(table, accepted=True)
    return wire.TableOutcome(table, accepted=False, refusal=refusal_told(answer))


TAKINGS = (
    Endpoint("GET /api/takings/{period}", takings),
    Endpoint("POST /api/limits/preview", preview),
    Endpoint("POST /api/limits", order),
)
