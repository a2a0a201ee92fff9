from punto.values import BadNotation, Side, Value, Winner


class RoundResult(Value):
    """The facts of one finished round that roads show; a void round has no result."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False
    laid: bool = False
    """Whether the hands were played as they lay, which no draw order makes (A-85)."""

    @property
    def side(self) -> Side | None:
        """The winning hand, None after a tie."""
        return _SIDES.get(self.winner)

    def __str__(self) -> str:
        pairs = "b" * self.banker_pair + "p" * self.player_pair
        return winner_letter(self.winner) + pairs + "n" * self.natural + "l" * self.laid


_WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}
_LETTERS = {winner: letter for letter, winner in _WINNERS.items()}
_SIDES = {Winner.BANKER: Side.BANKER, Winner.PLAYER: Side.PLAYER}
_MARKS = "bpnl"


def winner_letter(winner: Winner) -> str:
    """Return the letter of a winner: B, P or T."""
    return _LETTERS[winner]


def parse_results(text: str) -> tuple[RoundResult, ...]:
    """Read results such as ``BbTPpn``: B P T, each with marks.

    b and p stand for its pairs, n for a natural, l for hands that were played as they lay.
    """
    rounds: list[str] = []
    for number, letter in enumerate(text, start=1):
        if letter in _WINNERS:
            rounds.append(letter)
            continue
        expected = _expected_instead_of(letter, rounds[-1] if rounds else "")
        if expected:
            raise BadNotation(f"result {letter!r} at position {number}: expected {expected}")
        rounds[-1] += letter
    return tuple(map(_parse_round, rounds))


def _expected_instead_of(letter: str, before: str) -> str:
    """Return the expected text in place of a letter; empty if the letter is a valid mark."""
    if not before:
        return "B, P or T first"
    if letter not in _MARKS:
        return "B, P or T, or a mark b, p, n or l"
    return "each mark once for a round" if letter in before else ""


def _parse_round(text: str) -> RoundResult:
    return RoundResult(
        _WINNERS[text[0]],
        player_pair="p" in text,
        banker_pair="b" in text,
        natural="n" in text,
        laid="l" in text,
    )


class Tally(Value):
    """Counts of each kind of result in the shoe."""

    banker: int = 0
    player: int = 0
    tie: int = 0
    banker_pairs: int = 0
    player_pairs: int = 0
    naturals: int = 0

    @property
    def rounds(self) -> int:
        """The number of rounds with a result."""
        return self.banker + self.player + self.tie

    def after(self, result: RoundResult) -> "Tally":
        """Return the counts with one more round."""
        return Tally(
            self.banker + (result.winner is Winner.BANKER),
            self.player + (result.winner is Winner.PLAYER),
            self.tie + (result.winner is Winner.TIE),
            self.banker_pairs + result.banker_pair,
            self.player_pairs + result.player_pair,
            self.naturals + result.natural,
        )
