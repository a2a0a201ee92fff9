"""Irregularities of the past: reported by the Dealer, attested or ruled on by the pit."""

from typing import NamedTuple

from punto import rounds
from punto.bootstrap.demo_floor import DemoUnfit
from punto.bootstrap.history.past_tables import PastTable
from punto.rules import Irregularity, Role

_ONE_IN = 700
"""One step in this many has an irregularity."""
_DECLINED_ONE_IN = 5
_VOID_ONE_IN = 4


class PastReport(NamedTuple):
    """A Dealer's report: the irregularity, and the words."""

    irregularity: Irregularity
    words: str


_MISHAPS = (
    PastReport(Irregularity.TECHNICAL_INTERRUPTION, "The console went dark and was started again."),
    PastReport(Irregularity.TECHNICAL_INTERRUPTION, "The screens of the whole table froze."),
    PastReport(
        Irregularity.NOT_COVERED, "A patron says that the bet was meant for the other hand."
    ),
    PastReport(Irregularity.NOT_COVERED, "Two patrons claim the same stake."),
    PastReport(Irregularity.NOT_COVERED, "A drink was spilled over the terminal during the deal."),
)
_RULED = {
    rounds.Verdict.GOES_ON: "The record and the cameras agree. The round stands.",
    rounds.Verdict.VOID: "The cameras show a patron hindered at the close. The round is void.",
}


def something_went_wrong(past: PastTable) -> bool:
    """Sometimes report an irregularity while cards are out; returns whether it did."""
    if past.table.phase not in rounds.CARDS_OUT or past.chance.randrange(_ONE_IN):
        return False
    mishap = past.chance.choice(_MISHAPS)
    past.wait(3, 20)
    wish = rounds.ReportIrregularity(mishap.irregularity, mishap.words)
    return isinstance(past.ask(past.dealer, wish), tuple)


def end_matter(past: PastTable) -> None:
    """Have the pit attest or decline the report, or the Shift Manager rule on it."""
    past.wait(60, 300)
    if rounds.awaited(past.table).step is rounds.NextStep.RULE:
        _rule(past)
        return
    is_true = past.chance.randrange(_DECLINED_ONE_IN) > 0
    attester = past.supervisor
    if past.table.matter_now.attester > Role.PIT_SUPERVISOR:
        attester = past.shift_manager
    if not (is_true and isinstance(past.ask(attester, rounds.Attest()), tuple)):
        past.do(attester, rounds.Decline("The cameras do not show it."))


def _rule(past: PastTable) -> None:
    is_void = past.chance.randrange(_VOID_ONE_IN) == 0
    first = rounds.Verdict.VOID if is_void else rounds.Verdict.GOES_ON
    for verdict in (first, *_RULED):
        ruling = rounds.Rule(verdict, _RULED[verdict])
        if isinstance(past.ask(past.shift_manager, ruling), tuple):
            return
    raise DemoUnfit(f"table {past.plan.table}: no ruling ends its matter")
