"""People of the floor: enrolled, dismissed, given roles, and which accounts may be one person."""

from punto.identity.people.commands import PIT_WISHES
from punto.identity.people.events import EVENTS
