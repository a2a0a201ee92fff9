"""Statements about how things stand at a live table: chips, money, warnings and choices."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from punto import rounds
from punto.ledger import AccountKind
from punto.live import PatronKey
from punto.rehearsals.expectation_forms import differs, expecting, money_differs
from punto.rehearsals.forms import Found, Unmet
from punto.rehearsals.scenes import Scene
from punto.rounds.boxes import events as box_events
from punto.rules import BetKey, BetResult
from punto.values import Cents, TerminalId, format_money

_OWN: Final = (
    AccountKind.CHIPS,
    AccountKind.STAKES,
    AccountKind.HELD,
    AccountKind.RECEIVABLE,
)
"""Where a patron's money is: in the hand, on the layout, held, or owed."""


def _is_meant(found: Found, place: TerminalId) -> bool:
    """Whether a place is one of the patron's, and in the named box if there is one."""
    box = rounds.box_at(place)
    return bool(rounds.patron_at(place) == found["patron"] and found.get("box", box) == box)


def _in_play(found: Found, scene: Scene) -> Unmet | None:
    """Compare the sum of each bet over the patron's boxes, in the order of the game."""
    now, name = scene.table.round, f"{found['patron']} plays"
    positions = {} if now is None else now.positions
    laid: Counter[BetKey] = Counter()
    for place, stakes in positions.items():
        if _is_meant(found, place):
            laid.update(dict(stakes))
    wanted = Counter(dict(found["stakes"]))
    order = {} if now is None else {b.key: i for i, b in enumerate(now.configuration.terms.offered)}
    return differs(f"{name} {_words(wanted, order)}", f"{name} {_words(laid, order)}")


def _words(stakes: "Counter[BetKey]", order: dict[BetKey, int]) -> str:
    listed = sorted(stakes.items(), key=lambda one: order.get(one[0], len(order)))
    return ", ".join(f"{bet} {format_money(Cents(stake))}" for bet, stake in listed) or "nothing"


def _unplayed(found: Found, scene: Scene) -> Unmet | None:
    name = f"{found['patron']} got back unplayed"
    back = sum(_given_back(scene.record(scene.place).events, found["patron"]))
    return money_differs(name, found["money"], back)


def _given_back(events: Iterable[rounds.TableEvent], patron: PatronKey) -> Iterator[int]:
    """Yield what the House gave back in the last round, rejected or unplayed."""
    laid: dict[TerminalId, rounds.Stakes] = {}
    given: list[int] = []
    for event in events:
        match event.fact:
            case rounds.BetsOpened():
                laid, given = {}, []
            case box_events.ChipsPlaced(place, stakes):
                laid[place] = stakes
            case box_events.ExcessRejected(positions) | box_events.LayoutClosed(_, positions):
                for place, left in positions:
                    if rounds.patron_at(place) == patron:
                        given.append(rounds.total_of(laid[place]) - rounds.total_of(left))
                laid |= dict(positions)
            case box_events.OptionsClosed(results) | rounds.RoundVoided(results):
                given += _refunds(results, patron)
            case _:
                pass
    yield from given


def _refunds(results: rounds.Results, patron: PatronKey) -> Iterator[int]:
    for place, ended in results:
        if rounds.patron_at(place) == patron:
            yield from (one.stake for one in ended)


def _net(found: Found, scene: Scene) -> Unmet | None:
    name, purses = f"{found['patron']} net", scene.table.book.purses
    net = sum(
        purse.balance(kind)
        for place, purse in purses.items()
        if rounds.patron_at(place) == found["patron"]
        for kind in _OWN
    )
    return money_differs(name, found["money"], net)


def _held(found: Found, scene: Scene) -> Unmet | None:
    book, name = scene.table.book, f"held for {found['patron']}"
    held = sum(
        book.held(place) for place in book.purses if rounds.patron_at(place) == found["patron"]
    )
    return money_differs(name, found["money"], held)


