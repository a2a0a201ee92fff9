"""The body in which a live table's sensor posts its layout."""

from typing import Annotated

from msgspec import Meta

from punto.web.wire.messages import ShortText
from punto.web.wire.sign_ins import Body

LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that every program reads from JSON as it was written."""

Number = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]


class ReadBetSaid(Body, frozen=True):
    """The chips that a sensor reads on one bet of a box."""

    box: ShortText
    bet: ShortText
    chips: Annotated[tuple[tuple[Number, Number], ...], Meta(min_length=1, max_length=100)]
    """Each value in cents, and how many there are of it."""
    patron: ShortText | None = None
    """Whose they are; without a patron, all chips on this bet in the box."""


class ChipReading(Body, frozen=True):
    """All chips on the layout of a live table."""

    number: Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
    """Greater than in the reading before."""
    bets: tuple[ReadBetSaid, ...]
