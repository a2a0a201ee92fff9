"""One step of the books: transfers that happen together or not at all."""

from collections.abc import Mapping, Sequence

from punto.ledger.transfers import Transfer
from punto.values import TerminalId, Value


class Posting(Value):
    """Transfers that happen together or not at all; postings are numbered without gaps."""

    number: int
    transfers: tuple[Transfer, ...]
    reverses: int | None = None
    """The earlier posting that this one corrects."""

    def __post_init__(self) -> None:
        if not self.transfers:
            raise ValueError(f"posting {self.number} has no transfer, expected at least one")
        if self.reverses is not None and not 1 <= self.reverses < self.number:
            raise ValueError(
                f"posting {self.number} reverses {self.reverses}, expected an earlier one"
            )

    def by_terminal(self) -> Mapping[TerminalId, Sequence[Transfer]]:
        """Return the transfers by terminal, so that a settlement is folded in one pass."""
        if len(self.transfers) == 1:  # the usual case: most postings are bets
            return {self.transfers[0].terminal: self.transfers}
        found: dict[TerminalId, list[Transfer]] = {}
        for transfer in self.transfers:
            found.setdefault(transfer.terminal, []).append(transfer)
        return found
