"""Reports of irregularities: sound ones, and mistakes that a Dealer in a hurry might make."""

from punto.rounds import ReportIrregularity, Table
from punto.rules import Irregularity
from punto.torture.chance import RandomNumbers
from punto.values import DECK, Card, parse_cards

WHOLE_COUPS = tuple(
    parse_cards(text)
    for text in ("9H 3D KS 4C", "KS 9D QH KC", "KS 9D 9H KC", "KS 3D QH 2C 7D KD", "4D KS 4C 2H")
)
OUT_OF_PLACE = (
    Irregularity.EXCESS_OR_EXPOSED_CARD,
    Irregularity.SIMULTANEOUS_DRAW,
    Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN,
    Irregularity.WRONG_ORDER,
    Irregularity.WRONG_AREA,
)
_AT_A_LAYOUT = (
    *OUT_OF_PLACE,
    Irregularity.DEALT_ORDER_LOST,
    Irregularity.DEALT_FACE_UP,
    Irregularity.WRONG_PERSON,
    Irregularity.WRONG_NUMBER_OF_CARDS,
)
_WAYS = 10


def report(table: Table, chance: RandomNumbers) -> ReportIrregularity:
    """Return a random report of an irregularity, which the table may refuse."""
    what, cards = chance.one_of(tuple(Irregularity)), _registered(table)
    one_more = (chance.one_of(DECK),)
    earlier = table.past[-1 - chance.below(len(table.past))].number if table.past else None
    match chance.below(_WAYS):
        case 0:
            return ReportIrregularity(
                chance.one_of(OUT_OF_PLACE), "seen", (*cards, *one_more), one_more
            )
        case 1:
            return ReportIrregularity(chance.one_of(OUT_OF_PLACE), "seen", extra=one_more)
        case 2:
            told = (chance.one_of(DECK), *cards[1:])
            return ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "misread", told)
        case 3:
            coup = chance.one_of(WHOLE_COUPS)
            return ReportIrregularity(
                Irregularity.WRONG_CARD_REGISTERED, "misread", coup, round_number=earlier
            )
        case 4:
            return ReportIrregularity(what, "seen", round_number=earlier)
        case 5:
            out = tuple(terminal for terminal in table.seats if chance.one_in(2))
            return ReportIrregularity(Irregularity.TERMINAL_INTERRUPTION, "dark", terminals=out)
        case 6:
            told = tuple(chance.mixed(cards))
            together = told if chance.one_in(2) else cards[:2]
            what = chance.one_of(OUT_OF_PLACE)
            return ReportIrregularity(what, "seen", told, together=together)
        case 7:
            # More copies than the decks hold: the sign of a foreign card.
            return ReportIrregularity(chance.one_of(OUT_OF_PLACE), "seen", extra=one_more * 5)
        case 8:
            coup = chance.one_of(WHOLE_COUPS)
            return ReportIrregularity(Irregularity.WRONG_CARD_REGISTERED, "misread", coup)
        case _:
            return ReportIrregularity(what, "seen")


def live_report(table: Table, chance: RandomNumbers) -> ReportIrregularity:
    """Return a report from a live table, where patrons may choose or hands are played as they lie.

    The table may refuse it.
    """
    out, what = chance.mixed(_registered(table)), chance.one_of(_AT_A_LAYOUT)
    extra = tuple(chance.one_of(DECK) for _ in range(chance.one_of((0, 0, 1, 2))))
    if what is Irregularity.DEALT_ORDER_LOST:
        cut = (len(out) + chance.below(2)) // 2
        return ReportIrregularity(what, "lost", lies=(tuple(out[:cut]), tuple(out[cut:])))
    if what is Irregularity.WRONG_ORDER:
        return ReportIrregularity(what, "seen", tuple(chance.mixed((*out, *extra))), extra)
    if what in OUT_OF_PLACE:
        return ReportIrregularity(what, "seen", extra=extra or (chance.one_of(DECK),))
    return ReportIrregularity(what, "seen")


def _registered(table: Table) -> tuple[Card, ...]:
    return () if table.round is None else table.round.cards
