"""The command ``punto par``; the lab is imported only once the input is valid."""

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

from punto import __version__
from punto.bootstrap.rule_book import shipped_documents, shipped_game, shipped_readings
from punto.cli.games import game_json
from punto.cli.inputs import fail, find_game, game_argument, in_one_sentence, json_option
from punto.cli.lab_inputs import announce_compiling, lab_wanted
from punto.cli.screens import condition_words, show_json
from punto.rules import DecksOutOfRange, Document, Game

if TYPE_CHECKING:
    from punto.lab.par import Origin

DATE_VARIABLE = "SOURCE_DATE_EPOCH"
OWN_GAME = "FILE"

_DECKS = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", re.ASCII)


@click.command(name="par")
@game_argument
@click.option(
    "--decks", metavar="RANGE", help="Deck counts, such as 8 or 6-8.  [default: all of the game]"
)
@click.option(
    "--output",
    metavar="FOLDER",
    default=".",
    help="Where to write both files.",
    show_default="this folder",
)
@json_option
def command(game: str, decks: str | None, output: str, as_json: bool) -> None:
    """Write a game's PAR sheet, as one HTML page and one PDF.

    It has the rules' identity and the hash of the game's definition, pay tables with clauses,
    exact probabilities and edges for every deck count, volatility, plots, what other readings
    would cost, and how to verify all of it. The same input writes the same bytes; a date is
    given only if the variable SOURCE_DATE_EPOCH has one.

    \b
    Examples:
      punto par mbs-tiger
      punto par rws-etg --decks 6-8 --output sheets
      punto par ./dragon-seven.toml --json
    """
    found = find_game(game)
    counts = _deck_counts(found, decks)
    dated = _dated(os.environ.get(DATE_VARIABLE))
    page, print_out = (Path(output) / f"par-{found.key}.{kind}" for kind in ("html", "pdf"))
    _check_places(Path(output), (page, print_out))
    files = dict(zip((page, print_out), _page_and_print(found, counts, dated), strict=True))
    _write(files)
    _tell(found, counts, files, as_json=as_json)


def _deck_counts(game: Game, given: str | None) -> tuple[int, ...]:
    if given is None:
        return tuple(range(game.decks.least, game.decks.most + 1))
    match = _DECKS.fullmatch(given)
    if match is None:
        fail([f"decks {given!r}: expected a number of decks or a range, such as 8 or 6-8"])
    least = int(match[1])
    most = least if match[2] is None else int(match[2])
    if least > most:
        fail([f"decks {given!r}: expected the least number first"])
    outside = [decks for decks in (least, most) if decks not in game.decks]
    if outside:
        fail([DecksOutOfRange(game.key, outside[0], game.decks).sentence])
    return tuple(range(least, most + 1))


def _dated(seconds: str | None) -> date | None:
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date()
    except (ValueError, OverflowError, OSError):
        fail([f"variable {DATE_VARIABLE} {seconds!r}: expected seconds since 1970"])


def _page_and_print(game: Game, counts: tuple[int, ...], dated: date | None) -> tuple[bytes, bytes]:
    """Return the sheet as HTML and as PDF."""
    with lab_wanted():
        from punto.lab.par import CannotPrint, Subject, html_of, pdf_of, sheet_of  # noqa: PLC0415 (only this needs the lab)
    announce_compiling()
    sheet = sheet_of(Subject(game, counts, _origin(game, dated)))
    with in_one_sentence(CannotPrint):
        return html_of(sheet), pdf_of(sheet, dated)


def _origin(game: Game, dated: date | None) -> "Origin":
    from punto.lab.par import Origin  # noqa: PLC0415 (only this needs the lab)

    return Origin(
        definition=definition_of(game),
        software=__version__,
        named=game.key if shipped_game(game.key) == game else OWN_GAME,
        document=_document(game),
        readings=shipped_readings(),
        dated=dated,
        when_words=condition_words,
    )


def definition_of(game: Game) -> str:
    """Return the SHA-256 of what ``punto games GAME --json`` prints."""
    return _hash(f"{json.dumps([game_json(game)], ensure_ascii=False)}\n".encode())


def _document(game: Game) -> Document | None:
    known = (document for document in shipped_documents() if document.title == game.rules.document)
    return next(known, None)


def _check_places(folder: Path, paths: Iterable[Path]) -> None:
    """Reject unwritable places before anything is computed."""
    try:
        if folder.exists() and not folder.is_dir():
            fail([f"output {str(folder)!r}: expected a folder"])
        for path in paths:
            if path.is_dir():
                fail([f"output {str(path)!r}: a folder is there, expected a file or nothing"])
    except (OSError, ValueError) as error:
        fail([f"output {str(folder)!r}: cannot be used, {error}"])


def _write(files: Mapping[Path, bytes]) -> None:
    """Write both files or none: each is complete under another name before either is renamed."""
    parts = {path: path.with_name(f".{path.name}.{os.getpid()}.unfinished") for path in files}
    try:
        for path, part in parts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(files[path])
        for path, part in parts.items():
            part.replace(path)
    except OSError as error:
        where = str(next(iter(files)).parent)
        fail([f"output {where!r}: cannot be written, {error.strerror or error}"])
    finally:
        for part in parts.values():
            with suppress(OSError):
                part.unlink()


def _tell(
    game: Game, counts: tuple[int, ...], files: Mapping[Path, bytes], *, as_json: bool
) -> None:
    if as_json:
        show_json(
            {
                "game": game.key,
                "definition": definition_of(game),
                "decks": list(counts),
                "files": [
                    {"file": str(path), "bytes": len(content), "sha256": _hash(content)}
                    for path, content in files.items()
                ],
            }
        )
        return
    for path, content in files.items():
        click.echo(f"{path}  {len(content):,} bytes  sha256 {_hash(content)}")


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()
