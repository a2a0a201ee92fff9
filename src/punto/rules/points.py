from punto.rules.table_of_play import NATURALS
from punto.values import Value, Winner


class Points(Value):
    """The final totals and card counts of both hands."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a Tie (R 3.11, M 3.9)."""
        if self.player_total == self.banker_total:
            return Winner.TIE
        return Winner.PLAYER if self.player_total > self.banker_total else Winner.BANKER

    @property
    def margin(self) -> int:
        """The winner's lead in points; 0 for a Tie."""
        return abs(self.player_total - self.banker_total)

    @property
    def player_natural(self) -> bool:
        """Whether Player's two cards make 8 or 9."""
        return self.player_cards == 2 and self.player_total in NATURALS  # noqa: PLR2004 (two cards)

    @property
    def banker_natural(self) -> bool:
        """Whether Banker's two cards make 8 or 9."""
        return self.banker_cards == 2 and self.banker_total in NATURALS  # noqa: PLR2004 (two cards)

    @property
    def index(self) -> int:
        """The place of these points in ``ALL_POINTS``."""
        totals = self.player_total * 10 + self.banker_total
        return totals * 4 + (self.player_cards - 2) * 2 + (self.banker_cards - 2)


ALL_POINTS: tuple[Points, ...] = tuple(
    Points(player_total, banker_total, player_cards, banker_cards)
    for player_total in range(10)
    for banker_total in range(10)
    for player_cards in (2, 3)
    for banker_cards in (2, 3)
)
