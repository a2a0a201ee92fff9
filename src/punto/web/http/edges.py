"""The house edge of every bet at a table, public before betting."""

from fractions import Fraction

from punto.values import TableId
from punto.web.http.endpoints import Asked, Endpoint, Who
from punto.web.http.errors import Problem
from punto.web.wire.lab import EdgesTold, ExactTold


async def edges(asked: Asked[None]) -> EdgesTold:
    """Return the exact edges of a table's bets, for a full shoe of the decks in play."""
    table = TableId(asked.request.path_params["table"])
    standing = asked.board.desk.node.tables().get(table)
    if standing is None or standing.table.configuration is None:
        raise Problem(404, "no_such_table", f"table {table!r}: not on this floor")
    terms = standing.table.configuration.terms
    known = asked.house.edges.of(terms.game, terms.decks)
    told = {str(bet.key): exact_told(known.get(bet.key)) for bet in terms.offered}
    return EdgesTold(terms.game.key, terms.decks, told)


def exact_told(number: Fraction | None) -> ExactTold | None:
    """Return a number as a fraction and as a float."""
    if number is None:
        return None
    return ExactTold(f"{number.numerator}/{number.denominator}", float(number))


EDGES = (
    Endpoint(
        "GET",
        "/api/tables/{table}/edges",
        "The house edges of a table's bets.",
        edges,
        Who.ANYBODY,
        answer=EdgesTold,
    ),
)
