"""What every request may need; one for a server."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from starlette.requests import HTTPConnection

from punto.rounds.configuration import Configuration
from punto.rules.games import Game
from punto.rules.house_edges import HouseEdges
from punto.rules.terms import Terms
from punto.values.ids import Instant, TableId
from punto.web.http.attempts import Attempts
from punto.web.http.forwarded_addresses import Network
from punto.web.http.lab_port import Lab
from punto.web.lines.services import Switchboard
from punto.web.security.credentials import Browsers, Devices, Sessions
from punto.web.security.enrolments import Enrolments
from punto.web.security.one_time_links import LinkNote, OneTimeLinks
from punto.web.security.sealed_vaults import SealedVault
from punto.web.security.staff_secrets import StaffSecrets
from punto.web.security.vaults import Vault
from punto.web.sessions.pacing import Pace


@dataclass(frozen=True, slots=True)
class Keys:
    """Everything by which somebody is known."""

    devices: Devices
    sessions: Sessions
    links: OneTimeLinks
    secrets: StaffSecrets
    browsers: Browsers
    enrolments: Enrolments
    forged: list[str]
    """People in whose name a forged credential was found, until the floor is told."""


def keys_in(store: Vault, now: Callable[[], Instant], key: bytes) -> Keys:
    """The keys that a store of credentials holds, sealed with a key from outside it."""
    vault = SealedVault(store, key)
    return Keys(
        Devices(vault, now),
        Sessions(vault, now),
        OneTimeLinks(vault, now),
        StaffSecrets(vault, now),
        Browsers(vault),
        Enrolments(vault, now),
        vault.forged,
    )


@dataclass(frozen=True, slots=True)
class Address:
    """How browsers reach the server."""

    secure: bool
    """Whether they come by TLS, here or at a proxy before us."""
    hosts: frozenset[str] = frozenset()
    """The names by which they may ask for it, without port; any where none is given."""
    proxies: tuple[Network, ...] = ()
    """The proxies that are believed when they say for whom they ask."""


class Games(Protocol):
    """The games that a table can play, and a table by the document of its game."""

    def all(self) -> Mapping[str, Game]:
        """Every electronic game, by its key."""
        ...

    def configuration(self, table: TableId, terms: Terms) -> Configuration:
        """A table with every choice at its usual value."""
        ...


_LAB_PACE = Pace(burst=60, per_second=10)
"""A card a click, clicked fast."""


@dataclass(slots=True)
class House:
    """The server as its requests see it."""

    keys: Keys
    address: Address
    static: Path
    """Where the built pages are."""
    rules: Mapping[str, bytes]
    """The paragraphs of each rule document as JSON, by its key."""
    games: Games
    edges: HouseEdges
    lab: Lab
    now: Callable[[], Instant]
    clocks: Callable[[], Mapping[str, int]]
    """How far the clocks around the server are off, in milliseconds, and how often one was set."""
    attempts: Attempts = field(default_factory=Attempts)
    lab_attempts: Attempts = field(default_factory=lambda: Attempts(_LAB_PACE))
    board: Switchboard | None = None
    """None until the record has been verified and replayed, and after the doors have closed."""
    trouble: list[str] = field(default_factory=list)
    """Why the floor may not be used, where it never came up."""
    open_screens: dict[str, LinkNote] = field(default_factory=dict)
    """Screens of a demonstration by their slot, which any browser on this machine may open."""


def house_of(connection: HTTPConnection) -> House:
    """The house that a request came to."""
    house = connection.app.state.house
    if not isinstance(house, House):
        raise TypeError("the application was made without a house")
    return house
