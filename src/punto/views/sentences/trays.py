from typing import assert_never

from punto.rounds import Chips, SlipKind
from punto.rounds.tray import events
from punto.values import Cents, format_money
from punto.views.sentences.layouts import place_words


def tray_sentence(fact: events.TrayFact) -> str:
    """Return the sentence of an event at a live table's tray."""
    match fact:
        case events.FloatCounted():
            count = f"{fact.count.value} count"
            return f"{fact.counted_by} finds {chips_words(fact.chips)} in the {count}"
        case events.FloatCountsDiffered():
            first, second = chips_words(fact.first), chips_words(fact.second)
            return f"The {fact.count.value} counts differ: first {first}, then {second}"
        case events.FloatOpened():
            return f"The float is open with {chips_words(fact.chips)}"
        case events.FloatClosed():
            return f"The float is closed with {chips_words(fact.chips)}{_variance(fact.variance)}"
        case events.ChipsBought():
            bought = f"{chips_words(fact.chips)} for {format_money(fact.amount)} in cash"
            return f"{fact.patron} buys {bought}"
        case events.ChipsChanged():
            return f"{chips_words(fact.received)} are changed for {chips_words(fact.given)}"
        case events.StacksMoved():
            taken = "".join(f"; {_stack(each)} into the tray" for each in fact.taken)
            paid = "".join(f"; {_stack(each)} paid" for each in fact.paid)
            return f"Chips are taken and paid{taken}{paid}"
        case _:
            return _slip_sentence(fact)


def _slip_sentence(
    fact: events.SlipRequested | events.SlipCarried | events.SlipSigned | events.SlipVoided,
) -> str:
    match fact:
        case events.SlipRequested():
            slip = f"{fact.kind.value} {fact.number} of {chips_words(fact.chips)}"
            return f"{fact.requested_by} requests {slip}"
        case events.SlipCarried():
            return f"{fact.carrier} signs slip {fact.number} as carrier"
        case events.SlipSigned():
            way = "come into the tray" if fact.kind is SlipKind.FILL else "go to the cage"
            return f"Slip {fact.number} is signed: {chips_words(fact.chips)} {way}"
        case events.SlipVoided():
            return f"Slip {fact.number} is void: {fact.reason}"
        case _:
            assert_never(fact)


def chips_words(chips: Chips) -> str:
    """Return chips as a dealer counts them, such as ``3 of 100.00 and 1 of 25.00``."""
    return " and ".join(f"{number} of {format_money(value)}" for value, number in chips) or "none"


def _variance(variance: Cents) -> str:
    if not variance:
        return ", as expected"
    return f", {format_money(Cents(abs(variance)))} too {'much' if variance > 0 else 'little'}"


def _stack(stack: events.Stack) -> str:
    amount = format_money(stack.amount)
    return f"{place_words(stack.place)} {amount} in {chips_words(stack.chips)}"
