"""People of the floor: enrolled, dismissed, given roles, and which accounts may be one person."""

from punto.identity.people.commands import COMMANDS
from punto.identity.people.events import EVENTS
