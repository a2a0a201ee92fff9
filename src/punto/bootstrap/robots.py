"""Robot patrons: they bet through the same desk as patrons, to bring a table to life."""

import asyncio
from collections.abc import Callable, Coroutine

import structlog

from punto import rounds
from punto.bootstrap.demo_floor import PIT_MANAGER, SUPERVISOR
from punto.identity import actor
from punto.live import PatronKey
from punto.rounds.boxes import commands
from punto.rounds.tray import commands as tray_commands
from punto.rules import Actor, BetKey, Irregularity, Terms
from punto.runtime import Closed, Halted, News, Stopped, stream_of
from punto.values import Cents, CommandId, PersonId, TableId, TerminalId, dollars
from punto.web.desk.wishes_to_commands import Desk
from punto.web.sessions.effects import Device, Submit

_log = structlog.get_logger("punto.robots")

_LOW = dollars(200)
"""Below these credits a robot buys more."""
_BOUGHT = dollars(1_000)


class Robots:
    """The robots of one table."""

    def __init__(
        self, desk: Desk, table: TableId, terminals: tuple[TerminalId, ...], attendant: PersonId
    ) -> None:
        self._desk, self._table = desk, table
        self._terminals, self._attendant = terminals, attendant
        self._round = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Start playing."""
        self._stop = self._desk.node.watch(stream_of(self._table), self._hear)
        self._look(self._desk.node.tables()[self._table].table)

    async def stop(self) -> None:
        """Stop playing; registered bets stand."""
        if self._stop is not None:
            self._stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _hear(self, news: News) -> None:
        if not isinstance(news, Stopped) and isinstance(news.state, rounds.Table):
            self._look(news.state)

    def _look(self, table: rounds.Table) -> None:
        if table.phase is rounds.Phase.BETTING and table.rounds_count != self._round:
            self._round = table.rounds_count
            for terminal in self._terminals:
                self._begin(self._bet(terminal, table))
        elif table.phase is rounds.Phase.CLOSING:
            for terminal in self._terminals:
                if terminal not in table.round_now.frozen:
                    freeze = rounds.AnswerFreeze(terminal, table.rounds_count)
                    self._begin(self._ask(terminal, freeze, f"freeze-{table.rounds_count}"))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _bet(self, terminal: TerminalId, table: rounds.Table) -> None:
        if table.configuration is None:
            return
        if table.credits_of(terminal) < _LOW:
            await self._buy_in(terminal)
        # At a random moment in the first part of the betting time, as patrons do.
        share = 15 + self._desk.chance.below(45)
        await asyncio.sleep(table.configuration.betting_ms * share / 100_000)
        stakes = self._stakes(table.configuration.terms)
        wish = rounds.WantPosition(terminal, table.rounds_count, stakes)
        await self._ask(terminal, wish, f"bet-{table.rounds_count}")

    def _stakes(self, terms: Terms) -> rounds.Stakes:
        """Choose one of the first two bets, and sometimes another beside it."""
        below = self._desk.chance.below
        offered = terms.offered_keys
        chosen = [offered[below(min(2, len(offered)))]]
        if below(3) == 0:
            other = offered[below(len(offered))]
            chosen += [other] if other not in chosen else []
        return tuple((bet, self._stake(terms, bet is chosen[0])) for bet in chosen)

    def _stake(self, terms: Terms, is_main: bool) -> Cents:  # noqa: FBT001 (private, and called once)
        minimum, step = terms.limits.minimum, terms.limits.step
        times = 1 + self._desk.chance.below(8) if is_main else 1
        stake = minimum * times
        return Cents(stake - stake % step or step)

    async def _buy_in(self, terminal: TerminalId) -> None:
        """Have an attendant take cash for credits."""
        table = self._desk.node.tables()[self._table].table
        if table.phase in rounds.OPEN_PHASES:
            cash = rounds.TakeCash(terminal, _BOUGHT)
            await self._give(cash, f"{terminal}/cash/{table.rounds_count}", self._attendant)

    async def _give(self, wish: rounds.Wish, name: str, person: PersonId) -> None:
        """Have a person of the floor give a command."""
        at, node = self._desk.now(), self._desk.node
        by = actor(node.floor, person, at)
        if isinstance(by, Actor):
            command = rounds.TableCommand(CommandId(f"robot/{name}"), at, by, wish)
            await self._quietly(node.ask(self._table, command))

    async def _ask(self, terminal: TerminalId, wish: object, name: str) -> None:
        asked = Submit(CommandId(name), wish, None, None, None)
        await self._quietly(self._desk.answer(Device(terminal), self._table, asked))

    async def _quietly(self, asked: Coroutine[object, object, object]) -> None:
        """Log a refusal instead of raising it, so that a mistake shows in the log."""
        try:
            answer = await asked
        except (Halted, Closed):
            return
        if not isinstance(answer, tuple):
            _log.debug("a robot was refused", table=self._table, answer=str(answer))


GUESTS = tuple(PatronKey(f"guest-{number}") for number in range(1, 6))
"""The first four sit; the last stands, and bets in the first one's box."""

_WALKS_AWAY = GUESTS[1]
_PAUSE_MS = 400

Bets = dict[int, dict[str, int]]
"""By the number of the guest, dollars on each bet."""

