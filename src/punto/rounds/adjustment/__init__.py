"""Credits and debts that the House changes by decision, always by two people (A-53)."""

from punto.rounds.adjustment.commands import COMMANDS
from punto.rounds.adjustment.events import EVENTS
