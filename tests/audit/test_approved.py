"""The auditor's list of approved rules equals the rule book's, and changed rules do not hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punto.audit import (
    APPROVED_DOCUMENTS,
    APPROVED_GAMES,
    audit,
    choices_in_brief,
    fingerprint,
    parsed,
    policy_in_brief,
    resolved,
)
from punto.bootstrap.rule_book import GAME_KEYS, shipped_catalogue
from punto.bootstrap.table_setup import configuration_of
from punto.rounds.events import TableEvent
from punto.rounds.table.events import TableConfigured
from punto.rules.games import Game
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.terms import Terms, terms_of
from punto.storage.codec.events import EVENTS
from punto.values.ids import CommandId, Instant, PersonId, TableId
from support.audit.recording import commands_of, recorded
from support.audit.tampering import Body, Copy
from support.rehearsals.stage import read

A1 = "table/A1"
MANAGER = Actor(PersonId("siti"), Role.PIT_MANAGER)


def as_recorded(game: Game) -> dict[str, Any]:
    """Return the configuration of a table that plays a game, as recorded in its event."""
    terms = terms_of(game, 8, (), Limits())
    assert isinstance(terms, Terms)
    fact = TableConfigured(configuration_of(TableId("A1"), terms))
    body = EVENTS.encode(TableEvent(fact, MANAGER, Instant(1), CommandId("c1"), "preamble"))
    found: dict[str, Any] = resolved(parsed(body))["fact"]["configuration"]
    return found


def test_the_list_is_that_of_the_rule_book() -> None:
    games, documents = {}, {}
    for game in shipped_catalogue().games:
        configuration = as_recorded(game)
        version = game.rules.version
        games[f"{game.key} {version}"] = fingerprint(configuration["terms"]["game"])
        documents[f"{configuration['document']} {version}"] = {
            "choices": choices_in_brief(configuration),
            **{each["irregularity"]: policy_in_brief(each) for each in configuration["policies"]},
        }
    assert len(games) == len(GAME_KEYS)
    assert games == APPROVED_GAMES
    assert documents == APPROVED_DOCUMENTS


SCRIPT = """\
table A1 plays rws-etg
people
  tan   Shift Manager
  siti  Pit Manager
  mei   Dealer
siti configures the table
"""


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(recorded(tmp_path / "record.db", commands_of(read(SCRIPT))))


def reconfigured(copy: Copy, change: Callable[[Body], object]) -> str:
    """Return the finding for a table with a changed configuration."""
    body = copy.body(A1, 1)
    change(body["fact"]["configuration"])
    copy.rewrite(A1, 1, body)
    finding = copy.verdict().finding
    return "" if finding is None else finding.sentence


def set_in(place: str, value: object) -> Callable[[Body], object]:
    """Change one value of a configuration."""
    *path, last = place.split(".")

    def change(body: Any) -> None:  # noqa: ANN401 (JSON is anything)
        for key in path:
            body = body[int(key) if key.isdigit() else key]
        body[int(last) if last.isdigit() else last] = value

    return change


def test_a_table_by_the_book_holds(copy: Copy) -> None:
    assert reconfigured(copy, lambda _: None) == ""


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (
            "terms.game.operator",
            "Somebody",
            "a changed game rws-etg; expected the game as approved",
        ),
        ("terms.game.name.en", "Baccarat", "a changed game rws-etg; expected the game as approved"),
        ("terms.game.decks.most", 12, "a changed game rws-etg; expected the game as approved"),
        ("terms.game.table.player_draws_on", [0, 1], "the Table of Play"),
        ("terms.game.table.player_draws_on", [0, 10], "[10] in the Table of Play; expected digits"),
        (
            "terms.game.table.banker_draws_against",
            [[]],
            "Banker totals in the Table of Play 1; expected 8",
        ),
        ("fixed_readings", [], "the rules for choices"),
        ("side_bets_alone", False, "reading A-15b; expected A-15a, fixed by"),
        ("policies.2.withdraws_shoe", False, "the rules for foreign-card: 5.3.1 void"),
        ("policies.2.remedy", "play-on", "the rules for foreign-card: 5.3.1 play-on"),
        ("policies.2.remedy", "forget-it", "the policy for foreign-card in unknown words"),
        (
            "policies.2.irregularity",
            "shortage",
            "distinct irregularities with a policy 17; expected 18",
        ),
        ("policies.2.irregularity", "a-fire", "rules of rws-etg 5 for a-fire; expected only"),
        ("policies", [], "no policy for technical-interruption"),
        ("betting_ms", 0, "betting_ms 0; expected 1 or more"),
        ("pace_ms", -1, "pace_ms -1; expected 0 or more"),
        ("liability_cap", -1, "the liability cap -1; expected 0 or more"),
        ("terms.limits.minimum", 0, "limits of"),
        ("terms.limits.maximum", 10, "limits of"),
        ("terms.limits.step", 1, "1 cents at 1:2, which pay 1/2; expected whole cents"),
        (
            "terms.own_limits",
            [["lucky", {"minimum": 1, "maximum": None, "step": 1}]],
            "limits for the bet lucky",
        ),
        ("terms.offered", [], "no bet on offer"),
        ("terms.decks", 3, "3 decks; expected 4 to 8"),
    ],
)
def test_a_configuration_is_checked_before_any_round_depends_on_it(
    copy: Copy, place: str, value: object, said: str
) -> None:
    assert f"{A1} at 1: found {said}" in reconfigured(copy, set_in(place, value))


def test_bets_are_offered_as_the_game_has_them(copy: Copy) -> None:
    def turn_round(body: Body) -> None:
        body["terms"]["offered"].reverse()

    assert "found the bets on offer" in reconfigured(copy, turn_round)


def of_the_house(body: Body) -> None:
    """Make the game one of the House: another key, and a Player who draws on a 6."""
    body["terms"]["game"]["key"] = "house-baccarat"
    body["terms"]["game"]["table"]["player_draws_on"].append(6)


def test_a_game_of_the_house_is_judged_as_configured_and_the_verdict_says_so(copy: Copy) -> None:
    def change(body: Body) -> None:
        of_the_house(body)
        body["document"] = "house"

    assert reconfigured(copy, change) == ""
    told = [each for each in copy.verdict().unchecked if each.startswith(A1)]
    assert told == [
        "table/A1, game house-baccarat 5: pay tables and Table of Play taken as configured",
        "table/A1, document house 5: rules for irregularities taken as configured",
    ]


def test_the_verdict_names_a_procedure_that_a_table_was_configured_without(copy: Copy) -> None:
    def leave_out(body: Body) -> None:
        body["policies"] = [
            each for each in body["policies"] if each["irregularity"] != "face-up-card"
        ]

    assert reconfigured(copy, leave_out) == ""
    assert (
        "table/A1, document rws-etg 5: the table was configured without its rules for face-up-card"
    ) in copy.verdict().unchecked


def test_cards_are_laid_out_by_the_table_of_play_of_the_record(tmp_path: Path) -> None:
    script = (
        SCRIPT
        + "mei opens the table\nmei loads the shoe\nmei opens bets\nmei closes bets\n"
        + "mei deals 2D 7S 4C KH\n"
    )
    record = recorded(tmp_path / "record.db", commands_of(read(script)))
    assert audit(str(record)).holds
    # Player stands on 6 by the book: were it to draw, no result could be shown.
    sentence = reconfigured(Copy(record), of_the_house)
    assert "found a result of 2D 7S 4C KH; expected a complete coup" in sentence
