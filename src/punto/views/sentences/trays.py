from typing import assert_never

from punto.rounds import Chips, SlipKind
from punto.rounds.tray import events
from punto.values import Cents, format_money
from punto.views.sentences.rounds import place_words


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
            return _numbered(
                "count", fact.number, f"the float is open with {chips_words(fact.chips)}"
            )
        case events.FloatClosed():
            found = f"{chips_words(fact.chips)}{_variance(fact.variance)}"
            return _numbered("count", fact.number, f"the float is closed with {found}")
        case events.ChipsBought():
            bought = f"{chips_words(fact.chips)} for {format_money(fact.amount)} in cash"
            return _numbered("buy-in", fact.number, f"{fact.patron} buys {bought}")
        case events.ChipsChanged():
            received, given = chips_words(fact.received), chips_words(fact.given)
            return _numbered("change", fact.number, f"{received} for {given}")
        case events.StacksMoved():
            taken = "".join(f"; {_stack(each)} into the tray" for each in fact.taken)
            paid = "".join(f"; {_stack(each)} paid" for each in fact.paid)
            return f"Chips are taken and paid{taken}{paid}"
        case events.StacksHanded():
            stacks = ", ".join(map(str, fact.stacks))
            return f"Taken and paid by hand in round {fact.round_number}: stacks {stacks}"
        case events.PaymentCorrected():
            return _correction_sentence(fact)
        case _:
            return _slip_sentence(fact)


def _correction_sentence(fact: events.PaymentCorrected) -> str:
    back = f"; {chips_words(fact.returned)} come back" if fact.returned else ""
    more = f"; {chips_words(fact.added)} are added" if fact.added else ""
    paid = f"Stack {fact.stack} of round {fact.round_number}"
    return f"{paid} had been paid as {chips_words(fact.handed)}{back}{more}"


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


def _numbered(paper: str, number: int, words: str) -> str:
    """Return a sentence that begins with the number of a paper, where it has one."""
    sentence = f"{paper} {number}: {words}" if number else words
    return sentence[0].upper() + sentence[1:]


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
