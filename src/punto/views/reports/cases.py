from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from punto.rounds import Event, Phase, RecordDoesNotHold, ShoeRetired, Table
from punto.rounds.irregularity import events as irregularity_events
from punto.rules import Policy
from punto.values import TableId
from punto.views.recall.walks import Moment, by_command, walk
from punto.views.reports.shape import Period, Records


class Upshot(Enum):
    """The result of an irregularity."""

    OPEN = "open"
    VOID = "void"
    PAID_ANEW = "paid anew"
    CORRECTED = "cards corrected"
    CARRIED = "cards carried"
    """To the next round, without any other change (A-43)."""
    WENT_ON = "went on"


@dataclass(frozen=True, slots=True)
class Case:
    """An irregularity from its report to its result."""

    table: TableId
    round: int | None
    """The round concerned; None if found between rounds, with no round to affect."""
    document: str
    policy: Policy
    words: str
    reported: Event
    declined: Event | None = None
    closing: tuple[Event, ...] = ()
    """The events of the attestation or ruling; the report itself if it needs no attestation."""

    @property
    def ruling(self) -> irregularity_events.RulingGiven | None:
        """The Shift Manager's ruling, if it ended the irregularity."""
        facts = (event.fact for event in self.closing)
        return next(
            (fact for fact in facts if isinstance(fact, irregularity_events.RulingGiven)), None
        )

    @property
    def is_attested(self) -> bool:
        """Whether a second person established the fact, so that the clause was applied."""
        return self.closing not in ((), (self.reported,)) and self.ruling is None

    @property
    def upshot(self) -> Upshot:
        """The result so far."""
        if not self.closing:
            return Upshot.OPEN
        if self._brought(irregularity_events.RoundVoided):
            return Upshot.VOID
        if self._brought(
            irregularity_events.RoundResettled, irregularity_events.EarlierRoundResettled
        ):
            return Upshot.PAID_ANEW
        if self._brought(irregularity_events.CardsCorrected):
            return Upshot.CORRECTED
        return Upshot.CARRIED if self._brought(irregularity_events.CardsCarried) else Upshot.WENT_ON

    @property
    def shoe_withdrawn(self) -> bool:
        """Whether the shoe was withdrawn with it (A-42)."""
        return self._brought(ShoeRetired)

    def _brought(self, *kinds: type) -> bool:
        return any(isinstance(event.fact, kinds) for event in self.closing)


def cases(records: Records, period: Period) -> tuple[Case, ...]:
    """Return every irregularity reported before a period ended, table by table."""
    return tuple(
        case for table, events in records.items() for case in _of_table(table, period.known(events))
    )


def _of_table(table: TableId, events: Iterable[Event]) -> list[Case]:
    found: list[Case] = []
    for steps in by_command(walk(events)):
        for step in steps:
            match step.event.fact:
                case irregularity_events.IrregularityReported():
                    found.append(_case(table, step, step.event.fact))
                case irregularity_events.TerminalsInterrupted():
                    noted = _case(table, step, step.event.fact)
                    found.append(replace(noted, closing=(step.event,)))
                case irregularity_events.IrregularityDeclined():
                    found[-1] = replace(found[-1], declined=step.event)
                case _:
                    pass
        # No event says that a fact was attested: the consequences imply it. A table has at most
        # one open irregularity, the one reported last.
        if steps[0].before.matter is not None and steps[-1].after.matter is None:
            found[-1] = replace(found[-1], closing=tuple(step.event for step in steps))
    return found


def _case(
    table: TableId,
    step: Moment,
    fact: irregularity_events.IrregularityReported | irregularity_events.TerminalsInterrupted,
) -> Case:
    before = step.before
    number = None if before.phase is Phase.IDLE else before.round_now.number
    if isinstance(fact, irregularity_events.IrregularityReported) and fact.earlier is not None:
        number = fact.earlier
    return Case(table, number, _document(before), fact.policy, fact.words, step.event)


def _document(table: Table) -> str:
    if table.configuration is None:
        raise RecordDoesNotHold("an irregularity without a game")
    return table.configuration.document
