"""punto names: list the names of patrons that staff entered at live tables, and erase them."""

import time

import click
import msgspec

from punto.cli.inputs import fail, in_one_sentence, json_option
from punto.cli.records import RECORD_ERRORS, database_option, moment_text
from punto.cli.screens import console, plain_table, show_json
from punto.live import PatronKey
from punto.runtime import Vault
from punto.storage.addresses import PATRON_NAMES, open_vault, read_record
from punto.values import Instant, TableId
from punto.web.screens.patron_names import KIND, NameNote, patron_of

_Found = dict[str, NameNote]


@click.command(name="names")
@click.argument("table", required=False)
@click.argument("patron", required=False)
@database_option
@click.option("--erase", is_flag=True, help="Erase them, from the files as well.")
@json_option
def command(
    table: str | None, patron: str | None, address: str, erase: bool, as_json: bool
) -> None:
    """List the names of patrons that staff entered at live tables, or erase them.

    The names are kept beside the record. TABLE, and PATRON with the patron's key, choose some of
    them. With --erase the chosen names are deleted, also while the server runs; its screens follow
    within seconds, and the floor's record notes each erasure without the name.

    \b
    Examples:
      punto names --database floor.db
      punto names L1 ann --database floor.db --erase
      punto names L1 --database floor.db --erase
    """
    with in_one_sentence(*RECORD_ERRORS):
        # A missing record is named before a store of names is made beside it.
        read_record(address).close()
        vault = open_vault(address, PATRON_NAMES)
        try:
            found = _chosen(vault, table, patron)
            if erase and not found:
                fail(["no such name is kept"])
            for key in found if erase else ():
                _erase(vault, key)
            if erase:
                vault.scrub()
        finally:
            vault.close()
    _show(found, erased=erase, as_json=as_json)


def _chosen(vault: Vault, table: str | None, patron: str | None) -> _Found:
    notes = {key: msgspec.json.decode(note, type=NameNote) for key, note in vault.all(KIND).items()}
    return {
        key: note
        for key, note in notes.items()
        if note.name and table in {None, patron_of(key)[0]} and patron in {None, patron_of(key)[1]}
    }


def _erase(vault: Vault, key: str) -> None:
    """Replace a note by one without the name, which tells a server to record the erasure."""
    erased = msgspec.json.encode(NameNote("", "", int(time.time() * 1_000)))
    while (note := vault.get(KIND, key)) is not None and not vault.swap(KIND, key, note, erased):
        continue


def _show(found: _Found, *, erased: bool, as_json: bool) -> None:
    rows = [(*patron_of(key), note) for key, note in sorted(found.items())]
    if as_json:
        show_json({"erased": erased, "names": [_told(*row, erased=erased) for row in rows]})
        return
    if not rows:
        click.echo("No names are kept.")
        return
    shown = plain_table("table", "patron", *(() if erased else ("name", "entered by", "at")))
    for table, patron, note in rows:
        entered = () if erased else (note.name, note.by, moment_text(Instant(note.at)))
        shown.add_row(table, patron, *entered)
    console().print(shown)
    if erased:
        click.echo("Erased. Earlier copies of the files still contain these names.")


def _told(table: TableId, patron: PatronKey, note: NameNote, *, erased: bool) -> dict[str, object]:
    """Return a row for JSON; an erased name is not shown again."""
    kept = {} if erased else {"name": note.name, "by": note.by, "at": note.at}
    return {"table": table, "patron": patron, **kept}
