from typing import assert_never

from punto.ledger import masked
from punto.rounds import AdjustmentKind
from punto.rounds.adjustment import events as adjustment_events
from punto.rounds.purse import events as purse_events
from punto.values import Cents, format_money
from punto.views.sentences.rounds import place_words


def purse_sentence(fact: purse_events.PurseFact) -> str:  # noqa: C901 (one case for each fact)
    """Return the sentence of an event about a terminal's money."""
    terminal = fact.terminal
    if isinstance(fact, purse_events.TicketUncertain):
        return f"The printer of {terminal} does not know whether its ticket came out"
    amount = format_money(fact.amount)
    match fact:
        case purse_events.CashTaken():
            return f"{terminal} gets {amount} in credits for cash"
        case purse_events.BillTaken():
            note = "a simulated banknote" if fact.simulated else "a banknote"
            return f"{terminal} gets {amount} in credits for {note}"
        # A reader of the whole number of a ticket could take the money.
        case purse_events.TicketTaken():
            return f"{terminal} gets {amount} in credits for ticket {masked(fact.number)}"
        case purse_events.CashOutReserved():
            return f"{terminal} cashes out {amount}; ticket {masked(fact.number)} is being printed"
        case purse_events.TicketPrinted():
            return f"{terminal} has printed ticket {masked(fact.number)} for {amount}"
        case purse_events.CashOutGivenBack():
            return f"No ticket came out at {terminal}; {amount} is credited again"
        case purse_events.HandPaid():
            return f"{terminal} is paid {amount} in cash"
        case purse_events.TerminalMovedOut():
            return f"{terminal} leaves for table {fact.table} with {amount}"
        case purse_events.TerminalMovedIn():
            return f"{terminal} comes from table {fact.table} with {amount}"
        case _:
            assert_never(fact)


def adjustment_sentence(fact: adjustment_events.AdjustmentFact) -> str:
    """Return the sentence of an event about adjustments and debts."""
    terminal = place_words(fact.terminal)
    match fact:
        case adjustment_events.AdjustmentAsked():
            return f"{fact.asked_by} proposes that {terminal} {_asked_words(fact)}: {fact.reason}"
        case adjustment_events.AdjustmentTurnedDown():
            return f"The adjustment of {terminal} is turned down"
        case adjustment_events.CreditsAdjusted():
            by = "by ruling" if fact.by_ruling else "by adjustment"
            return f"{terminal} {_credits_words(fact.amount)} {by}: {fact.reason}"
        case adjustment_events.DebtWrittenOff():
            return f"{terminal} is forgiven a debt of {format_money(fact.amount)}: {fact.reason}"
        case adjustment_events.DebtRepaid():
            return f"{terminal} repays {format_money(fact.amount)} of its debt"
        case _:
            assert_never(fact)


def _asked_words(fact: adjustment_events.AdjustmentAsked) -> str:
    match fact.kind:
        case AdjustmentKind.CREDITS:
            return _credits_words(fact.amount)
        case AdjustmentKind.WRITE_OFF:
            return f"is forgiven a debt of {format_money(fact.amount)}"
        case _:
            assert_never(fact.kind)


def _credits_words(amount: Cents) -> str:
    verb = "gets" if amount > 0 else "gives up"
    return f"{verb} {format_money(Cents(abs(amount)))}"
