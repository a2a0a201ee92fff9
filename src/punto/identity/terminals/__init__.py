"""Terminals and tables that belong to the floor."""

from punto.identity.terminals.commands import PIT_WISHES
from punto.identity.terminals.events import EVENTS
