"""The language can say everything that the engine can do, and each thing in one way."""

from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from punto.identity import messages as floor_messages
from punto.identity import refusals as floor_refusals
from punto.live.betting_boxes import PatronKey
from punto.rehearsals.cursors import Cursor, Unread, line_of
from punto.rehearsals.forms import Action, Deed, Expectation, StatementForm
from punto.rehearsals.forms import read as read_along
from punto.rehearsals.scenes import Scene
from punto.rehearsals.scopes import Scope
from punto.rehearsals.scripts import EVERY_FORM, INDENTED, SECTIONS, STATEMENTS
from punto.rounds.commands import By, Patron, Timer, Wish
from punto.rounds.events import Fact
from punto.rounds.refusals import Refusal
from punto.rules.roles import Actor
from punto.values.ids import TableId
from rehearsal_reference import reference
from support.rehearsals.stage import BETS_OPEN, LIVE_BETS_OPEN, book, held, read, run


def names(union: object) -> set[str]:
    return {member.__name__ for member in get_args(union)}


LIVE = (
    *SECTIONS["The layout of a live table"],
    *SECTIONS["The float of a live table"],
    *SECTIONS["Expectations at a live table"],
)
"""Statements about a table with boxes."""


@cache
def scope(*, live: bool = False) -> Scope:
    """Return a scope that contains everything the examples name."""
    named = Scope(book())
    tables = ["table B2 plays mbs-tiger", "table L1 plays rws-live", "table A1 plays rws-etg"]
    for words in (*tables, *(["table L1 now plays rws-live"] if live else [])):
        form = SECTIONS["Headings and time"][3 if "now" in words else 2]
        named = form.names(named, read_along(form.parts, Cursor(line_of(1, words), named)))
    (row,) = INDENTED["people"]
    for words in ("tan Shift Manager", "arun Pit Supervisor", "mei Dealer", "bo Dealer"):
        named = row.names(named, read_along(row.parts, Cursor(line_of(1, words), named)))
    terminals, patrons = SECTIONS["The floor"][0], LIVE[0]
    for form, words in ((terminals, "terminals T1 T2"), (patrons, "patrons cy")):
        named = form.names(named, read_along(form.parts, Cursor(line_of(1, words), named)))
    return named.with_patron(PatronKey("ann")).with_patron(PatronKey("ben"))


def fitting(
    example: str, forms: tuple[StatementForm, ...] | list[StatementForm], named: Scope
) -> list[StatementForm]:
    found = []
    for form in forms:
        try:
            read_along(form.parts, Cursor(line_of(1, example), named))
        except Unread:
            continue
        found.append(form)
    return found


@pytest.mark.parametrize("form", STATEMENTS, ids=lambda form: form.pattern)
def test_the_example_of_a_statement_has_its_form_and_no_other(form: StatementForm) -> None:
    assert fitting(form.example, STATEMENTS, scope(live=form in LIVE)) == [form]


@pytest.mark.parametrize("heading", INDENTED)
def test_the_example_of_an_indented_line_has_its_form_and_no_other(heading: str) -> None:
    for form in INDENTED[heading]:
        assert fitting(form.example, INDENTED[heading], scope()) == [form]


@pytest.mark.parametrize("form", EVERY_FORM, ids=lambda form: form.pattern)
def test_every_form_says_what_it_means(form: StatementForm) -> None:
    assert form.meaning.endswith(".")
    assert "|" not in form.pattern + form.meaning + form.example


def said_alone() -> Iterator[str]:
    """Yield the wishes for which an example gives only that wish, at a table with open bets."""
    scenes = {False: held(before=BETS_OPEN), True: held(before=LIVE_BETS_OPEN)}
    for form in STATEMENTS:
        deed = deed_of(form)
        for live in (
            (True, False) if form.pattern.startswith("{who} closes bets") else (form in LIVE,)
        ):
            asked = deed.asked(scenes[live]) if isinstance(deed, Action) else ()
            if len(asked) == 1:
                yield type(asked[0].wish).__name__


def deed_of(form: StatementForm) -> Deed:
    named = scope(live=form in LIVE)
    return form.deed(read_along(form.parts, Cursor(line_of(1, form.example), named)), named)


def test_every_wish_of_the_engine_can_be_said_alone() -> None:
    assert names(Wish) | names(floor_messages.Wish) == set(said_alone())


def test_whoever_may_ask_something_of_a_table_can_speak() -> None:
    speakers: dict[str, type] = {"mei": Actor, "T1": Patron, "timer": Timer, "timer of bo": Timer}
    assert set(speakers.values()) == set(get_args(By))
    for who, kind in speakers.items():
        transcript = run(f"{BETS_OPEN}{who} attests\n")
        (happened,) = transcript.entries[-1].happened
        *_, (command, _) = transcript.scene.record(TableId("A1")).answers.values()
        assert isinstance(command.by, kind)
        assert happened.refusal is not None


def test_before_anything_happened_every_statement_can_be_given_as_well() -> None:
    for form in STATEMENTS:
        deed = deed_of(form)
        if isinstance(deed, Action):
            assert deed.asked(Scene())
        if isinstance(deed, Expectation):
            deed.judge(Scene())


@pytest.mark.parametrize("name", sorted(names(Fact) | names(floor_messages.Fact)))
def test_every_event_of_the_engine_can_be_expected(name: str) -> None:
    script = read(f"expect event {name}\nexpect events {name}\nexpect no event {name}\n")
    assert len(script.statements) == 3


@pytest.mark.parametrize("name", sorted(names(Refusal) | names(floor_refusals.Refusal)))
def test_every_refusal_of_the_engine_can_be_expected(name: str) -> None:
    assert len(read(f"expect refusal {name}\n").statements) == 1


def test_the_reference_leaves_nothing_out() -> None:
    page = reference()
    for form in EVERY_FORM:
        assert f"`{form.example}`" in page
        assert form.meaning in page
    for name in names(Fact) | names(Refusal):
        assert f"| `{name}` |" in page
    assert "| `WHO takes MONEY in cash at TERMINAL` |" in page
    assert "| `WHO loads the shoe [with NUMBER decks] [shuffled SHUFFLE]` |" in page
    assert "| `WHO retires the shoe: TEXT` |" in page
    assert "| VERDICT | a verdict: `goes on`, `void`, `established`, `carry`, `burn` |" in page
    assert "| EVENT | the name of an event |" in page


def test_a_statement_about_a_table_cannot_be_built_where_there_is_none() -> None:
    with pytest.raises(ValueError, match="no table"):
        _ = Scope(book()).table_now
