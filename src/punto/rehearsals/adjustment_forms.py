"""Statements about credits and debts that the House changes."""

from typing import Final

from punto.rehearsals.forms import of_table
from punto.rounds.adjustment.commands import (
    AdjustmentKind,
    AnswerAdjustment,
    AskAdjustment,
    RepayDebt,
)

ADJUSTMENT_STATEMENTS: Final = (
    of_table(
        "{who} asks to adjust {terminal} by {money} : {text}",
        "Propose that the House gives credits, or takes them with an amount below zero.",
        'arun asks to adjust T1 by 50: "goodwill after the power failure"',
        lambda found: AskAdjustment(found["terminal"], found["money"], found["text"]),
    ),
    of_table(
        "{who} asks to write off {money} of {terminal} : {text}",
        "Propose that the House bears what the patron owes.",
        'arun asks to write off 50 of T1: "the patron has left"',
        lambda found: AskAdjustment(
            found["terminal"], found["money"], found["text"], AdjustmentKind.WRITE_OFF
        ),
    ),
    of_table(
        "{who} grants the adjustment of {terminal}",
        "Make the change that somebody else proposed.",
        "tan grants the adjustment of T1",
        lambda found: AnswerAdjustment(found["terminal"], granted=True),
    ),
    of_table(
        "{who} turns down the adjustment of {terminal}",
        "Take it off the table.",
        "tan turns down the adjustment of T1",
        lambda found: AnswerAdjustment(found["terminal"], granted=False),
    ),
    of_table(
        "{who} takes {money} of {terminal} towards its debt",
        "Credits go towards what a correction left owing.",
        "arun takes 50 of T1 towards its debt",
        lambda found: RepayDebt(found["terminal"], found["money"]),
    ),
)
