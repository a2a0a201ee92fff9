"""The register of readings: how each gap and clash in the rule documents is read."""

from dataclasses import dataclass

from punto.rules.file_sections import Fault, Section, open_file


@dataclass(frozen=True, slots=True)
class Reading:
    """One question that the documents leave open, its answers, and the one taken."""

    id: str
    paragraphs: tuple[str, ...]
    """Each as document key and paragraph number, such as ``mbs 4.10``."""
    question: str
    choices: tuple[tuple[str, str], ...]
    default: str
    switch: bool
    """Whether a table may be configured to take another of the choices."""
    applied_in: str
    """The module that applies it, or the package that will."""
    open: bool
    effect: str
    """What the choice does to the odds or the money, in figures; empty where it does nothing."""


def load_readings(text: str) -> tuple[Reading, ...] | tuple[Fault, ...]:
    """Read the register whole, or tell everything that is wrong with it."""
    file = open_file(text)
    if isinstance(file, Fault):
        return (file,)
    readings = tuple(_reading(section) for section in file.sections("readings"))
    file.finish()
    return tuple(sorted(file.faults.found)) or readings


def _reading(section: Section) -> Reading:
    reading = Reading(
        id=section.text("id"),
        paragraphs=section.texts("paragraphs"),
        question=section.text("question"),
        choices=_choices(section),
        default=section.text("default"),
        switch=section.flag("switch"),
        applied_in=section.text("applied_in"),
        open=section.flag("open"),
        effect=section.text("effect") if section.has("effect") else "",
    )
    if section.has("default") and reading.default not in dict(reading.choices):
        section.fault("default", f"default {reading.default!r}: expected one of the choices")
    section.finish()
    return reading


def _choices(reading: Section) -> tuple[tuple[str, str], ...]:
    section = reading.section("choices")
    choices = tuple((key, section.text(key)) for key in section.table)
    if reading.has("choices") and len(choices) < 2:  # noqa: PLR2004 (one choice is no question)
        reading.fault("choices", f"choices has {len(choices)}, expected at least two")
    return choices
