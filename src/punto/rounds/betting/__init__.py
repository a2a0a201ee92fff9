"""Bets: positions, stakes, and every reason to refuse a bet."""

from punto.rounds.betting.commands import COMMANDS
from punto.rounds.betting.events import EVENTS
