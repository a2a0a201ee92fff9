"""The shoe: loaded, burned, counted, ended by its cut card, retired and revealed."""

from punto.rounds.shoe.commands import COMMANDS
from punto.rounds.shoe.events import EVENTS
