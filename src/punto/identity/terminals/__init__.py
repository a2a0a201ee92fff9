"""Terminals and tables that belong to the floor."""

from punto.identity.terminals.commands import COMMANDS
from punto.identity.terminals.events import EVENTS
