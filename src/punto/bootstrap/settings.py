"""The settings of a server, from a typed file, the environment, or both."""

import tomllib
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec

PREFIX = "PUNTO_"
"""The prefix of a setting's name, in capitals, as an environment variable."""

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=3_600)]
InvitationHours = Annotated[int, msgspec.Meta(ge=0, le=720)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=1_440)]
ConnectionCount = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
NodeName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{0,32}$")]
"""Part of an address, which a page sends to the proxy."""


class SettingsUnfit(Exception):
    """Invalid settings; the message explains them in one sentence."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of ``punto serve``; docs/OPERATING.md explains each."""

    database: str = "punto.db"
    """The record: a SQLite file, or postgresql://…"""
    node: NodeName = ""
    """The name of this server among several, by which a screen asks the proxy for another one."""
    site: str = "Punto"
    """The name of the house, on screens and on tickets."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Port = 8_000
    """The port to listen at; 0 for any that is free."""
    hosts: tuple[str, ...] = ()
    """The host names that browsers may use; any, unless it listens on loopback."""
    public_url: str = ""
    """The address that browsers use, for printed links: https://floor.example."""
    certificate: str = ""
    """The certificate chain for TLS, a PEM file."""
    certificate_key: str = ""
    """Its private key, a PEM file."""
    behind_proxy: bool = False
    """Whether a proxy in front of the server handles TLS."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For is trusted; else this machine's."""
    connections: ConnectionCount = 20_000
    """The most connections; fewer where the system allows fewer open files."""
    connections_per_address: ConnectionCount = 1_000
    """The most connections of one address on which no screen was welcomed."""
    displays_per_address: ConnectionCount = 100
    """The most displays of one address without a credential."""
    screens_per_person: ConnectionCount = 24
    """The most consoles, pits or displays of one person or device; a terminal has one screen."""
    without_tls: bool = False
    """Listen beyond this machine without TLS."""
    shoe_key: str = ""
    """The file of the key that seals virtual shoes; created beside a SQLite record if missing."""
    signing_key: str = ""
    """The file of the key that signs checkpoints; created beside a SQLite record if not set.

    Without one there are no checkpoints, and no snapshots."""
    checkpoint_minutes: Minutes = 15
    """The longest time that recorded events wait for a signature."""
    trusted_keys: tuple[str, ...] = ()
    """Public keys, in hex, that signed earlier checkpoints."""
    invitation_hours: InvitationHours = 24
    """How long an account set up by invitation does not make a second person for its inviter."""
    acceptor: Literal["none", "simulated"] = "none"
    """The bill acceptor of terminals; the simulated one is for demonstrations."""
    lab: Literal["staff", "open"] = "staff"
    """Who may use the lab: signed-in staff, or everyone."""
    finish_seconds: Seconds = 60
    """How long rounds in progress may take to end when the server is told to stop."""
    log: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def invitation_ms(self) -> int:
        return self.invitation_hours * 60 * 60 * 1_000

    @property
    def uses_tls(self) -> bool:
        """Whether the server itself handles TLS."""
        return bool(self.certificate)

    @property
    def is_on_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)

    @property
    def listens_everywhere(self) -> bool:
        """Whether it listens at every address of this machine."""
        return self.host in {"0.0.0.0", "::"}  # noqa: S104 (which is what is asked)

    @property
    def proxies(self) -> tuple[str, ...]:
        """The proxies trusted to name their client; none unless the server is behind one."""
        return (self.trusted_proxies or LOOPBACK_NETWORKS) if self.behind_proxy else ()


LOOPBACK_NETWORKS = ("127.0.0.0/8", "::1/128")


def is_loopback(host: str) -> bool:
    """Return whether an address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def read_settings(
    file: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]
) -> Settings:
    """Read settings from a file, overridden by the environment, overridden by ``given``."""
    values: dict[str, Any] = {} if file is None else _of_file(file)
    values |= _of_environment(environment)
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        # The environment has only texts, from which msgspec reads other types.
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as fault:
        raise SettingsUnfit(f"settings: {fault}") from None
    return _checked(settings)


def _of_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as fault:
        raise SettingsUnfit(f"settings file {file}: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        found = f"not UTF-8 text, {fault.reason} at byte {fault.start + 1}"
        raise SettingsUnfit(f"settings file {file}: {found}, expected TOML") from None
    except tomllib.TOMLDecodeError as fault:
        raise SettingsUnfit(f"settings file {file}: not TOML: {fault}") from None


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read settings from variables; a list is separated by commas."""
    found: dict[str, Any] = {}
    for setting in msgspec.structs.fields(Settings):
        text = environment.get(f"{PREFIX}{setting.name.upper()}")
        if text is not None:
            is_list = setting.default == ()
            found[setting.name] = [t for t in text.split(",") if t] if is_list else text
    return found


def _checked(settings: Settings) -> Settings:
    if not Path(settings.database).name:
        said = "expected a file, or postgresql://…"
        raise SettingsUnfit(f"database {settings.database!r}: {said}")
    if bool(settings.certificate) != bool(settings.certificate_key):
        raise SettingsUnfit("settings: certificate and certificate_key belong together")
    _check_proxy(settings)
    open_to_all = not settings.is_on_loopback and not settings.uses_tls
    if open_to_all and not (settings.behind_proxy or settings.without_tls):
        raise SettingsUnfit(
            f"host {settings.host}: listening beyond this machine needs TLS; "
            "expected certificate and certificate_key, or behind_proxy, or without_tls"
        )
    return settings


def _check_proxy(settings: Settings) -> None:
    if settings.trusted_proxies and not settings.behind_proxy:
        raise SettingsUnfit("trusted_proxies: expected behind_proxy as well")
    for address in settings.trusted_proxies:
        try:
            ip_network(address)
        except ValueError as fault:
            raise SettingsUnfit(f"trusted_proxies: {fault}") from None
    if settings.public_url:
        parts = urlsplit(settings.public_url)
        expected = {"https"} if settings.behind_proxy or settings.uses_tls else {"http", "https"}
        rest = (parts.path, parts.query, parts.fragment, parts.username)
        if parts.scheme not in expected or not parts.hostname or any(rest):
            said = f"expected {' or '.join(sorted(expected))}://NAME, without a path"
            raise SettingsUnfit(f"public_url {settings.public_url!r}: {said}")
