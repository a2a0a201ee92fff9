"""The days of a table of the past: it opens, plays round after round, and closes.

Its staff take each awaited step, and deal with what goes wrong. Subclasses add the patrons.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, cast

from punto import rounds
from punto.bootstrap.demo_floor import DemoUnfit
from punto.bootstrap.history.past_tables import TOGETHER, PastTable
from punto.rounds.table import commands as table_commands
from punto.rules import Irregularity, Role
from punto.runtime import step_wish
from punto.values import Instant, Value

_ONE_IN = 700
"""One step in this many has an irregularity."""
_DECLINED_ONE_IN = 5
_VOID_ONE_IN = 4


class PastReport(NamedTuple):
    """A Dealer's report: the irregularity, and the words."""

    irregularity: Irregularity
    words: str


_MISHAPS = (
    PastReport(Irregularity.TECHNICAL_INTERRUPTION, "The console went dark and was started again."),
    PastReport(Irregularity.TECHNICAL_INTERRUPTION, "The screens of the whole table froze."),
    PastReport(
        Irregularity.NOT_COVERED, "A patron says that the bet was meant for the other hand."
    ),
    PastReport(Irregularity.NOT_COVERED, "Two patrons claim the same stake."),
    PastReport(Irregularity.NOT_COVERED, "A drink was spilled over the terminal during the deal."),
)
_RULED = {
    rounds.Verdict.GOES_ON: "The record and the cameras agree. The round stands.",
    rounds.Verdict.VOID: "The cameras show a patron hindered at the close. The round is void.",
}


def something_went_wrong(past: PastTable) -> bool:
    """Sometimes report an irregularity while cards are out; returns whether it did."""
    if past.table.phase not in rounds.CARDS_OUT or past.chance.randrange(_ONE_IN):
        return False
    mishap = past.chance.choice(_MISHAPS)
    past.wait(3, 20)
    wish = rounds.ReportIrregularity(mishap.irregularity, mishap.words)
    return isinstance(past.ask(past.dealer, wish), tuple)


def end_matter(past: PastTable) -> None:
    """Have the pit attest or decline the report, or the Shift Manager rule on it."""
    past.wait(60, 300)
    if rounds.awaited(past.table).step is rounds.NextStep.RULE:
        _rule(past)
        return
    is_true = past.chance.randrange(_DECLINED_ONE_IN) > 0
    attester = past.supervisor
    if past.table.matter_now.attester > Role.PIT_SUPERVISOR:
        attester = past.shift_manager
    if not (is_true and isinstance(past.ask(attester, rounds.Attest()), tuple)):
        past.do(attester, rounds.Decline("The cameras do not show it."))


def _rule(past: PastTable) -> None:
    is_void = past.chance.randrange(_VOID_ONE_IN) == 0
    first = rounds.Verdict.VOID if is_void else rounds.Verdict.GOES_ON
    for verdict in (first, *_RULED):
        ruling = rounds.Rule(verdict, _RULED[verdict])
        if isinstance(past.ask(past.shift_manager, ruling), tuple):
            return
    raise DemoUnfit(f"table {past.plan.table}: no ruling ends its matter")


_ENDLESS = 500
"""More steps than any round takes."""

_PACES: Mapping[rounds.NextStep, tuple[int, int]] = {
    rounds.NextStep.LOAD_SHOE: (60, 180),
    rounds.NextStep.RETIRE_SHOE: (15, 40),
    rounds.NextStep.OPEN_BETS: (6, 18),
    rounds.NextStep.SETTLE: (3, 8),
}
"""The least and the most seconds that a Dealer takes for a step."""
_USUAL_PACE = (1, 4)
_RELIEF_MINUTES = (50, 80)
"""How long a Dealer deals before another takes over."""


class OpenHours(Value):
    """When a table opens on a day, and when it stops beginning rounds."""

    opens: Instant
    closes: Instant


class PastDays(PastTable, ABC):
    """A table that is played day by day."""

    _relief_at = Instant(0)

    async def play(self, hours: OpenHours) -> None:
        """Play a day from the opening of the table to its close."""
        self.wait_until(hours.opens)
        self._relief_at = self.now
        self.open()
        while self.now < hours.closes:
            await self._play_once()
        await self.play_last()
        self.leave()
        self._retire()
        self.close()
        await self.record()

    async def _play_once(self) -> None:
        self._relieve()
        self.welcome()
        self.play_round()
        await self.record(at_least=TOGETHER)

    def open(self) -> None:
        """Open the table."""
        self.do(self.dealer, rounds.OpenTable())

    async def play_last(self) -> None:
        """Play what is left before the table closes."""

    @abstractmethod
    def welcome(self) -> None:
        """Have patrons come and go between two rounds."""

    @abstractmethod
    def leave(self) -> None:
        """Have the last patrons leave."""

    def close(self) -> None:
        """Close the table, whose shoe is out of play."""
        self.do(self.supervisor, table_commands.CloseTable())

    def _relieve(self) -> None:
        """Change the Dealer when it is time."""
        if self.now < self._relief_at:
            return
        least, most = _RELIEF_MINUTES
        self._relief_at = Instant(self.now + self.chance.randint(least, most) * 60_000)
        next_one = self.dealers[self.dealers.index(self.dealer.person) - 1]
        self.do(self.supervisor, table_commands.ChangeDealer(self.person(next_one)))

    def _retire(self) -> None:
        """Retire the shoe, and reveal its order; no card of it is dealt any more."""
        if self.table.shoe is not None:
            self.do(self.supervisor, rounds.RetireShoe("the table closes"))
        self._reveal()

    def _reveal(self) -> None:
        for shoe in tuple(self.table.unrevealed.values()):
            self.do(self.dealer, self.shoes.revealed(self.plan.table, shoe))

    # ----- a round

    def play_round(self) -> None:
        """Play a round, with a new shoe first if one is due."""
        before = self.table.rounds_count
        for _ in range(_ENDLESS):
            self._step()
            if self.table.rounds_count > before and self.table.phase in rounds.BETWEEN_ROUNDS:
                return
        raise DemoUnfit(f"table {self.plan.table}: round {before + 1} does not end")

    def _step(self) -> None:
        self._reveal()
        match self.table.phase:
            case rounds.Phase.STOPPED:
                end_matter(self)
            case rounds.Phase.CHOOSING:
                self.do(self.dealer, rounds.EndOptions())
            case rounds.Phase.BETTING:
                self.bet()
                self.close_bets()
            case _ if not something_went_wrong(self):
                self.take_step()

    def take_step(self) -> None:
        """Take the step that the table awaits, as its timer or as the Dealer."""
        step = rounds.awaited(self.table).step
        self._keep_pace(step)
        self.do(self._stepping, self._wish(step))

    @property
    def _stepping(self) -> rounds.By:
        return rounds.Timer(self.dealer) if self.plan.self_dealing else self.dealer

    def _wish(self, step: rounds.NextStep) -> rounds.Wish:
        configuration = self.table.configuration
        if configuration is None:
            raise DemoUnfit(f"table {self.plan.table} has no game")
        return step_wish(self.table, cast("rounds.TimerStep", step), configuration, self.shoes)

    def _keep_pace(self, step: rounds.NextStep) -> None:
        due = rounds.next_due(self.table)
        if due is not None:
            self.wait_until(due.at)
        else:
            self.wait(*_PACES.get(step, _USUAL_PACE))

    @abstractmethod
    def bet(self) -> None:
        """Have patrons bet."""

    @abstractmethod
    def close_bets(self) -> None:
        """Close the bets."""
