from collections.abc import Mapping

from punto import rounds
from punto.rules import Coup, Role
from punto.values import Cents, TerminalId, Value
from punto.views.past_rounds import ended_round
from punto.views.recall.audiences import as_seen
from punto.views.recall.walks import Moment
from punto.views.sentences import sentence_of, who_of

MoneyFact = (
    rounds.PurseFact
    | rounds.CreditsAdjusted
    | rounds.DebtWrittenOff
    | rounds.DebtRepaid
    | rounds.PositionTaken
)
"""Events that move the money of one terminal."""


class Balance(Value):
    """A terminal's credits and its patron's debt, before and after a step."""

    terminal: TerminalId
    credits_before: Cents
    credits_after: Cents
    owed_before: Cents
    owed_after: Cents


class RecallStep(Value):
    """One step of a recall, as shown to its audience."""

    event: rounds.TableEvent
    who: str
    """The actor, attesting person or ruling manager, in the operator's own titles."""
    hands: Coup | None
    """Both hands with their totals, after a step that dealt or corrected cards."""
    balances: tuple[Balance, ...]
    """One for each terminal whose money moves: its bets all end in one posting, and so share it."""

    @property
    def sentence(self) -> str:
        """What happened."""
        return sentence_of(self.event)

    @property
    def clause(self) -> str:
        """The paragraph or reading that the step cites."""
        return self.event.clause

    @property
    def results(self) -> rounds.Results:
        """The bets that ended here, each with stake, result, payment and deciding clause."""
        fact = self.event.fact
        return fact.results if isinstance(fact, rounds.EndingFact) else ()


def step_of(
    moment: Moment, terminal: TerminalId | None, titles: Mapping[Role, str]
) -> RecallStep | None:
    """Return a moment as a step for an audience; None if that audience sees nothing of it."""
    event = as_seen(moment.event, terminal)
    if event is None:
        return None
    balances = tuple(_balance(moment, each) for each in _whose_money(event))
    return RecallStep(event, who_of(event, titles), _hands(moment), balances)


def _hands(moment: Moment) -> Coup | None:
    match moment.event.fact:
        case rounds.CardDealt() | rounds.CardsCorrected():
            return moment.after.round_now.coup
        case rounds.EarlierRoundResettled():
            return ended_round(moment.after, moment.event.fact).coup
        case _:
            return None


def _whose_money(event: rounds.TableEvent) -> tuple[TerminalId, ...]:
    if isinstance(event.fact, MoneyFact):
        return (event.fact.terminal,)
    if isinstance(event.fact, rounds.EndingFact):
        return tuple(terminal for terminal, _ in event.fact.results)
    return ()


def _balance(moment: Moment, terminal: TerminalId) -> Balance:
    before, after = moment.before.book, moment.after.book
    return Balance(
        terminal,
        before.credits(terminal),
        after.credits(terminal),
        before.owed(terminal),
        after.owed(terminal),
    )
