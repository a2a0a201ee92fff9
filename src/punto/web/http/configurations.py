"""The pit's requests about what a table plays: the games to choose from, and a table's setup."""

from punto import identity, live
from punto.rounds import CardSource, Configuration, ConfigureTable, Phase, TableCommand
from punto.rules import Actor, Game, Limits, Terms, terms_of, usual_decks
from punto.runtime import Closed, Halted, NotRecordable
from punto.values import Cents, Instant, TableId, replace
from punto.web.desk.wishes_to_commands import own_id
from punto.web.http.endpoints import Asked
from punto.web.http.errors import HttpProblem
from punto.web.wire import api


async def games(asked: Asked[None]) -> list[api.GameTold]:
    """Return the games that a table can play."""
    return [
        api.GameTold(
            key=key,
            en=game.name.en,
            zh=game.name.zh,
            decks=(game.decks.least, game.decks.most),
            bets=tuple(bet.key for bet in game.bets),
            layouts=_layouts(asked, game),
        )
        for key, game in asked.app.games.in_force(asked.app.now()).items()
    ]


def _layouts(asked: Asked[None], game: Game) -> tuple[tuple[str, ...], ...]:
    terms = terms_of(game, usual_decks(game), (), Limits())
    if not isinstance(terms, Terms):
        return ()
    usual = asked.app.games.configuration(TableId(""), terms)
    return () if usual.layout is None else tuple(live.USUAL_BOXES.values())


async def configure(asked: Asked[api.TableSetup]) -> api.CommandOutcome:
    """Configure a table's game; a new table is created.

    An open table is given the rules that take effect next, and follows them from their date on.
    """
    desk, at = asked.services.desk, asked.app.now()
    table = TableId(asked.body.table)
    by = identity.actor(desk.node.floor, asked.person, at)
    if not isinstance(by, Actor):
        return api.outcome_of(by)
    known = desk.node.tables()
    unfit = None if table in known else identity.id_refusal("table", table, known)
    if unfit is not None:
        return api.outcome_of(unfit)
    wish = ConfigureTable(_configuration(asked, _game(asked, table, at)))
    name = own_id(asked.person, asked.body.id)
    try:
        answer = await desk.node.ask(table, TableCommand(name, at, by, wish))
    except NotRecordable as fault:
        raise HttpProblem(422, "not_recordable", str(fault)) from None
    except Halted as fault:
        raise HttpProblem(503, "halted", f"table {table} is halted: {fault}") from None
    except Closed:
        raise HttpProblem(503, "not_ready", "the server is shutting down") from None
    if not isinstance(answer, tuple):
        return api.outcome_of(answer)
    await asked.services.table_feeds.open_table(table)
    return api.outcome_of(None)


def _game(asked: Asked[api.TableSetup], table: TableId, at: Instant) -> Game:
    """Return the rules in force; for an open table the next ones, if there are any (A-64)."""
    games, key = asked.app.games, asked.body.game
    standing = asked.services.desk.node.standing(table)
    is_open = standing is not None and standing.table.phase is not Phase.CLOSED
    game = games.coming(key, at) if is_open else None
    game = game or games.in_force(at).get(key)
    if game is None:
        raise HttpProblem(404, "no_such_game", f"game {key}: not among those of this server")
    return game


def _configuration(asked: Asked[api.TableSetup], game: Game) -> Configuration:
    body = asked.body
    decks = usual_decks(game) if body.decks is None else body.decks
    maximum = None if body.maximum is None else Cents(body.maximum)
    limits = Limits(Cents(body.minimum), maximum, Cents(body.step))
    terms = terms_of(game, decks, body.not_offered, limits)
    if not isinstance(terms, Terms):
        raise HttpProblem(422, "terms_unfit", "; ".join(each.sentence for each in terms))
    usual = asked.app.games.configuration(TableId(body.table), terms)
    return replace(
        usual,
        source=CardSource(body.source),
        self_dealing=body.self_dealing,
        burns_cards=body.burns_cards,
        betting_ms=usual.betting_ms if body.betting_ms is None else body.betting_ms,
        pace_ms=usual.pace_ms if body.pace_ms is None else body.pace_ms,
        liability_cap=None if body.liability_cap is None else Cents(body.liability_cap),
        layout=usual.layout if body.layout is None else _layout(body.layout),
    )


def _layout(said: api.LayoutSetup) -> live.TableLayout:
    usual, box, table = live.USUAL_LAYOUT, said.box_differential, said.table_differential
    chips = live.USUAL_CHIPS
    if said.chips is not None:
        kinds = (live.Chip(Cents(each.value), each.name, each.colour) for each in said.chips)
        chips = live.ChipSet(tuple(kinds))
    return live.TableLayout(
        tuple(map(live.BoxLabel, said.boxes)),
        live.PostedLimits(
            Cents(said.minimum),
            None if box is None else Cents(box),
            None if table is None else Cents(table),
        ),
        chips,
        said.face_down,
        said.squeeze_by_letter,
        usual.squeeze_ms if said.squeeze_ms is None else said.squeeze_ms,
        usual.fill_soon_per_cent if said.fill_soon_per_cent is None else said.fill_soon_per_cent,
    )
