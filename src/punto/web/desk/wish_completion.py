"""Adds to a wish what only the server knows: chance, ticket register, sealed shoe, roles."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from punto import rounds
from punto.identity import Floor, actor
from punto.identity import Refusal as FloorRefusal
from punto.ledger import CHANCE_BELOW, masked
from punto.live import ReadDifference
from punto.rounds.boxes import commands as box_commands
from punto.rounds.dealing import commands as dealing_commands
from punto.rounds.purse import commands as purse_commands
from punto.rounds.shoe import commands as shoe_commands
from punto.rounds.table import commands as table_commands
from punto.rules import Actor
from punto.runtime import Shoes, drawn
from punto.values import Instant, TableId, Value
from punto.views.sensors import SensorState, sensor_shown
from punto.web.desk.problems import NoAcceptor, ReadingChanged, ServerDraws
from punto.web.wire import wish_forms


class Chance(Protocol):
    """A source of entropy."""

    def below(self, n: int) -> int:
        """Return an unpredictable number from 0 to n - 1."""


@dataclass(frozen=True, slots=True)
class WishContext:
    """The context in which a wish is completed."""

    table: rounds.Table
    floor: Floor
    at: Instant
    shoes: Shoes
    chance: Chance
    takes_simulated_bills: bool
    sensor: SensorState | None


class Completed(Value):
    """A wish in the engine's own type."""

    wish: rounds.Wish


Completion = Completed | rounds.Refusal | FloorRefusal | NoAcceptor | ServerDraws | ReadingChanged


def completed(wish: Any, context: Callable[[], WishContext]) -> Completion:  # noqa: ANN401 (of any type that wish_forms reads)
    """Return a screen's wish in the engine's own type, or the reason why it cannot become one."""
    complete = _COMPLETING.get(type(wish))
    return Completed(wish) if complete is None else complete(wish, context())


def _cash_out(wish: wish_forms.CashOutWish, context: WishContext) -> Completion:
    chance = context.chance.below(CHANCE_BELOW)
    return Completed(purse_commands.CashOut(wish.terminal, chance))


def _ticket(wish: wish_forms.TakeTicketWish, _context: WishContext) -> Completion:
    # The ticket is looked up in the transaction that records the answer.
    taken = purse_commands.TakeTicket(wish.terminal, wish.number, wish.amount, None, None)
    return Completed(taken)


def _bill(wish: purse_commands.TakeBill, context: WishContext) -> Completion:
    """Accept only simulated banknotes: a real acceptor sends its own messages."""
    if not (context.takes_simulated_bills and wish.simulated):
        return NoAcceptor(wish.terminal)
    return Completed(wish)


def _load(wish: wish_forms.LoadShoeWish, context: WishContext) -> Completion:
    configuration = context.table.configuration
    if configuration is None:
        return rounds.TableHasNoGame()
    if configuration.source is not rounds.CardSource.VIRTUAL_SHOE:
        return Completed(shoe_commands.LoadShoe(configuration.terms.decks, wish.shuffle))
    number = context.table.shoes_count + 1
    return Completed(
        context.shoes.loaded(configuration.table, number, configuration.terms.decks),
    )


def _draw(wish: wish_forms.DrawCardWish, context: WishContext) -> Completion:
    """Return the card at the place the screen means; the table deals it only while it is in front.

    If the card has left the shoe since, the command keeps its content, so that a repeat gets its
    stored answer.
    """
    table, configuration = context.table, context.table.configuration
    if configuration is None:
        return rounds.TableHasNoGame()
    if table.shoe is None:
        return rounds.NoShoe()
    if wish.dealt_count == table.shoe.dealt_count:
        return Completed(drawn(configuration.table, table.shoe, context.shoes))
    card = dict(enumerate(table.shoe.drawn)).get(wish.dealt_count)
    if card is None:
        return rounds.StaleDraw(wish.dealt_count, table.shoe.dealt_count)
    place = dealing_commands.ShoePlace(table.shoe.number, wish.dealt_count)
    origin = dealing_commands.CardOrigin.DRAWN
    return Completed(dealing_commands.DealCard(card, origin, place=place))


