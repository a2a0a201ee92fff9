"""Every command and every event of a table: only the sum of its subjects."""

from collections.abc import Mapping

from punto.rounds import adjustment, betting, boxes, dealing, irregularity, purse, shoe, table, tray
from punto.rounds.message_rows import CommandRow, FactRow

COMMANDS: Mapping[type, CommandRow] = {
    row.kind: row
    for row in (
        *table.COMMANDS,
        *shoe.COMMANDS,
        *purse.COMMANDS,
        *adjustment.COMMANDS,
        *betting.COMMANDS,
        *boxes.COMMANDS,
        *tray.COMMANDS,
        *dealing.COMMANDS,
        *irregularity.COMMANDS,
    )
}
EVENTS: Mapping[type, FactRow] = {
    row.kind: row
    for row in (
        *table.EVENTS,
        *shoe.EVENTS,
        *purse.EVENTS,
        *adjustment.EVENTS,
        *betting.EVENTS,
        *boxes.EVENTS,
        *tray.EVENTS,
        *dealing.EVENTS,
        *irregularity.EVENTS,
    )
}
