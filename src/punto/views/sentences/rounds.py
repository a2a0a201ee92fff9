from collections.abc import Iterable
from typing import assert_never

from punto.rounds import CardOrigin, Results, Stakes, box_at, patron_at
from punto.rounds.betting import events as betting_events
from punto.rounds.dealing import events as dealing_events
from punto.rules import BetResult
from punto.values import Cents, TerminalId, Winner, format_cards, format_money, seen_of


def stakes_words(stakes: Stakes) -> str:
    """Return a position in words, bet by bet."""
    return ", ".join(f"{bet} {format_money(stake)}" for bet, stake in stakes) or "no bets"


def place_words(place: TerminalId) -> str:
    """Return a place as people name it: a terminal, or at a live table ``ann at box 5``."""
    box = box_at(place)
    return f"{patron_at(place)} at box {box}" if box else place


def payment_words(results: Results) -> str:
    """Return each place's stake and payment, to follow a sentence; empty without bets."""
    return "".join(f"; {place_words(place)} {_paid_words(ended)}" for place, ended in results)


def _paid_words(ended: tuple[BetResult, ...]) -> str:
    staked = Cents(sum(result.stake for result in ended))
    got = _returned(ended)
    return f"staked {format_money(staked)} and gets {format_money(got) if got else 'nothing'}"


def refund_words(results: Results) -> str:
    """Return each place's refund of a void round, to follow a sentence."""
    return "".join(
        f"; {place_words(place)} gets {format_money(_returned(ended))} back"
        for place, ended in results
    )


def _returned(ended: Iterable[BetResult]) -> Cents:
    return Cents(sum(result.returned for result in ended))


def _how_seen(fact: betting_events.BetsOpened) -> str:
    if None not in fact.seen_before:
        return "seen before"
    return "partly seen before" if seen_of(fact.seen_before) else "face down"


def betting_sentence(fact: betting_events.BettingFact) -> str:
    """Return the sentence of an event from the opening words to the cut-off."""
    match fact:
        case betting_events.BetsOpened():
            seen = format_cards(fact.seen_before)
            warning = f"; {_how_seen(fact)}, and first in the deal (A-43): {seen}" if seen else ""
            return f"Bets open for round {fact.round_number}: {fact.phrase}{warning}"
        case betting_events.PositionTaken():
            both = ", on both hands (A-16)" if fact.opposite else ""
            return f"{fact.terminal} has {stakes_words(fact.stakes)}{both}"
        case betting_events.ClosingBegan():
            return "Bets are closing; terminals freeze and answer"
        case betting_events.TerminalFroze():
            return f"{fact.terminal} has frozen"
        case betting_events.BetsClosed():
            lost = (
                f"; {terminal} did not answer and counts as lost" for terminal in fact.unanswered
            )
            return f"Bets are closed: {fact.phrase}{''.join(lost)}"
        case _:
            assert_never(fact)


_ORIGINS = {
    CardOrigin.KEYED: ", keyed by hand",
    CardOrigin.CARRIED: ", carried from before the deal",
}


def dealing_sentence(fact: dealing_events.DealingFact) -> str:
    """Return the sentence of an event from the first card to the payment."""
    match fact:
        case dealing_events.CardDealt():
            origin = _ORIGINS.get(fact.origin, "")
            return f"{fact.card} to the {fact.side.value.title()} Hand{origin}"
        case dealing_events.CardBeyondDecks():
            return _beyond_words(fact)
        case dealing_events.TotalsAnnounced():
            return f"Totals announced: {_totals_words(fact)}"
        case dealing_events.ResultShown():
            came = "a Tie" if fact.winner is Winner.TIE else f"{fact.winner.value.title()} wins"
            return f"Result: {came}, {_totals_words(fact)}"
        case dealing_events.RoundSettled():
            return f"The round is settled{payment_words(fact.results)}"
        case _:
            assert_never(fact)


def _beyond_words(fact: dealing_events.CardBeyondDecks) -> str:
    words = f"{fact.card} came out beyond all that {fact.decks} decks hold"
    if not fact.reported:
        return words
    place = f" in place of {format_cards(fact.instead_of)}" if fact.instead_of else ""
    return f"{words}; reported: {format_cards(fact.reported)}{place}"


def _totals_words(fact: dealing_events.TotalsAnnounced | dealing_events.ResultShown) -> str:
    return f"Player {fact.player_total}, Banker {fact.banker_total}"
