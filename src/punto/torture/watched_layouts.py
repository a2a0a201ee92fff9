"""The bets on a live table's layout and the choices of its patrons, as seen in its events alone."""

from punto.live import PatronKey
from punto.rounds import PlayerOption, Results, Stakes, patron_at
from punto.rounds.boxes import events as box_events
from punto.torture.promises import Promise, expect
from punto.values import TerminalId

Placed = dict[TerminalId, Stakes]


class WatchedLayout:
    """Follows every bet of a round from the layout to its end, and every choice."""

    def __init__(self, place: str, placed: Placed) -> None:
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
