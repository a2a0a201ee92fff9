"""Scripts in tests: a table that is set up, and the results of lines at it."""

from functools import cache

from punto.cli.rehearse import shipped_book
from punto.rehearsals.scenes import Scene
from punto.rehearsals.scopes import RuleBook
from punto.rehearsals.scripts import Script, read_script
from punto.rehearsals.transcripts import Transcript, rehearse

SET_UP = """\
table B2 plays mbs-tiger
table A1 plays rws-etg with 8 decks
  limits 5 to 500
people
  tan   Shift Manager
  siti  Pit Manager
  arun  Pit Supervisor
  mei   Dealer
  bo    Dealer
terminals T1 T2
siti configures the table
mei opens the table
arun seats T1
arun seats T2
mei takes 1000 in cash at T1
mei loads the shoe
"""
BETS_OPEN = SET_UP + "mei opens bets\n"

LIVE_BETS_OPEN = """\
table L1 plays rws-live
  boxes 1 2 3
  dealt face down
people
  tan   Shift Manager
  arun  Pit Supervisor
  mei   Dealer
patrons ann ben eve
tan configures the table
mei opens the table
mei loads the shoe
mei seats ann at box 1
mei seats eve at box 2
mei lets ben stand
mei opens bets
"""
"""A live table with open bets; Ben stands."""

FIRST = BETS_OPEN.count("\n") + 1
"""The first line after the set-up."""


@cache
def book() -> RuleBook:
    return shipped_book()


def read(text: str) -> Script:
    """Read a script that has no mistake."""
    script = read_script(text, book())
    assert isinstance(script, Script), script.sentences
    return script


def mistakes(text: str) -> list[str]:
    """Return the messages about a script that cannot be understood."""
    script = read_script(text, book())
    assert not isinstance(script, Script)
    return list(script.sentences)


def mistake_in(line: str) -> str:
    """Return the message about one line at a table with open bets, without the line number."""
    (sentence,) = mistakes(BETS_OPEN + line + "\n")
    where = f"line {FIRST}, column "
    assert sentence.startswith(where), sentence
    return sentence.removeprefix(where)


def run(text: str) -> Transcript:
    return rehearse(read(text))


def held(*lines: str, before: str = BETS_OPEN) -> Scene:
    """Return the scene after lines that all hold."""
    transcript = run(before + "\n".join(lines))
    assert transcript.failure is None, transcript.failure.sentence
    return transcript.scene


def failure(*lines: str, before: str = BETS_OPEN) -> tuple[int, str, str]:
    """Return the first line that does not hold, with what it expects and what is found."""
    transcript = run(before + "\n".join(lines))
    assert transcript.failure is not None
    unmet = transcript.failure.unmet
    return transcript.failure.line - before.count("\n"), unmet.expected, unmet.found
