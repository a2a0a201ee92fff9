"""A terminal goes from one table to another with its credits: out and in, in one transaction."""

from dataclasses import replace

from punto.rounds.commands import Command
from punto.rounds.events import Event
from punto.rounds.purse_commands import MoveIn
from punto.rounds.purse_events import TerminalMovedOut
from punto.rounds.state import Table
from punto.tables.drafts import Answer, Draft
from punto.tables.ports import Journal
from punto.tables.runtime import Runtime
from punto.values.ids import CommandId, TableId

TableRuntime = Runtime[Table, Command, Event]


class _Refused(Exception):
    """The other table does not take the terminal; nothing is recorded at either."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def move(journal: Journal, source: TableRuntime, target: TableRuntime, command: Command) -> Answer:
    """Carry out a MoveOut at one table and its MoveIn at the other, or neither."""
    try:
        with journal.transaction([source.stream, target.stream]) as transaction:
            leaving, coming = source.draft(transaction), target.draft(transaction)
            (answer,) = leaving.decide([command])
            gone = answer[0].fact if isinstance(answer, tuple) else None
            if isinstance(gone, TerminalMovedOut) and leaving.events:
                _take(coming, _arrival(command, gone, source))
            leaving.record()
            coming.record()
    except _Refused as refused:
        return refused.answer
    source.recorded(leaving)
    target.recorded(coming)
    return answer


def _take(coming: Draft[Table, Command, Event], arrival: Command) -> None:
    (taken,) = coming.decide([arrival])
    if not isinstance(taken, tuple):
        raise _Refused(taken)


def _arrival(command: Command, gone: TerminalMovedOut, source: TableRuntime) -> Command:
    table = TableId(source.stream.removeprefix("table/"))
    wish = MoveIn(gone.terminal, table, command.id, gone)
    return replace(command, id=CommandId(f"{command.id}/in"), wish=wish)
