"""People of the floor: registered and dismissed, and which accounts may be one person."""

from punto.identity.people.commands import COMMANDS
from punto.identity.people.events import EVENTS
