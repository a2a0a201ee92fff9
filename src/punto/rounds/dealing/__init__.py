"""The deal: cards arrive, go to their hands, and end in a result."""

from punto.rounds.dealing.commands import COMMANDS
from punto.rounds.dealing.events import EVENTS
