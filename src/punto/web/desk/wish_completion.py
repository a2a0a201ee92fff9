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
from punto.values import CommandId, Instant, TableId, Value
from punto.views.sensors import SensorState, sensor_shown
from punto.web.desk.problems import NoAcceptor, ReadingChanged, ServerDraws
from punto.web.wire import wish_forms


class Chance(Protocol):
    """A source of entropy."""

    def below(self, n: int) -> int:
        """Return an unpredictable number from 0 to n - 1."""
        ...


@dataclass(frozen=True, slots=True)
class Counter:
    """The context in which a wish is completed."""

    table: rounds.Table
    floor: Floor
    at: Instant
    shoes: Shoes
    chance: Chance
    takes_simulated_bills: bool
    sensor: SensorState | None


class Completed(Value):
    """A wish in the engine's own type, and the id under which it is recorded once."""

    id: CommandId
    wish: rounds.Wish


Completion = Completed | rounds.Refusal | FloorRefusal | NoAcceptor | ServerDraws | ReadingChanged


def completed(command: CommandId, wish: Any, counter: Callable[[], Counter]) -> Completion:  # noqa: ANN401 (of any type that wish_forms reads)
    """Return a screen's wish in the engine's own type, or the reason why it cannot become one."""
    complete = _COMPLETING.get(type(wish))
    return Completed(command, wish) if complete is None else complete(command, wish, counter())


def _cash_out(command: CommandId, wish: wish_forms.CashOut, counter: Counter) -> Completion:
    chance = counter.chance.below(CHANCE_BELOW)
    return Completed(command, purse_commands.CashOut(wish.terminal, chance))


def _ticket(command: CommandId, wish: wish_forms.TakeTicket, _counter: Counter) -> Completion:
    # The ticket is looked up in the transaction that records the answer.
    taken = purse_commands.TakeTicket(wish.terminal, wish.number, wish.amount, None, None)
    return Completed(command, taken)


def _bill(command: CommandId, wish: purse_commands.TakeBill, counter: Counter) -> Completion:
    """Accept only simulated banknotes: a real acceptor sends its own messages."""
    if not (counter.takes_simulated_bills and wish.simulated):
        return NoAcceptor(wish.terminal)
    return Completed(command, wish)


def _load(command: CommandId, wish: wish_forms.LoadShoe, counter: Counter) -> Completion:
    configuration = counter.table.configuration
    if configuration is None:
        return rounds.TableHasNoGame()
    if configuration.source is not rounds.CardSource.VIRTUAL_SHOE:
        return Completed(command, shoe_commands.LoadShoe(configuration.terms.decks, wish.shuffle))
    number = counter.table.shoes_count + 1
    return Completed(
        command,
        counter.shoes.loaded(configuration.table, number, configuration.terms.decks),
    )


def _draw(command: CommandId, wish: wish_forms.DrawCard, counter: Counter) -> Completion:
    """Return the card at the place the screen means; the table deals it only while it is in front.

    A card that has left the shoe since is requested with the same content again, so that a repeat
    gets its stored answer.
    """
    table, configuration = counter.table, counter.table.configuration
    if configuration is None:
        return rounds.TableHasNoGame()
    if table.shoe is None:
        return rounds.NoShoe()
    if wish.dealt_count == table.shoe.dealt_count:
        return Completed(command, drawn(configuration.table, table.shoe, counter.shoes))
    card = dict(enumerate(table.shoe.drawn)).get(wish.dealt_count)
    if card is None:
        return rounds.StaleDraw(wish.dealt_count, table.shoe.dealt_count)
    place = dealing_commands.ShoePlace(table.shoe.number, wish.dealt_count)
    origin = dealing_commands.CardOrigin.DRAWN
    return Completed(command, dealing_commands.DealCard(card, origin, place=place))


def _named(command: CommandId, wish: wish_forms.DealCard, counter: Counter) -> Completion:
    """Accept a card that a person or a device has seen, which is impossible at a virtual shoe."""
    configuration = counter.table.configuration
    if configuration is not None and configuration.source is rounds.CardSource.VIRTUAL_SHOE:
        return ServerDraws(configuration.table)
    return Completed(command, dealing_commands.DealCard(wish.card, wish.origin, wish.confirmed))


