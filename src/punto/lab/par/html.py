"""A sheet as one self-contained HTML page: inline style and pictures, no script."""

from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from punto.lab.par.plain_data import written
from punto.lab.par.sheets import Sheet

_TEMPLATE = files("punto.lab.par") / "sheet.html.jinja"


def html_of(sheet: Sheet) -> bytes:
    """Return the page; the same sheet makes the same bytes."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(_TEMPLATE.read_text("utf-8"))
    return template.render(sheet=written(sheet)).encode()
