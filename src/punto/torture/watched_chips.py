"""Every chip of one live table, counted from the events alone and compared with its state."""

from collections import Counter
from collections.abc import Mapping

from punto import rounds
from punto.ledger import AccountKind
from punto.live import PatronKey
from punto.rounds.boxes import events as box_events
from punto.rounds.tray import events as tray_events
from punto.torture.promises import Promise, expect
from punto.torture.watched_rounds import Ended
from punto.values import Cents, CommandId, TerminalId


class WatchedChips:
    """The chips in the tray by value, and the amounts on the layout, held, owed and in hands."""

    def __init__(self, place: str) -> None:
        self._where = place
        self.tray: Counter[Cents] | None = None
        self.on_layout = Counter[TerminalId]()
        self.held = Counter[TerminalId]()
        self.owed = Counter[TerminalId]()
        self.in_hands = 0
        self.dropped = 0
        self._away = set[PatronKey]()
        self._slips: dict[int, tuple[rounds.SlipKind, rounds.Chips]] = {}
        self._slips_count = 0
        self._due = Counter[TerminalId]()
        """The amount that the events of a command give to each place from the tray."""
        self._command: CommandId | None = None

    # ----- events

    def take(self, event: rounds.TableEvent, ended: Ended | None) -> None:
        """Count one more event, and the round that it ended, if any."""
        if event.command != self._command:
            self._check_paid()
            self._command = event.command
        fact = event.fact
        if ended is not None:
            self._end(ended)
        elif isinstance(fact, rounds.CreditsAdjusted):
            self._correct(fact.terminal, fact.amount)
        elif isinstance(fact, rounds.DebtRepaid):
            self.owed[fact.terminal] -= fact.amount
            self._due[fact.terminal] -= fact.amount
            self._give(fact.terminal, -fact.amount)
        elif isinstance(fact, rounds.DebtWrittenOff):
            self.owed[fact.terminal] -= fact.amount
        elif isinstance(fact, box_events.BoxFact):
            self._at_layout(fact)
        elif isinstance(fact, tray_events.TrayFact):
            self._at_tray(fact)

    def _at_layout(self, fact: box_events.BoxFact) -> None:
        match fact:
            case box_events.PatronJoined():
                self._away.discard(fact.patron)
            case box_events.PatronLeft():
                self._away.add(fact.patron)
            case box_events.ChipsPlaced():
                self._lay(((fact.place, fact.stakes),))
            case box_events.ExcessRejected():
                self._lay(fact.kept)
            case box_events.LayoutClosed():
                self._lay(fact.played)
            case box_events.OptionsClosed():
                self._clear(fact.results)
            case box_events.WinningsClaimed():
                self.held[fact.terminal] -= fact.amount
                self.in_hands += fact.amount
            case _:
                pass

    def _lay(self, positions: box_events.Positions) -> None:
        for place, stakes in positions:
            now = sum(stake for _, stake in stakes)
            self._give(place, self.on_layout[place] - now)
            self.on_layout[place] = now

    def _give(self, place: TerminalId, amount: int) -> None:
        """Give chips to a patron, or take some; chips of a patron who left are held (L 5.3)."""
        if amount > 0 and self._is_away(place):
            self.held[place] += amount
        else:
            self.in_hands += amount

    def _is_away(self, place: TerminalId) -> bool:
        return rounds.patron_at(place) in self._away

    # ----- the ends of rounds, and corrections

    def _end(self, ended: Ended) -> None:
        if ended.before is None:
            self._clear(ended.results)
            self._due.update(_profits(ended.results))
            return
        before, after = _profits(ended.before), _profits(ended.results)
        for place in before.keys() | after.keys():
            self._correct(place, after[place] - before[place])

    def _clear(self, results: rounds.Results) -> None:
        for place, own in results:
            self.on_layout[place] -= sum(each.stake for each in own)
            self._give(place, sum(each.returned for each in own))

    def _correct(self, place: TerminalId, change: int) -> None:
        """Correct a balance: held winnings pay before a debt arises; gains repay debts (A-28)."""
        if change < 0 and self._is_away(place):
            back = min(-change, self.held[place])
            self.held[place] -= back
            self._due[place] -= back
            self.owed[place] -= change + back
            return
        repaid = max(0, min(change, self.owed[place]))
        self.owed[place] -= repaid
        self._due[place] += change - repaid
        self._give(place, change - repaid)

    # ----- the tray

    def _at_tray(self, fact: tray_events.TrayFact) -> None:
        match fact:
            case tray_events.FloatOpened():
                self._expect(self.tray is None, "a float is opened twice")
                self.tray = Counter(dict(fact.chips))
            case tray_events.FloatClosed():
                over = rounds.worth(fact.chips) - rounds.worth(tuple(self._open_tray().items()))
                self._expect(over == fact.variance, f"counted {over} more, noted {fact.variance}")
                self.tray = None
            case tray_events.ChipsBought():
                self._expect(
                    rounds.worth(fact.chips) == fact.amount, f"{fact.amount} buys {fact.chips}"
                )
                self._move((), fact.chips)
                self.in_hands += fact.amount
                self.dropped += fact.amount
            case tray_events.ChipsChanged():
                same = rounds.worth(fact.given) == rounds.worth(fact.received)
                self._expect(same, f"{fact.received} become {fact.given}")
                self._move(fact.received, fact.given)
            case tray_events.StacksMoved():
                self._pay(fact)
            case _:
                self._slip(fact)

    def _slip(self, fact: tray_events.TrayFact) -> None:
        match fact:
            case tray_events.SlipRequested():
                self._slips_count += 1
                self._expect(fact.number == self._slips_count, f"slip {fact.number} is numbered so")
                self._slips[fact.number] = fact.kind, fact.chips
            case tray_events.SlipVoided():
                self._slips.pop(fact.number, None)
            case tray_events.SlipSigned():
                asked = self._slips.pop(fact.number, None)
                self._expect(asked == (fact.kind, fact.chips), f"slip {fact.number} moves others")
                is_fill = fact.kind is rounds.SlipKind.FILL
                self._move(fact.chips if is_fill else (), () if is_fill else fact.chips)
            case _:
                pass

    def _pay(self, fact: tray_events.StacksMoved) -> None:
        """Check that the stacks are exactly those that the events of the command make due."""
        paid = Counter[TerminalId]()
        for stack in fact.taken:
            paid[stack.place] -= stack.amount
            self._move_if_counted(stack.chips, ())
            over = rounds.worth(stack.chips) - stack.amount
            if self._is_away(stack.place):
                self.held[stack.place] -= over
            else:
                self.in_hands -= over
        for stack in fact.paid:
            paid[stack.place] += stack.amount
            self._move_if_counted((), stack.chips)
            self._give(stack.place, rounds.worth(stack.chips) - stack.amount)
        differ = {p for p in paid.keys() | self._due.keys() if paid[p] != self._due[p]}
        seen = f"stacks of {dict(paid)} cents, due are {dict(self._due)}"
        self._expect(not differ, seen)
        self._due.clear()

    def _move_if_counted(self, received: rounds.Chips, given: rounds.Chips) -> None:
        # Without a counted float, stacks tell only the rounding.
        if self.tray is not None:
            self._move(received, given)

    def _move(self, received: rounds.Chips, given: rounds.Chips) -> None:
        tray = self._open_tray()
        tray.update(dict(received))
        tray.subtract(dict(given))
        self._expect(min(tray.values(), default=0) >= 0, f"the tray gives {given}, and has fewer")

    def _open_tray(self) -> Counter[Cents]:
        if self.tray is None:
            self._expect(holds=False, seen="chips move in an uncounted tray")
        return self.tray or Counter()

    # ----- checks

    def _expect(self, holds: object, seen: str) -> None:
        expect(Promise.CHIPS_CONSERVED, holds, f"{self._where}: {seen}")

    def _check_paid(self) -> None:
        """Check that the command before left nothing due, if a tray is in use."""
        left = {place: due for place, due in self._due.items() if due}
        self._expect(self.tray is None or not left, f"{left} cents are due, and no chip moved")
        self._due.clear()

    def check(self, table: rounds.Table) -> None:
        """Check that the table holds what the events say, chip by chip and account by account."""
        self._check_paid()
        tray = None if self.tray is None else {v: n for v, n in self.tray.items() if n}
        held = None if table.tray is None else {v: n for v, n in table.tray.items() if n}
        self._expect(held == tray, f"the tray holds {held}, by the events {tray}")
        balances = table.book.balances
        expectations: tuple[tuple[AccountKind, Mapping[TerminalId, int]], ...] = (
            (AccountKind.STAKES, self.on_layout),
            (AccountKind.HELD, self.held),
            (AccountKind.RECEIVABLE, {place: -owed for place, owed in self.owed.items()}),
        )
        for kind, expected in expectations:
            own = {str(a.terminal): n for a, n in balances.items() if a.kind is kind}
            self._compare(kind, own, {str(place): n for place, n in expected.items()})
        for kind, total in ((AccountKind.CHIPS, self.in_hands), (AccountKind.DROP, self.dropped)):
            found = sum(amount for a, amount in balances.items() if a.kind is kind)
            self._compare(kind, {"all": found}, {"all": total})

    def _compare(
        self, kind: AccountKind, found: Mapping[str, int], expected: Mapping[str, int]
    ) -> None:
        have = {place: amount for place, amount in found.items() if amount}
        want = {place: amount for place, amount in expected.items() if amount}
        self._expect(have == want, f"{kind.value} are {have} cents, by the events {want}")


def _profits(results: rounds.Results) -> Counter[TerminalId]:
    return Counter({place: sum(each.profit for each in own) for place, own in results})
