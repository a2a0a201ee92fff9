from typing import assert_never

from punto.live import ReadDifference
from punto.rounds import PlayerOption, patron_at
from punto.rounds.boxes import events
from punto.values import format_cards, format_money
from punto.views.sentences.rounds import payment_words, place_words, stakes_words

_CHOSEN = {
    PlayerOption.CONTINUE: "continues",
    PlayerOption.RETURN: "takes the bets back",
}

_READ = {
    events.ReadingTaken: "Taken as the sensor reads",
    events.ReadingSetAside: "The sensor's reading is set aside",
    events.ReadingPassedOver: "The sensor's reading is passed over",
}


def layout_sentence(fact: events.BoxFact) -> str:
    """Return the sentence of an event at a live table's layout."""
    match fact:
        case events.PatronJoined():
            place = "stands at the table" if fact.box is None else f"sits at box {fact.box}"
            return f"{fact.patron} {place}"
        case events.PatronLeft():
            return f"{fact.patron} has left the table"
        case events.ChipsPlaced():
            asked = ", placed by staff on request" if fact.on_behalf else ""
            return f"{place_words(fact.place)}: {stakes_words(fact.stakes)}{asked}"
        case events.ReadingTaken() | events.ReadingSetAside() | events.ReadingPassedOver():
            return f"{_READ[type(fact)]}{_differences_words(fact.differences)}"
        case events.ExcessRejected():
            return f"Excess rejected{_positions_words(fact.kept)}"
        case events.LayoutClosed():
            return f"Bets are closed: {fact.phrase}{_positions_words(fact.played)}{_passed(fact)}"
        case events.WinningsClaimed():
            paid = f"{format_money(fact.amount)} that was held"
            return f"{patron_at(fact.terminal)} is paid {paid}"
        case events.HandHandedOver() | events.SqueezeGranted() | events.HandsLaid():
            return _hand_sentence(fact)
        case events.OptionsOffered() | events.OptionChosen() | events.OptionsClosed():
            return _option_sentence(fact)
        case _:
            assert_never(fact)


def _differences_words(differences: tuple[ReadDifference, ...]) -> str:
    return "".join(f"; {each.words}" for each in differences)


def _positions_words(positions: events.Positions) -> str:
    return "".join(f"; {place_words(place)} {stakes_words(left)}" for place, left in positions)


def _passed(fact: events.LayoutClosed) -> str:
    return "".join(f"; passed over: {_warned(each)} ({each.clause})" for each in fact.passed_over)


def _warned(passed: events.PassedOver) -> str:
    if passed.box is None:
        return "the table"
    box = f"box {passed.box}"
    return box if passed.patron is None else f"{passed.patron} at {box}"


def _hand_sentence(
    fact: events.HandHandedOver | events.SqueezeGranted | events.HandsLaid,
) -> str:
    match fact:
        case events.HandHandedOver():
            return f"{fact.patron or 'The Dealer'} accepts the {fact.side.value.title()} Hand"
        case events.SqueezeGranted():
            return f"{fact.patron} may squeeze the {fact.side.value.title()} Hand"
        case events.HandsLaid():
            player, banker = format_cards(fact.player), format_cards(fact.banker)
            hands = f"Player {player}, Banker {banker}"
            return f"The hands are played as they lie, in no draw order: {hands}"
        case _:
            assert_never(fact)


def _option_sentence(
    fact: events.OptionsOffered | events.OptionChosen | events.OptionsClosed,
) -> str:
    match fact:
        case events.OptionsOffered():
            hand = "reconstructed hand" if fact.reconstructed else "hand as it is"
            asked = ", ".join(fact.patrons)
            return f"{asked} may continue with the {hand} or take the bets back"
        case events.OptionChosen():
            return f"{fact.patron} {_CHOSEN[fact.option]}"
        case events.OptionsClosed():
            return f"The choice is over{payment_words(fact.results)}"
        case _:
            assert_never(fact)
