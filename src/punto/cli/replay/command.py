"""punto replay: show a round of a record, step by step."""

from collections.abc import Sequence

import click

from punto.cli.inputs import fail, json_option
from punto.cli.records import StoredEvents, database_option, find_table, opened, places_named
from punto.cli.replay.answers import recall_json, show_recall
from punto.cli.screens import show_json
from punto.rounds import BetsOpened, TableEvent
from punto.values import TableId, TerminalId
from punto.views.recall import Recall, recall


@click.command(name="replay")
@click.argument("table")
@click.argument("round_number", metavar="ROUND", type=click.IntRange(min=1))
@database_option
@click.option(
    "--terminal", metavar="TERMINAL", help="Show it as the patron at this terminal may see it."
)
@json_option
def command(
    table: str, round_number: int, address: str, terminal: str | None, as_json: bool
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
        events = StoredEvents(record, found)
        with places_named([events]):
            recalled = _recalled(events, found, round_number, terminal)
    if as_json:
        show_json(recall_json(recalled))
    else:
        show_recall(recalled)


def _recalled(
    events: Sequence[TableEvent], table: TableId, round_number: int, terminal: str | None
) -> Recall:
    if terminal is not None:
        named = {each for event in events if (each := getattr(event.fact, "terminal", None))}
        if terminal not in named:
            known = " ".join(sorted(named)) or "one, and none was ever there"
            fail([f"terminal {terminal!r}: never at table {table}, expected {known}"])
    asked = None if terminal is None else TerminalId(terminal)
    recalled = recall(events, round_number, asked)
    if recalled is None:
        opened_rounds = sum(isinstance(event.fact, BetsOpened) for event in events)
        known = f"1 to {opened_rounds}" if opened_rounds else "none yet"
        fail([f"round {round_number} at table {table}: not in the record, which has {known}"])
    return recalled
