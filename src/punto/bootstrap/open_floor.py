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
from punto.rules import Paragraph
from punto.runtime import Closed, Halted, Node, Stream
from punto.storage.journal import StoredJournal
from punto.storage.vault.addresses import NAMES, StoredVault, open_vault
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
from punto.web.lines.recalls import Recalls
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
from punto.web.wire.forms import form_of
from punto.web.wire.messages import Called, TerminalDevices
from punto.web.wire.parts import encode

_log = structlog.get_logger("punto.server")


@dataclass(frozen=True, slots=True)
class Service:
    """A running server."""

    settings: Settings
    house: AppState
    board: Services
    addresses: tuple[str, ...]
    """The addresses for browsers, the best first, without a trailing slash."""

    @property
    def address(self) -> str:
        """The best address for a link."""
        return self.addresses[0]

    @property
    def node(self) -> Node:
        """The floor and its tables."""
        return self.board.desk.node


class Stores(Value):
    """The record, and what is kept beside it for its screens."""

    journal: StoredJournal
    names: StoredVault
    vault: StoredVault


@asynccontextmanager
async def opened_floor(
    settings: Settings, listening: socket.socket, entrance: Entrance
) -> AsyncIterator[Service]:
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
        house = AppState(
            keys_in(vault, clocks.house.now, secrets.shoe_key),
            accepted_names(settings),
            Path(str(files("punto.web"))) / "static",
            _rules(),
            ShippedGames(),
            shipped_house_edges(),
            lab,
            ServerArchive(settings.database, journal),
            clocks.house.now,
            clocks.told,
        )
        await house.keys.look()  # so that all screens that come back at once are known
        entrance.open(house)
        habits = Habits(house, _tell_halt, settings.checkpoint_minutes * 60_000)
        node = node_on(journal, settings.database, secrets, _tell_trouble, habits)
        await node.open(timers=False)
        closing.push_async_callback(node.close)
        clocks.follow_record(
            lambda: node.ahead_ms(house.now()), partial(_record_clock, node, house)
        )
        names = await asyncio.to_thread(open_vault, settings.database, NAMES)
        closing.callback(names.close)
        board = await _switchboard(settings, node, Stores(journal, names, vault), secrets, house)
        board.gallery.follow()
        closing.callback(board.gallery.close)
        closing.callback(board.floor_feed.close)
        closing.push_async_callback(board.links.close)
        closing.push_async_callback(board.attendants.close)
        for duty in (house.archive, board.vigil, board.names, board.readings, board.steering):
            duty.begin()
            closing.push_async_callback(duty.close)
        port: int = listening.getsockname()[1]
        yield Service(settings, house, board, reachable_addresses(settings, port))


async def _switchboard(
    settings: Settings, node: Node, stores: Stores, secrets: Secrets, house: AppState
) -> Services:
    journal = stores.journal
    gallery, feed = TableFeeds(node, journal), FloorFeed(node, journal)
    await gallery.open()
    await feed.open()
    keys = house.keys
    witness = Witness(node, house.now)
    doors = Doors(node, keys.secrets, keys.sessions, witness, settings.invitation_ms)
    readings = ChipReadings(stores.names, node, house.now, gallery.show_sensor)
    desk = Desk(
        node,
        house.now,
        KeyedShoes(secrets.shoe_key),
        SystemEntropy(),
        doors,
        takes_simulated_bills=settings.acceptor == "simulated",
        sensors=readings.shown,
    )
    links = Links(desk, gallery.seat_of)
    gallery.on_lost = links.deny
    attendants = Attendants(
        stores.vault, lambda at, since: tell_call(gallery, at, Called(house.now(), since=since))
    )
    await attendants.begin(is_shared=node.is_shared)
    devices = TerminalDevices(settings.acceptor, settings.printer)
    site = Site(settings.site, devices, settings.node)
    greeter = Greeter(lambda: node.floor, house.now, gallery, attendants, site)
    register = LineRegister()
    vigil = CredentialWatch(register, Counting(keys.devices, keys.sessions), greeter.too_low_for)
    return Services(
        desk,
        gallery,
        greeter,
        links,
        attendants,
        doors,
        feed,
        Deliveries(desk.time_at),
        Recalls(),
        Metrics(),
        register,
        vigil,
        Steering(node, register),
        TicketRegister(journal),
        PatronNames(stores.names, node, house.now, gallery.name_patrons),
        readings,
        ScreenPlaces(settings.displays_per_address, settings.screens_per_person),
    )


async def _record_clock(node: Node, house: AppState, clock: str, ahead_ms: int) -> bool:
    """Record that a clock is off, once the start is complete and the floor has people."""
    if house.board is None or not node.floor.people:
        return False
    wish = NoteClock(ClockKind(clock), ahead_ms)
    try:
        await node.ask_floor(
            FloorCommand(CommandId(f"clock/{uuid4().hex}"), house.now(), None, wish)
        )
    except (Halted, Closed):
        return False
    return True


def _tell_trouble(sentence: str) -> None:
    _log.warning("trouble", what=sentence)


def _tell_halt(stream: Stream, reason: str) -> None:
    _log.error("halted", stream=stream, reason=reason)


def _rules() -> dict[str, bytes]:
    paragraphs = form_of(tuple[Paragraph, ...])
    return {each.key: encode(paragraphs, each.paragraphs) for each in shipped_documents()}


async def links_at_start(service: Service, invited: PersonId | None) -> dict[str, str]:
    """Return the links to print, by purpose; none on a floor that has its people."""
    keys, links = service.house.keys, dict[str, str]()
    if not service.node.floor.people:
        # A reader of the server's output runs the machine, and may found the floor.
        links["found"] = f"{service.address}{await keys.links.make_for('found', '')}"
    if invited is not None:
        command = await _note_invitation(service, invited)
        path = await keys.links.make_for("password", invited, command)
        links["password"] = f"{service.address}{path}"
    return links


async def _note_invitation(service: Service, person: PersonId) -> CommandId:
    name = CommandId(f"invited/{uuid4().hex}")
    command = FloorCommand(name, service.house.now(), None, NoteInvitation(person))
    answer = await service.node.ask_floor(command)
    if not isinstance(answer, tuple):
        raise SettingsUnfit(answer.sentence)
    return name
