"""The parts of an event that each audience may see."""

from punto import rounds
from punto.ledger import TicketNumber, masked
from punto.rounds.irregularity import events as irregularity_events
from punto.values import TerminalId, replace

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
