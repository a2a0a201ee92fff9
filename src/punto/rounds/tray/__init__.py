"""A live table's float: counts, fills, credits, buy-ins, and the chips that bets move."""

from punto.rounds.tray.commands import COMMANDS
from punto.rounds.tray.events import EVENTS
