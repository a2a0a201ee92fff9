"""The pit: people who attest, decline and rule, move terminals, pay by hand, adjust and correct."""

from punto import rounds
from punto.identity import EndActingRole, GrantActingRole
from punto.ledger import TRAY
from punto.rounds import Attest, Decline, Matter, Phase, Rule, Table, Verdict
from punto.rounds.adjustment import commands as adjustment_commands
from punto.rounds.table import commands as table_commands
from punto.rules import Actor, Limits, Remedy, Role
from punto.runtime import FLOOR, Stream, table_of
from punto.torture.chance import RandomNumbers
from punto.torture.devices import SimulatedDevice
from punto.torture.patrons import SimulatedTerminal
from punto.torture.staff import ARUN, CHIEFS, DEALERS, SITI, TAN, WONG
from punto.torture.world import World
from punto.values import CardOut, Cents, Instant, PersonId, TerminalId, Value, dollars


class Errand(Value):
    """A command that a person of the pit wants to give to a table."""

    by: PersonId
    wish: rounds.Wish


class Rulings:
    """Takes steps until the table goes on; after a refusal, a step more likely to be accepted."""

    def __init__(self, chance: RandomNumbers) -> None:
        self._chance = chance
        self._tries: dict[tuple[Stream, int], int] = {}

    def next(self, stream: Stream, table: Table, *, calm: bool) -> Errand:
        """Return a person's step about the matter of a table."""
        matter = table.matter_now
        chief = next(each for each in CHIEFS if each != matter.reporter)
        place = stream, matter.began_at
        tries = self._tries[place] = self._tries.get(place, -1) + 1
        if matter.declined or matter.policy.remedy is Remedy.RULING:
            return Errand(chief, self._ruling(table, sure=calm or tries > 3))  # noqa: PLR2004 (enough)
        if tries == 0 and not calm and self._chance.one_in(3):
            return Errand(self._chance.one_of((ARUN, SITI)), self._attesting(table, matter))
        if self._chance.one_in(3) or tries > 2:  # noqa: PLR2004 (enough)
            return Errand(chief, Decline("not so"))
        return Errand(chief, self._attesting(table, matter))

    def _attesting(self, table: Table, matter: Matter) -> Attest:
        return Attest(_some_order(table, matter) if matter.policy.order_by_attester else None)

    def _ruling(self, table: Table, *, sure: bool) -> Rule:
        if sure:
            return Rule(Verdict.GOES_ON, "so ruled")
        verdict = self._chance.one_of(tuple(Verdict))
        given = tuple(
            (terminal, dollars(self._chance.between(-30, 30)))
            for terminal in _holders(table)
            if self._chance.one_in(4)
        )
        matter = table.matter_now
        ordered = verdict is Verdict.ESTABLISHED and matter.policy.order_by_attester
        cards = _some_order(table, matter) if ordered else None
        return Rule(verdict, "so ruled", given, cards)


def _holders(table: Table) -> tuple[TerminalId, ...]:
    """Return the terminals, or the places of a live table at which money has moved."""
    if not table.is_live:
        return tuple(table.seats)
    return tuple(place for place in table.book.purses if place != TRAY)


def _some_order(table: Table, matter: Matter) -> tuple[CardOut, ...]:
    """Return an order of all cards that are out; only the last may change places."""
    dealt = matter.interrupted in {Phase.DEALING, Phase.RESULT}
    registered = table.round_now.cards if dealt else ()
    last = (*registered[-1:], *matter.extra)
    return (*registered[:-1], *sorted(last, key=str))


