"""A test of the tests: for every change of the rules, a test of that clause fails."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from evidence import collect
from punto.bootstrap.rule_book import GAME_KEYS
from punto.rules.games import Game
from punto.rules.irregularity_policies import Policy
from punto.values import replace
from support.bet_clauses import DOCUMENT_OF
from support.conformance.mutations import (
    Mutation,
    decks_mutations,
    offer_mutations,
    pay_row_mutations,
    policy_mutations,
    table_mutations,
)

TESTS = Path(__file__).parent.parent

# RWS lists its bets in one paragraph; MBS offers each in the paragraph that settles it.
OFFER_CLAUSE = {"rws-etg": "3.6", "rws-live": "3.7"}
DECKS_CLAUSE = {"rws-etg": "2.2.1", "rws-live": "2.2.1", "mbs": "2.1"}
TABLE_CLAUSES = {
    "rws-etg": {"player": "3.10", "banker": "3.9", "against": "3.10"},
    "rws-live": {"player": "3.12", "banker": "3.11", "against": "3.12"},
    "mbs": {"player": "3.8", "banker": "3.8", "against": "3.8"},
}


@cache
def given_to(fixture: str) -> tuple[pytest.Function, ...]:
    """Return the tests whose only fixture is this one, from which they take their rules."""
    items = collect(str(TESTS / "rules"), str(TESTS / "rounds")).items
    return tuple(item for item in items if set(item.fixturenames) - set(_params(item)) == {fixture})


def rule_tests() -> tuple[pytest.Function, ...]:
    return given_to("games")


def _params(item: pytest.Function) -> dict[str, object]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


@cache
def marked_tests(document: str, clause: str) -> tuple[pytest.Function, ...]:
    return tuple(item for item in rule_tests() if _is_marked(item, document, clause))


def _is_marked(item: pytest.Function, document: str, clause: str) -> bool:
    marks = item.iter_markers("clause")
    return any(mark.args[0] == document and clause in mark.args[1:] for mark in marks)


def noticed(document: str, mutation: Mutation, games: dict[str, Game]) -> bool:
    """Whether a test marked with the clause fails on the changed game."""
    changed = {**games, mutation.game.key: mutation.game}
    return any(
        _fails(item, changed)
        for item in _nearest_first(marked_tests(document, mutation.clause), mutation)
    )


def _nearest_first(items: Iterable[pytest.Function], mutation: Mutation) -> list[pytest.Function]:
    """Sort the tests of this game and bet first, because they notice soonest."""

    def distance(item: pytest.Function) -> tuple[int, int]:
        values = _params(item).values()
        matches = (mutation.game.key in values) + (mutation.bet_key in values)
        return -matches, len(values)

    return sorted(items, key=distance)


def _fails(item: pytest.Function, games: dict[str, Game]) -> bool:
    return _fails_with(item, games=games)


def _fails_with(item: pytest.Function, **handed: object) -> bool:
    try:
        item.function(**handed, **_params(item))
    except Exception:  # noqa: BLE001 (any failure of the test is a failure of the test)
        return True
    return False


def test_there_are_tests_to_try() -> None:
    assert len(rule_tests()) > 100


@pytest.mark.parametrize("key", GAME_KEYS)
def test_changing_any_pay_row_is_noticed_by_a_test_of_its_clause(
    games: dict[str, Game], key: str
) -> None:
    mutations = list(pay_row_mutations(games[key]))
    assert len(mutations) > 40
    passed_over = [m.what for m in mutations if not noticed(DOCUMENT_OF[key], m, games)]
    assert passed_over == []


@pytest.mark.parametrize("key", GAME_KEYS)
def test_changing_what_is_offered_is_noticed_by_a_test_of_its_clause(
    games: dict[str, Game], key: str
) -> None:
    document = DOCUMENT_OF[key]
    offers = offer_mutations(games[key], OFFER_CLAUSE.get(document))
    mutations = [*offers, *decks_mutations(games[key], DECKS_CLAUSE[document])]
    passed_over = [m.what for m in mutations if not noticed(document, m, games)]
    assert passed_over == []


@pytest.mark.parametrize("key", GAME_KEYS)
def test_flipping_any_cell_of_the_table_of_play_is_noticed_by_a_test_of_its_clause(
    games: dict[str, Game], key: str
) -> None:
    document, game = DOCUMENT_OF[key], games[key]
    cells = list(table_mutations(game.table))
    assert len(cells) == 96
    passed_over = []
    for what, table in cells:
        part = "against" if "against" in what else what.split()[0]
        clause = TABLE_CLAUSES[document][part]
        if not noticed(document, Mutation(what, clause, replace(game, table=table)), games):
            passed_over.append(what)
    assert passed_over == []


@pytest.mark.parametrize("document", ["rws-etg", "rws-live", "mbs"])
def test_changing_any_cell_of_a_policy_is_noticed_by_a_test_of_its_clause(
    policies: dict[str, tuple[Policy, ...]], document: str
) -> None:
    mutations = list(policy_mutations(policies[document]))
    assert len(mutations) > 200
    passed_over = []
    for policy, changed in mutations:
        handed = {**policies, document: changed}
        items = [i for i in given_to("policies") if _is_marked(i, document, policy.clause)]
        if not any(_fails_with(item, policies=handed) for item in items):
            passed_over.append((policy, set(changed) - set(policies[document])))
    assert passed_over == []
