"""punto replay: show a round of a record step by step.

For people one block for each step, and JSON on whose shape programs depend.
"""

from typing import Any, Unpack

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from punto import rounds
from punto.cli import records, settle_answers
from punto.cli.inputs import fail, json_option
from punto.cli.screens import condition_words, console, hand_text, show_json, side_text
from punto.rounds import Results, Stamp
from punto.rules import Coup, Game
from punto.runtime import RecordBroken, stream_of
from punto.storage.record.positions import last_round, opening_of, terminals_named
from punto.storage.record.sessions import StillRecord
from punto.values import Side, TableId, TerminalId, format_money
from punto.views.recall import Balance, Recall, RecallStep, recall

_INDENT = (0, 0, 0, 6)


def show_recall(recall: Recall) -> None:
    """Print a round from its opening words to its last correction."""
    screen = console()
    game, stamp = recall.configuration.terms.game, recall.stamp
    screen.print(Text(recall.banner, style="bold yellow"))
    version = "unknown" if stamp.version is None else str(stamp.version)
    screen.print(f"{game.name.en}, {game.rules.document}, version {version}; ", end="")
    screen.print(f"shoe {recall.shoe_number}")
    if recall.terminal is not None:
        screen.print(f"As terminal {recall.terminal} may see it")
    screen.print(Text(f"Readings {' '.join(stamp.readings)}", style="dim"))
    today = ""
    for number, step in enumerate(recall.steps, start=1):
        day, _, clock = records.moment_text(step.event.at).partition("T")
        if day != today:
            today = day
            screen.print(f"{day} (UTC)")
        _show_step(screen, game, f"{number:>4}  {clock.partition('+')[0]}  ", step)


def _show_step(screen: Console, game: Game, place: str, step: RecallStep) -> None:
    line = Text(place).append(f"{step.who}: ").append(step.sentence, style="bold")
    line.append(f"  [{step.clause}]" if step.clause else "", style="cyan")
    screen.print(line, soft_wrap=True)
    if step.hands is not None:
        screen.print(_indented(_hands(step.hands)))
    if step.results:
        screen.print(_indented(_results(game, step.results)))
    for balance in step.balances:
        screen.print(_indented(_balance(balance)))


def _indented(shown: Text | Table) -> Padding:
    return Padding(shown, _INDENT, expand=False)


def _hands(coup: Coup) -> Text:
    line = Text()
    for side, cards, total in (
        (Side.PLAYER, coup.player, coup.player_total),
        (Side.BANKER, coup.banker, coup.banker_total),
    ):
        line.append_text(side_text(side)).append(" ").append_text(hand_text(cards))
        line.append(f" = {total}    " if cards else "–")
    line.rstrip()
    return line


def _results(game: Game, results: Results) -> Table:
    rows: list[settle_answers.ResultCells] = []
    for terminal, ended in results:
        for result in ended:
            when = "" if result.row is None else condition_words(result.row.when)
            rows.append((terminal, *settle_answers.result_cells(game, result), when))
    headings = ("Terminal", *settle_answers.RESULT_HEADINGS, "When")
    return settle_answers.totalled_table(
        headings, rows, [each for _, ended in results for each in ended]
    )


def _balance(balance: Balance) -> Text:
    line = Text(
        f"{balance.terminal} credits {format_money(balance.credits_before)} → "
        f"{format_money(balance.credits_after)}"
    )
    if balance.owed_before or balance.owed_after:
        line.append(
            f", owes {format_money(balance.owed_before)} → {format_money(balance.owed_after)}"
        )
    return line


_Json = dict[str, Any]


def recall_json(recall: Recall) -> _Json:
    """Return a whole round; amounts are dollars in text, times in UTC."""
    configuration = recall.configuration
    return {
        "table": configuration.table,
        "round": recall.round_number,
        "shoe": recall.shoe_number,
        "terminal": recall.terminal,
        "game": configuration.terms.game.key,
        "stamp": _stamp_json(recall.stamp),
        "steps": [_step_json(step) for step in recall.steps],
    }


def _stamp_json(stamp: Stamp) -> _Json:
    return {
        "document": stamp.document,
        "version": stamp.version,
        "effective": None if stamp.effective is None else stamp.effective.isoformat(),
        "readings": list(stamp.readings),
        "single_person": stamp.single_person,
    }


def _step_json(step: RecallStep) -> _Json:
    return {
        "event": type(step.event.fact).__name__,
        "at": records.moment_text(step.event.at),
        "by": step.who,
        "clause": step.clause,
        "sentence": step.sentence,
        "hands": None if step.hands is None else settle_answers.hands_json(step.hands),
        "results": _results_json(step.results),
        "balances": {balance.terminal: _balance_json(balance) for balance in step.balances},
    }


def _results_json(results: Results) -> _Json:
    return {
        terminal: {result.bet: settle_answers.bet_json(result) for result in ended}
        for terminal, ended in results
    }


def _balance_json(balance: Balance) -> _Json:
    return {
        "credits_before": format_money(balance.credits_before),
        "credits_after": format_money(balance.credits_after),
        "owed_before": format_money(balance.owed_before),
        "owed_after": format_money(balance.owed_after),
    }


@click.command(name="replay")
@click.argument("table")
@click.argument("round_number", metavar="ROUND", type=click.IntRange(min=1))
@records.database_option
@click.option(
    "--terminal", metavar="TERMINAL", help="Show it as the patron at this terminal may see it."
)
@records.beginning_options
@json_option
def command(
    table: str,
    round_number: int,
    address: str,
    terminal: str | None,
    as_json: bool,
    **trust: Unpack[records.Trust],
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
    with records.opened(address) as record:
        found = records.find_table(record, table)
        opening = _opening(record, found, round_number)
        begin = records.find_beginning(record, stream_of(found), opening - 1, **trust)
        events = records.StoredEvents(record, found, begin)
        asked = None if terminal is None else TerminalId(terminal)
        with records.places_named([events]):
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
    record: StillRecord, table: TableId, terminal: TerminalId, before: rounds.Table
) -> None:
    if terminal in before.seats or terminal in before.book.purses:
        return
    named = terminals_named(record.session, stream_of(table))
    if terminal not in named:
        known = " ".join(sorted(named)) or "one, and none was ever there"
        fail([f"terminal {terminal!r}: never at table {table}, expected {known}"])
