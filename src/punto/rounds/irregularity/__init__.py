"""Irregularities: reported, attested or ruled on, and remedied."""

from punto.rounds.irregularity.commands import COMMANDS
from punto.rounds.irregularity.events import EVENTS
