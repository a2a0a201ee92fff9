"""The limits that a live table posts for Player and Banker (L 3.4)."""

from punto.values import CENTS_PER_DOLLAR, Cents, Value, format_money


class PostedLimits(Value):
    """The least bet on a hand, and the greatest Differential of a box, of the table or both."""

    minimum: Cents
    box_differential: Cents | None
    table_differential: Cents | None = None
    """L 5.1 tests each box, L 1.6 speaks of the round: a table may post either or both (A-54)."""

    @property
    def by_name(self) -> dict[str, Cents]:
        """Every posted limit, by the name that refusals give it."""
        limits = {
            "minimum": self.minimum,
            "Differential": self.box_differential,
            "table Differential": self.table_differential,
        }
        return {name: limit for name, limit in limits.items() if limit is not None}


class DifferentialNotPosted(Value):
    """A live table that limits the Differential neither of a box nor of the table."""

    minimum: Cents

    @property
    def sentence(self) -> str:
        return (
            f"limits minimum {format_money(self.minimum)} without a Differential: "
            "expected one for each box, for the table or both (L 3.4, A-54)"
        )


class LimitNotPositive(Value):
    """A limit that is zero or negative."""

    name: str
    limit: Cents

    @property
    def sentence(self) -> str:
        return f"{self.name} limit: {format_money(self.limit)}, expected more than 0"


class LimitNotWholeDollars(Value):
    """A limit with cents, where bets are shared out in dollars (A-40)."""

    name: str
    limit: Cents

    @property
    def sentence(self) -> str:
        return f"{self.name} limit: {format_money(self.limit)}, expected whole dollars (A-40)"


LimitRefusal = DifferentialNotPosted | LimitNotPositive | LimitNotWholeDollars
"""The reasons why no bets can be compared with limits."""


def limits_refusals(limits: PostedLimits) -> tuple[LimitRefusal, ...]:
    """Return every fault of limits, in a fixed order."""
    refusals: list[LimitRefusal] = []
    if limits.box_differential is None and limits.table_differential is None:
        refusals.append(DifferentialNotPosted(limits.minimum))
    for name, limit in limits.by_name.items():
        if limit <= 0:
            refusals.append(LimitNotPositive(name, limit))
        elif limit % CENTS_PER_DOLLAR:
            refusals.append(LimitNotWholeDollars(name, limit))
    return tuple(refusals)
