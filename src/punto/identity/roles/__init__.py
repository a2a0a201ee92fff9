"""Roles: granted for good or for a time, and the role in which a person acts."""

from punto.identity.roles.commands import COMMANDS
from punto.identity.roles.events import EVENTS
