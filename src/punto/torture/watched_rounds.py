"""The rounds of one table, as seen in its events alone.

At a live table also the bets on the layout and the choices of its patrons.
"""

from punto import rounds
from punto.live import PatronKey
from punto.rounds import PlayerOption, Results, Stakes, patron_at
from punto.rounds.betting import events as betting_events
from punto.rounds.boxes import events as box_events
from punto.runtime import Stream
from punto.torture.promises import Promise, expect
from punto.values import TerminalId, Value

_Placed = dict[TerminalId, Stakes]


class WatchedLayout:
    """Follows every bet of a round from the layout to its end, and every choice."""

    def __init__(self, place: str, placed: _Placed) -> None:
        self._where, self._placed = place, placed
        self.is_open = True
        self._asked = frozenset[PatronKey]()
        self._chosen = dict[PatronKey, PlayerOption]()

    def take(self, fact: box_events.BoxFact) -> None:
        """Check one more event at the layout."""
        match fact:
            case box_events.ChipsPlaced():
                seen = f"{self._where}: chips are laid at {fact.place}"
                expect(Promise.NO_LATE_BET, self.is_open, seen)
                self._placed[fact.place] = fact.stakes
            case box_events.ExcessRejected():
                expect(Promise.NO_LATE_BET, self.is_open, f"{self._where}: excess is rejected")
                self._cut_back(fact.kept)
            case box_events.LayoutClosed():
                self._cut_back(fact.played)
                named = {place for place, _ in fact.played}
                left = [place for place, stakes in self._placed.items() if stakes]
                seen = f"{self._where}: the close says nothing of a bet in {left}"
                expect(Promise.ONE_ENDING, named.issuperset(left), seen)
                self.is_open = False
            case box_events.OptionsOffered():
                self._ask(fact)
            case box_events.OptionChosen():
                self._choose(fact)
            case box_events.OptionsClosed():
                self._take_back(fact.results)
            case _:
                pass

    def _cut_back(self, positions: box_events.Positions) -> None:
        """Take positions that may only be smaller than the chips that were placed."""
        for place, stakes in positions:
            lay = dict(self._placed.get(place, ()))
            less = all(amount <= lay.get(bet, 0) for bet, amount in stakes)
            seen = f"{self._where}: of {lay} at {place} {stakes} plays"
            expect(Promise.NO_LATE_BET, less, seen)
            self._placed[place] = stakes

    def _ask(self, fact: box_events.OptionsOffered) -> None:
        playing = {patron_at(place) for place, stakes in self._placed.items() if stakes}
        seen = f"{self._where}: {fact.patrons} are asked, and {playing} have bets"
        expect(Promise.CHOICES_KEPT, set(fact.patrons) == playing, seen)
        self._asked, self._chosen = frozenset(fact.patrons), {}

    def _choose(self, fact: box_events.OptionChosen) -> None:
        is_asked = fact.patron in self._asked and fact.patron not in self._chosen
        seen = f"{self._where}: {fact.patron} chooses without being asked, or twice"
        expect(Promise.CHOICES_KEPT, is_asked, seen)
        self._chosen[fact.patron] = fact.option

    def _take_back(self, results: Results) -> None:
        back = {
            place: stakes
            for place, stakes in self._placed.items()
            if stakes and self._chosen.get(patron_at(place)) is PlayerOption.RETURN
        }
        given = {
            place: tuple((each.bet, each.returned) for each in ended) for place, ended in results
        }
        seen = f"{self._where}: {given} go back, and patrons chose so for {back}"
        expect(Promise.CHOICES_KEPT, given == back and len(given) == len(results), seen)
        self._placed.update(dict.fromkeys(back, ()))
        self._asked, self._chosen = frozenset(), {}


class Ended(Value):
    """A round that an event ended, or ended again."""

    before: rounds.Results | None
    """The results that it had before; None at its first end."""
    results: rounds.Results


class WatchedRounds:
    """Tracks the registered bets, the close, and the end of each round."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.endings: dict[int, rounds.Results] = {}
        """The results of each round, by its latest ending."""
        self.profits = 0
        """The patrons' total profit by the endings in force."""
        self._number = 0
        self._placed: dict[int, dict[TerminalId, rounds.Stakes]] = {}
        self._is_open = False
        self._closes_at = 0
        self._cut_off_at: int | None = None
        self._frozen = set[TerminalId]()
        self._layout: WatchedLayout | None = None

    def take(self, event: rounds.TableEvent) -> Ended | None:
        """Check one more event; returns the round that it ended, if any."""
        match event.fact:
            case rounds.EarlierRoundResettled():
                return self._end(event.fact.round_number, event.fact.results)
            case rounds.RoundSettled() | rounds.RoundVoided() | rounds.RoundResettled():
                return self._end(self._number, event.fact.results)
            case _:
                self._on_the_way(event)
                return None

    def _on_the_way(self, event: rounds.TableEvent) -> None:
        match event.fact:
            case betting_events.BetsOpened():
                self._open(event.fact.round_number, event.fact.closes_at)
            case betting_events.PositionTaken():
                self._place(event.fact, event.at)
            case betting_events.ClosingBegan():
                self._cut_off_at = event.fact.cut_off_at
            case betting_events.TerminalFroze():
                self._frozen.add(event.fact.terminal)
            case betting_events.BetsClosed():
                self._is_open = False
            case rounds.PlayResumed():
                self._prolong(event.fact.closes_at)
            case _ if isinstance(event.fact, rounds.BoxFact) and self._layout is not None:
                self._layout.take(event.fact)
            case _:
                pass

    def _prolong(self, closes_at: int) -> None:
        """Move the cut-off by the time that an interruption took from the betting (A-37)."""
        if self._cut_off_at is not None:
            self._cut_off_at += closes_at - self._closes_at
        self._closes_at = closes_at

    def _open(self, number: int, closes_at: int) -> None:
        ended = self._number in self.endings or not self._number
        expect(Promise.ONE_ENDING, ended, f"{self.stream}: round {self._number} has no ending")
        expect(
            Promise.ONE_ENDING,
            number == self._number + 1,
            f"{self.stream}: round {number} follows round {self._number}",
        )
        self._number, self._is_open, self._cut_off_at = number, True, None
        self._closes_at = closes_at
        self._placed[number] = {}
        self._frozen.clear()
        self._layout = WatchedLayout(f"{self.stream}: round {number}", self._placed[number])

    def _place(self, fact: betting_events.PositionTaken, at: int) -> None:
        is_late = self._cut_off_at is not None and at >= self._cut_off_at
        may = self._is_open and not is_late and fact.terminal not in self._frozen
        seen = f"{self.stream}: {fact.terminal} in round {self._number}, taken at {at}"
        expect(Promise.NO_LATE_BET, may, f"{seen}; cut-off {self._cut_off_at}")
        self._placed[self._number][fact.terminal] = fact.stakes

    def _end(self, number: int, results: rounds.Results) -> Ended:
        ended = {
            terminal: tuple((each.bet, each.stake) for each in own) for terminal, own in results
        }
        placed = {t: stakes for t, stakes in self._placed.get(number, {}).items() if stakes}
        seen = f"{self.stream}: round {number} ends {ended}, registered were {placed}"
        expect(Promise.ONE_ENDING, ended == placed and len(ended) == len(results), seen)
        before = self.endings.get(number)
        self.profits += _profit(results) - _profit(before or ())
        self.endings[number] = results
        if number == self._number:
            self._is_open = False
            self._layout = None
        return Ended(before, results)


def _profit(results: rounds.Results) -> int:
    return sum(each.profit for _, own in results for each in own)
