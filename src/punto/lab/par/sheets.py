"""A PAR sheet: everything that a laboratory files about one game, as pure data."""

from punto.lab.par.annex import annex
from punto.lab.par.blocks import SheetSection
from punto.lab.par.edges import edges
from punto.lab.par.method import method, verification
from punto.lab.par.overview import glance, identity
from punto.lab.par.pay_tables import pay_tables
from punto.lab.par.readings_cost import readings_cost
from punto.lab.par.subjects import Subject
from punto.lab.par.volatility import correlations, volatility
from punto.values import Value

SECTIONS = (
    identity,
    glance,
    pay_tables,
    edges,
    volatility,
    correlations,
    readings_cost,
    method,
    verification,
    annex,
)
"""The order matters: some sections refer to others by number."""


class Sheet(Value):
    """The content of the sheet; the templates define its look."""

    title: str
    name: str
    native_name: str
    """The game's Chinese name, for a page whose reader has the fonts."""
    key: str
    rules: str
    definition: str
    software: str
    sections: tuple[SheetSection, ...]


def sheet_of(subject: Subject) -> Sheet:
    """Make the whole sheet of a game."""
    game, rules = subject.game, subject.game.rules
    version = "version unknown" if rules.version is None else f"version {rules.version}"
    since = "date unknown" if rules.effective is None else f"{rules.effective:%Y-%m-%d}"
    return Sheet(
        title=f"PAR sheet: {game.name.en}",
        name=game.name.en,
        native_name=game.name.zh if game.name.zh != game.name.en else "",
        key=game.key,
        rules=f"{rules.document}, {version}, {since}",
        definition=subject.origin.definition,
        software=subject.origin.software,
        sections=tuple(section(subject) for section in SECTIONS),
    )
