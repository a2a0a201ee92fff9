"""The state that requests need, one for each server, and the addresses by which it is reached."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from starlette.requests import HTTPConnection

from punto.rounds import Configuration
from punto.rules import Game, HouseEdges, Terms
from punto.runtime import Vault
from punto.values import Instant, TableId, Value
from punto.web.http.forwarded_addresses import AddressRange
from punto.web.http.ports import Archive, Lab, Tour
from punto.web.http.request_pace import Attempts
from punto.web.lines.services import Services
from punto.web.security.browser_credentials import DEVICES, SESSIONS, Browsers, Devices, Sessions
from punto.web.security.enrolments import Enrolments
from punto.web.security.one_time_links import LinkNote, OneTimeLinks
from punto.web.security.passwords_and_pins import StaffSecrets
from punto.web.security.vault_notes import SealedVault
from punto.web.sessions.pace import Pace


@dataclass(frozen=True, slots=True)
class Keys:
    """Everything that identifies a sender."""

    devices: Devices
    sessions: Sessions
    links: OneTimeLinks
    secrets: StaffSecrets
    browsers: Browsers
    enrolments: Enrolments
    vault: SealedVault

    @property
    def forged(self) -> list[str]:
        """The people named in forged credentials that the floor has not been told of yet."""
        return self.vault.forged

    def know(self, name: str) -> bool:
        """Return at once whether this was the name of a credential when all were last read.

        It may have ended since: the opening of a line looks it up in the store.
        """
        return self.vault.has_seen(DEVICES, name) or self.vault.has_seen(SESSIONS, name)

    async def look(self) -> None:
        """Read the names of all credentials."""
        await self.devices.kept()
        await self.sessions.kept()


def keys_in(store: Vault, now: Callable[[], Instant], key: bytes) -> Keys:
    """Open the credentials in a store, sealed with a key kept outside it."""
    vault = SealedVault(store, key)
    return Keys(
        Devices(vault, now),
        Sessions(vault, now),
        OneTimeLinks(vault, now),
        StaffSecrets(vault, now),
        Browsers(vault),
        Enrolments(vault, now),
        vault,
    )


class Address(Value):
    """How browsers reach the server."""

    secure: bool
    """Whether browsers connect by TLS, here or at a proxy in front."""
    hosts: frozenset[str] = frozenset()
    """The host names that browsers may use, without port; any if empty."""
    proxies: tuple[AddressRange, ...] = ()
    """The proxies that are trusted to name their client."""


class Games(Protocol):
    """The games that a table can play, and default configurations."""

    def in_force(self, at: Instant) -> Mapping[str, Game]:
        """Return every game by its key, under the rules of that moment."""

    def coming(self, key: str, at: Instant) -> Game | None:
        """Return the next rules of a game that are not in force yet, if there are any."""

    def configuration(self, table: TableId, terms: Terms) -> Configuration:
        """Return a table's configuration with every choice at its default."""


_READING_PACE = Pace(burst=20, per_second=5)
"""Of each sensor: several readings in the second in which chips are laid."""
_LAB_PACE = Pace(burst=60, per_second=10)
"""One card per click, clicking fast."""


_ARCHIVE_PACE = Pace(burst=30, per_second=5)
"""Of each address: a few people who search as they type."""


@dataclass(slots=True)
class AppState:
    """The state of a server, shared by its requests."""

    keys: Keys
    address: Address
    static: Path
    """The folder of the built pages."""
    rules: Mapping[str, bytes]
    """The paragraphs of each rule document as JSON, by its key."""
    games: Games
    edges: HouseEdges
    lab: Lab
    archive: Archive
    now: Callable[[], Instant]
    clocks: Callable[[], Mapping[str, int]]
    """The offsets of the clocks around the server, in milliseconds, and how often one was set."""
    attempts: Attempts = field(default_factory=Attempts)
    lab_attempts: Attempts = field(default_factory=lambda: Attempts(_LAB_PACE))
    archive_attempts: Attempts = field(default_factory=lambda: Attempts(_ARCHIVE_PACE))
    reading_attempts: Attempts = field(default_factory=lambda: Attempts(_READING_PACE))
    services: Services | None = None
    """None until the record has been verified and replayed, and after the server has closed."""
    trouble: list[str] = field(default_factory=list)
    """Why the floor never came up."""
    open_screens: dict[str, LinkNote] = field(default_factory=dict)
    """Screens of a demonstration by their slot, which any browser on this machine may open."""
    tour: Tour | None = None
    """The guided tour of a demonstration."""


def app_of(connection: HTTPConnection) -> AppState:
    """Return the state of the server that received a request."""
    app = connection.app.state.app
    if not isinstance(app, AppState):
        raise TypeError("the application was made without its state")
    return app


def is_known_host(connection: HTTPConnection, address: Address) -> bool:
    """Return whether the request uses one of the server's names."""
    return not address.hosts or _without_port(connection.headers.get("host", "")) in address.hosts


def is_own_origin(connection: HTTPConnection, address: Address) -> bool:
    """Return whether the sending page was served from here."""
    scheme = "https" if address.secure else "http"
    return connection.headers.get("origin") == f"{scheme}://{connection.headers.get('host', '')}"


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host
