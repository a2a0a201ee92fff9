"""A live table's layout: patrons at boxes, their chips, the close, acceptors and player options."""

from punto.rounds.boxes.commands import COMMANDS
from punto.rounds.boxes.events import EVENTS
