"""The floor as the pit sees it: people, terminals, tables, and recent events."""

from collections.abc import Mapping

import msgspec

from punto.identity import Floor, FloorEvent, Person, Terminal, reset_asker
from punto.rounds import Link
from punto.runtime import StreamStanding
from punto.values import Instant, PersonId, TableId
from punto.views.screens import DECISIONS, Concerns, work_at
from punto.views.search import event_sentence
from punto.views.sentences import actor_words, details_of
from punto.web.lines.services import Services
from punto.web.wire import api


def floor_told(services: Services, secrets: Mapping[PersonId, bool], now: Instant) -> api.FloorTold:
    """Return the whole floor; the vault says who has secrets."""
    node = services.desk.node
    return api.FloorTold(
        now=now,
        people=tuple(
            _person(node.floor, each, secrets, now) for each in node.floor.people.values()
        ),
        terminals=tuple(_terminal(services, each) for each in node.floor.terminals.values()),
        tables=tuple(_table(services, name, each) for name, each in sorted(node.tables().items())),
        events=tuple(_event(*each) for each in services.floor_feed.latest()),
        alarms=tuple(
            api.AlarmTold(person.id, alarm.cause.value, alarm.source, alarm.at)
            for person in node.floor.people.values()
            for alarm in person.alarms
        ),
    )


def for_consoles(told: api.FloorTold) -> api.FloorTold:
    """Reduce the floor to the names, roles and tables that staff below the pit may see."""
    replaced = msgspec.structs.replace
    people = tuple(replaced(each, locked=False, reset_asked_by=None) for each in told.people)
    return replaced(told, people=people, terminals=(), events=(), alarms=())


def _person(
    floor: Floor, person: Person, secrets: Mapping[PersonId, bool], now: Instant
) -> api.PersonTold:
    asker = reset_asker(floor, person, now)
    return api.PersonTold(
        person=person.id,
        name=person.name,
        roles=tuple(sorted(role.value for role in person.roles)),
        acting=person.acting,
        dismissed=person.dismissed,
        locked=person.locked or secrets.get(person.id, False),
        has_secrets=person.id in secrets,
        reset_asked_by=None if asker is None else asker.person,
    )


def _terminal(services: Services, terminal: Terminal) -> api.TerminalTold:
    feeds = services.table_feeds
    table = feeds.seat_of(terminal.id)
    seat = None if table is None else feeds.feeds[table].watched.table.seats[terminal.id]
    # A terminal connected to another node counts as connected; the record says so.
    elsewhere = seat is not None and seat.link is Link.CONNECTED
    sensor = None if terminal.reads is None else services.readings.shown.get(terminal.reads)
    reads_now = sensor is not None and sensor.sensor == terminal.id and not sensor.silent
    return api.TerminalTold(
        terminal=terminal.id,
        place=terminal.place,
        retired=terminal.retired,
        reads=terminal.reads,
        table=table,
        connected=services.links.is_here(terminal.id) or elsewhere or reads_now,
        called_at=services.attendants.since(terminal.id),
    )


def _table(services: Services, name: TableId, standing: StreamStanding) -> api.TableTold:
    table, configuration = standing.table, standing.table.configuration
    work = _work(services, name)
    return api.TableTold(
        table=name,
        game="" if configuration is None else configuration.terms.game.key,
        phase=table.phase,
        round_number=table.rounds_count,
        dealer=None if table.dealer is None else table.dealer.person,
        self_dealing=configuration is not None and configuration.self_dealing,
        live=configuration is not None and configuration.layout is not None,
        halted=standing.halted,
        waits=any(kind in DECISIONS for kind, _ in work),
        work=tuple((kind.value, count) for kind, count in work),
    )


def _work(services: Services, name: TableId) -> Concerns:
    feed = services.table_feeds.feeds.get(name)
    if feed is None:
        return ()
    return work_at(feed.watched, services.attendants.calls_at(feed.watched.table.seats))


def _event(position: int, event: FloorEvent) -> api.FloorEventTold:
    return api.FloorEventTold(
        position=position,
        at=event.at,
        what=type(event.fact).__name__,
        sentence=event_sentence(event),
        details=details_of(event.fact),
        who="" if event.by is None else actor_words(event.by),
        by="" if event.by is None else event.by.person,
        role=0 if event.by is None else event.by.role.value,
    )
