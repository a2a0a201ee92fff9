"""Commands to the floor, on behalf of the signed-in person."""

from typing import Any

from punto.identity import Command, Wish
from punto.runtime import Closed, Halted, NotRecordable
from punto.web.desk.requests import own_id
from punto.web.http.endpoints import Asked
from punto.web.http.errors import Problem
from punto.web.wire.api import Outcome
from punto.web.wire.refusals import refusal_told


async def ask_floor(asked: Asked[Any], name: str, wish: Wish) -> Outcome:
    """Submit a wish to the floor, and return the outcome once it is recorded."""
    command = own_id(asked.person, name)
    try:
        answer = await asked.board.desk.node.ask_floor(
            Command(command, asked.house.now(), asked.person, wish)
        )
    except NotRecordable as fault:
        raise Problem(422, "not_recordable", str(fault)) from None
    except Halted as fault:
        raise Problem(503, "halted", f"the floor is halted: {fault}") from None
    except Closed:
        raise Problem(503, "not_ready", "the server is shutting down") from None
    if isinstance(answer, tuple):
        return Outcome(accepted=True)
    return Outcome(accepted=False, refusal=refusal_told(answer))
