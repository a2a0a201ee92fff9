"""The Game Console of a live table: patrons, chips on the layout, choices, and the tray."""

from collections.abc import Callable

from punto import live, rounds
from punto.rounds.boxes import commands as box_commands
from punto.rounds.tray import commands as tray_commands
from punto.rounds.tray import refusals as tray_refusals
from punto.rules import BetKey
from punto.runtime import Shoes, Stream
from punto.torture.chance import RandomNumbers
from punto.torture.dealers import Console, live_report, report
from punto.torture.network import Message, Reply
from punto.torture.staff import ARUN, DEALERS, SITI
from punto.torture.world import World
from punto.values import Cents, PersonId, Side, dollars

PATRONS = tuple(map(live.PatronKey, ("ann", "ben", "eve", "joe")))
_MAIN = (BetKey("player"), BetKey("banker"))
_ON_HANDS = (5, 30, 100, 150, 370, 800, 1_777, 5_000)
"""Stakes in dollars, some below every minimum and some above every Differential."""
_ON_OTHERS = (1, 7, 25, 60)
_POOR = 10
"""The tray is filled when it has fewer chips of any value."""
_FILL = 30
_AT_REST = frozenset({rounds.Phase.CLOSED, rounds.Phase.IDLE, rounds.Phase.SETTLED})
_OF_SUPERVISORS = (
    tray_commands.ConfirmFloat
    | tray_commands.RequestSlip
    | tray_commands.VoidSlip
    | box_commands.ClaimWinnings
)


