from typing import assert_never

from punto.rounds.irregularity.commands import Verdict
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    EarlierRoundResettled,
    IrregularityDeclined,
    IrregularityReported,
    MatterFact,
    OrderDecided,
    PlayResumed,
    RoundResettled,
    RoundVoided,
    RulingGiven,
    TerminalsInterrupted,
)
from punto.rules.irregularities import Irregularity
from punto.values.cards import Card, format_cards
from punto.views.sentences.payments import payment_words, refund_words, stakes_words

_VERDICTS = {
    Verdict.GOES_ON: "play goes on",
    Verdict.VOID: "the round is void",
    Verdict.ESTABLISHED: "the fact is established",
}


def matter_sentence(fact: MatterFact) -> str:
    """Return the sentence of an event in the procedure of an irregularity."""
    match fact:
        case IrregularityReported():
            return _report_words(fact)
        case TerminalsInterrupted():
            return _interruption_words(fact)
        case IrregularityDeclined():
            return f"The report is declined: {fact.reason}"
        case RulingGiven():
            return f"Ruling: {_VERDICTS[fact.verdict]}; {fact.words}"
        case PlayResumed():
            return "Play goes on"
        case OrderDecided() | CardsCorrected() | CardsCarried() | CardsDiscarded():
            return _cards_words(fact)
        case RoundVoided() | RoundResettled() | EarlierRoundResettled():
            return _ending_words(fact)
        case _:
            assert_never(fact)


def _cards_words(fact: OrderDecided | CardsCorrected | CardsCarried | CardsDiscarded) -> str:
    match fact:
        case OrderDecided():
            return f"The order is decided: {format_cards(fact.cards)}"
        case CardsCorrected():
            return f"Cards corrected: {_correction_words(fact)}"
        case CardsCarried():
            return f"Carried to the next deal: {format_cards(fact.cards)}"
        case CardsDiscarded():
            return f"Discarded without being registered: {format_cards(fact.cards)}"
        case _:
            assert_never(fact)


def _ending_words(fact: RoundVoided | RoundResettled | EarlierRoundResettled) -> str:
    match fact:
        case RoundVoided():
            return f"The round is void{refund_words(fact.results)}"
        case RoundResettled():
            return f"The round is paid again by the cards{payment_words(fact.results)}"
        case EarlierRoundResettled():
            again = (
                f"Round {fact.round_number} is paid again by its cards, {_correction_words(fact)}"
            )
            return f"{again}{payment_words(fact.results)}"
        case _:
            assert_never(fact)


def irregularity_words(irregularity: Irregularity) -> str:
    """Return the name of an irregularity as used at the table."""
    return irregularity.value.replace("-", " ")


def _report_words(fact: IrregularityReported) -> str:
    by = "Irregularity detected by the table" if fact.automatic else "Irregularity reported"
    of = "" if fact.earlier is None else f" in round {fact.earlier}"
    words = [f"{by}{of}: {irregularity_words(fact.policy.irregularity)}"]
    if fact.words:
        words.append(fact.words)
    if fact.cards is not None:
        words.append(f"the cards are {_cards(fact.cards)}")
    if fact.extra:
        words.append(f"out and not registered: {format_cards(fact.extra)}")
    return "; ".join(words)


def _interruption_words(fact: TerminalsInterrupted) -> str:
    words = [f"Interrupted: {fact.words}" if fact.words else "Interrupted"]
    words += [f"{terminal} keeps {stakes_words(stakes)}" for terminal, stakes in fact.registered]
    words += [f"{terminal} has no bets and takes no part" for terminal in fact.unregistered]
    return "; ".join(words)


def _correction_words(fact: CardsCorrected | EarlierRoundResettled) -> str:
    return f"{_cards(fact.registered)} become {_cards(fact.corrected)}"


def _cards(cards: tuple[Card, ...]) -> str:
    return format_cards(cards) or "none"
