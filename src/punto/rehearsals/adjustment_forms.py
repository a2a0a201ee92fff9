"""Statements about adjustments of credits and debts."""

from typing import Final

from punto.rehearsals.forms import of_table
from punto.rounds.adjustment import commands as adjustment_commands

ADJUSTMENT_STATEMENTS: Final = (
    of_table(
        "{who} asks to adjust {terminal} by {money} : {text}",
        "Propose that the House gives credits, or takes them if the amount is negative.",
        'arun asks to adjust T1 by 50: "goodwill after the power failure"',
        lambda found: adjustment_commands.AskAdjustment(
            found["terminal"], found["money"], found["text"]
        ),
    ),
    of_table(
        "{who} asks to write off {money} of {terminal} : {text}",
        "Propose that the House writes off a patron's debt.",
        'arun asks to write off 50 of T1: "the patron has left"',
        lambda found: adjustment_commands.AskAdjustment(
            found["terminal"],
            found["money"],
            found["text"],
            adjustment_commands.AdjustmentKind.WRITE_OFF,
        ),
    ),
    of_table(
        "{who} grants the adjustment of {terminal}",
        "Approve another person's proposal.",
        "tan grants the adjustment of T1",
        lambda found: adjustment_commands.AnswerAdjustment(found["terminal"], granted=True),
    ),
    of_table(
        "{who} turns down the adjustment of {terminal}",
        "Reject the proposal.",
        "tan turns down the adjustment of T1",
        lambda found: adjustment_commands.AnswerAdjustment(found["terminal"], granted=False),
    ),
    of_table(
        "{who} takes {money} of {terminal} towards its debt",
        "Use credits to repay a debt from a correction.",
        "arun takes 50 of T1 towards its debt",
        lambda found: adjustment_commands.RepayDebt(found["terminal"], found["money"]),
    ),
)
