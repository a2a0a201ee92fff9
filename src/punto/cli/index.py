"""punto index: bring the search index of a record up to date."""

import click

from punto.cli.inputs import in_one_sentence, json_option
from punto.cli.records import RECORD_ERRORS, database_option
from punto.cli.screens import show_json
from punto.storage.addresses import still_record
from punto.storage.search.follower import catch_up, open_index


@click.command(name="index")
@database_option
@click.option("--rebuild", is_flag=True, help="Delete the index first.")
@json_option
def command(address: str, rebuild: bool, as_json: bool) -> None:
    """Bring the search index of a record up to date.

    A server does this by itself; you can index a long record before the server's first start. The
    index is a file beside the record's, or a separate schema in its database. It can be deleted
    at any time, since everything in it comes from the record.

    \b
    Examples:
      punto index --database floor.db
      punto index --database postgresql://punto@db/floor --rebuild
    """
    with in_one_sentence(*RECORD_ERRORS):
        # A missing record is named before an index is made beside it.
        with still_record(address):
            pass
        index = open_index(address)
        try:
            if rebuild:
                index.discard()
            done = catch_up(address, index, lambda _: None)
        finally:
            index.close()
    if as_json:
        show_json({"indexed": done})
    else:
        click.echo(f"Indexed {done} events.")
