"""Refusals of chips on a layout, shared by all commands that lay them."""

from punto import live
from punto.rounds.betting.decisions import written_twice
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.betting.stakes import Stakes
from punto.rounds.boxes import refusals
from punto.rounds.configuration import Configuration
from punto.rounds.refusals import Refusal
from punto.rules import Limits, bet_refusals


def box_refusal(configuration: Configuration, box: live.BoxLabel) -> refusals.NoSuchBox | None:
    """Return the refusal of a box that the layout does not have."""
    boxes = () if configuration.layout is None else configuration.layout.boxes
    return None if box in boxes else refusals.NoSuchBox(box, boxes)


def stakes_refusal(configuration: Configuration, stakes: Stakes) -> Refusal | None:
    """Refuse chips that cannot be bets; chips beyond a limit may lie there (L 5.1, L 5.2)."""
    wanted = dict(stakes)
    if len(wanted) < len(stakes):
        return written_twice(stakes)
    no_limits = configuration.terms.with_limits(Limits(maximum=None), ())
    found = bet_refusals(no_limits, wanted)
    if found:
        return BetsRefused(found)
    values = () if configuration.layout is None else configuration.layout.chips.values
    for stake in wanted.values() if values else ():
        if live.fewest_chips(stake, values) is None:
            return refusals.ChipsCannotMake(stake)
    return None
