"""The parts of an event that each audience may see."""

from punto.ledger.ticket_numbers import TicketNumber, masked
from punto.rounds.betting.events import BetsClosed
from punto.rounds.betting.stakes import Results
from punto.rounds.catalogue import EVENTS
from punto.rounds.dealing.events import RoundSettled
from punto.rounds.events import Event, Fact
from punto.rounds.irregularity import events as irregularity_events
from punto.rounds.purse.events import CashOutReserved, TicketPrinted, TicketTaken
from punto.rounds.shoe.events import ShoeLoaded
from punto.values.ids import TerminalId
from punto.values.structures import replace

EndingFact = (
    RoundSettled
    | irregularity_events.RoundVoided
    | irregularity_events.RoundResettled
    | irregularity_events.EarlierRoundResettled
)
"""Events that end bets, or change their end."""

_AUDIENCES = {kind: row.audience for kind, row in EVENTS.items()}


def as_seen(event: Event, terminal: TerminalId | None) -> Event | None:
    """Return the event without its secrets; for a terminal, only its own and public parts.

    None if nothing of it concerns that terminal. Without a terminal the audience is staff, who
    see all bets.
    """
    fact = _without_secrets(event.fact)
    seen = fact if terminal is None else _seen_by(fact, terminal)
    return None if seen is None else replace(event, fact=seen)


def _without_secrets(fact: Fact) -> Fact:
    # Anyone who knows the number of an unredeemed ticket can take the money.
    if isinstance(fact, CashOutReserved | TicketPrinted | TicketTaken):
        return replace(fact, number=TicketNumber(masked(fact.number)))
    # No view contains the order of a virtual shoe, not even sealed.
    if isinstance(fact, ShoeLoaded):
        return replace(fact, sealed="")
    return fact


def _seen_by(fact: Fact, terminal: TerminalId) -> Fact | None:
    match fact:
        case (
            RoundSettled()
            | irregularity_events.RoundVoided()
            | irregularity_events.RoundResettled()
            | irregularity_events.EarlierRoundResettled()
        ):
            return replace(fact, results=own_results(fact.results, terminal))
        case BetsClosed():
            return replace(fact, unanswered=tuple(t for t in fact.unanswered if t == terminal))
        case irregularity_events.TerminalsInterrupted():
            return _interruption_of(fact, terminal)
        case _:
            return fact if _sees_all_of(fact, terminal) else None


def _sees_all_of(fact: Fact, terminal: TerminalId) -> bool:
    audience = _AUDIENCES[type(fact)]
    if audience == "its terminal":
        return bool(getattr(fact, "terminal", None) == terminal)
    return audience == "everybody"


def _interruption_of(
    fact: irregularity_events.TerminalsInterrupted, terminal: TerminalId
) -> Fact | None:
    registered = tuple((whose, stakes) for whose, stakes in fact.registered if whose == terminal)
    unregistered = tuple(whose for whose in fact.unregistered if whose == terminal)
    if not (registered or unregistered):
        return None
    return replace(fact, registered=registered, unregistered=unregistered)


def own_results(results: Results, terminal: TerminalId) -> Results:
    """Return the results of one terminal's bets."""
    return tuple((whose, ended) for whose, ended in results if whose == terminal)