def _named(wish: wish_forms.DealCardWish, context: WishContext) -> Completion:
    """Accept a card that a person or a device has seen, which is impossible at a virtual shoe."""
    configuration = context.table.configuration
    if configuration is not None and configuration.source is rounds.CardSource.VIRTUAL_SHOE:
        return ServerDraws(configuration.table)
    return Completed(dealing_commands.DealCard(wish.card, wish.origin, wish.confirmed))


def _burn(wish: shoe_commands.BurnCards, context: WishContext) -> Completion:
    """At a virtual shoe, burn by the first card of the sealed order, ignoring the screen's card.

    With another card the shoe's order could never be revealed.
    """
    shoe, configuration = context.table.shoe, context.table.configuration
    if configuration is None or shoe is None or shoe.source is not rounds.CardSource.VIRTUAL_SHOE:
        return Completed(wish)
    first = shoe.drawn[0] if shoe.drawn else None
    shown = first or context.shoes.next_card(configuration.table, shoe)
    return Completed(shoe_commands.BurnCards(shown))


def _reveal(wish: wish_forms.RevealShoeWish, context: WishContext) -> Completion:
    table, configuration = context.table, context.table.configuration
    if configuration is None:
        return rounds.TableHasNoGame()
    shoe = table.unrevealed.get(wish.shoe_number)
    if shoe is None:
        return rounds.NothingToReveal(wish.shoe_number)
    return Completed(context.shoes.revealed(configuration.table, shoe))


def _dealer(wish: wish_forms.ChangeDealerWish, context: WishContext) -> Completion:
    found = actor(context.floor, wish.person, context.at)
    if not isinstance(found, Actor):
        return found
    return Completed(table_commands.ChangeDealer(found))


def _move(wish: wish_forms.MoveTerminalWish, _context: WishContext) -> Completion:
    return Completed(purse_commands.MoveOut(wish.terminal, TableId(wish.table)))


def _resolve(wish: wish_forms.ResolveCashOutWish, context: WishContext) -> Completion:
    """Return the full number of the waiting ticket, if the screen means that one."""
    seat = context.table.seats.get(wish.terminal)
    if seat is None or seat.ticket is None or masked(seat.ticket) != wish.ticket:
        return rounds.NoTicketWaiting(wish.terminal)
    resolved = purse_commands.ResolveCashOut(wish.terminal, seat.ticket, wish.came_out)
    return Completed(resolved)


def _close(wish: wish_forms.NoMoreBetsWish, context: WishContext) -> Completion:
    """Add the sensor's open questions as open warnings, also those no longer on the screen."""
    asked = _asked_by_sensor(context)
    return Completed(box_commands.CloseLayout(wish.passed_over, asked))


def _asked_by_sensor(context: WishContext) -> tuple[ReadDifference, ...]:
    if context.sensor is None:
        return ()
    shown = sensor_shown(context.table, context.sensor)
    return tuple(each.difference for each in shown.questions)


def _answer_to_sensor(
    wish: box_commands.TakeReading | box_commands.SetReadingAside, context: WishContext
) -> Completion:
    """Accept an answer only to a present question of the sensor; no screen may state a reading."""
    if not set(_asked_by_sensor(context)).issuperset(wish.differences):
        return ReadingChanged()
    return Completed(wish)


_COMPLETING: dict[type, Callable[[Any, WishContext], Completion]] = {
    wish_forms.CashOutWish: _cash_out,
    wish_forms.TakeTicketWish: _ticket,
    purse_commands.TakeBill: _bill,
    wish_forms.LoadShoeWish: _load,
    wish_forms.DrawCardWish: _draw,
    wish_forms.DealCardWish: _named,
    shoe_commands.BurnCards: _burn,
    wish_forms.RevealShoeWish: _reveal,
    wish_forms.ChangeDealerWish: _dealer,
    wish_forms.MoveTerminalWish: _move,
    wish_forms.ResolveCashOutWish: _resolve,
    wish_forms.NoMoreBetsWish: _close,
    box_commands.TakeReading: _answer_to_sensor,
    box_commands.SetReadingAside: _answer_to_sensor,
}
