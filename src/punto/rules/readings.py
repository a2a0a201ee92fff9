"""The register of readings: the interpretation of each gap or clash in the rule documents."""

from punto.rules.file_sections import Fault, Section, load_file
from punto.values import Value


class Reading(Value):
    """A question that the documents leave open, its possible answers, and the chosen one."""

    id: str
    paragraphs: tuple[str, ...]
    """Each as document key and paragraph number, such as ``mbs 4.10``."""
    question: str
    choices: tuple[tuple[str, str], ...]
    default: str
    switch: bool
    """Whether a table may be configured with another choice."""
    applied_in: str
    """The module that applies it, or the package that is going to."""
    open: bool
    effect: str
    """The effect of the choice on odds or money, in figures; empty if there is none."""


def load_readings(text: str) -> tuple[Reading, ...] | tuple[Fault, ...]:
    """Read the register, or return all its faults."""
    return load_file(text, lambda file: tuple(map(_reading, file.sections("readings"))))


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
