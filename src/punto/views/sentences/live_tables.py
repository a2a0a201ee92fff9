"""The events at a live table's layout and tray, one sentence for each."""

from typing import assert_never

from punto.live import ReadDifference
from punto.rounds import Chips, PlayerOption, SlipKind, patron_at
from punto.rounds.boxes import events as box_events
from punto.rounds.tray import events as tray_events
from punto.values import Cents, format_cards, format_money
from punto.views.sentences.rounds import payment_words, place_words, stakes_words

_CHOSEN = {
    PlayerOption.CONTINUE: "continues",
    PlayerOption.RETURN: "takes the bets back",
}

_READ = {
    box_events.ReadingTaken: "Taken as the sensor reads",
    box_events.ReadingSetAside: "The sensor's reading is set aside",
    box_events.ReadingPassedOver: "The sensor's reading is passed over",
}


def layout_sentence(fact: box_events.BoxFact) -> str:  # noqa: C901, PLR0912 (one case for each fact)
    """Return the sentence of an event at a live table's layout."""
    match fact:
        case box_events.PatronJoined():
            place = "stands at the table" if fact.box is None else f"sits at box {fact.box}"
            return f"{fact.patron} {place}"
        case box_events.PatronLeft():
            return f"{fact.patron} has left the table"
        case box_events.ChipsPlaced():
            asked = ", placed by staff on request" if fact.on_behalf else ""
            return f"{place_words(fact.place)}: {stakes_words(fact.stakes)}{asked}"
        case (
            box_events.ReadingTaken()
            | box_events.ReadingSetAside()
            | box_events.ReadingPassedOver()
        ):
            return f"{_READ[type(fact)]}{_differences_words(fact.differences)}"
        case box_events.ExcessRejected():
            return f"Excess rejected{_positions_words(fact.kept)}"
        case box_events.LayoutClosed():
            return f"Bets are closed: {fact.phrase}{_positions_words(fact.played)}{_passed(fact)}"
        case box_events.WinningsClaimed():
            paid = f"{format_money(fact.amount)} that was held"
            return f"{patron_at(fact.terminal)} is paid {paid}"
        case box_events.HandHandedOver():
            return f"{fact.patron or 'The Dealer'} accepts the {fact.side.value.title()} Hand"
        case box_events.SqueezeGranted():
            return f"{fact.patron} may squeeze the {fact.side.value.title()} Hand"
        case box_events.HandsLaid():
            hands = f"Player {format_cards(fact.player)}, Banker {format_cards(fact.banker)}"
            return f"The hands are played as they lie, in no draw order: {hands}"
        case box_events.OptionsOffered():
            hand = "reconstructed hand" if fact.reconstructed else "hand as it is"
            asked = ", ".join(fact.patrons)
            return f"{asked} may continue with the {hand} or take the bets back"
        case box_events.OptionChosen():
            return f"{fact.patron} {_CHOSEN[fact.option]}"
        case box_events.OptionsClosed():
            return f"The choice is over{payment_words(fact.results)}"
        case _:
            assert_never(fact)


def _differences_words(differences: tuple[ReadDifference, ...]) -> str:
    return "".join(f"; {each.words}" for each in differences)


def _positions_words(positions: box_events.Positions) -> str:
    return "".join(f"; {place_words(place)} {stakes_words(left)}" for place, left in positions)


def _passed(fact: box_events.LayoutClosed) -> str:
    return "".join(f"; passed over: {_warned(each)} ({each.clause})" for each in fact.passed_over)


def _warned(passed: box_events.PassedOver) -> str:
    if passed.box is None:
        return "the table"
    box = f"box {passed.box}"
    return box if passed.patron is None else f"{passed.patron} at {box}"


def tray_sentence(fact: tray_events.TrayFact) -> str:  # noqa: C901, PLR0912 (one case for each fact)
    """Return the sentence of an event at a live table's tray."""
    match fact:
        case tray_events.FloatCounted():
            count = f"{fact.count.value} count"
            return f"{fact.counted_by} finds {chips_words(fact.chips)} in the {count}"
        case tray_events.FloatCountsDiffered():
            first, second = chips_words(fact.first), chips_words(fact.second)
            return f"The {fact.count.value} counts differ: first {first}, then {second}"
        case tray_events.FloatOpened():
            return _numbered(
                "count", fact.number, f"the float is open with {chips_words(fact.chips)}"
            )
        case tray_events.FloatClosed():
            found = f"{chips_words(fact.chips)}{_variance(fact.variance)}"
            return _numbered("count", fact.number, f"the float is closed with {found}")
        case tray_events.ChipsBought():
            bought = f"{chips_words(fact.chips)} for {format_money(fact.amount)} in cash"
            return _numbered("buy-in", fact.number, f"{fact.patron} buys {bought}")
        case tray_events.ChipsChanged():
            received, given = chips_words(fact.received), chips_words(fact.given)
            return _numbered("change", fact.number, f"{received} for {given}")
        case tray_events.StacksMoved():
            taken = "".join(f"; {_stack(each)} into the tray" for each in fact.taken)
            paid = "".join(f"; {_stack(each)} paid" for each in fact.paid)
            return f"Chips are taken and paid{taken}{paid}"
        case tray_events.StacksHanded():
            stacks = ", ".join(map(str, fact.stacks))
            return f"Taken and paid by hand in round {fact.round_number}: stacks {stacks}"
        case tray_events.PaymentCorrected():
            return _correction_sentence(fact)
        case tray_events.SlipRequested():
            slip = f"{fact.kind.value} {fact.number} of {chips_words(fact.chips)}"
            return f"{fact.requested_by} requests {slip}"
        case tray_events.SlipCarried():
            return f"{fact.carrier} signs slip {fact.number} as carrier"
        case tray_events.SlipSigned():
            way = "come into the tray" if fact.kind is SlipKind.FILL else "go to the cage"
            return f"Slip {fact.number} is signed: {chips_words(fact.chips)} {way}"
        case tray_events.SlipVoided():
            return f"Slip {fact.number} is void: {fact.reason}"
        case _:
            assert_never(fact)


def _correction_sentence(fact: tray_events.PaymentCorrected) -> str:
    back = f"; {chips_words(fact.returned)} come back" if fact.returned else ""
    more = f"; {chips_words(fact.added)} are added" if fact.added else ""
    paid = f"Stack {fact.stack} of round {fact.round_number}"
    return f"{paid} had been paid as {chips_words(fact.handed)}{back}{more}"


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


def _stack(stack: tray_events.Stack) -> str:
    amount = format_money(stack.amount)
    return f"{place_words(stack.place)} {amount} in {chips_words(stack.chips)}"
