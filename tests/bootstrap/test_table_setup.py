from datetime import timedelta

import pytest

from punto.bootstrap.rule_book import GAME_KEYS, shipped_game, shipped_readings
from punto.bootstrap.table_setup import HOUSE_POLICIES, configuration_of, document_of
from punto.live.layouts import USUAL_LAYOUT
from punto.rounds.table.commands import ConfigureTable
from punto.rules.documents import Phrases
from punto.rules.games import Game
from punto.rules.irregularity_policies import Irregularity, Remedy
from punto.rules.limits import Limits
from punto.rules.roles import Role
from punto.rules.terms import Terms, terms_of
from punto.values import replace
from punto.values.ids import TableId
from punto.values.money import dollars
from support.rounds.evening import PIT_MANAGER, Evening

# R 3.7 closes in these very words and opens in none; L 3.3 and L 3.8 give both.
PHRASES = {
    "rws-etg": Phrases("Place your bets, please", "No More Bets"),
    "rws-live": Phrases("Place your Bets, please", "No more Bets"),
}
DOCUMENTS = {"rws-etg": "rws-etg", "rws-live": "rws-live"}


def terms(game: Game | None) -> Terms:
    assert game is not None
    found = terms_of(game, 8, (), Limits())
    assert isinstance(found, Terms)
    return found


@pytest.mark.parametrize("key", GAME_KEYS)
def test_every_game_that_ships_is_configured_by_its_own_document(key: str) -> None:
    config = configuration_of(TableId("A1"), terms(shipped_game(key)))
    assert config.document == DOCUMENTS.get(key, "mbs")
    assert config.phrases == PHRASES.get(key, Phrases("Place your bets, please", "No more bets"))
    found = document_of(config.terms)
    assert found is not None
    assert config.document_phrases == found.phrases != ()
    assert config.policy(Irregularity.NOT_COVERED) is not None
    assert len(config.readings) == len(shipped_readings())
    assert config.title(Role.DEALER) == "Dealer"
    assert config.fixed_readings == (("A-15", "A-16") if key == "rws-etg" else ())
    assert config.layout == (USUAL_LAYOUT if key == "rws-live" else None)
    Evening().do(ConfigureTable(config), PIT_MANAGER)


def test_a_live_table_has_nine_boxes_and_posted_limits_unless_it_says_otherwise() -> None:
    assert USUAL_LAYOUT.boxes == ("1", "2", "3", "5", "6", "7", "8", "9", "10")
    limits = USUAL_LAYOUT.limits
    assert (limits.minimum, limits.box_differential) == (dollars(100), dollars(10_000))
    assert limits.table_differential is None
    assert not USUAL_LAYOUT.face_down


def test_a_game_of_other_rules_follows_the_house_and_can_still_be_ended() -> None:
    game = shipped_game("mbs-tiger")
    assert game is not None
    effective = game.rules.effective
    assert effective is not None
    for rules in (
        replace(game.rules, document="Our own"),
        replace(game.rules, version=3),
        replace(game.rules, effective=effective + timedelta(days=1)),
    ):
        config = configuration_of(TableId("A1"), terms(replace(game, rules=rules)))
        assert document_of(config.terms) is None
        assert (config.document, config.policies) == ("house", HOUSE_POLICIES)
        assert config.phrases == Phrases("Place your bets, please", "No more bets")
        assert config.document_phrases == ()
        Evening().do(ConfigureTable(config), PIT_MANAGER)


def test_the_house_interrupts_by_first_decision_and_rules_on_all_else() -> None:
    remedies = {p.irregularity: (p.remedy, p.attested_by) for p in HOUSE_POLICIES}
    assert remedies == {
        Irregularity.TECHNICAL_INTERRUPTION: (Remedy.FIRST_DECISION, Role.PIT_SUPERVISOR),
        Irregularity.NOT_COVERED: (Remedy.RULING, Role.SHIFT_MANAGER),
    }
