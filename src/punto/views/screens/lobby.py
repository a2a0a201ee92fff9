"""A table in the lobby and on a wall: what a patron must know to choose it."""

from punto.rounds import Configuration, Phase
from punto.rules import GameKey, Name
from punto.values import Cents, Instant, TableId, Value
from punto.views.watched_table import Watched


class LobbyTile(Value):
    """A table in a few figures, none of which depends on any patron's bets or credits."""

    table: TableId
    game: GameKey
    name: Name
    is_live: bool
    """Whether chips are laid at the table itself, so that no terminal can sit there."""
    phase: Phase
    round_number: int
    shoe_number: int
    """0 before the first shoe."""
    betting_ms: int
    closes_at: Instant | None
    """When the bets are to close; None while no time runs."""
    minimum: Cents
    maximum: Cents | None
    """The limits of the table; None where it posts no maximum."""
    seats_taken: int
    seats: int | None
    """None without a limit."""
    patrons_choose: bool
    """Whether patrons come and go by themselves; otherwise staff seat them."""
    is_halted: bool


def lobby_tile(watched: Watched, *, is_halted: bool) -> LobbyTile | None:
    """Return a table's tile; None before the table has a game."""
    table, configuration = watched.table, watched.table.configuration
    if configuration is None:
        return None
    minimum, maximum = _limits(configuration)
    return LobbyTile(
        table=configuration.table,
        game=configuration.terms.game.key,
        name=configuration.terms.game.name,
        is_live=table.is_live,
        phase=table.phase,
        round_number=table.rounds_count,
        shoe_number=table.shoes_count,
        betting_ms=configuration.betting_ms,
        closes_at=table.closes_at if table.phase is Phase.BETTING else None,
        minimum=minimum,
        maximum=maximum,
        seats_taken=table.seats_taken,
        seats=table.seating.seats,
        patrons_choose=table.seating.patrons_choose,
        is_halted=is_halted,
    )


def _limits(configuration: Configuration) -> tuple[Cents, Cents | None]:
    """Return what a table posts; a live one posts a minimum and Differentials (L 3.4)."""
    if configuration.layout is not None:
        return configuration.layout.limits.minimum, None
    limits = configuration.terms.limits
    return limits.minimum, limits.maximum
