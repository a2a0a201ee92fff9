"""punto replay: show a round of a record, step by step."""

from typing import Unpack

import click

from punto.cli.beginnings import Trust, beginning_options, find_beginning
from punto.cli.inputs import fail, json_option
from punto.cli.records import StoredEvents, database_option, find_table, opened, places_named
from punto.cli.replay.answers import recall_json, show_recall
from punto.cli.screens import show_json
from punto.rounds import Table
from punto.runtime import RecordBroken, stream_of
from punto.storage.record.consistent_reads import StillRecord
from punto.storage.record.positions import last_round, opening_of, terminals_named
from punto.values import TableId, TerminalId
from punto.views.recall import recall


@click.command(name="replay")
@click.argument("table")
@click.argument("round_number", metavar="ROUND", type=click.IntRange(min=1))
@database_option
@click.option(
    "--terminal", metavar="TERMINAL", help="Show it as the patron at this terminal may see it."
)
@beginning_options
@json_option
def command(
    table: str,
    round_number: int,
    address: str,
    terminal: str | None,
    as_json: bool,
    **trust: Unpack[Trust],
) -> None:
    """Show a round of a record step by step, with its clauses.

    Every step shows its time, person, event and clause; cards with both
    hands, bets with their results, money with the balance before and after. Later corrections
    are at the end. The record is read beside its writer.

    \b
    Examples:
      punto replay A1 17 --database floor.db
      punto replay A1 17 --database floor.db --terminal T7
      punto replay A1 17 --database postgresql://audit@db/floor --json
    """
    with opened(address) as record:
        found = find_table(record, table)
        opening = _opening(record, found, round_number)
        begin = find_beginning(record, stream_of(found), opening - 1, **trust)
        events = StoredEvents(record, found, begin)
        asked = None if terminal is None else TerminalId(terminal)
        with places_named([events]):
            recalled = recall(events, round_number, asked, events.before)
        if recalled is None:
            place = f"{stream_of(found)} at {opening}"
            raise RecordBroken(f"{place}: the events do not lead to the round that opens here")
        if asked is not None:
            _check_terminal(record, found, asked, events.before)
    if as_json:
        show_json(recall_json(recalled))
    else:
        show_recall(recalled)


def _opening(record: StillRecord, table: TableId, round_number: int) -> int:
    opening = opening_of(record.session, stream_of(table), round_number)
    if opening is None:
        count = last_round(record.session, stream_of(table))
        known = f"1 to {count}" if count else "none yet"
        fail([f"round {round_number} at table {table}: not in the record, which has {known}"])
    return opening


def _check_terminal(
    record: StillRecord, table: TableId, terminal: TerminalId, before: Table
) -> None:
    if terminal in before.seats or terminal in before.book.purses:
        return
    named = terminals_named(record.session, stream_of(table))
    if terminal not in named:
        known = " ".join(sorted(named)) or "one, and none was ever there"
        fail([f"terminal {terminal!r}: never at table {table}, expected {known}"])
