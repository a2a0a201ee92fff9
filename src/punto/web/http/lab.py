"""The lab by HTTP: exact odds of any shoe, longer jobs, and the house edges of a table's bets."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from punto.rules import Game, usual_decks
from punto.values import TableId
from punto.web.http.app_state import app_of
from punto.web.http.endpoints import Asked, Endpoint, Who, check_session
from punto.web.http.errors import HttpProblem
from punto.web.http.ports import LabBusy, LabFailed, LabRefused
from punto.web.wire import lab

_SHEET_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
)
"""A sheet is one file with inline style and plots; no script in it may run."""


async def about_lab(asked: Asked[None]) -> lab.LabTold:
    """Return the capabilities of the lab here."""
    here = asked.app.lab
    games = tuple(_told(key, game) for key, game in here.games().items())
    return lab.LabTold(here.missing, games)


def _told(key: str, game: Game) -> lab.LabGame:
    bets = tuple(lab.LabBetName(bet.key, bet.name.en, bet.name.zh) for bet in game.bets)
    decks = (game.decks.least, game.decks.most)
    return lab.LabGame(key, game.name.en, game.name.zh, decks, usual_decks(game), bets)


async def lab_odds(asked: Asked[lab.LabShoe]) -> lab.LabOdds:
    """Return the exact odds of every bet of a game, from the rest of a shoe."""
    _check(asked, asked.body.game)
    with _in_one_sentence():
        return await asked.app.lab.odds(asked.body)


async def begin_lab_work(asked: Asked[lab.LabWork]) -> lab.LabBench:
    """Start a simulation, a study or a PAR sheet."""
    _check(asked, asked.body.game)
    if asked.body.kind == "study" and asked.body.size > lab.MOST_SHOES:
        sentence = f"study of {asked.body.size} shoes: expected at most {lab.MOST_SHOES}"
        raise HttpProblem(422, "malformed", sentence)
    with _in_one_sentence():
        return lab.LabBench(await asked.app.lab.begin(asked.body))


async def lab_work(asked: Asked[None]) -> lab.LabBench:
    """Return the progress and the result of the job."""
    return lab.LabBench(await asked.app.lab.job())


async def cancel_lab_work(asked: Asked[None]) -> lab.LabBench:
    """Cancel the running job; its partial result is lost."""
    await asked.app.lab.cancel()
    return lab.LabBench(await asked.app.lab.job())


async def lab_sheet(request: Request) -> Response:
    """Return a finished PAR sheet, as a page or as a PDF."""
    app = app_of(request)
    await check_session(app, request, Who.LAB)
    path = await app.lab.sheet(request.path_params["name"])
    if path is None:
        raise HttpProblem(404, "not_found", "no such sheet: make it first")
    answer = FileResponse(path, headers={"Cache-Control": "no-store"})
    if path.suffix == ".html":
        answer.headers["Content-Security-Policy"] = _SHEET_POLICY
    else:
        answer.headers["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return answer


def _check(asked: Asked[Any], game: str) -> None:
    app = asked.app
    app.lab_attempts.check(asked.request, app.now())
    if app.lab.missing:
        raise HttpProblem(503, "no_lab", app.lab.missing)
    games: Mapping[str, Game] = app.lab.games()
    if game not in games:
        raise HttpProblem(404, "no_such_game", f"game {game}: not among those of this server")


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    try:
        yield
    except LabRefused as wrong:
        raise HttpProblem(422, "lab_refused", str(wrong)) from None
    except LabBusy as wrong:
        raise HttpProblem(409, "lab_busy", str(wrong)) from None
    except LabFailed as wrong:
        raise HttpProblem(503, "no_lab", str(wrong)) from None


LAB = (
    Endpoint("GET /api/lab", about_lab, Who.LAB),
    Endpoint("POST /api/lab/odds", lab_odds, Who.LAB),
    Endpoint("POST /api/lab/work", begin_lab_work, Who.LAB),
    Endpoint("GET /api/lab/work", lab_work, Who.LAB),
    Endpoint("POST /api/lab/work/cancel", cancel_lab_work, Who.LAB),
)


async def edges(asked: Asked[None]) -> lab.EdgesTold:
    """Return the exact edges of a table's bets, for a full shoe of the decks in play."""
    table = TableId(asked.request.path_params["table"])
    standing = asked.services.desk.node.tables().get(table)
    if standing is None or standing.table.configuration is None:
        raise HttpProblem(404, "no_such_table", f"table {table!r}: not on this floor")
    terms = standing.table.configuration.terms
    known = asked.app.edges.of(terms.game, terms.decks)
    told = {str(bet.key): exact_told(known.get(bet.key)) for bet in terms.offered}
    return lab.EdgesTold(terms.game.key, terms.decks, told)


def exact_told(number: Fraction | None) -> lab.ExactTold | None:
    """Return a number as a fraction and as a float."""
    if number is None:
        return None
    return lab.ExactTold(f"{number.numerator}/{number.denominator}", float(number))


EDGES = (Endpoint("GET /api/tables/{table}/edges", edges, Who.ANYBODY),)
