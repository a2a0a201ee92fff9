from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from punto.ledger.accounts import AccountKind
from punto.ledger.transfers import ROUTES, Reason, Transfer
from punto.values.ids import TerminalId
from punto.values.money import NOTHING, Cents

PLAYED = frozenset({Reason.LOST, Reason.WON_STAKE, Reason.PUSHED})
"""The ends of a bet that mean its round was played; a returned bet was not."""


@dataclass(slots=True)
class Activity:
    """What one posting did at one terminal, while it is being added up."""

    counted: dict[Reason, Cents] = field(default_factory=lambda: defaultdict(lambda: NOTHING))
    played: bool = False
    unplayed: bool = False

    @property
    def games(self) -> int:
        """One for a settlement, one off for its reversal, none for a resettlement."""
        return self.played - self.unplayed

    def changes(self) -> Mapping[AccountKind, Cents]:
        """By how much the posting changed the terminal's accounts and the table's."""
        changes: dict[AccountKind, Cents] = defaultdict(lambda: NOTHING)
        for reason, counted in self.counted.items():
            source, target = ROUTES[reason]
            changes[source] = Cents(changes[source] - counted)
            changes[target] = Cents(changes[target] + counted)
        return changes


def activity_by_terminal(transfers: Iterable[Transfer]) -> Mapping[TerminalId, Activity]:
    """The transfers added up by terminal and reason, so that a settlement folds in one pass."""
    found: dict[TerminalId, Activity] = {}
    for transfer in transfers:
        terminal, reason = transfer.terminal, transfer.reason
        activity = found.get(terminal)
        if activity is None:
            activity = found[terminal] = Activity()
        activity.counted[reason] = Cents(activity.counted[reason] + transfer.counted)
        if reason in PLAYED:
            if transfer.is_reversal:
                activity.unplayed = True
            else:
                activity.played = True
    return found