def _ends(found: Found, scene: Scene) -> Iterator[BetResult]:
    now = scene.table.round
    for place, ended in () if now is None else now.results:
        if _is_meant(found, place):
            yield from (one for one in ended if one.bet == found["bet"])


def _result(found: Found, scene: Scene) -> Unmet | None:
    """Compare the end of a patron's bet, with the profit of all the patron's boxes."""
    name, profit = f"{found['bet']} of {found['patron']}", found.get("money")
    ends = tuple(_ends(found, scene))
    results = " and ".join(dict.fromkeys(one.result.value for one in ends)) or "without an end"
    paid, earned = "", ""
    if profit is not None:
        paid = f" {format_money(profit)}"
        earned = f" {format_money(Cents(sum(one.profit for one in ends)))}"
    return differs(f"{name} {found['result'].value}{paid}", f"{name} {results}{earned}")


def _warnings(scene: Scene) -> tuple[str, ...]:
    now = scene.table.round
    if now is None or now.layout is None:
        return ()
    return tuple(each.sentence for each in rounds.warnings_now(scene.table))


def _warnings_count(found: Found, scene: Scene) -> Unmet | None:
    said = _warnings(scene)
    if found["number"] == len(said):
        return None
    listed = f": {'; '.join(said)}" if said else ""
    return Unmet(f"{found['number']} warnings", f"{len(said)} warnings{listed}")


def _warning(found: Found, scene: Scene) -> Unmet | None:
    said, part = _warnings(scene), found["text"]
    if any(part in sentence for sentence in said):
        return None
    return Unmet(f"a warning with the words {part!r}", "; ".join(said) or "no warning")


def _choosing(found: Found, scene: Scene) -> Unmet | None:
    now = scene.table.round
    layout = None if now is None else now.layout
    asked = () if layout is None else (p for p in layout.asked if p not in layout.chosen)
    return differs(
        f"choice open for {', '.join(found['patrons']) or 'nobody'}",
        f"choice open for {', '.join(asked) or 'nobody'}",
    )


def _acceptor(found: Found, scene: Scene) -> Unmet | None:
    now, side = scene.table.round, found["side"]
    layout = None if now is None else now.layout
    holder = None if layout is None else layout.acceptors.get(side)
    name = f"{side.value.title()} Hand accepted by"
    return differs(f"{name} {found['holder'] or 'the dealer'}", f"{name} {holder or 'the dealer'}")


LAYOUT_STATE_FORMS: Final = (
    expecting(
        "{patron} plays {stakes} [at box {box}]",
        "A patron's bets in play, over all boxes or in one; after the close, the part that plays.",
        "ann plays banker 7425",
        _in_play,
    ),
    expecting(
        "{patron} got back unplayed {money}",
        "What a patron had back in the last round without its having won or lost: rejected, in "
        "excess at the close, taken back by choice, or void.",
        "ann got back unplayed 1575",
        _unplayed,
    ),
    expecting(
        "{patron} {bet} {result} [{money}] [at box {box}]",
        "The result of a patron's bet, and its profit over all boxes or in one.",
        "ann banker won 7425",
        _result,
    ),
    expecting(
        "{patron} net {money}",
        "What a patron has won at the table since it opened, negative for a loss.",
        "ann net -7425",
        _net,
    ),
    expecting(
        "held for {patron} {money}",
        "The winnings that wait for a patron who walked away (L 5.3).",
        "held for ann 2000",
        _held,
    ),
    expecting(
        "warnings {number}",
        "How many warnings the Dealer has before the close.",
        "warnings 1",
        _warnings_count,
    ),
    expecting(
        "warning {text}",
        "One of these warnings has these words in it.",
        'warning "above the Differential"',
        _warning,
    ),
    expecting(
        "choice open for {patrons}",
        "The patrons who have still to choose after a dealing error.",
        "choice open for ann, ben",
        _choosing,
    ),
    expecting(
        "{side} Hand accepted by {holder}",
        "The patron to whom the cards of a hand are dealt at a table that deals face down.",
        "Banker Hand accepted by ann",
        _acceptor,
    ),
)
