"""Runs every rehearsal on file, and writes its transcript and the reference of the language."""

import sys
from collections.abc import Iterator
from pathlib import Path

from punto.cli.rehearse import shipped_book
from punto.rehearsals.scopes import RuleBook
from punto.rehearsals.scripts import Script, read_script
from punto.rehearsals.transcripts import Transcript, as_text, rehearse
from rehearsal_reference import reference

ROOT = Path(__file__).parent.parent
REHEARSALS = ROOT / "rehearsals"
PAGE = ROOT / "docs" / "REHEARSAL.md"
HEADING = "## Reference\n"


class DoesNotHold(Exception):
    """A rehearsal has a mistake, or does not hold."""


def scripts() -> dict[str, str]:
    """Return every script on file by its path in ``rehearsals``, without the suffix."""
    return {
        str(path.relative_to(REHEARSALS).with_suffix("")): path.read_text("utf-8")
        for path in sorted(REHEARSALS.rglob("*.rehearsal"))
    }


def transcript_of(name: str, text: str, book: RuleBook) -> Transcript:
    """Play a script."""
    script = read_script(text, book)
    if not isinstance(script, Script):
        raise DoesNotHold("; ".join(f"{name}, {sentence}" for sentence in script.sentences))
    transcript = rehearse(script)
    if transcript.failure is not None:
        raise DoesNotHold(f"{name}, {transcript.failure.sentence}")
    return transcript


def rehearsed() -> Iterator[tuple[str, str]]:
    """Yield each derived file by its path in the project, with its content."""
    book = shipped_book()
    for name, text in scripts().items():
        yield f"rehearsals/{name}.transcript", as_text(transcript_of(name, text, book))
    written, _, _ = PAGE.read_text("utf-8").partition(HEADING)
    yield str(PAGE.relative_to(ROOT)), f"{written}{HEADING}\n{reference()}"


def main() -> None:
    """Write all derived files, remove transcripts without a script, and print what changed."""
    derived = dict(rehearsed())
    for name, text in derived.items():
        path = ROOT / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"written  {name}")
    for path in REHEARSALS.rglob("*.transcript"):
        if str(path.relative_to(ROOT)) not in derived:
            path.unlink()
            print(f"removed  {path.relative_to(ROOT)}")
    print(f"{len(derived) - 1} rehearsals held")


if __name__ == "__main__":
    try:
        main()
    except DoesNotHold as error:
        sys.exit(f"rehearsal: {error}")
