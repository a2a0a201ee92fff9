"""The whole language: every form, by the part of a script that allows it."""

from typing import Final

from punto.rehearsals.access_forms import ACCESS_FORMS
from punto.rehearsals.expectation_forms import OUTCOME_FORMS
from punto.rehearsals.floor_forms import FLOOR_FORMS, PEOPLE_FORMS
from punto.rehearsals.forms import StatementForm
from punto.rehearsals.layout_expectation_forms import LAYOUT_STATE_FORMS
from punto.rehearsals.layout_forms import LAYOUT_SETTINGS, LAYOUT_STATEMENTS
from punto.rehearsals.matter_forms import MATTER_STATEMENTS
from punto.rehearsals.purse_forms import ADJUSTMENT_STATEMENTS, PURSE_STATEMENTS
from punto.rehearsals.round_forms import ROUND_STATEMENTS
from punto.rehearsals.setting_forms import SETUP_FORMS, TABLE_FORMS
from punto.rehearsals.shoe_forms import SHOE_STATEMENTS
from punto.rehearsals.state_expectation_forms import STATE_FORMS
from punto.rehearsals.table_forms import TABLE_STATEMENTS
from punto.rehearsals.tray_forms import TRAY_STATEMENTS

SECTIONS: Final[dict[str, tuple[StatementForm, ...]]] = {
    "Headings and time": SETUP_FORMS,
    "The floor": FLOOR_FORMS,
    "Letting in": ACCESS_FORMS,
    "The table": TABLE_STATEMENTS,
    "The shoe": SHOE_STATEMENTS,
    "Money": PURSE_STATEMENTS,
    "Adjustments": ADJUSTMENT_STATEMENTS,
    "The round": ROUND_STATEMENTS,
    "The layout of a live table": LAYOUT_STATEMENTS,
    "The float of a live table": TRAY_STATEMENTS,
    "Irregularities": MATTER_STATEMENTS,
    "Expectations on the line before": OUTCOME_FORMS,
    "Expectations on how things stand": STATE_FORMS,
    "Expectations at a live table": LAYOUT_STATE_FORMS,
}
"""Forms at the beginning of a line."""

INDENTED: Final[dict[str, tuple[StatementForm, ...]]] = {
    "people": PEOPLE_FORMS,
    "table": (*TABLE_FORMS, *LAYOUT_SETTINGS),
}
"""Forms indented under a heading, by the heading's first word."""

STATEMENTS: Final = tuple(form for forms in SECTIONS.values() for form in forms)

EVERY_FORM: Final = (*STATEMENTS, *(form for forms in INDENTED.values() for form in forms))
