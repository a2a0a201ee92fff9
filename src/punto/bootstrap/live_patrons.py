"""Robot patrons of a live table: the Dealer records what they lay down, and they try everything.

Over five rounds they bet too little, too much in a box and too much at the table, walk away with a
bet on the layout, come back for what was held, and have staff place their bets.
"""

import asyncio

from punto import rounds
from punto.bootstrap.robots import Robots
from punto.identity import actor
from punto.live import PatronKey
from punto.rounds.boxes import commands
from punto.rules import Actor, BetKey
from punto.values import CommandId, PersonId, TableId, dollars
from punto.web.desk.desk import Desk

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
    {0: {"player": 400}, 1: {"banker": 1_000}, 2: {"player": 700}},
    {0: {"banker": 300, "banker-wins-on-6": 25}, 1: {"tie": 100}, 2: {"player": 600, "tie": 25}},
)
"""Under the minimum; over the Differential of a box; of the table; one walks away; side bets."""
LEAVING_ROUND = 3


class LivePatrons(Robots):
    """The robots of one live table."""

    def __init__(self, desk: Desk, table: TableId, recorder: PersonId) -> None:
        super().__init__(desk, table, (), recorder)
        self._left = 0
        self._choosing = 0

    def _look(self, table: rounds.Table) -> None:
        number = table.rounds_count
        match table.phase:
            case rounds.Phase.BETTING if number != self._round:
                self._round = number
                self._begin(self._play(number))
            case rounds.Phase.DEALING if number != self._left:
                self._left = number
                if (number - 1) % len(ROUNDS) == LEAVING_ROUND:
                    self._begin(self._record(commands.LeaveTable(_WALKS_AWAY), f"leave-{number}"))
            case rounds.Phase.CHOOSING if number != self._choosing:
                self._choosing = number
                self._begin(self._choose(table))
            case _:
                return

    async def _play(self, number: int) -> None:
        """Come to the table, and lay down the bets of this round one after another."""
        table = self._desk.node.tables()[self._table].table
        boxes = rounds.layout_of(table.round_now).boxes
        for guest, patron in enumerate(GUESTS):
            known = table.patrons.get(patron)
            if known is None or not known.is_here:
                box = boxes[guest % len(boxes)] if patron != GUESTS[-1] else None
                await self._record(commands.JoinTable(patron, box), f"join-{number}-{guest}")
        turn = (number - 1) % len(ROUNDS)
        for guest, bets in ROUNDS[turn].items():
            await asyncio.sleep((_PAUSE_MS + self._desk.chance.below(_PAUSE_MS)) / 1_000)
            box = boxes[0 if GUESTS[guest] == GUESTS[-1] else guest % len(boxes)]
            stakes = tuple((BetKey(bet), dollars(stake)) for bet, stake in bets.items())
            through_staff = turn == len(ROUNDS) - 1 and guest == 0
            wish = commands.PlaceBets(GUESTS[guest], box, stakes, on_behalf=through_staff)
            await self._record(wish, f"bet-{number}-{guest}")

    async def _choose(self, table: rounds.Table) -> None:
        """Answer in turns, one so and the next otherwise; the last gives no answer (A-59)."""
        asked = rounds.on_layout(table.round_now).asked
        for index, patron in enumerate(asked[:-1]):
            await asyncio.sleep(4 * _PAUSE_MS / 1_000)
            option = tuple(rounds.PlayerOption)[index % 2]
            wish = commands.ChooseOption(patron, option)
            await self._record(wish, f"choose-{table.rounds_count}-{index}")

    async def _record(self, wish: rounds.Wish, name: str) -> None:
        """Have the Dealer record what a guest does."""
        at, node = self._desk.now(), self._desk.node
        by = actor(node.floor, self._attendant, at)
        if isinstance(by, Actor):
            command = CommandId(f"robot/{self._table}/{name}")
            await self._quietly(node.ask(self._table, rounds.TableCommand(command, at, by, wish)))
