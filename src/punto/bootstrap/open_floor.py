"""A floor with all its services: record, node, screens and credentials, opened and closed."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import structlog

from punto.bootstrap.clock_watch import watched_clocks
from punto.bootstrap.floor_nodes import Habits, Secrets, node_on
from punto.bootstrap.lab import ServerLab
from punto.bootstrap.rule_book import shipped_documents, shipped_house_edges
from punto.bootstrap.server_names import accepted_names, reachable_addresses
from punto.bootstrap.server_records import open_server_record
from punto.bootstrap.settings import Settings
from punto.bootstrap.shipped_games import ShippedGames
from punto.devices import KeyedShoes, SystemEntropy
from punto.rules import Paragraph
from punto.runtime import Node, Stream
from punto.storage.journal import StoredJournal
from punto.storage.vault.addresses import open_vault
from punto.web.desk.requests import Desk
from punto.web.http.app import Entrance
from punto.web.http.app_state import House, keys_in
from punto.web.lines.attendants import Attendants
from punto.web.lines.credential_watch import CredentialWatch
from punto.web.lines.greetings import Greeter, Site
from punto.web.lines.links import Links
from punto.web.lines.metrics import Metrics
from punto.web.lines.redirection import Steering
from punto.web.lines.registers import Register
from punto.web.lines.services import Services, TicketRegister
from punto.web.screens.floor_feed import FloorFeed
from punto.web.screens.table_feeds import TableFeeds
from punto.web.security.bearers import Counting
from punto.web.security.doors import Doors
from punto.web.security.witness import Witness
from punto.web.wire.forms import form_of
from punto.web.wire.messages import TerminalDevices
from punto.web.wire.parts import encode

_log = structlog.get_logger("punto.server")


@dataclass(frozen=True, slots=True)
class Service:
    """A running server."""

    settings: Settings
    house: House
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
        lab = ServerLab(is_open=settings.lab == "open")
        closing.push_async_callback(lab.close)
        house = House(
            keys_in(vault, clocks.house.now, secrets.shoe_key),
            accepted_names(settings),
            Path(str(files("punto.web"))) / "static",
            _rules(),
            ShippedGames(),
            shipped_house_edges(),
            lab,
            clocks.house.now,
            clocks.told,
        )
        entrance.open(house)
        habits = Habits(house, _tell_halt, settings.checkpoint_minutes * 60_000)
        node = node_on(journal, settings.database, secrets, _tell_trouble, habits)
        await node.open(timers=False)
        closing.push_async_callback(node.close)
        board = await _switchboard(settings, node, journal, secrets, house)
        board.gallery.follow()
        closing.callback(board.gallery.close)
        closing.callback(board.floor_feed.close)
        closing.push_async_callback(board.links.close)
        board.vigil.begin()
        closing.push_async_callback(board.vigil.close)
        board.steering.begin()
        closing.push_async_callback(board.steering.close)
        port: int = listening.getsockname()[1]
        yield Service(settings, house, board, reachable_addresses(settings, port))


async def _switchboard(
    settings: Settings, node: Node, journal: StoredJournal, secrets: Secrets, house: House
) -> Services:
    gallery, feed = TableFeeds(node, journal), FloorFeed(node, journal)
    await gallery.open()
    await feed.open()
    keys = house.keys
    witness = Witness(node, house.now)
    doors = Doors(node, keys.secrets, keys.sessions, witness, settings.invitation_ms)
    desk = Desk(
        node,
        house.now,
        KeyedShoes(secrets.shoe_key),
        SystemEntropy(),
        doors,
        takes_simulated_bills=settings.acceptor == "simulated",
    )
    attendants, links = Attendants(), Links(desk)
    site = Site(settings.site, TerminalDevices(settings.acceptor, settings.printer))
    greeter = Greeter(lambda: node.floor, house.now, gallery, attendants, site)
    register = Register()
    vigil = CredentialWatch(register, Counting(keys.devices, keys.sessions), greeter.too_low_for)
    return Services(
        desk,
        gallery,
        greeter,
        links,
        attendants,
        doors,
        feed,
        Metrics(),
        register,
        vigil,
        Steering(node, register),
        TicketRegister(journal),
    )


def _tell_trouble(sentence: str) -> None:
    _log.warning("trouble", what=sentence)


def _tell_halt(stream: Stream, reason: str) -> None:
    _log.error("halted", stream=stream, reason=reason)


def _rules() -> dict[str, bytes]:
    paragraphs = form_of(tuple[Paragraph, ...])
    return {each.key: encode(paragraphs, each.paragraphs) for each in shipped_documents()}
