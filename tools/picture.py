"""Draw docs/images/play.svg: a round of Tiger Baccarat as ``punto play`` shows it."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from punto.bootstrap.rule_book import shipped_game
from punto.cli.play.dealing import play_round
from punto.cli.play.loop import Seat, play
from punto.cli.play.one_round import NoPause
from punto.cli.play.session import Session
from punto.devices.entropy import SeededEntropy
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.money import dollars

TARGET = Path(__file__).parents[1] / "docs" / "images" / "play.svg"
DECKS = 8
WIDTH = 100
HEIGHT = 60
SEED = 4
ROUNDS_BEFORE = 29
"""Rounds that fill the roads before the picture begins."""
TYPED = ("banker 100, tiger 5", "", "quit")


@dataclass(frozen=True, slots=True)
class TypedLines:
    """Lines that appear on the screen as if a patron typed them."""

    screen: Console
    lines: Iterator[str]

    def ask(self, prompt: str) -> str | None:
        """Show the prompt with the next line behind it."""
        line = next(self.lines)
        self.screen.print(f"{prompt}[bold]{line}")
        return line


def picture() -> str:
    """The picture as SVG, the same on every run."""
    screen = Console(record=True, width=WIDTH, height=HEIGHT, file=io.StringIO(), highlight=False)
    terms = _tiger_terms()
    session = Session(terms, VirtualShoe.shuffled(DECKS, SeededEntropy(SEED)), dollars(1000))
    for _ in range(ROUNDS_BEFORE):
        session = play_round(session)
    # The patron of the picture sits down now.
    session = replace(session, rounds=())
    seat = Seat(screen, TypedLines(screen, iter(TYPED)), NoPause(), _no_other_shoe)
    play(seat, session)
    return screen.export_svg(
        title="punto play mbs-tiger",
        code_format=without_foreign_fonts(CONSOLE_SVG_FORMAT),
        unique_id="punto-play",
    )


def without_foreign_fonts(code_format: str) -> str:
    """The format without fonts from the web: a picture that reaches for nothing."""
    return re.sub(r"@font-face \{\{.*?\}\}\s*", "", code_format, flags=re.DOTALL)


def _tiger_terms() -> Terms:
    game = shipped_game("mbs-tiger")
    terms = terms_of(game, DECKS, (), Limits()) if game is not None else ()
    if not isinstance(terms, Terms):
        raise TypeError(f"no table of Tiger Baccarat: {terms}")
    return terms


def _no_other_shoe() -> VirtualShoe:
    raise RuntimeError("the picture ends within its shoe")


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(picture(), encoding="utf-8")
    print(f"wrote {TARGET}")