class Pit(SimulatedDevice):
    """The pit's own screen, which sees all tables."""

    at_once = 2

    def __init__(
        self,
        world: World,
        tables: tuple[Stream, ...],
        terminals: dict[TerminalId, SimulatedTerminal],
    ) -> None:
        super().__init__("pit", world)
        self.streams, self._terminals = tables, terminals
        self._rulings = Rulings(self.chance)

    def forget(self) -> None:
        """Forget the progress of each matter."""
        self._rulings = Rulings(self.chance)

    def look(self) -> None:
        """Take the step that a table waits for, or act unprompted."""
        for stream in self.chance.mixed(self.streams):
            table = self.table(stream)
            if table is None or any(w.letter.stream == stream for w in self.waiting.values()):
                continue
            errand = self._waiting_for_us(stream, table)
            if errand is None and not self.is_calm and self.chance.one_in(6):
                errand = self._own_accord(stream, table)
            if errand is not None:
                self.ask(stream, errand.by, errand.wish)
                return
        if not self.is_calm and self.chance.one_in(60):
            self._acting()

    # ----- what waits

    def _waiting_for_us(self, stream: Stream, table: rounds.Table) -> Errand | None:
        if table.matter is not None:
            if not self.is_calm and self.chance.one_in(2):
                return None
            return self._rulings.next(stream, table, calm=self.is_calm)
        for terminal, seat in table.seats.items():
            if seat.ticket is not None and (seat.uncertain or self.is_calm):
                came_out = self._terminals[terminal].printer.opened_by_staff(seat.ticket)
                return Errand(ARUN, rounds.ResolveCashOut(terminal, seat.ticket, came_out))
        if self.is_calm and table.phase in rounds.BETWEEN_ROUNDS:
            return Errand(ARUN, table_commands.CloseTable())  # a timer would go on forever
        for terminal, asked in table.adjustments.items():
            by = self.chance.one_of([each for each in CHIEFS if each != asked.asked_by])
            granted = not self.is_calm and not self.chance.one_in(4)
            return Errand(by, adjustment_commands.AnswerAdjustment(terminal, granted=granted))
        return None

    # ----- unprompted actions

    def _own_accord(self, stream: Stream, table: rounds.Table) -> Errand | None:
        holders = _holders(table)
        if not holders:
            return None
        terminal = self.chance.one_of(holders)
        if table.is_live:
            some = self._of_the_money if self.chance.one_in(2) else self._of_the_table
            return some(table, terminal)
        match self.chance.below(12):
            case 0 | 1 | 2 | 3:
                return self._of_the_money(table, terminal)
            case 4 | 5:
                if table.seats[terminal].disabled:
                    return Errand(ARUN, table_commands.EnableTerminal(terminal))
                return Errand(ARUN, table_commands.DisableTerminal(terminal, "spilled tea"))
            case 6 | 7 | 8:
                # A live table must refuse it.
                other = self.chance.one_of([each for each in self.streams if each != stream])
                return Errand(ARUN, rounds.MoveOut(terminal, table_of(other)))
            case _:
                return self._of_the_table(table, terminal)

    def _of_the_money(self, table: rounds.Table, terminal: TerminalId) -> Errand | None:
        held, owed = table.credits_of(terminal), table.book.owed(terminal)
        if owed and self.chance.one_in(2):
            return Errand(ARUN, adjustment_commands.RepayDebt(terminal, self._some_of(owed)))
        if owed:
            kind = adjustment_commands.AdjustmentKind.WRITE_OFF
            return Errand(ARUN, adjustment_commands.AskAdjustment(terminal, owed, "forgiven", kind))
        if held and self.chance.one_in(2):
            amount = held if self.chance.one_in(2) else self._some_of(held)
            return Errand(ARUN, rounds.HandPay(terminal, amount))
        amount = dollars(self.chance.between(-60, 60))
        asker = self.chance.one_of((ARUN, SITI, TAN))
        return Errand(asker, adjustment_commands.AskAdjustment(terminal, amount, "goodwill"))

    def _of_the_table(self, table: rounds.Table, terminal: TerminalId) -> Errand | None:
        match self.chance.below(6):
            case 0:
                most = self.chance.one_of((None, dollars(50), dollars(500)))
                return Errand(SITI, table_commands.ChangeLimits(Limits(dollars(1), most)))
            case 1:
                dealer = self.chance.one_of(DEALERS)
                return Errand(ARUN, table_commands.ChangeDealer(Actor(dealer, Role.DEALER)))
            case 2 if terminal in table.seats:
                link = table.seats[terminal].link
                lost = link is table_commands.Link.CONNECTED and self.chance.one_in(2)
                return Errand(
                    ARUN,
                    table_commands.ReportLink(
                        terminal,
                        table_commands.Link.LOST if lost else table_commands.Link.CONNECTED,
                    ),
                )
            case 3 if table.phase in rounds.BETWEEN_ROUNDS and self.chance.one_in(3):
                return Errand(ARUN, table_commands.CloseTable())
            case 4 if table.phase is rounds.Phase.SETTLED and self.chance.one_in(3):
                return Errand(ARUN, rounds.RetireShoe("worn"))
            case _:
                return None

    def _some_of(self, amount: Cents) -> Cents:
        return Cents(1 + self.chance.below(amount))

    def _acting(self) -> None:
        """Grant a person an acting role for a time, or end it."""
        if self.chance.one_in(2):
            self.ask(FLOOR, TAN, EndActingRole(ARUN))
            return
        now = self.world.scheduler.now
        until = Instant(now + 5_000 + self.chance.below(20_000))
        wish = GrantActingRole(ARUN, Role.PIT_MANAGER, Instant(now + 1_000), until)
        self.ask(FLOOR, WONG, wish)
