from typing import assert_never

from punto.rounds import Verdict
from punto.rounds.irregularity import events as irregularity_events
from punto.rules import Irregularity
from punto.values import CardOut, format_cards
from punto.views.sentences.rounds import payment_words, refund_words, stakes_words

_VERDICTS = {
    Verdict.GOES_ON: "play goes on",
    Verdict.VOID: "the round is void",
    Verdict.ESTABLISHED: "the fact is established",
    Verdict.CARRY: "the card is carried to the next round",
    Verdict.BURN: "the card is burned",
}


def matter_sentence(  # noqa: C901, PLR0912 (one case for each fact)
    fact: irregularity_events.MatterFact,
) -> str:
    """Return the sentence of an event in the procedure of an irregularity."""
    match fact:
        case irregularity_events.IrregularityReported():
            return _report_words(fact)
        case irregularity_events.TerminalsInterrupted():
            return _interruption_words(fact)
        case irregularity_events.ReportQueued() | irregularity_events.ReportLapsed():
            return _waiting_words(fact)
        case irregularity_events.IrregularityDeclined():
            return f"The report is declined: {fact.reason}"
        case irregularity_events.ReconstructionDenied():
            return f"True, but the cards cannot be reconstructed: {fact.reason}"
        case irregularity_events.RulingGiven():
            return f"Ruling: {_VERDICTS[fact.verdict]}; {fact.words}"
        case irregularity_events.PlayResumed():
            return "Play goes on"
        case irregularity_events.OrderDecided():
            return f"The order is decided: {format_cards(fact.cards)}"
        case irregularity_events.CardsCorrected():
            return f"Cards corrected: {_correction_words(fact)}"
        case irregularity_events.CardsCarried():
            return _carried_words(fact.cards)
        case irregularity_events.CardsDiscarded():
            return f"Discarded without being registered: {format_cards(fact.cards)}"
        case irregularity_events.RoundVoided():
            return f"The round is void{refund_words(fact.results)}"
        case irregularity_events.RoundResettled():
            return f"The round is paid again by the cards{payment_words(fact.results)}"
        case irregularity_events.EarlierRoundResettled():
            again = f"Round {fact.round_number} is paid again by its cards"
            return f"{again}, {_correction_words(fact)}{payment_words(fact.results)}"
        case _:
            assert_never(fact)


def _carried_words(cards: tuple[CardOut, ...]) -> str:
    # Whether this deal wants an unseen card is not known before its turn.
    where = "Face down until it is dealt" if None in cards else "Carried to the next deal"
    return f"{where}: {format_cards(cards)}"


def irregularity_words(irregularity: Irregularity) -> str:
    """Return the name of an irregularity as used at the table."""
    return irregularity.value.replace("-", " ")


def _report_words(fact: irregularity_events.IrregularityReported) -> str:
    by = "Irregularity detected by the table" if fact.automatic else "Irregularity reported"
    of = "" if fact.earlier is None else f" in round {fact.earlier}"
    words = [f"{by}{of}: {irregularity_words(fact.policy.irregularity)}"]
    if fact.words:
        words.append(fact.words)
    if fact.cards is not None:
        words.append(f"the cards are {_cards(fact.cards)}")
    if fact.extra:
        words.append(f"out and not registered: {format_cards(fact.extra)}")
    if fact.together:
        words.append(f"drawn together: {format_cards(fact.together)}")
    if fact.lies is not None:
        player, banker = map(format_cards, fact.lies)
        words.append(f"Player {player} lies against Banker {banker}")
    return "; ".join(words)


def _waiting_words(
    fact: irregularity_events.ReportQueued | irregularity_events.ReportLapsed,
) -> str:
    if isinstance(fact, irregularity_events.ReportLapsed):
        what = irregularity_words(fact.irregularity)
        return f"The report that waited, {what}, no longer applies: {fact.why}"
    report = fact.report
    of = "" if report.round_number is None else f" in round {report.round_number}"
    at = f" at {' '.join(report.terminals)}" if report.terminals else ""
    words = f": {report.words}" if report.words else ""
    what = irregularity_words(report.irregularity)
    return f"Waits for the open decision: {what}{of}{at}{words}"


def _interruption_words(fact: irregularity_events.TerminalsInterrupted) -> str:
    words = [f"Interrupted: {fact.words}" if fact.words else "Interrupted"]
    words += [f"{terminal} keeps {stakes_words(stakes)}" for terminal, stakes in fact.registered]
    words += [f"{terminal} has no bets and takes no part" for terminal in fact.unregistered]
    return "; ".join(words)


def _correction_words(
    fact: irregularity_events.CardsCorrected | irregularity_events.EarlierRoundResettled,
) -> str:
    return f"{_cards(fact.registered)} become {_cards(fact.corrected)}"


def _cards(cards: tuple[CardOut, ...]) -> str:
    return format_cards(cards) or "none"
