"""A floor with all its services: record, node, screens and credentials, opened and closed.

Its links for the operator: to found a floor, or to let a person in again.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from uuid import uuid4

import structlog

from punto.bootstrap.archive import ServerArchive
from punto.bootstrap.clock_watch import watched_clocks
from punto.bootstrap.floor_lab import FloorLab
from punto.bootstrap.floor_nodes import Habits, Secrets, node_on
from punto.bootstrap.lab import ServerLab
from punto.bootstrap.rule_book import shipped_documents, shipped_house_edges
from punto.bootstrap.server_names import accepted_names, reachable_addresses
from punto.bootstrap.server_records import open_server_record
from punto.bootstrap.settings import Settings, SettingsUnfit
from punto.bootstrap.table_setup import ShippedGames
from punto.devices import KeyedShoes, SystemEntropy
from punto.identity import ClockKind, FloorCommand, NoteClock, NoteInvitation
from punto.runtime import Closed, Halted, Node, Stream, Vault
from punto.storage.addresses import PATRON_NAMES, open_vault
from punto.storage.journal import StoredJournal
from punto.values import CommandId, PersonId, Value
from punto.web.desk.wishes_to_commands import Desk
from punto.web.http.app import Entrance
from punto.web.http.app_state import AppState, keys_in
from punto.web.lines.attendants import Attendants
from punto.web.lines.credential_watch import CredentialWatch
from punto.web.lines.deliveries import Deliveries
from punto.web.lines.greetings import Greeter, Site, tell_call
from punto.web.lines.links import Links
from punto.web.lines.metrics import Metrics
from punto.web.lines.newest_lines import NewestLines
from punto.web.lines.papers import Recalls
from punto.web.lines.redirection import Steering
from punto.web.lines.registers import LineRegister
from punto.web.lines.screen_places import ScreenPlaces
from punto.web.lines.services import Services, TicketRegister
from punto.web.screens.chip_readings import ChipReadings
from punto.web.screens.floor_feed import FloorFeed
from punto.web.screens.patron_names import PatronNames
from punto.web.screens.table_feeds import TableFeeds
from punto.web.security.browser_credentials import Counting
from punto.web.security.doors import Doors, Witness
from punto.web.wire.api import paragraphs_told
from punto.web.wire.messages import Called, TerminalDevices

_log = structlog.get_logger("punto.server")


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A running server."""

    settings: Settings
    app: AppState
    services: Services
    addresses: tuple[str, ...]
    """The addresses for browsers, the best first, without a trailing slash."""

    @property
    def address(self) -> str:
        """The best address for a link."""
        return self.addresses[0]

    @property
    def node(self) -> Node:
        """The floor and its tables."""
        return self.services.desk.node


class Stores(Value):
    """The record, and the two vaults beside it."""

    journal: StoredJournal
    names: Vault
    vault: Vault


@asynccontextmanager
async def opened_floor(
    settings: Settings, listening: socket.socket, entrance: Entrance
) -> AsyncIterator[RunningServer]:
    """Open the floor, verified and replayed, with its timers not yet running.

    Raises OutOfReach if its database is down.
    """
    async with AsyncExitStack() as closing:
        # The record comes first: if it is refused, nothing is written.
        journal, secrets = await asyncio.to_thread(open_server_record, settings, _tell_trouble)
        closing.callback(journal.close)
        vault = await asyncio.to_thread(open_vault, settings.database)
        closing.callback(vault.close)
        clocks = await closing.enter_async_context(watched_clocks(journal.database.time))
        lab = FloorLab(ServerLab(is_open=settings.lab == "open"), vault, clocks.house.now)
        closing.push_async_callback(lab.close)
        app = AppState(
            keys_in(vault, clocks.house.now, secrets.shoe_key),
            accepted_names(settings),
            Path(str(files("punto.web"))) / "static",
            {each.key: paragraphs_told(each) for each in shipped_documents()},
            ShippedGames(),
            shipped_house_edges(),
            lab,
            ServerArchive(settings.database, journal),
            clocks.house.now,
            clocks.told,
        )
        await app.keys.look()  # so that screens that come back at the same time are known
        entrance.open(app)
        habits = Habits(app, _tell_halt, settings.checkpoint_minutes * 60_000)
        node = node_on(journal, settings.database, secrets, _tell_trouble, habits)
        await node.open(timers=False)
        closing.push_async_callback(node.close)
        clocks.follow_record(lambda: node.ahead_ms(app.now()), partial(_record_clock, node, app))
        names = await asyncio.to_thread(open_vault, settings.database, PATRON_NAMES)
        closing.callback(names.close)
        services = await _services(settings, node, Stores(journal, names, vault), secrets, app)
        services.table_feeds.follow()
        closing.callback(services.table_feeds.close)
        closing.callback(services.floor_feed.close)
        closing.push_async_callback(services.links.close)
        closing.push_async_callback(services.attendants.looking.close)
        of_lines = (services.credential_watch.looking, services.steering.looking)
        of_screens = (services.names.looking, services.readings.looking)
        for duty in (app.archive, services.newest_lines, *of_lines, *of_screens):
            duty.begin()
            closing.push_async_callback(duty.close)
        port: int = listening.getsockname()[1]
        yield RunningServer(settings, app, services, reachable_addresses(settings, port))


