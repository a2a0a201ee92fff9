"""Every command and every event of the floor: the sum of its subjects, and nothing else."""

from collections.abc import Mapping

from punto.identity import access, people, roles, terminals
from punto.identity.message_rows import FloorCommandRow, FloorFactRow

COMMANDS: Mapping[type, FloorCommandRow] = {
    row.kind: row
    for row in (*people.COMMANDS, *roles.COMMANDS, *terminals.COMMANDS, *access.COMMANDS)
}
EVENTS: Mapping[type, FloorFactRow] = {
    row.kind: row for row in (*people.EVENTS, *roles.EVENTS, *terminals.EVENTS, *access.EVENTS)
}
