"""Every round states the rules, and the readings of them, by which it is played."""

from datetime import datetime, timedelta, timezone

import pytest

from punto.bootstrap.rule_book import shipped_readings
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.table.commands import ConfigureTable
from punto.rounds.table.refusals import AloneOnAStaffedFloor, ConfigurationUnfit, Unfit
from punto.rules.roles import Role
from punto.values import replace
from support.rounds.evening import PIT_MANAGER, Evening, configuration, opened

clause = pytest.mark.clause
reading = pytest.mark.reading

SINGAPORE = timezone(timedelta(hours=8))


@clause("rws-etg", "preamble")
@clause("mbs", "preamble")
@reading("A-64")
@pytest.mark.parametrize(
    ("game", "document", "version", "effective"),
    [
        ("rws-etg", "rws-etg", 5, datetime(2020, 1, 29, 8, tzinfo=SINGAPORE)),
        ("mbs-tiger", "mbs", 4, datetime(2025, 3, 20, 9, tzinfo=SINGAPORE)),
        ("rws-live", "rws-live", None, None),
    ],
)
def test_a_round_is_stamped_with_version_and_date_of_its_rules(
    game: str, document: str, version: int | None, effective: datetime | None
) -> None:
    (fact,) = opened(configuration(game)).do(OpenBets())
    assert isinstance(fact, BetsOpened)
    stamp = fact.stamp
    assert (stamp.document, stamp.version, stamp.effective) == (document, version, effective)
    assert not stamp.single_person


@reading("A-64")
def test_a_round_is_stamped_with_every_reading_in_force() -> None:
    stamped = configuration().stamp.readings
    assert len(stamped) == len(shipped_readings())
    defaults = {f"{each.id}{each.default}" for each in shipped_readings()}
    assert set(stamped) == defaults
    switches = {"side_bets_alone": False, "opposite_bets": False, "one_more_after_cut_card": True}
    switched = replace(configuration(), **switches)  # type: ignore[arg-type]
    changed = set(switched.stamp.readings) - defaults
    assert changed == {"A-15b", "A-16b", "A-49b"}


@clause("rws-etg", "3.6")
@reading("A-15", "A-16")
@pytest.mark.parametrize(
    ("switch", "key"), [("side_bets_alone", "A-15"), ("opposite_bets", "A-16")]
)
def test_a_switch_that_the_document_itself_has_thrown_stays(switch: str, key: str) -> None:
    config = replace(configuration("rws-etg"), **{switch: False})  # type: ignore[arg-type]
    refusal = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert refusal == ConfigurationUnfit(Unfit.READING_IS_FIXED, f"{key}b")
    mbs = replace(configuration("mbs-tiger"), **{switch: False})  # type: ignore[arg-type]
    Evening().do(ConfigureTable(mbs), PIT_MANAGER)


@reading("A-73")
def test_one_person_alone_is_stamped_on_every_round_and_refused_where_there_is_staff() -> None:
    config = replace(configuration(), single_person=True)
    refusal = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert refusal == AloneOnAStaffedFloor()
    (fact,) = opened(config).do(OpenBets())
    assert isinstance(fact, BetsOpened)
    assert fact.stamp.single_person


@reading("A-52")
def test_roles_have_the_operators_own_titles() -> None:
    title = {key: configuration(key).title(Role.SHIFT_MANAGER) for key in ("rws-etg", "mbs-tiger")}
    assert title == {"rws-etg": "Table Games Shift Manager", "mbs-tiger": "Gaming Shift Manager"}
    house = replace(configuration(), titles=())
    assert house.title(Role.PIT_SUPERVISOR) == "Pit Supervisor"