ROUNDS: tuple[Bets, ...] = (
    {0: {"banker": 500}, 1: {"player": 300, "tie": 50}, 2: {"player": 50}, 3: {"banker": 200}},
    {0: {"banker": 9_000}, 1: {"player": 500}, 3: {"banker-pair": 100}, 4: {"banker": 3_000}},
    {0: {"banker": 9_000}, 1: {"banker": 9_000, "player-pair": 100}, 2: {"banker": 5_000}},
    {0: {"player": 400}, 1: {"banker": 1_000, "player": 500}, 2: {"player": 700}},
    {0: {"banker": 300, "banker-wins-on-6": 25}, 1: {"tie": 100}, 2: {"player": 600, "tie": 25}},
)
"""Under the minimum; over the Differential of a box; over that of the table; a patron leaves with a
bet on each hand, so that winnings are held in any case; side bets."""
LEAVING_ROUND = 3
EXPOSED_ROUND = 4
_EXPOSED_AFTER = 2
"""After this many cards each hand has one, and no bet is decided yet (L 5.9)."""
_CONFIRMED_AFTER_S = 8
"""Long enough to read the report, unless the user confirms it first."""

SOLD_CHIP, SOLD_COUNT = dollars(100), 22
"""In each of the first four rounds a guest buys this many. With any cards, less than a quarter of
the first stock is then left, and the pit reads "fill soon"."""


class LivePatrons(Robots):
    """The robots of one live table, whose bets the Dealer records; they try everything.

    Over five rounds they bet too little, too much in a box and too much at the table, leave with a
    bet on the layout, come back for held winnings, and have staff place their bets. They buy so
    many chips of one value that the tray needs a fill. In the fifth round a card falls face up: the
    pit sees it, and the robots choose differently.
    """

    def __init__(self, desk: Desk, table: TableId, recorder: PersonId) -> None:
        super().__init__(desk, table, (), recorder)
        self._left = 0
        self._exposed = 0
        self._choosing = 0

    def _look(self, table: rounds.Table) -> None:
        number = table.rounds_count
        match table.phase:
            case rounds.Phase.BETTING if number != self._round:
                self._round = number
                self._begin(self._play(number))
            case rounds.Phase.DEALING:
                self._watch_the_deal(table, number)
            case rounds.Phase.CHOOSING if number != self._choosing:
                self._choosing = number
                self._begin(self._choose(table))
            case _:
                return

    def _watch_the_deal(self, table: rounds.Table, number: int) -> None:
        turn = _turn(number)
        if turn == LEAVING_ROUND and number != self._left:
            self._left = number
            self._begin(self._record(commands.LeaveTable(_WALKS_AWAY), f"leave-{number}"))
        is_exposed = turn == EXPOSED_ROUND and len(table.round_now.cards) == _EXPOSED_AFTER
        if is_exposed and number != self._exposed:
            self._exposed = number
            self._begin(self._expose(number))

    async def _play(self, number: int) -> None:
        """Come to the table, and place the bets of this round one after another."""
        table = self._desk.node.tables()[self._table].table
        boxes = rounds.layout_of(table.round_now).boxes
        for guest, patron in enumerate(GUESTS):
            known = table.patrons.get(patron)
            if known is None or not known.is_here:
                box = boxes[guest % len(boxes)] if patron != GUESTS[-1] else None
                await self._record(commands.JoinTable(patron, box), f"join-{number}-{guest}")
        turn = _turn(number)
        if turn < len(GUESTS) - 1:
            chips = ((SOLD_CHIP, SOLD_COUNT),)
            amount = Cents(SOLD_CHIP * SOLD_COUNT)
            sold = tray_commands.BuyChips(GUESTS[turn], amount, chips)
            await self._record(sold, f"buy-{number}")
        for guest, bets in ROUNDS[turn].items():
            await asyncio.sleep((_PAUSE_MS + self._desk.chance.below(_PAUSE_MS)) / 1_000)
            box = boxes[0 if GUESTS[guest] == GUESTS[-1] else guest % len(boxes)]
            stakes = tuple((BetKey(bet), dollars(stake)) for bet, stake in bets.items())
            through_staff = turn == len(ROUNDS) - 1 and guest == 0
            wish = commands.PlaceBets(GUESTS[guest], box, stakes, on_behalf=through_staff)
            await self._record(wish, f"bet-{number}-{guest}")

    async def _expose(self, number: int) -> None:
        """Have the pit see a card face up, and confirm it, so that the guests choose (L 5.9)."""
        report = rounds.ReportIrregularity(
            Irregularity.DEALT_FACE_UP, "The second card fell face up"
        )
        await self._record(report, f"expose-{number}", SUPERVISOR.person)
        await asyncio.sleep(_CONFIRMED_AFTER_S)
        await self._record(rounds.Attest(), f"attest-{number}", PIT_MANAGER.person)

    async def _choose(self, table: rounds.Table) -> None:
        """Answer with each option in turn; the last guest gives no answer (A-59)."""
        asked = rounds.on_layout(table.round_now).asked
        for index, patron in enumerate(asked[:-1]):
            await asyncio.sleep(4 * _PAUSE_MS / 1_000)
            option = tuple(rounds.PlayerOption)[index % 2]
            wish = commands.ChooseOption(patron, option)
            await self._record(wish, f"choose-{table.rounds_count}-{index}")

    async def _record(self, wish: rounds.Wish, name: str, person: PersonId | None = None) -> None:
        """Have the Dealer, or another person, give a command for a guest."""
        await self._give(wish, f"{self._table}/{name}", person or self._attendant)


def _turn(number: int) -> int:
    """Return the number of the robots' round that a round of the table repeats."""
    return (number - 1) % len(ROUNDS)
