"""The timer of a table: it takes each step that is due, for the Dealer of record.

Timers belong to the node that holds the table's lease, and act through the mailbox like all
senders. A lease may change hands at the wrong moment, so it only saves work. A step is taken once
because its command's id names the step, and the record answers a repeat.
"""

import asyncio
from collections.abc import Awaitable, Callable

from punto.rounds import NextStep, Table, TableCommand, TableEvent, Timer
from punto.runtime.mailboxes import Closed, Mailbox
from punto.runtime.stream_runtime import Halted
from punto.runtime.timer_steps import DueStep, Shoes, due_step, timer_wish
from punto.values import CommandId, Instant, replace

LEASE_MS = 5_000
"""How long a table's timer pauses when the node that had it is gone."""

LONGEST_WAIT_MS = 1_000
"""A clock may be set while the timer waits for it."""

TableMailbox = Mailbox[Table, TableCommand, TableEvent]
TakeLease = Callable[[], Awaitable[bool]]
"""Takes or renews the table's lease for LEASE_MS; false while another node has it."""


class TableTimer:
    """Takes all timed steps at one table."""

    def __init__(
        self,
        mailbox: TableMailbox,
        now: Callable[[], Instant],
        shoes: Shoes,
        take_lease: TakeLease,
    ) -> None:
        self._mailbox, self._now = mailbox, now
        self._shoes, self._take_lease = shoes, take_lease
        self._sure_until = Instant(0)
        self._name, self._attempt = "", 1
        self._refused: tuple[str, Instant, int] | None = None
        self._begins_rounds = True
        self._woken = asyncio.Event()

    def begin_no_round(self) -> None:
        """Finish the current round, and begin no other."""
        self._begins_rounds = False

    def wake(self) -> None:
        """Check again for a due step, after something happened at the table."""
        self._woken.set()

    async def run(self) -> None:
        """Serve until cancelled."""
        while True:
            self._woken.clear()
            wait_ms = await self.step()
            if wait_ms is None or wait_ms > 0:
                await self._rest(wait_ms)

    async def _rest(self, wait_ms: int | None) -> None:
        seconds = None if wait_ms is None else min(wait_ms, LONGEST_WAIT_MS) / 1_000
        try:
            # Not wait_for, which drops a cancellation that comes together with the wake-up.
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    async def step(self) -> int | None:
        """Take the due step, if there is one and the lease is ours.

        Returns the milliseconds to wait before the next check; None until something happens.
        """
        runtime = self._mailbox.runtime
        table, position = runtime.now()
        due = due_step(table)
        if due is None or runtime.halted or not self._may_take(due):
            return None
        early_ms = due.at - runtime.time_at(self._now())
        if early_ms > 0:
            return early_ms
        if self._refused == (due.name, due.at, position):
            return None  # nothing has changed since
        if not await self._holds_lease():
            return LEASE_MS
        if not self._may_take(due):
            return None  # stopped while it waited for the lease
        return await self._take(due, table)

    def _may_take(self, due: DueStep) -> bool:
        return self._begins_rounds or due.step is not NextStep.OPEN_BETS

    async def _holds_lease(self) -> bool:
        """Ask the record only when half of the lease has passed."""
        now = self._now()
        if now < self._sure_until:
            return True
        held = await self._take_lease()
        self._sure_until = Instant(now + LEASE_MS // 2) if held else Instant(0)
        return held

    async def _take(self, due: DueStep, table: Table) -> int | None:
        if due.name != self._name:
            self._name, self._attempt = due.name, 1
        runtime = self._mailbox.runtime
        try:
            wish = timer_wish(table, due, self._shoes)
            asked = TableCommand(self._id(), self._now(), Timer(due.dealer), wish)
            answer = await self._mailbox.ask(asked)
        except (Halted, Closed):
            return None
        except Exception as fault:  # noqa: BLE001 (a shoe that does not open, whatever the cause)
            runtime.halt(f"{due.name}: {type(fault).__name__}: {fault}")
            return None
        state, position = runtime.now()
        after = due_step(state)
        refused = not isinstance(answer, tuple) and not self._is_allowed(asked)
        self._refused = (due.name, due.at, position) if refused else None
        if after is not None and after.name == due.name:
            # The answer is recorded for good, but the step is still to be taken: by another
            # command, whose id every node derives that has seen the same.
            self._attempt += 1
        return 0

    def _is_allowed(self, command: TableCommand) -> bool:
        """Return whether the table would accept it now: the refusal may be an earlier one."""
        runtime = self._mailbox.runtime
        timed = replace(command, at=runtime.time_at(command.at))
        return isinstance(runtime.fold.decide(runtime.now()[0], timed), tuple)

    def _id(self) -> CommandId:
        again = f"/{self._attempt}" if self._attempt > 1 else ""
        return CommandId(f"{self._name}{again}")
