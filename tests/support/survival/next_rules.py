"""Rules of the next build that are set at open tables ahead of the date from which they hold."""

from collections.abc import Iterable, Mapping
from typing import Any

from punto.values.ids import Instant
from support.web.floor_server import Browser

SETUP = {
    "game": "mbs-tiger",
    "decks": 8,
    "minimum": 500,
    "maximum": 500_000,
    "source": "virtual shoe",
    "pace_ms": 20,
}
NEXT_VERSION = 5
"""Of the document that the next build brings."""


async def set_rules_ahead(
    pit: Browser, paces: Mapping[str, Mapping[str, object]], **headers: str
) -> None:
    """Let tables, each with its own pace, play by the next version of their document in time."""
    for table, pace in paces.items():
        setup = {"id": f"next-{table}", "table": table, **SETUP, **pace}
        _, told, _ = await pit.ask("POST", "/api/tables", setup, **headers)
        assert told["accepted"], told


def versions_by_round(
    events: Iterable[tuple[str, dict[str, Any]]], takes_effect: Instant
) -> dict[tuple[str, int], int]:
    """Return the version of the document by which each round was opened, which must be in force."""
    found: dict[tuple[str, int], int] = {}
    for stream, body in events:
        if body["name"] == "round.bets_opened":
            stamp = body["fact"]["stamp"]
            is_next = stamp["version"] == NEXT_VERSION
            assert is_next is (body["at"] >= takes_effect), body
            found[stream, body["fact"]["round_number"]] = stamp["version"]
    return found
