"""punto serve: the server of a floor."""

import asyncio
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import click
import msgspec

from punto.bootstrap.logs import set_up_logs
from punto.bootstrap.open_files import allow_many_connections
from punto.bootstrap.open_floor import RunningServer, links_at_start
from punto.bootstrap.server import listen, serve_until_signal
from punto.bootstrap.settings import Settings, SettingsUnfit, read_settings
from punto.cli.inputs import in_one_sentence, json_option
from punto.cli.records import RECORD_ERRORS
from punto.cli.screens import show_json
from punto.storage.addresses import shown
from punto.values import PersonId

_LINKS = {
    "found": "Set up the floor with this link, which opens once and is valid for a day",
    "password": "Choose a password and PIN with this link, which opens once and is valid for a day",
}


SERVER_ERRORS = (SettingsUnfit, *RECORD_ERRORS)
"""Errors of the settings or the record, whose message is one sentence."""


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run in the fastest available event loop."""
    loop = None
    if sys.platform != "win32":
        import uvloop  # noqa: PLC0415 (not to be had everywhere)

        loop = uvloop.new_event_loop
    allow_many_connections()
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(work)


@click.command(name="serve")
@click.option("--settings", "file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--database", metavar="ADDRESS", help="The record: a SQLite file or postgresql://…")
@click.option("--host", metavar="ADDRESS", help="The address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65_535), help="[default: 8000]")
@click.option("--certificate", metavar="FILE", help="A certificate chain for TLS, in PEM.")
@click.option("--certificate-key", metavar="FILE", help="Its private key, in PEM.")
@click.option("--without-tls", is_flag=True, default=None, help="Serve other machines without TLS.")
@click.option(
    "--invite",
    metavar="PERSON",
    help="Print a link with which PERSON chooses a password and a PIN.",
)
@click.option("--check", is_flag=True, help="Show the settings in force, and exit.")
@json_option
def command(
    file: Path | None, invite: str | None, check: bool, as_json: bool, **given: Any
) -> None:
    """Serve a floor: its Game Consoles, Player Terminals, displays and pit.

    Settings come from a TOML file, then from variables PUNTO_…, then from the command line. The
    first start prints a link to set up the floor. SIGTERM and Ctrl-C end it: rounds in
    progress are finished first, or suspended if that takes too long.

    \b
    Examples:
      punto serve --database floor.db
      punto serve --settings punto.toml --host 0.0.0.0 --certificate c.pem --certificate-key k.pem
      punto serve --settings punto.toml --check --json
    """
    with in_one_sentence(*SERVER_ERRORS):
        settings = read_settings(file, os.environ, given)
        if check:
            show_json({**msgspec.to_builtins(settings), "database": shown(settings.database)})
            return
        set_up_logs(settings)
        run(_served(settings, invite, as_json=as_json))


async def _served(settings: Settings, invite: str | None, *, as_json: bool) -> None:
    async def started(server: RunningServer) -> None:
        links = await links_at_start(server, None if invite is None else PersonId(invite))
        if as_json:
            addresses = list(server.addresses)
            show_json({"address": server.address, "addresses": addresses, "links": links})
            return
        click.echo(f"Serving {shown(settings.database)} at {' and '.join(server.addresses)}")
        if settings.behind_proxy and not (settings.public_url or settings.hosts):
            click.echo("Set public_url to the proxy's address, with which printed links must begin")
        for what, link in links.items():
            click.echo(f"{_LINKS[what]}: {link}")

    await serve_until_signal(settings, listen(settings), _nothing, started)


async def _nothing(_server: RunningServer) -> None:
    """Prepare nothing: the floor is as its people left it."""
