"""A table of the past, whose commands have past times.

Commands are decided on a draft of the table's state, and then recorded by its node, many in one
transaction. The node must accept each of them, as the draft did.
"""

import asyncio
from functools import cached_property
from random import Random

from punto import identity, rounds
from punto.bootstrap.demo_floor import SHIFT_MANAGER, SUPERVISOR, DatedNode, DemoUnfit, TablePlan
from punto.rules import Actor, Tie
from punto.runtime import Shoes
from punto.values import CommandId, Instant, PersonId

TOGETHER = 250
"""The number of commands that are recorded together."""


class PastTable:
    """A table with its staff, its time and its chance."""

    def __init__(
        self, at: DatedNode, plan: TablePlan, dealers: tuple[PersonId, ...], shoes: Shoes, seed: str
    ) -> None:
        self._node, self._floor = at.node, at.node.floor
        self.plan, self.chance = plan, Random(seed)  # noqa: S311 (no secret)
        self.table = at.node.tables()[plan.table].table
        self.now = at.now()
        self.dealers, self.shoes = dealers, shoes
        self._asked: list[rounds.TableCommand] = []
        self._commands = 0

    # ----- people

    def person(self, person: PersonId) -> Actor:
        """Return a person with the role held at this moment."""
        found = identity.actor(self._floor, person, self.now)
        if not isinstance(found, Actor):
            raise DemoUnfit(found.sentence)
        return found

    @cached_property
    def supervisor(self) -> Actor:
        """The person who attests, seats, pays by hand, and closes the table."""
        return self.person(SUPERVISOR.person)

    @cached_property
    def shift_manager(self) -> Actor:
        """The person who rules."""
        return self.person(SHIFT_MANAGER.person)

    @property
    def dealer(self) -> Actor:
        """The Dealer on duty; before the table opens, the first one."""
        return self.table.dealer or self.person(self.dealers[0])

    # ----- time

    def wait(self, least_s: int, most_s: int) -> None:
        """Advance the time by some seconds."""
        self.now = Instant(self.now + self.chance.randint(least_s * 1_000, most_s * 1_000))

    def wait_until(self, at: int) -> None:
        """Advance the time to a moment, unless it is past."""
        self.now = Instant(max(self.now, at))

    # ----- commands

    def do(self, by: rounds.By, wish: rounds.Wish) -> tuple[rounds.TableEvent, ...]:
        """Give a command that the table has no reason to refuse."""
        answer = self.ask(by, wish)
        if not isinstance(answer, tuple):
            raise DemoUnfit(f"table {self.plan.table}: {answer.sentence}")
        return answer

    def ask(
        self, by: rounds.By, wish: rounds.Wish
    ) -> tuple[rounds.TableEvent, ...] | rounds.Refusal:
        """Give a command, unless the table would refuse it; returns the answer."""
        name = CommandId(f"history/{self._commands}")
        command = rounds.TableCommand(name, self.now, by, wish, self._ties(by, wish))
        answer = rounds.decide(self.table, command)
        if isinstance(answer, tuple):
            self._commands += 1
            self._asked.append(command)
            for event in answer:
                self.table = rounds.evolve(self.table, event)
        return answer

    def _ties(self, by: rounds.By, wish: rounds.Wish) -> tuple[Tie, ...]:
        if not isinstance(by, Actor) or not isinstance(wish, rounds.SECOND_STEPS):
            return ()
        all_ways = rounds.moves_credits(wish)
        return identity.ties_of(self._floor, by.person, self.now, all_ways=all_ways)

    async def record(self, *, at_least: int = 1) -> None:
        """Record the decided commands, as long as there are enough for a transaction."""
        while len(self._asked) >= at_least:
            batch, self._asked = self._asked[:TOGETHER], self._asked[TOGETHER:]
            asking = (self._node.ask(self.plan.table, command) for command in batch)
            for answer in await asyncio.gather(*asking):
                if not isinstance(answer, tuple):
                    raise DemoUnfit(f"table {self.plan.table}: {answer.sentence}")
