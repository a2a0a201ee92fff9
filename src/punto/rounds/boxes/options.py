"""The choice that a dealing error gives to the patrons of a live table (L 5.12)."""

from typing import assert_never

from punto.rounds.betting.decisions import Decided
from punto.rounds.betting.stakes import Results
from punto.rounds.boxes import commands, events, refusals
from punto.rounds.boxes.layouts import on_layout
from punto.rounds.boxes.state import patron_at
from punto.rounds.irregularity.consequences import after_options
from punto.rounds.state import Round, Table
from punto.rules import refund

TAKEN_BACK = "5.12.3"


def decide_options(table: Table, wish: commands.ChooseOption | commands.EndOptions) -> Decided:
    """Judge a patron's choice, or the end of all choices."""
    match wish:
        case commands.ChooseOption():
            return choose(table.round_now, wish)
        case commands.EndOptions():
            closed = events.OptionsClosed(taken_back(table.round_now))
            return (closed, *after_options(table))
        case _:
            assert_never(wish)


def choose(in_progress: Round, wish: commands.ChooseOption) -> Decided:
    """Take one choice of a patron who was asked, once and for all (A-59)."""
    layout = on_layout(in_progress)
    if wish.patron not in layout.asked:
        return refusals.NotAsked(wish.patron)
    if wish.patron in layout.chosen:
        return refusals.AlreadyChosen(wish.patron)
    return (events.OptionChosen(wish.patron, wish.option),)


def taken_back(in_progress: Round) -> Results:
    """Return all bets of the patrons who chose to have them back, in every box (A-59)."""
    chosen = on_layout(in_progress).chosen
    return tuple(
        (place, refund(dict(stakes), TAKEN_BACK))
        for place, stakes in in_progress.positions.items()
        if stakes and chosen.get(patron_at(place)) is commands.PlayerOption.RETURN
    )
