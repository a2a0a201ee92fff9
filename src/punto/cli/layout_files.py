"""A live table's layout as it lay at the close, read from a JSON file."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from punto import live
from punto.cli.deals import parse_json
from punto.rounds.boxes import refusals
from punto.rules import BetKey, Game, Limits
from punto.values import BadNotation, Card, Cents, Value, parse_cards, parse_money

Dollars = str | int
"""A text such as "100.00", or a whole number."""


class PatronEntry(Struct, forbid_unknown_fields=True):
    """A patron in a box, with a stake for each bet."""

    name: str
    seated: bool
    bets: dict[str, Dollars]


class BoxEntry(Struct, forbid_unknown_fields=True):
    """A betting box with its patrons, in the order in which they bet."""

    box: str | int
    patrons: list[PatronEntry]


class OwnLimitsEntry(Struct, forbid_unknown_fields=True):
    """The limits of one side bet (A-74)."""

    min: Dollars = 1
    max: Dollars | None = None


class LimitsEntry(Struct, forbid_unknown_fields=True):
    """The posted limits (L 3.4)."""

    min: Dollars
    max_differential: Dollars | None = None
    table_differential: Dollars | None = None
    bets: dict[str, OwnLimitsEntry] = {}


class EventEntry(Struct):
    """An event at the table; only the close is settled here."""

    when: str


class LayoutEntry(Struct, forbid_unknown_fields=True):
    """The whole file; its last fields may describe an example, and are not read."""

    decks: int
    cards: str
    boxes: list[BoxEntry]
    limits: LimitsEntry
    offered: Literal["all"] | list[str]
    chips: list[Dollars] | None = None
    events: list[EventEntry] = []
    id: object = None
    title: object = None
    clause: object = None
    reading: object = None
    note: object = None
    expect: object = None


class LayoutAtClose(Value):
    """Everything by which a layout is settled."""

    decks: int
    cards: tuple[Card, ...]
    offered: tuple[str, ...] | None
    """None for every bet of the game."""
    own_limits: Mapping[BetKey, Limits]
    layout: live.TableLayout
    patrons: tuple[live.PatronKey, ...]
    bets: tuple[live.BoxBet, ...]
    """In the order placed."""


def parse_layout(text: str, game: Game) -> LayoutAtClose:
    """Read a layout; raises BadNotation with one sentence if its shape or an amount is wrong."""
    try:
        entry = msgspec.convert(parse_json(text), LayoutEntry)
    except msgspec.ValidationError as error:
        raise BadNotation(f"{error}; {_expected(str(error))}") from None
    for key in entry.offered if isinstance(entry.offered, list) else ():
        if entry.offered.count(key) > 1:
            raise BadNotation(f"bet {key!r}: offered twice, expected once")
    for event in entry.events:
        if event.when != "close":
            raise BadNotation(
                f"event {event.when!r}: a layout is settled as it lay at the close, "
                "expected no other event; play it in a rehearsal"
            )
    return LayoutAtClose(
        decks=entry.decks,
        cards=parse_cards(entry.cards),
        offered=None if entry.offered == "all" else tuple(entry.offered),
        own_limits=dict(_own_limits(entry.limits, game)),
        layout=live.TableLayout(
            tuple(live.BoxLabel(str(box.box)) for box in entry.boxes),
            _posted_limits(entry.limits),
            live.USUAL_CHIPS if entry.chips is None else _chips(entry.chips),
        ),
        patrons=tuple(_patrons(entry.boxes)),
        bets=tuple(_bets(entry.boxes, game)),
    )


_SHAPES = {
    "`$.offered`": 'expected "all" or a list of bets',
    "`int | str`": 'expected a text such as "100.00", or a whole number',
    "`$.limits`": "expected min, and max_differential, table_differential or both",
    ".patrons[": "expected a patron with name, seated and bets",
    "`$.boxes[": "expected a box with box and patrons",
}
"""The expected shape for each kind of fault, by a part of the fault's words."""


def _expected(fault: str) -> str:
    whole = "expected an object with decks, cards, boxes, limits and offered"
    return next((said for part, said in _SHAPES.items() if part in fault), whole)


def _posted_limits(entry: LimitsEntry) -> live.PostedLimits:
    box, table = entry.max_differential, entry.table_differential
    return live.PostedLimits(
        _cents("limits min", entry.min),
        None if box is None else _cents("limits max_differential", box),
        None if table is None else _cents("limits table_differential", table),
    )


def _own_limits(entry: LimitsEntry, game: Game) -> Iterator[tuple[BetKey, Limits]]:
    for key, own in entry.bets.items():
        bet = BetKey(key)
        if bet in game.hands_backed:
            raise BadNotation(
                f"limits of {key}: expected only min and the Differential for a hand (L 3.4, A-74)"
            )
        maximum = None if own.max is None else _cents(f"limits of {key}, max", own.max)
        yield bet, Limits(_cents(f"limits of {key}, min", own.min), maximum)


def _chips(values: list[Dollars]) -> live.ChipSet:
    return live.ChipSet(
        tuple(live.Chip(_cents("chips", value), str(value), "") for value in values)
    )


def _patrons(boxes: list[BoxEntry]) -> dict[live.PatronKey, None]:
    """Return every patron once, also one without a bet."""
    found: dict[live.PatronKey, None] = {}
    for box in boxes:
        names = [patron.name for patron in box.patrons]
        for name in names:
            if not name.strip() or not name.isprintable():
                raise BadNotation(f"box {box.box}: patron {name!r}, expected a name")
            if names.count(name) > 1:
                raise BadNotation(
                    f"box {box.box}: patron {name!r} given twice, expected once with all bets"
                )
            found[live.PatronKey(name)] = None
        seated = [live.PatronKey(patron.name) for patron in box.patrons if patron.seated]
        if len(seated) > 1:
            raise BadNotation(refusals.BoxTaken(live.BoxLabel(str(box.box)), seated[0]).sentence)
    return found


def _bets(boxes: list[BoxEntry], game: Game) -> Iterator[live.BoxBet]:
    for box in boxes:
        for patron in box.patrons:
            stance = live.Stance.SEATED if patron.seated else live.Stance.STANDING
            for key, amount in patron.bets.items():
                bet = BetKey(key)
                stake = _cents(f"box {box.box}, {patron.name}: {key}", amount)
                label, name = live.BoxLabel(str(box.box)), live.PatronKey(patron.name)
                yield live.BoxBet(label, name, stance, bet, stake, game.hands_backed.get(bet))


def _cents(subject: str, amount: Dollars) -> Cents:
    try:
        return parse_money(str(amount))
    except BadNotation as error:
        raise BadNotation(f"{subject}: {error}") from None
