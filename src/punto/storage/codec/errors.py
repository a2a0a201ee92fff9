"""A value or a text that has not the form that its type declares."""


class Misfit(Exception):
    """Something that does not fit, and where it is inside of what was read or written."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = ""

    def within(self, place: str) -> "Misfit":
        """The same, seen from one step further out."""
        self.place = place + self.place
        return self

    def __str__(self) -> str:
        return f"{self.place.removeprefix('.') or 'the whole'}: {self.problem}"


_SHOWN_MAX = 60


def misfit(found: object, expected: str) -> Misfit:
    """What is there, cut to a length that a sentence bears, and what should be."""
    shown = repr(found)
    if len(shown) > _SHOWN_MAX:
        shown = f"{shown[:_SHOWN_MAX]}…"
    return Misfit(f"{shown}, expected {expected}")
