"""A live table of the past: patrons sit down, buy chips, and bet on the felt; its tray is kept."""

from functools import cached_property

from punto import rounds
from punto.bootstrap.demo_floor import opening_count
from punto.bootstrap.history.past_days import PastDays
from punto.bootstrap.history.past_habits import HABITS, Visit
from punto.live import BoxLabel, PatronKey
from punto.rounds.boxes import commands as box_commands
from punto.rounds.table import commands as table_commands
from punto.rounds.tray import commands as tray_commands
from punto.rounds.tray import refusals as tray_refusals
from punto.values import Cents, dollars

_COMES_ONE_IN = 10
_REGULARS = 40
"""The number of patrons who come again and again."""
_CHIP = dollars(25)
"""Stakes are laid in whole chips of this value."""
_MOST = dollars(5_000)
"""No stake is larger, so that the patrons of a box stay within its Differential."""


class PastLayout(PastDays):
    """A table with a layout and a tray."""

    @cached_property
    def _visits(self) -> dict[PatronKey, Visit]:
        return {}

    @property
    def _boxes(self) -> dict[PatronKey, BoxLabel]:
        patrons = self.table.patrons
        return {key: each.box for key, each in patrons.items() if each.is_here and each.box}

    def open(self) -> None:
        """Open the table, and its float by two counts."""
        super().open()
        count = opening_count()
        self.do(self.dealer, count)
        self.do(self.supervisor, tray_commands.ConfirmFloat(count.chips))

    # ----- coming and going

    def welcome(self) -> None:
        """Have patrons come and go between two rounds."""
        for patron, visit in tuple(self._visits.items()):
            if visit.rounds_left <= 0:
                self._go(patron)
        free = self._free_boxes()
        if free and self.chance.randrange(_COMES_ONE_IN) < len(free):
            self._come(self.chance.choice(free))

    def _free_boxes(self) -> list[BoxLabel]:
        layout = self.plan.layout
        taken = set(self._boxes.values())
        return [] if layout is None else [box for box in layout.boxes if box not in taken]

    def _come(self, box: BoxLabel) -> None:
        patron = PatronKey(f"guest-{self.chance.randint(1, _REGULARS)}")
        if patron in self._visits:
            return
        self.wait(5, 20)
        self.do(self.dealer, box_commands.JoinTable(patron, box))
        visit = self._visits[patron] = Visit(self.chance.choice(HABITS), self.chance)
        money = Cents(4 * visit.brings(self.plan.terms))
        self.ask(self.dealer, tray_commands.BuyChips(patron, money))

    def _go(self, patron: PatronKey) -> None:
        del self._visits[patron]
        self.do(self.dealer, box_commands.LeaveTable(patron))

    async def play_last(self) -> None:
        """Announce the last round, and play it."""
        self.do(self.dealer, table_commands.AnnounceLastRound())
        self.play_round()

    def leave(self) -> None:
        """Have the last patrons leave."""
        for patron in tuple(self._visits):
            self._go(patron)

    def close(self) -> None:
        """Close the float by two counts, and the table."""
        self.wait(120, 400)
        chips = self.table.chips or ()
        self.do(self.dealer, tray_commands.CountFloat(rounds.FloatCount.CLOSING, chips))
        self.wait(60, 200)
        self.do(self.supervisor, tray_commands.ConfirmFloat(chips))
        super().close()

    # ----- a round

    def bet(self) -> None:
        """Record the bets that patrons place."""
        boxes = self._boxes
        for patron, visit in self._visits.items():
            self.wait(1, 4)
            wanted = visit.stakes(self.plan.terms, Cents(_MOST))
            stakes = tuple((bet, _in_chips(stake)) for bet, stake in wanted)
            self.ask(self.dealer, box_commands.PlaceBets(patron, boxes[patron], stakes))

    def close_bets(self) -> None:
        """Announce "No more Bets", passing over open warnings."""
        self.wait_until(self.table.closes_at)
        if not isinstance(self.ask(self.dealer, box_commands.CloseLayout()), tuple):
            self.do(self.dealer, box_commands.CloseLayout(passed_over=True))

    def take_step(self) -> None:
        """Take the next step; after the payment, note that the stacks were handed over."""
        if self.table.phase is not rounds.Phase.RESULT:
            super().take_step()
            return
        self.wait(3, 8)
        answer = self.ask(self.dealer, rounds.Settle())
        if isinstance(answer, tray_refusals.TrayCannotPay):
            self._fill(answer.chips)
            self.do(self.dealer, rounds.Settle())
        self.wait(5, 20)
        self.ask(self.dealer, tray_commands.HandStacks())

    def _fill(self, chips: rounds.Chips) -> None:
        """Bring chips from the cage."""
        self.do(self.supervisor, tray_commands.RequestSlip(rounds.SlipKind.FILL, chips))
        number = max(self.table.papers.slips)
        self.wait(120, 360)
        carrier = next(each for each in self.dealers if each != self.dealer.person)
        self.do(self.person(carrier), tray_commands.CarrySlip(number))
        self.do(self.dealer, tray_commands.SignSlip(number))


def _in_chips(stake: Cents) -> Cents:
    """Return a stake in whole chips: at least one chip, at most ``_MOST``."""
    fitting = min(20 * stake, _MOST)
    return Cents(max(fitting - fitting % _CHIP, _CHIP))