def _burn(command: CommandId, wish: shoe_commands.BurnCards, counter: Counter) -> Completion:
    """At a virtual shoe, burn by the first card of the sealed order, whatever the screen names.

    With another card the shoe's order could never be revealed.
    """
    shoe, configuration = counter.table.shoe, counter.table.configuration
    if configuration is None or shoe is None or shoe.source is not rounds.CardSource.VIRTUAL_SHOE:
        return Completed(command, wish)
    first = shoe.drawn[0] if shoe.drawn else None
    shown = first or counter.shoes.next_card(configuration.table, shoe)
    return Completed(command, shoe_commands.BurnCards(shown))


def _reveal(command: CommandId, wish: wish_forms.RevealShoe, counter: Counter) -> Completion:
    table, configuration = counter.table, counter.table.configuration
    if configuration is None:
        return rounds.TableHasNoGame()
    shoe = table.unrevealed.get(wish.shoe_number)
    if shoe is None:
        return rounds.NothingToReveal(wish.shoe_number)
    return Completed(command, counter.shoes.revealed(configuration.table, shoe))


def _dealer(command: CommandId, wish: wish_forms.ChangeDealer, counter: Counter) -> Completion:
    found = actor(counter.floor, wish.person, counter.at)
    if not isinstance(found, Actor):
        return found
    return Completed(command, table_commands.ChangeDealer(found))


def _move(command: CommandId, wish: wish_forms.MoveTerminal, _counter: Counter) -> Completion:
    return Completed(command, purse_commands.MoveOut(wish.terminal, TableId(wish.table)))


def _resolve(command: CommandId, wish: wish_forms.ResolveCashOut, counter: Counter) -> Completion:
    """Return the full number of the waiting ticket, if the screen means that one."""
    seat = counter.table.seats.get(wish.terminal)
    if seat is None or seat.ticket is None or masked(seat.ticket) != wish.ticket:
        return rounds.NoTicketWaiting(wish.terminal)
    resolved = purse_commands.ResolveCashOut(wish.terminal, seat.ticket, wish.came_out)
    return Completed(command, resolved)


def _close(command: CommandId, wish: wish_forms.NoMoreBets, counter: Counter) -> Completion:
    """An open question of the sensor is an open warning, whatever the screen shows by now."""
    asked = _asked_by_sensor(counter)
    return Completed(command, box_commands.CloseLayout(wish.passed_over, asked))


def _asked_by_sensor(counter: Counter) -> tuple[ReadDifference, ...]:
    if counter.sensor is None:
        return ()
    shown = sensor_shown(counter.table, counter.sensor)
    return tuple(each.difference for each in shown.questions)


def _answer_to_sensor(
    command: CommandId,
    wish: box_commands.TakeReading | box_commands.SetReadingAside,
    counter: Counter,
) -> Completion:
    """Accept an answer only to what the sensor asks now: what it read is not a screen's to say."""
    if not set(_asked_by_sensor(counter)).issuperset(wish.differences):
        return ReadingChanged()
    return Completed(command, wish)


_COMPLETING: dict[type, Callable[[CommandId, Any, Counter], Completion]] = {
    wish_forms.CashOut: _cash_out,
    wish_forms.TakeTicket: _ticket,
    purse_commands.TakeBill: _bill,
    wish_forms.LoadShoe: _load,
    wish_forms.DrawCard: _draw,
    wish_forms.DealCard: _named,
    shoe_commands.BurnCards: _burn,
    wish_forms.RevealShoe: _reveal,
    wish_forms.ChangeDealer: _dealer,
    wish_forms.MoveTerminal: _move,
    wish_forms.ResolveCashOut: _resolve,
    wish_forms.NoMoreBets: _close,
    box_commands.TakeReading: _answer_to_sensor,
    box_commands.SetReadingAside: _answer_to_sensor,
}
