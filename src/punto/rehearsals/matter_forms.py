"""Statements about irregularities."""

from typing import Final

from punto.rehearsals.forms import of_table
from punto.rehearsals.patterns import Found
from punto.rounds import Attest, Decline, ReportIrregularity, Rule


def _report(found: Found) -> ReportIrregularity:
    return ReportIrregularity(
        found["irregularity"],
        found.get("text", ""),
        found.get("cards"),
        found.get("extra", ()),
        found.get("terminals", ()),
        found.get("number"),
        found.get("duration", 0),
        (found["player"], found["banker"]) if "player" in found else None,
    )


def _rule(found: Found) -> Rule:
    adjustments = found.get("adjustments", ())
    return Rule(found["verdict"], found["text"], adjustments, found.get("cards"))


MATTER_STATEMENTS: Final = (
    of_table(
        "{who} reports {irregularity} [in round {number}] [at {terminals}] "
        "[with the cards {cards}] [with extra cards {extra:cards}] "
        "[lying {player:cards} against {banker:cards}] [after {duration}] [: {text}]",
        "Report an irregularity. If it concerns cards or their order, name all cards that are out, "
        "in the intended order, and those not registered. Name a round only if it is earlier, "
        "terminals only if they failed, and a time only if it lasted before it was noticed. Where "
        "the order is lost at a live table, say how the Player Hand and the Banker Hand lie.",
        'mei reports wrong-order with the cards KS 3D: "the second was drawn first"',
        _report,
    ),
    of_table(
        "{who} attests [with the cards {cards}]",
        "Establish the fact that was reported; the order of the cards only where nobody could "
        "tell it.",
        "arun attests",
        lambda found: Attest(found.get("cards")),
    ),
    of_table(
        "{who} declines : {text}",
        "Deny the report; the Shift Manager then rules.",
        'arun declines: "the card is one of ours"',
        lambda found: Decline(found["text"]),
    ),
    of_table(
        "{who} rules {verdict} [with the cards {cards}] [adjusting {adjustments}] : {text}",
        "Rule on a denied report or one that no clause covers, and perhaps give or take credits.",
        'tan rules goes on adjusting T1 50: "goodwill for the wait"',
        _rule,
    ),
)
