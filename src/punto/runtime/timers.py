"""The timer of a table: it takes each step that is due, for the Dealer of record.

Which step is due, and when, is decided in `rounds/next_step.py`.

Timers belong to the node that holds the table's lease, and act through the mailbox like all
senders. A lease may change hands at the wrong moment, so it only saves work. A step is taken once
because its command's id names the step, and the record answers a repeat.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, assert_never

from punto import rounds
from punto.rounds import NextStep, Table, TableCommand, TableEvent, Timer
from punto.rules import Actor
from punto.runtime.mailboxes import Closed, Mailbox
from punto.runtime.stream_runtime import Halted
from punto.values import Card, CommandId, Instant, TableId, Value, replace

LEASE_MS = 4_000
"""How long a table's timer pauses after its node has died, besides LONGEST_WAIT_MS."""

LONGEST_WAIT_MS = 1_000
"""The longest wait between two checks, since a clock may be set meanwhile."""

OVER = "its last round is over"

TableMailbox = Mailbox[Table, TableCommand, TableEvent]
TakeLease = Callable[[], Awaitable[bool]]
"""Takes or renews the table's lease for LEASE_MS; false while another node has it."""


class Shoes(Protocol):
    """Virtual shoes: shuffled, sealed, and opened again with the key."""

    def loaded(self, table: TableId, shoe_number: int, decks: int) -> rounds.LoadShoe:
        """Return a new shoe for a table."""

    def next_card(self, table: TableId, shoe: rounds.Shoe) -> Card:
        """Return the next card of a shoe; a retry gets the same one."""

    def revealed(self, table: TableId, shoe: rounds.Shoe) -> rounds.RevealShoe:
        """Return the order of a shoe that is out of play."""


class RevealStep(Value):
    """Reveal the order of a shoe that is out of play, without waiting."""

    shoe: rounds.Shoe


class DueStep(Value):
    """A step of a table's timer, and the first moment at which it may be taken."""

    at: Instant
    step: rounds.TimerStep | RevealStep
    name: str
    """Names the step and its round or shoe: the same on every node, at any time."""
    configuration: rounds.Configuration
    dealer: Actor
    """The Dealer for whom the timer acts."""


def due_step(table: Table) -> DueStep | None:
    """Return the next step of a table's timer.

    None if people must act, or there is nothing to do.
    """
    configuration, dealer = table.configuration, table.dealer
    if configuration is None or dealer is None:
        return None
    if configuration.self_dealing and table.unrevealed:
        shoe = next(iter(table.unrevealed.values()))
        at, name = table.stepped_at or Instant(0), f"timer/shoe/{shoe.number}/reveal"
        return DueStep(at, RevealStep(shoe), name, configuration, dealer)
    due = rounds.next_due(table)
    if due is None:
        return None
    return DueStep(due.at, due.step, _name(table, due.step), configuration, dealer)


def _name(table: Table, step: rounds.TimerStep) -> str:
    in_round, of_shoe = f"timer/round/{table.rounds_count}", f"timer/shoe/{table.shoes_count}"
    match step:
        case NextStep.LOAD_SHOE:
            return f"timer/shoe/{table.shoes_count + 1}/load"
        case NextStep.BURN_CARDS:
            return f"{of_shoe}/burn"
        case NextStep.RETIRE_SHOE:
            return f"{of_shoe}/retire"
        case NextStep.OPEN_BETS:
            return f"timer/round/{table.rounds_count + 1}/open"
        case NextStep.CLOSE_BETS:
            return f"{in_round}/close"
        case NextStep.CUT_OFF:
            return f"{in_round}/cut-off"
        case NextStep.ANNOUNCE_TOTALS:
            return f"{in_round}/totals"
        case NextStep.SETTLE:
            return f"{in_round}/settle"
        case (
            NextStep.PLAYER_CARD
            | NextStep.BANKER_CARD
            | NextStep.PLAYER_THIRD_CARD
            | NextStep.BANKER_THIRD_CARD
        ):
            return f"{of_shoe}/card/{table.shoe_now.dealt_count + 1}"
        case _:
            assert_never(step)


def drawn(table: TableId, shoe: rounds.Shoe, shoes: Shoes) -> rounds.DealCard:
    """Return the command for the next card of a virtual shoe, bound to its place there."""
    place = rounds.ShoePlace(shoe.number, shoe.dealt_count)
    return rounds.DealCard(shoes.next_card(table, shoe), rounds.CardOrigin.DRAWN, place=place)


def timer_wish(table: Table, due: DueStep, shoes: Shoes) -> rounds.Wish:
    """Return the timer's command, with the content that only the sealed shoe has."""
    if isinstance(due.step, RevealStep):
        return shoes.revealed(due.configuration.table, due.step.shoe)
    return step_wish(table, due.step, due.configuration, shoes)


def step_wish(
    table: Table, step: rounds.TimerStep, configuration: rounds.Configuration, shoes: Shoes
) -> rounds.Wish:
    """Return the command for a step at a table with a virtual shoe.

    Whether the timer or a Dealer takes the step makes no difference.
    """
    name = configuration.table
    match step:
        case NextStep.LOAD_SHOE:
            return shoes.loaded(name, table.shoes_count + 1, configuration.terms.decks)
        case NextStep.BURN_CARDS:
            return rounds.BurnCards(shoes.next_card(name, table.shoe_now))
        case NextStep.RETIRE_SHOE:
            return rounds.RetireShoe(OVER)
        case NextStep.OPEN_BETS:
            return rounds.OpenBets()
        case NextStep.CLOSE_BETS:
            return rounds.BeginClosing()
        case NextStep.CUT_OFF:
            return rounds.CutOff()
        case NextStep.ANNOUNCE_TOTALS:
            return rounds.AnnounceTotals()
        case NextStep.SETTLE:
            return rounds.Settle()
        case (
            NextStep.PLAYER_CARD
            | NextStep.BANKER_CARD
            | NextStep.PLAYER_THIRD_CARD
            | NextStep.BANKER_THIRD_CARD
        ):
            return drawn(name, table.shoe_now, shoes)
        case _:
            assert_never(step)


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
        if wait_ms is None:
            await self._woken.wait()
            return
        # Cheaper than a timeout: after each batch of bets the timer looks, and rests again.
        seconds = min(wait_ms, LONGEST_WAIT_MS) / 1_000
        alarm = asyncio.get_running_loop().call_later(seconds, self._woken.set)
        try:
            await self._woken.wait()
        finally:
            alarm.cancel()

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
        except Exception as fault:  # noqa: BLE001 (a shoe may fail to open for any cause)
            runtime.halt(f"{due.name}: {type(fault).__name__}: {fault}")
            return None
        state, position = runtime.now()
        after = due_step(state)
        refused = not isinstance(answer, tuple) and not self._is_allowed(asked)
        self._refused = (due.name, due.at, position) if refused else None
        if after is not None and after.name == due.name:
            # The answer to this command is final, but the step is still due. Another command takes
            # it, under an id that every node derives in the same way.
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
