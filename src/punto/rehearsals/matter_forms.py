"""Statements about irregularities."""

from typing import Final

from punto.rehearsals.forms import of_table
from punto.rehearsals.patterns import Found
from punto.rounds import Attest, Decline, DenyReconstruction, ReportIrregularity, Rule
from punto.values import Card


def _report(found: Found) -> ReportIrregularity:
    return ReportIrregularity(
        found["irregularity"],
        found.get("text", ""),
        found.get("cards"),
        found.get("extra", ()),
        found.get("terminals", ()),
        found.get("number"),
        found.get("duration", 0),
        _hands(found),
        found.get("together", ()),
    )


def _hands(found: Found) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    return (found["player"], found["banker"]) if "player" in found else None


def _rule(found: Found) -> Rule:
    adjustments = found.get("adjustments", ())
    return Rule(found["verdict"], found["text"], adjustments, found.get("cards"))


MATTER_STATEMENTS: Final = (
    of_table(
        "{who} reports {irregularity} [in round {number}] [at {terminals}] "
        "[with the cards {cards:cards-out}] [with extra cards {extra:cards-out}] "
        "[drawn together {together:cards-out}] "
        "[lying {player:cards} against {banker:cards}] [after {duration}] [: {text}]",
        "Report an irregularity. If it concerns cards or their order, name all cards that are out, "
        "in the intended order, and those not registered; `unseen` stands for an unseen card. "
        "Name a round only if it is earlier, terminals only if they failed, and a time only if it "
        "lasted before it was noticed. Where the order is lost at a live table, say how the Player "
        "Hand and the Banker Hand lie. Where cards were drawn together, say which. While another "
        "irregularity is open, the report waits and comes up when that one is decided.",
        'mei reports wrong-order with the cards KS 3D: "the second was drawn first"',
        _report,
    ),
    of_table(
        "{who} attests [with the cards {cards:cards-out}]",
        "Establish the fact that was reported; the order of the cards only where nobody could "
        "tell it.",
        "arun attests",
        lambda found: Attest(found.get("cards")),
    ),
    of_table(
        "{who} cannot reconstruct [lying {player:cards} against {banker:cards}] : {text}",
        "Say that the report is true, but that the cards cannot be put right; another paragraph "
        "then says what follows. At a live table, say how the hands lie where they are played so.",
        'arun cannot reconstruct: "the cards were swept together"',
        lambda found: DenyReconstruction(found["text"], _hands(found)),
    ),
    of_table(
        "{who} declines : {text}",
        "Deny the report; the Shift Manager then rules.",
        'arun declines: "the card is one of ours"',
        lambda found: Decline(found["text"]),
    ),
    of_table(
        "{who} rules {verdict} [with the cards {cards:cards-out}] [adjusting {adjustments}] "
        ": {text}",
        "Rule on a denied report or one that no clause covers, and perhaps give or take credits.",
        'tan rules goes on adjusting T1 50: "goodwill for the wait"',
        _rule,
    ),
)
