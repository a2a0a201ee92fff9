"""An irregularity at one point of a round, and what the procedure of its clause says of it."""

from dataclasses import dataclass

SUPERVISOR, RWS_MANAGER = "Pit Supervisor", "Table Games Shift Manager"
MBS_MANAGER = "Gaming Shift Manager"
NAMES = {SUPERVISOR: "Sofia Lim", RWS_MANAGER: "Tan Mei Ling", MBS_MANAGER: "Tan Mei Ling"}

VOID = ("is void", "Every bet of the round is returned")
GOES_ON = ("goes on", "Bets stand")
BACK = ("goes on", "Bets stand, and the time to bet is given back")
NOTHING = ("The next round may begin", "No money moves")
STAYS, LEAVES = "The shoe stays", "The shoe is retired"
AS_THEY_ARE, DISCARD = "The cards stay as they are", "The cards of the round are discarded"
SEEN = "Discarded without being registered:"
CARRIED = "The next deal begins with"
CORRECTED = "The cards are"

NATURAL = "4 2 5 3"
"""Player has 9 and Banker 5: Player wins."""


@dataclass(frozen=True, slots=True)
class Case:
    """An irregularity, at one point of a round, and what the procedure says of it."""

    game: str
    title: str
    clause: str
    by: str
    told: tuple[str, ...]
    """What the step promises for play, money, cards and shoe."""
    dealt: str = ""
    """The ranks that are out when the irregularity is noticed; none while bets are open."""
    settled: bool = False
    extra: str = ""
    """A card that is out and not registered."""
    moved: str = ""
    """Cards that change places with the next card, to restore the intended order."""
    instead: str = ""
    """The card that actually lies there, in place of the one registered last."""
    behind: str = ""
    """Cards that were dealt while nothing was registered."""
    decided: str = ""
    """The card that the person who confirms moves behind the next one (R 5.7)."""
    ruling: str = ""
    """The Shift Manager's step, where no clause says what follows."""
    adjusted: str = ""
    rest: str = ""
    """What is dealt afterwards until the round is settled; empty if the round has ended."""
    won: float = 0
    """What the patron has gained at the end, in dollars."""

    @property
    def step(self) -> str:
        return self.ruling or "Confirm"

    def __str__(self) -> str:
        noticed = "paid" if self.settled else self.dealt.replace(" ", "") or "bets"
        return f"{self.game} {self.title}, {noticed}{f', {self.ruling}' * bool(self.ruling)}"
