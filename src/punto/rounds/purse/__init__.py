"""The money of a terminal: cash, banknotes, tickets, cash-outs and moves."""

from punto.rounds.purse.commands import COMMANDS
from punto.rounds.purse.events import EVENTS
