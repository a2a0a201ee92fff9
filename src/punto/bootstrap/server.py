"""The server of a floor: record, node, screens, credentials and HTTP in one event loop."""

import asyncio
import gc
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from functools import partial

import structlog
import uvicorn

from punto.bootstrap.open_files import most_connections
from punto.bootstrap.open_floor import RunningServer, opened_floor
from punto.bootstrap.orderly_stop import ScreensToMove, stop_at_signals, wind_down_in_time
from punto.bootstrap.server_names import accepted_names
from punto.bootstrap.settings import Settings, SettingsUnfit
from punto.runtime import OutOfReach
from punto.web.http.app import Entrance
from punto.web.http.connection_limits import ConnectionLimits
from punto.web.http.forwarded_addresses import TrustedProxies, networks
from punto.web.http.uvicorn_http import Http
from punto.web.http.uvicorn_socket import Socket

_log = structlog.get_logger("punto.server")
_LONGEST_FRAME = 64 * 1024
"""In bytes; a session rejects shorter messages with a sentence, longer ones cut the line."""
_SENT_BYTES = 256 * 1024
"""The system's send buffer for each client; by default the system would buffer megabytes."""
_GONE_S = 5
_COLLECT_AFTER = 50_000
"""The number of new objects after which the garbage collector runs; Python's default is 700."""
_SWITCH_S = 0.000_5
"""How long a thread waits before it interrupts another; Python's default is ten times as long. The
thread that records a batch waits for the event loop some twenty times, at each database call."""
_BACKLOG = 65_535
"""Connections that wait to be accepted; the system's own limit (somaxconn) is lower. A client
without a place tries again after one second, then two, four and eight."""
_BEAT_S = 2.0
"""The time between two beats of a socket. A node is silent for less than two of them; a proxy may
take it for dead after 5 s."""
HANDSHAKE_S = 10.0
"""How long a client may take for the TLS handshake."""
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 5.0
"""The first and the longest wait before the server looks for its database again."""


Prepare = Callable[[RunningServer], Awaitable[None]]


class _Server(uvicorn.Server):
    """Leaves signals to the caller, and limits TLS handshakes."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        loop = asyncio.get_running_loop()
        if self.config.ssl is not None:
            within = partial(loop.create_server, ssl_handshake_timeout=HANDSHAKE_S)
            # uvicorn has no setting for it, and asyncio would wait for a minute.
            loop.create_server = within  # type: ignore[method-assign]
        await super().startup(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(settings: Settings) -> socket.socket:
    """Open the listening socket.

    Called first, so that a used port is reported before anything else.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listening = socket.create_server(
            (settings.host, settings.port), family=family, backlog=_BACKLOG, reuse_port=False
        )
    except OSError as fault:
        said = f"{settings.host} port {settings.port}: {fault.strerror or fault}"
        raise SettingsUnfit(f"cannot listen at {said}") from None
    # Every connection inherits it.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT_BYTES)
    return listening


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

    ``prepare`` runs before the floor may be used, ``started`` once it can be.
    """
    async with AsyncExitStack() as closing:
        closing.callback(listening.close)
        _check_certificate(settings)
        entrance = Entrance(accepted_names(settings))
        answering = _answering(settings, listening, entrance, stop)
        hang_up = await closing.enter_async_context(answering)
        opening = partial(opened_floor, settings, listening, entrance)
        server = await _once_reached(opening, closing, entrance, stop)
        if server is None:
            return
        app = server.app
        known = [seat for at in server.node.tables().values() for seat in at.table.seats]
        await prepare(server)
        # The start is complete: only from here on do timers record anything.
        server.node.start_timers()
        if server.node.is_alone:
            # Other nodes know which of them are connected there.
            server.services.links.look_after(known)
        app.services = server.services
        _spare_collector()
        sys.setswitchinterval(_SWITCH_S)
        await started(server)
        await stop.wait()
        _log.info("stopping", rounds_may_take_s=settings.finish_seconds)
        services = server.services
        screens = ScreensToMove(services.steering.lead_all_away, services.register.release)
        await wind_down_in_time(server.node, app.now, settings.finish_seconds, screens)
        app.services = None
        # Connected clients learn of the shutdown before the tables are closed.
        await hang_up()


def _spare_collector() -> None:
    """Make the garbage collector scan fewer objects, less often.

    The objects of the start stay. Nearly all later objects are immutable, and freed with their last
    reference: the collector found next to nothing, and took a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)


async def _once_reached(
    opening: Callable[[], AbstractAsyncContextManager[RunningServer]],
    closing: AsyncExitStack,
    entrance: Entrance,
    stop: asyncio.Event,
) -> RunningServer | None:
    """Open the floor once its database is reached; None if the server is stopped before."""
    wait_s = _FIRST_WAIT_S
    while not stop.is_set():
        try:
            return await closing.enter_async_context(opening())
        except OutOfReach as fault:
            entrance.shut("the database cannot be reached")
            _log.warning("waiting for the database", why=str(fault), next_try_s=wait_s)
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await stop.wait()
        wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
    return None


@asynccontextmanager
async def _answering(
    settings: Settings, listening: socket.socket, entrance: Entrance, stop: asyncio.Event
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Answer HTTP from here on, even before the floor is open; yields the function that ends it."""
    server = _Server(_configured(settings, entrance))
    task = asyncio.create_task(server.serve([listening]))
    task.add_done_callback(lambda _: stop.set())

    async def hang_up() -> None:
        server.should_exit = True
        await task

    try:
        yield hang_up
    finally:
        await hang_up()


def _configured(settings: Settings, entrance: Entrance) -> uvicorn.Config:
    allowed = min(settings.connections, most_connections() or settings.connections)
    proxies = TrustedProxies(networks(settings.proxies))
    limits = ConnectionLimits(allowed, settings.connections_per_address, proxies, entrance.knows)
    configured = uvicorn.Config(
        entrance,
        http=type("LimitedHttp", (Http,), {"limits": limits}),
        ws=Socket,
        ws_max_size=_LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=_BEAT_S,
        lifespan="off",
        log_config=None,
        # Its start and stop messages would precede the reason of a failed start, and it warns of
        # every invalid request, which strangers can send as fast as they like.
        log_level="error",
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
            # A missing certificate, or a file that is not one.
            raise SettingsUnfit(f"certificate {settings.certificate}: {fault}") from None
