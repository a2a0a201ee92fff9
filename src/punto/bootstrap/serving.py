"""The server of a floor, wired: record, node, screens, credentials and HTTP in one event loop."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import structlog
import uvicorn

from punto.bootstrap.clock_watch import watched_clocks
from punto.bootstrap.floor_nodes import Habits, Secrets, node_on
from punto.bootstrap.lab import ServerLab
from punto.bootstrap.reachable import accepted_names, reachable_addresses
from punto.bootstrap.rule_book import shipped_documents, shipped_house_edges
from punto.bootstrap.server_records import open_server_record
from punto.bootstrap.settings import Settings, SettingsUnfit
from punto.bootstrap.shipped_games import ShippedGames
from punto.bootstrap.stop_signals import stop_at_signals
from punto.bootstrap.winding_down import wind_down_in_time
from punto.devices.entropy import SystemEntropy
from punto.devices.keyed_shoes import KeyedShoes
from punto.rules.documents import Paragraph
from punto.storage.journal import StoredJournal
from punto.storage.vaults import open_vault
from punto.tables.nodes import Node
from punto.tables.ports import Stream
from punto.web.desk.answering import Desk
from punto.web.http.app import application
from punto.web.http.house import House, keys_in
from punto.web.http.uvicorn_http import Http
from punto.web.http.uvicorn_sockets import Socket
from punto.web.lines.attendants import Attendants
from punto.web.lines.greetings import Greeter, Site
from punto.web.lines.links import Links
from punto.web.lines.metrics import Metrics
from punto.web.lines.registers import Register
from punto.web.lines.steering import Steering
from punto.web.lines.switchboards import Switchboard
from punto.web.lines.ticket_registers import TicketRegister
from punto.web.lines.vigils import Vigil
from punto.web.screens.floor_feed import FloorFeed
from punto.web.screens.galleries import Gallery
from punto.web.security.doors import Doors
from punto.web.security.shown import Counting
from punto.web.security.witness import Witness
from punto.web.wire.forms import form_of
from punto.web.wire.messages import TerminalDevices
from punto.web.wire.parts import encode

_log = structlog.get_logger("punto.server")
_LONGEST_FRAME = 64 * 1024
"""In bytes; a session refuses less than that with a sentence, beyond it the line is cut."""
_GONE_S = 5


@dataclass(frozen=True, slots=True)
class Service:
    """A server while it runs."""

    settings: Settings
    house: House
    board: Switchboard
    addresses: tuple[str, ...]
    """Where browsers find it, the best address first, none with a slash at its end."""

    @property
    def address(self) -> str:
        """The best address for a link."""
        return self.addresses[0]

    @property
    def node(self) -> Node:
        """The floor and its tables."""
        return self.board.desk.node


Prepare = Callable[[Service], Awaitable[None]]


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(settings: Settings) -> socket.socket:
    """The socket to listen at; taken first, so that a port in use is told before all else."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server(
            (settings.host, settings.port), family=family, backlog=2_048, reuse_port=False
        )
    except OSError as fault:
        said = f"{settings.host} port {settings.port}: {fault.strerror or fault}"
        raise SettingsUnfit(f"cannot listen at {said}") from None


async def serve_until_signal(
    settings: Settings, listening: socket.socket, prepare: Prepare, started: Prepare
) -> None:
    """Serve until the process is told to end."""
    stop = asyncio.Event()
    stop_at_signals(stop, settings.finish_seconds)
    await serve(settings, listening, prepare, started, stop)


async def serve(
    settings: Settings,
    listening: socket.socket,
    prepare: Prepare,
    started: Prepare,
    stop: asyncio.Event,
) -> None:
    """Serve until told to stop.

    What is to be prepared is done before the floor may be used; then somebody is told.
    """
    async with AsyncExitStack() as closing:
        closing.callback(listening.close)
        _check_certificate(settings)
        # The record before all else: where it is refused, nothing is written.
        journal, secrets = await asyncio.to_thread(open_server_record, settings, _tell_trouble)
        closing.callback(journal.close)
        vault = open_vault(settings.database)
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
        hang_up = await closing.enter_async_context(_answering(settings, listening, house, stop))
        opened = _opened(settings, listening, house, (journal, secrets))
        service = await closing.enter_async_context(opened)
        known = [seat for at in service.node.tables().values() for seat in at.table.seats]
        await prepare(service)
        # The start is complete: only from here on is anything recorded because time passes.
        service.node.start_timers()
        service.board.links.look_after(known)
        house.board = service.board
        await started(service)
        await stop.wait()
        _log.info("stopping", rounds_may_take_s=settings.finish_seconds)
        released = service.board.register.move
        await wind_down_in_time(service.node, house.now, settings.finish_seconds, released)
        house.board = None
        # Whoever is still connected hears that the server goes, before the tables are closed.
        await hang_up()


@asynccontextmanager
async def _answering(
    settings: Settings, listening: socket.socket, house: House, stop: asyncio.Event
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """HTTP answers from here on, though the floor may not be open yet; the way to end it."""
    server = _Server(_configured(settings, house))
    task = asyncio.create_task(server.serve([listening]))
    task.add_done_callback(lambda _: stop.set())

    async def hang_up() -> None:
        server.should_exit = True
        await task

    try:
        yield hang_up
    finally:
        await hang_up()


def _configured(settings: Settings, house: House) -> uvicorn.Config:
    configured = uvicorn.Config(
        application(house),
        http=Http,
        ws=Socket,
        ws_max_size=_LONGEST_FRAME,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.certificate_key or None,
        timeout_graceful_shutdown=_GONE_S,
    )
    configured.load()
    return configured


def _check_certificate(settings: Settings) -> None:
    if settings.uses_tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(settings.certificate, settings.certificate_key)
        except OSError as fault:
            # A certificate that is not there, or none at all.
            raise SettingsUnfit(f"certificate {settings.certificate}: {fault}") from None


@asynccontextmanager
async def _opened(
    settings: Settings,
    listening: socket.socket,
    house: House,
    record: tuple[StoredJournal, Secrets],
) -> AsyncIterator[Service]:
    """The floor, verified and replayed; no time passes at its tables yet."""
    journal, secrets = record
    habits = Habits(house, _tell_halt, settings.checkpoint_minutes * 60_000)
    async with AsyncExitStack() as closing:
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
) -> Switchboard:
    gallery, feed = Gallery(node, journal), FloorFeed(node, journal)
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
    vigil = Vigil(register, Counting(keys.devices, keys.sessions), greeter.too_low_for)
    return Switchboard(
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
