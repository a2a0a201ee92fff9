"""Draws docs/images/play.svg: a round of Tiger Baccarat as ``punto play`` shows it."""

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from punto.bootstrap.rule_book import shipped_game
from punto.cli.play import no_pause
from punto.cli.private_table.loop import PlaySeat, play
from punto.cli.private_table.session import practice_house
from punto.cli.private_table.steps import open_bets, play_round, sit_down
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.ids import Instant
from punto.values.money import dollars

TARGET = Path(__file__).parents[1] / "docs" / "images" / "play.svg"
DECKS = 8
WIDTH = 100
HEIGHT = 60
SEED = 4
ROUNDS_BEFORE = 29
"""Rounds that fill the roads before the picture begins."""
TYPED = ("banker 100, tiger 5", "")


class PictureFull(Exception):
    """Raised when the next round begins, where the picture ends."""


@dataclass(frozen=True, slots=True)
class StoppedClock:
    """A clock that stands still, because the picture shows no time."""

    def now(self) -> Instant:
        """Return the same moment always."""
        return Instant(0)


@dataclass(frozen=True, slots=True)
class TypedLines:
    """Lines that appear on the screen as if a patron typed them."""

    screen: Console
    lines: Iterator[str]

    def ask(self, prompt: str) -> str | None:
        """Show the prompt and the next line after it."""
        line = next(self.lines, None)
        self.screen.print(f"{prompt}[bold]{line or ''}")
        if line is None:
            raise PictureFull
        return line


def picture() -> str:
    """Return the picture as SVG, the same on every run."""
    screen = Console(record=True, width=WIDTH, height=HEIGHT, file=io.StringIO(), highlight=False)
    terms = _tiger_terms()
    house = practice_house(StoppedClock(), SEED)
    session = sit_down(terms, dollars(1000), house)
    for _ in range(ROUNDS_BEFORE):
        session = play_round(open_bets(session))
    with suppress(PictureFull):
        play(PlaySeat(screen, TypedLines(screen, iter(TYPED)).ask, no_pause), session)
    return screen.export_svg(
        title="punto play mbs-tiger",
        code_format=without_foreign_fonts(CONSOLE_SVG_FORMAT),
        unique_id="punto-play",
    )


def without_foreign_fonts(code_format: str) -> str:
    """Return the format without fonts from the web, so that the picture loads nothing."""
    return re.sub(r"@font-face \{\{.*?\}\}\s*", "", code_format, flags=re.DOTALL)


def _tiger_terms() -> Terms:
    game = shipped_game("mbs-tiger")
    terms = terms_of(game, DECKS, (), Limits()) if game is not None else ()
    if not isinstance(terms, Terms):
        raise TypeError(f"no table of Tiger Baccarat: {terms}")
    return terms


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(picture(), encoding="utf-8")
    print(f"wrote {TARGET}")
