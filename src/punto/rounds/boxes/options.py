"""The choice that a dealing error gives to the patrons of a live table (L 5.12)."""

from typing import assert_never

from punto.rounds.boxes import commands, events, refusals
from punto.rounds.boxes.layouts import on_layout
from punto.rounds.irregularity.offered_options import options_closed
from punto.rounds.irregularity.remedies import after_options
from punto.rounds.refusals import Decided
from punto.rounds.state import Table


def decide_options(table: Table, wish: commands.ChooseOption | commands.EndOptions) -> Decided:
    """Judge a patron's choice, or the end of all choices."""
    match wish:
        case commands.ChooseOption():
            return choose(table, wish)
        case commands.EndOptions():
            return (*options_closed(table), *after_options(table))
        case _:
            assert_never(wish)


def choose(table: Table, wish: commands.ChooseOption) -> Decided:
    """Take one choice of a patron who was asked and is here, once and for all (A-59)."""
    layout = on_layout(table.round_now)
    if wish.patron not in layout.asked:
        return refusals.NotAsked(wish.patron)
    if not table.patrons[wish.patron].is_here:
        return refusals.PatronUnknown(wish.patron)
    if wish.patron in layout.chosen:
        return refusals.AlreadyChosen(wish.patron)
    return (events.OptionChosen(wish.patron, wish.option),)
