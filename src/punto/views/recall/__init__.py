"""Recall: a past round, step by step, from the record alone."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from punto import rounds
from punto.rules import Role
from punto.values import TerminalId, Value
from punto.views.procedures.effects import phase_behind
from punto.views.recall.steps import Balance, RecallStep, step_of
from punto.views.recall.walks import CannotHaveHappened, Moment, by_command, parted_at, walk

__all__ = ["NOBODY", "Balance", "CannotHaveHappened", "Recall", "RecallStep", "recall"]

NOBODY = TerminalId("")
"""The audience that sees only public facts, and no bets."""


class Recall(Value):
    """A round from its opening words to its last correction, as shown to one audience."""

    round_number: int
    shoe_number: int
    stamp: rounds.Stamp
    """The document with its version and effective date, and the readings in force (A-64)."""
    configuration: rounds.Configuration
    """The configuration of the round, even if the table plays another today."""
    terminal: TerminalId | None
    """The terminal whose bets and money are shown; all terminals if None."""
    steps: tuple[RecallStep, ...]

    @property
    def banner(self) -> str:
        """The notice on every screen of a recall that it is not live play."""
        return f"Recall of round {self.round_number} at table {self.configuration.table}, not live"

    @property
    def endings(self) -> tuple[RecallStep, ...]:
        """The steps that ended its bets; the last one is in force, and corrects the others."""
        return tuple(step for step in self.steps if step.results and self._is_own(step.event))

    def _is_own(self, event: rounds.TableEvent) -> bool:
        """Return whether an ending belongs to this round, not to a corrected earlier round."""
        fact = event.fact
        return (
            not isinstance(fact, rounds.EarlierRoundResettled)
            or fact.round_number == self.round_number
        )


def recall(
    events: Iterable[rounds.TableEvent],
    round_number: int,
    terminal: TerminalId | None = None,
    before: rounds.Table | None = None,
    *,
    for_patron: bool = False,
) -> Recall | None:
    """Return a round of a record, for staff or for one terminal; None if there is none.

    The events are the whole record, or those after the table's state ``before``. A terminal's
    patron does not see the bets and money of a previous patron who left during the round.
    """
    walked = walk(events, before)
    for opening in walked:
        fact = opening.event.fact
        if isinstance(fact, rounds.BetsOpened) and fact.round_number == round_number:
            return _recalled(opening, fact.stamp, walked, terminal, for_patron=for_patron)
    return None


def _recalled(
    opening: Moment,
    stamp: rounds.Stamp,
    rest: Iterator[Moment],
    terminal: TerminalId | None,
    *,
    for_patron: bool,
) -> Recall:
    played = opening.after.round_now
    more = takewhile(lambda moment: not isinstance(moment.event.fact, rounds.BetsOpened), rest)
    until_next = (opening, *more)
    of_round = _of_the_round(until_next)
    titles = {role: played.configuration.title(role) for role in Role}
    cut = parted_at(until_next, terminal) if for_patron and terminal is not None else 0
    steps = (
        step_of(moment, NOBODY if index < cut else terminal, titles)
        for index, moment in enumerate((*of_round, *_late(rest, played.number)))
    )
    return Recall(
        played.number,
        played.shoe_number,
        stamp,
        played.configuration,
        terminal,
        tuple(step for step in steps if step is not None),
    )


def _of_the_round(until_next: Sequence[Moment]) -> tuple[Moment, ...]:
    """Return everything up to the last event of the round.

    This includes movements of money in between, without which the balances would jump, and a shoe
    retired with the round, but nothing later.
    """
    last = [moment for moment in until_next if _is_of_round(moment)][-1].event.command
    commands = [moment.event.command for moment in until_next]
    return tuple(until_next[: len(commands) - commands[::-1].index(last)])


def _is_of_round(moment: Moment) -> bool:
    """Return whether an event concerns the round in progress, or the last one."""
    if isinstance(moment.event.fact, rounds.MatterFact):
        between_rounds = phase_behind(moment.before) is rounds.Phase.IDLE
        return not between_rounds and _earlier_of(moment) is None
    return isinstance(moment.event.fact, rounds.BettingFact | rounds.DealingFact)


def _earlier_of(moment: Moment) -> int | None:
    """Return the earlier round that a step of an irregularity concerns, if any."""
    fact, before = moment.event.fact, moment.before
    matter = before.matter
    if isinstance(fact, rounds.IrregularityReported):
        return fact.earlier
    if isinstance(fact, rounds.ReportQueued | rounds.ReportLapsed):
        waits = fact.report if isinstance(fact, rounds.ReportQueued) else before.waiting[0].report
        return None if waits.round_number == before.rounds_count else waits.round_number
    return matter.earlier if isinstance(fact, rounds.MatterFact) and matter is not None else None


def _late(rest: Iterable[Moment], round_number: int) -> Iterator[Moment]:
    """Yield the findings and corrections of a round after the next one began (A-29)."""
    for moments in by_command(_within_reach(rest, round_number)):
        if any(_earlier_of(moment) == round_number for moment in moments):
            # The same command may also show the result of the round that the irregularity stopped.
            for moment in moments:
                if isinstance(moment.event.fact, rounds.MatterFact | rounds.CreditsAdjusted):
                    yield moment


def _within_reach(rest: Iterable[Moment], round_number: int) -> Iterator[Moment]:
    """Yield moments until a round begins with which the table drops this one (A-29).

    So a recall reads no more of a long record than it needs.
    """
    for moment in rest:
        begins = isinstance(moment.event.fact, rounds.BetsOpened)
        if begins and moment.after.past_round(round_number) is None:
            return
        yield moment
