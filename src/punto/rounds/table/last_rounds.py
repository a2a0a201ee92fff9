"""What a live table answers to a step that its last round, or a missing notice of it, forbids."""

from punto.values import Value


class LastRoundPlayed(Value):
    """A round after the one that was announced as the last."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number} was announced as the last, "
            "expected the table closed before another (L 1.13, A-52)"
        )


class LastRoundKnown(Value):
    """A last round that was announced before."""

    round_number: int

    @property
    def sentence(self) -> str:
        return (
            f"round {self.round_number} is announced as the last, "
            "expected no second notice (L 1.13, A-52)"
        )


class ClosingWithoutNotice(Value):
    """A live table with patrons whose last round was not announced, or not played."""

    last_round: int | None
    """The round that was announced as the last; None if none was."""

    @property
    def sentence(self) -> str:
        found = (
            "patrons are at the table and no last round was announced"
            if self.last_round is None
            else f"round {self.last_round} was announced as the last and has not been played"
        )
        return (
            f"{found}, expected notice and the last round before the table closes "
            "(Conduct of Gaming Regulations, 16; L 1.13, A-52)"
        )