class LiveConsole(Console):
    """Records what patrons and staff do at a layout, and deals the cards."""

    at_once = 2

    def __init__(self, stream: Stream, dealer: PersonId, world: World, shoes: Shoes) -> None:
        super().__init__(stream, dealer, world, shoes)
        self._has_float = not self.chance.one_in(5)
        self._missing: Cents | None = None
        """The amount that the tray lacked when it could not pay."""

    def forget(self) -> None:
        """Forget that the tray could not pay."""
        self._missing = None

    def receive(self, message: Message) -> None:
        """Handle a message; a tray that cannot pay is filled."""
        if isinstance(message, Reply) and isinstance(message.answer, tray_refusals.TrayCannotPay):
            self._missing = message.answer.missing
        super().receive(message)

    def _sender(self, wish: rounds.Wish, dealer: PersonId) -> PersonId:
        if not self.is_calm and self.chance.one_in(20):
            return self.chance.one_of((*DEALERS, ARUN, SITI))
        if isinstance(wish, _OF_SUPERVISORS):
            return self.chance.one_of((ARUN, SITI))
        if isinstance(wish, tray_commands.CarrySlip):
            return self.chance.one_of((*DEALERS, ARUN, SITI))
        return dealer

    def _amiss(self, table: rounds.Table) -> rounds.Wish | None:
        found = super()._amiss(table)
        dealing = table.phase in {rounds.Phase.DEALING, rounds.Phase.RESULT}
        if found is None and dealing and not self.is_calm and self.chance.one_in(6):
            return live_report(table, self.chance)
        return found

    def _report(self, table: rounds.Table, chance: RandomNumbers) -> rounds.Wish:
        return (report if chance.one_in(3) else live_report)(table, chance)

    def _step(self, table: rounds.Table, configuration: rounds.Configuration) -> rounds.Wish | None:
        beside = self._at_the_tray(table) or self._of_patrons(table)
        return beside or super()._step(table, configuration)

    # ----- patrons

    def _of_patrons(self, table: rounds.Table) -> rounds.Wish | None:
        here = [key for key, patron in table.patrons.items() if patron.is_here]
        if self.is_calm and here and table.phase is not rounds.Phase.CLOSED:
            return box_commands.LeaveTable(here[0])  # so that the table can close without notice
        often = 8 if any(table.patrons[key].box for key in here) else 2
        if self.is_calm or table.phase is rounds.Phase.CLOSED or not self.chance.one_in(often):
            return None
        patron = self.chance.one_of(PATRONS)
        match self.chance.below(7):
            case 0:
                return box_commands.LeaveTable(patron)
            case 1:
                return box_commands.ClaimWinnings(patron)
            case 2:
                amount = self.chance.one_of((25, 500, 3_000))
                return tray_commands.BuyChips(patron, dollars(amount))
            case 3:
                return box_commands.JoinTable(patron)
            case _:
                return box_commands.JoinTable(patron, self._box(table))

    def _box(self, table: rounds.Table) -> live.BoxLabel:
        boxes = _layout(table).boxes
        return self.chance.one_of(
            (*boxes, live.BoxLabel("99")) if self.chance.one_in(15) else boxes
        )

    # ----- the layout

    def _betting(self, table: rounds.Table) -> rounds.Wish | None:
        if self.is_calm or self.chance.one_in(7):
            passes = self.is_calm or self.chance.one_in(2)
            asked = self._read(table) if not self.is_calm and self.chance.one_in(2) else ()
            return box_commands.CloseLayout(passes, asked)
        if self.chance.one_in(5):
            return self._answer(table)
        if self.chance.one_in(12):
            return box_commands.RejectExcess()
        return self._bet(table)

    def _answer(self, table: rounds.Table) -> rounds.Wish:
        """Take a sensor's reading, or set it aside."""
        read = self._read(table)
        if self.chance.one_in(2):
            return box_commands.TakeReading(read)
        return box_commands.SetReadingAside(read)

    def _read(self, table: rounds.Table) -> tuple[live.ReadDifference, ...]:
        """Return one bet as a sensor reads it: of a patron, or of unknown owner."""
        now, patron = table.round_now, self.chance.one_of((None, *table.patrons))
        box = self._box(table) if patron is None else self._seat(table, patron)
        bet = self.chance.one_of(now.configuration.terms.offered_keys)
        lies = rounds.recorded_bets(table, now)
        recorded = sum(
            each.stake
            for each in lies
            if (each.box, each.bet) == (box, bet) and patron in {None, each.patron}
        )
        read = 0 if self.chance.one_in(5) else self._stake(bet)
        # The bet may change before the answer comes.
        stale = 100 if self.chance.one_in(10) else 0
        return (live.ReadDifference(box, bet, patron, Cents(recorded + stale), Cents(read)),)

    def _bet(self, table: rounds.Table) -> rounds.Wish:
        here = [key for key, patron in table.patrons.items() if patron.is_here]
        patron = self.chance.one_of(here or PATRONS)
        keys = self.chance.mixed(table.round_now.configuration.terms.offered_keys)[:2]
        keys += [self.chance.one_of(_MAIN)] * 2
        count = 0 if self.chance.one_in(8) else self.chance.between(1, 3)
        bets = dict.fromkeys(self.chance.mixed(keys)[:count])
        stakes = tuple((bet, self._stake(bet)) for bet in bets)
        on_behalf = self.chance.one_in(5)
        return box_commands.PlaceBets(patron, self._seat(table, patron), stakes, on_behalf)

    def _seat(self, table: rounds.Table, patron: live.PatronKey) -> live.BoxLabel:
        """Return the patron's own box, or any."""
        known = table.patrons.get(patron)
        own = None if known is None else known.box
        return self._box(table) if own is None or self.chance.one_in(3) else own

    def _stake(self, bet: BetKey) -> Cents:
        if bet in _MAIN:
            return dollars(self.chance.one_of(_ON_HANDS))
        cents = 13 if self.chance.one_in(12) else 0  # no chips make this amount
        return Cents(dollars(self.chance.one_of(_ON_OTHERS)) + cents)

    def _deal(self, table: rounds.Table) -> rounds.Wish:
        if not self.chance.one_in(6):
            return super()._deal(table)
        if self.chance.one_in(3):
            return self._bet(table)  # too late
        if self.chance.one_in(4):
            return box_commands.SetReadingAside(self._read(table))
        patron, side = self.chance.one_of(PATRONS), self.chance.one_of(tuple(Side))
        if self.chance.one_in(2):
            return box_commands.AskSqueeze(patron, side)
        return box_commands.HandOver(side, None if self.chance.one_in(3) else patron)

    def _choosing(self, table: rounds.Table) -> rounds.Wish:
        layout = table.round_now.layout
        asked = () if layout is None else layout.asked
        if self.is_calm or self.chance.one_in(5):
            return rounds.EndOptions()
        patron = self.chance.one_of(PATRONS if self.chance.one_in(5) else asked)
        option = self.chance.one_of(tuple(rounds.PlayerOption))
        return box_commands.ChooseOption(patron, option)

    # ----- the tray

    def _at_the_tray(self, table: rounds.Table) -> rounds.Wish | None:
        if table.papers.first_count is not None:
            return self._second_count(table)
        if table.papers.slips:
            return self._slip(table)
        if table.tray is None:
            return self._opening(table)
        return self._filling(table, table.tray) or self._seldom_at_the_tray(table, table.tray)

    def _second_count(self, table: rounds.Table) -> rounds.Wish | None:
        first = table.papers.first_count
        if first is None or table.phase not in _AT_REST:
            return None
        differs = not self.is_calm and self.chance.one_in(5)
        return tray_commands.ConfirmFloat(first.chips[1:] if differs else first.chips)

    def _slip(self, table: rounds.Table) -> rounds.Wish | None:
        if not self.chance.one_in(2):
            return None  # meanwhile the table plays on
        number, slip = next(iter(table.papers.slips.items()))
        is_credit = slip.kind is rounds.SlipKind.CREDIT
        if self.chance.one_in(8) or (self.is_calm and is_credit):
            return tray_commands.VoidSlip(number, "not needed")
        if slip.carrier is None:
            return tray_commands.CarrySlip(number)
        return tray_commands.SignSlip(number)

    def _opening(self, table: rounds.Table) -> rounds.Wish | None:
        if self.is_calm or not self._has_float or table.phase not in _AT_REST:
            return None
        return tray_commands.CountFloat(
            rounds.FloatCount.OPENING, self._some_chips(table, lambda: self.chance.below(15))
        )

    def _some_chips(self, table: rounds.Table, number: Callable[[], int]) -> rounds.Chips:
        counted = ((value, number()) for value in _layout(table).chips.values)
        return tuple((value, count) for value, count in counted if count > 0)

    def _filling(self, table: rounds.Table, tray: live.Tray) -> rounds.Wish | None:
        values = _layout(table).chips.values
        is_poor = any(tray.get(value, 0) < _POOR for value in values)
        waits = table.matter is not None and is_poor
        if self._missing is None and not waits and not (is_poor and self.chance.one_in(25)):
            return None
        largest, missing = values[0], self._missing or 0
        self._missing = None
        chips = dict.fromkeys(values, _FILL)
        chips[largest] += missing // largest
        return tray_commands.RequestSlip(rounds.SlipKind.FILL, tuple(chips.items()))

    def _seldom_at_the_tray(self, table: rounds.Table, tray: live.Tray) -> rounds.Wish | None:
        held = tuple(sorted(tray.items(), reverse=True))
        if self.is_calm or self.chance.one_in(40):
            if table.phase not in _AT_REST:
                return None
            found = held[1:] if not self.is_calm and self.chance.one_in(3) else held
            return tray_commands.CountFloat(rounds.FloatCount.CLOSING, found)
        if self.chance.one_in(40):
            few = self._some_chips(table, lambda: self.chance.below(3))
            return tray_commands.RequestSlip(rounds.SlipKind.CREDIT, few)
        if self.chance.one_in(20):
            large, small = _layout(table).chips.values[-2:]
            given = ((small, large // small),)
            return tray_commands.ChangeChips(((large, 1),), given)
        return None


def _layout(table: rounds.Table) -> live.TableLayout:
    """Return the layout of a table that is known to have one."""
    if table.configuration is None or table.configuration.layout is None:
        raise rounds.RecordDoesNotHold("a live console at a table without a layout")
    return table.configuration.layout
