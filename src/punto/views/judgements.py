"""The Table of Play's judgement on a hand, as a sentence."""

from typing import assert_never

from punto.rules import Coup, Judgement, Why
from punto.values import Card, Side, points_total


def judgement_of(coup: Coup, side: Side) -> Judgement | None:
    """Return the Table of Play's judgement on a hand; None before there is one."""
    return coup.player_judgement if side is Side.PLAYER else coup.banker_judgement


def judgement_words(coup: Coup, side: Side) -> str:
    """Return why a hand drew or stood; empty before the Table of Play has judged it."""
    judgement = judgement_of(coup, side)
    if judgement is None:
        return ""
    hand = coup.player if side is Side.PLAYER else coup.banker
    return _words(side, hand[:2], judgement, coup)


def _words(side: Side, first_two: tuple[Card, ...], judgement: Judgement, coup: Coup) -> str:
    verb = "draws" if judgement.draws else "stands"
    does = f"{side.value.title()} {verb} on {points_total(first_two)}"
    match judgement.why:
        case Why.NATURAL:
            return f"{does}: a natural ends the deal"
        case Why.OWN_TOTAL:
            return does
        case Why.PLAYER_STOOD:
            return f"{does}: Player stood"
        case Why.PLAYER_THIRD:
            return f"{does} against a third card of {coup.player[2].points}"
        case _:
            assert_never(judgement.why)
