"""Refusals of a table: a closed list, each with its facts, its clause and one sentence."""

from punto.rounds.betting_refusals import BettingRefusal
from punto.rounds.dealing_refusals import DealingRefusal
from punto.rounds.matter_refusals import MatterRefusal
from punto.rounds.purse_refusals import PurseRefusal
from punto.rounds.table_refusals import TableRefusal

Refusal = TableRefusal | PurseRefusal | BettingRefusal | DealingRefusal | MatterRefusal