async def _services(
    settings: Settings, node: Node, stores: Stores, secrets: Secrets, app: AppState
) -> Services:
    journal = stores.journal
    table_feeds, feed = TableFeeds(node, journal), FloorFeed(node, journal)
    await table_feeds.open()
    await feed.open()
    keys = app.keys
    witness = Witness(node, app.now)
    doors = Doors(node, keys.secrets, keys.sessions, witness, settings.invitation_ms)
    readings = ChipReadings(stores.names, node, app.now, table_feeds.show_sensor)
    desk = Desk(
        node,
        app.now,
        KeyedShoes(secrets.shoe_key),
        SystemEntropy(),
        doors,
        takes_simulated_bills=settings.acceptor == "simulated",
        sensors=readings.shown,
    )
    links = Links(desk, table_feeds.seat_of)
    table_feeds.on_lost = links.deny
    attendants = Attendants(
        stores.vault, lambda at, since: tell_call(table_feeds, at, Called(app.now(), since=since))
    )
    await attendants.begin(is_shared=node.is_shared)
    site = Site(settings.site, TerminalDevices(settings.acceptor), settings.node)
    greeter = Greeter(lambda: node.floor, app.now, table_feeds, attendants, site)
    register = LineRegister()
    steering = Steering(node, register)
    return Services(
        desk,
        table_feeds,
        greeter,
        NewestLines(stores.vault, node, table_feeds, app.now, steering.leads_away),
        links,
        attendants,
        doors,
        feed,
        Deliveries(desk.time_at),
        Recalls(),
        Metrics(),
        register,
        CredentialWatch(register, Counting(keys.devices, keys.sessions), greeter.too_low_for),
        steering,
        TicketRegister(journal),
        PatronNames(stores.names, node, app.now, table_feeds.name_patrons),
        readings,
        ScreenPlaces(settings.displays_per_address, settings.screens_per_person),
    )


async def _record_clock(node: Node, app: AppState, clock: str, ahead_ms: int) -> bool:
    """Record that a clock is off, once the start is complete and the floor has people."""
    if app.services is None or not node.floor.people:
        return False
    wish = NoteClock(ClockKind(clock), ahead_ms)
    try:
        await node.ask_floor(FloorCommand(CommandId(f"clock/{uuid4().hex}"), app.now(), None, wish))
    except (Halted, Closed):
        return False
    return True


def _tell_trouble(sentence: str) -> None:
    _log.warning("trouble", what=sentence)


def _tell_halt(stream: Stream, reason: str) -> None:
    _log.error("halted", stream=stream, reason=reason)


async def links_at_start(server: RunningServer, invited: PersonId | None) -> dict[str, str]:
    """Return the links to print, by purpose; none on a floor that has its people."""
    keys, links = server.app.keys, dict[str, str]()
    if not server.node.floor.people:
        # The reader of the server's output operates the machine, and may found the floor.
        links["found"] = f"{server.address}{await keys.links.make_for('found', '')}"
    if invited is not None:
        command = await _note_invitation(server, invited)
        path = await keys.links.make_for("password", invited, command)
        links["password"] = f"{server.address}{path}"
    return links


async def _note_invitation(server: RunningServer, person: PersonId) -> CommandId:
    name = CommandId(f"invited/{uuid4().hex}")
    command = FloorCommand(name, server.app.now(), None, NoteInvitation(person))
    answer = await server.node.ask_floor(command)
    if not isinstance(answer, tuple):
        raise SettingsUnfit(answer.sentence)
    return name
