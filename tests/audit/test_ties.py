"""The auditor finds one person behind two accounts from the stream of the floor alone."""

from typing import Any

import pytest

from punto.audit import CLOCKS_MS, DAY_MS, FloorAudit, Mismatch, RecordedEvent

NOW = 10 * DAY_MS
BOSS = {"person": "boss", "role": "SHIFT_MANAGER", "acting": False, "alone": False}
MAX = {"person": "max", "role": "PIT_MANAGER", "acting": False, "alone": False}


class Told:
    """A floor, as its events describe it."""

    def __init__(self) -> None:
        self.floor, self._position = FloorAudit(), 0
        self.take("person_enrolled", None, command="found", person="boss", name="Ada Lim")
        self.take("role_granted", None, command="found", person="boss", role="SHIFT_MANAGER")
        for person, name, role in (("max", "Max Ong", "PIT_MANAGER"), ("sue", "Sue", "DEALER")):
            self.take("person_enrolled", BOSS, person=person, name=name)
            self.take("role_granted", BOSS, person=person, role=role)

    def take(
        self,
        what: str,
        by: dict[str, Any] | None,
        at: int = NOW,
        command: str = "c",
        **fact: object,
    ) -> None:
        self._position += 1
        name, position = f"floor.{what}", self._position
        self.floor.take(RecordedEvent("floor", position, name, at, by or {}, command, "", fact))

    def chosen(self, person: str, *by: str, at: int = NOW) -> None:
        self.take("secrets_chosen", None, at, person=person, vouched_by=by, until=at + DAY_MS)


def test_an_account_is_not_a_second_person_for_its_inviter() -> None:
    told = Told()
    told.take("person_invited", BOSS, person="max", asked_by=None)
    told.chosen("max", "boss")
    told.take("person_invited", MAX, person="sue", asked_by=None)
    told.chosen("sue", "max")
    soon, later = NOW + 2 * CLOCKS_MS, NOW + 2 * DAY_MS
    for first, second, all_ways in (
        ("boss", "max", False),
        ("boss", "sue", False),
        ("max", "boss", True),
        ("sue", "boss", True),
    ):
        with pytest.raises(Mismatch, match="set up both accounts"):
            told.floor.check_two(first, second, soon, all_ways=all_ways)
        told.floor.check_two(first, second, later, all_ways=all_ways)
    told.floor.check_two("max", "boss", soon, all_ways=False)


def test_two_accounts_of_one_inviter_are_not_two_people_for_money() -> None:
    told = Told()
    for person in ("max", "sue"):
        told.take("person_invited", BOSS, person=person, asked_by=None)
        told.chosen(person, "boss")
    soon, later = NOW + 2 * CLOCKS_MS, NOW + 2 * DAY_MS
    assert told.floor.tied("max", "sue", soon)
    with pytest.raises(Mismatch, match="set up both accounts"):
        told.floor.check_two("max", "sue", soon, all_ways=True)
    told.floor.check_two("max", "sue", soon, all_ways=False)
    assert not told.floor.tied("max", "sue", later)
    told.floor.check_two("max", "sue", later, all_ways=True)


def test_a_former_inviter_is_tied_no_longer_once_the_secrets_are_replaced() -> None:
    told = Told()
    told.take("person_invited", BOSS, person="sue", asked_by=None)
    told.chosen("sue", "boss")
    told.take("person_invited", None, person="sue", asked_by=None)
    replaced = NOW + 4 * CLOCKS_MS
    told.chosen("sue", at=replaced)
    assert told.floor.tied("boss", "sue", NOW + 2 * CLOCKS_MS)
    assert not told.floor.tied("boss", "sue", replaced + 2 * CLOCKS_MS)


def test_secrets_are_not_replaced_by_one_person() -> None:
    told = Told()
    told.take("person_invited", BOSS, person="sue", asked_by=None)
    told.chosen("sue", "boss")
    with pytest.raises(Mismatch, match="sue invited again by one"):
        told.take("person_invited", BOSS, person="sue", asked_by=None)
    with pytest.raises(Mismatch, match="without a first step"):
        told.take("person_invited", BOSS, person="sue", asked_by="max")
    told.take("reset_asked", MAX, person="sue")
    with pytest.raises(Mismatch, match="max in both steps"):
        told.take("person_invited", MAX, person="sue", asked_by="max")
    told.take("reset_asked", MAX, person="sue")
    told.take("person_invited", BOSS, person="sue", asked_by="max")
    told.chosen("sue", "max", "boss", at=NOW + 1)


def test_a_dismissed_person_is_not_the_first_of_two() -> None:
    told = Told()
    told.chosen("sue")
    told.take("reset_asked", MAX, person="sue")
    told.take("person_dismissed", BOSS, person="max")
    with pytest.raises(Mismatch, match="max in the first step, who may no longer ask"):
        told.take("person_invited", BOSS, person="sue", asked_by="max")


def test_a_person_who_did_not_invite_does_not_vouch() -> None:
    told = Told()
    told.take("person_invited", BOSS, person="sue", asked_by=None)
    with pytest.raises(Mismatch, match="vouched for by"):
        told.chosen("sue", "max")


def test_people_can_neither_reset_nor_unlock_themselves() -> None:
    told = Told()
    with pytest.raises(Mismatch, match="reset_asked by max"):
        told.take("reset_asked", MAX, person="max")
    told.take("person_locked_out", None, person="max")
    with pytest.raises(Mismatch, match="person_unlocked by max"):
        told.take("person_unlocked", MAX, person="max")


def test_a_second_lockout_demands_an_alarm() -> None:
    told = Told()
    told.take("person_locked_out", None, person="max")
    told.take("person_unlocked", BOSS, person="max")
    told.take("person_locked_out", None, person="max")
    with pytest.raises(Mismatch, match="the alarm after a second lockout"):
        told.take("person_unlocked", BOSS, person="max")
