"""One step of a recall: the parts of its event that each audience may see, hands and money."""

from collections.abc import Mapping

from punto import rounds
from punto.ledger import TicketNumber, masked
from punto.rounds.irregularity import events as irregularity_events
from punto.rules import Coup, Role
from punto.values import Cents, TerminalId, Value, replace
from punto.views.past_rounds import ended_round
from punto.views.recall.walks import Moment
from punto.views.sentences import sentence_of, who_of

_AUDIENCES = {kind: row.audience for kind, row in rounds.EVENTS.items()}


def as_seen(event: rounds.TableEvent, terminal: TerminalId | None) -> rounds.TableEvent | None:
    """Return the event without its secrets; for a terminal, only its own and public parts.

    None if nothing of it concerns that terminal. Without a terminal the audience is staff, who
    see all bets.
    """
    fact = _without_secrets(event.fact)
    seen = fact if terminal is None else _seen_by(fact, terminal)
    return None if seen is None else replace(event, fact=seen)


def _without_secrets(fact: rounds.Fact) -> rounds.Fact:
    # Anyone who knows the number of an unredeemed ticket can take the money.
    if isinstance(fact, rounds.CashOutReserved | rounds.TicketPrinted | rounds.TicketTaken):
        return replace(fact, number=TicketNumber(masked(fact.number)))
    # No view contains the order of a virtual shoe, not even sealed.
    if isinstance(fact, rounds.ShoeLoaded):
        return replace(fact, sealed="")
    return fact


def _seen_by(fact: rounds.Fact, terminal: TerminalId) -> rounds.Fact | None:
    if isinstance(fact, rounds.EndingFact):
        return replace(fact, results=own_results(fact.results, terminal))
    match fact:
        case rounds.BetsClosed():
            return replace(fact, unanswered=tuple(t for t in fact.unanswered if t == terminal))
        case irregularity_events.TerminalsInterrupted():
            return _interruption_of(fact, terminal)
        case _:
            return fact if _sees_all_of(fact, terminal) else None


def _sees_all_of(fact: rounds.Fact, terminal: TerminalId) -> bool:
    audience = _AUDIENCES[type(fact)]
    if audience == "its terminal":
        return bool(getattr(fact, "terminal", None) == terminal)
    return audience == "everybody"


def _interruption_of(
    fact: irregularity_events.TerminalsInterrupted, terminal: TerminalId
) -> rounds.Fact | None:
    registered = tuple((whose, stakes) for whose, stakes in fact.registered if whose == terminal)
    unregistered = tuple(whose for whose in fact.unregistered if whose == terminal)
    if not (registered or unregistered):
        return None
    return replace(fact, registered=registered, unregistered=unregistered)


def own_results(results: rounds.Results, terminal: TerminalId) -> rounds.Results:
    """Return the results of one terminal's bets."""
    return tuple((whose, ended) for whose, ended in results if whose == terminal)


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
        """The event in one sentence."""
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
