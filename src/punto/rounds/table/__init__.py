"""The table itself: its configuration, its Dealer and its terminals."""

from punto.rounds.table.commands import COMMANDS
from punto.rounds.table.events import EVENTS
