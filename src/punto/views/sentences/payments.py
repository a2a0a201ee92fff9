from collections.abc import Iterable

from punto.rounds import Results, Stakes
from punto.rules import BetResult
from punto.values import Cents, format_money


def stakes_words(stakes: Stakes) -> str:
    """Return a position in words, bet by bet."""
    return ", ".join(f"{bet} {format_money(stake)}" for bet, stake in stakes) or "no bets"


def payment_words(results: Results) -> str:
    """Return each terminal's stake and payment, to follow a sentence; empty without bets."""
    return "".join(f"; {terminal} {_paid_words(ended)}" for terminal, ended in results)


def _paid_words(ended: tuple[BetResult, ...]) -> str:
    staked = Cents(sum(result.stake for result in ended))
    got = _returned(ended)
    return f"staked {format_money(staked)} and gets {format_money(got) if got else 'nothing'}"


def refund_words(results: Results) -> str:
    """Return each terminal's refund of a void round, to follow a sentence."""
    return "".join(
        f"; {terminal} gets {format_money(_returned(ended))} back" for terminal, ended in results
    )


def _returned(ended: Iterable[BetResult]) -> Cents:
    return Cents(sum(result.returned for result in ended))
