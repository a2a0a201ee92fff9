"""A disk that keeps everything synced, and an arbitrary part of the rest."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from punto.runtime.folds import TableFold
from punto.storage.checkpoints.verification import verify
from punto.torture.chance import RandomNumbers
from punto.torture.disk import SECTOR, CutTo, Image, Written
from support.torture.machines import Machine


def chances() -> list[RandomNumbers]:
    return [RandomNumbers(seed, "test") for seed in range(60)]


def test_what_was_synced_is_there_whatever_happens() -> None:
    for chance in chances():
        image = Image(bytearray(b"old"))
        image.unsynced.append(Written(0, b"new!"))
        image.sync()
        assert image.after_power_failure(chance) == b"new!"


def test_of_what_was_not_synced_every_sector_is_old_or_new_or_torn_once() -> None:
    old, new = b"o" * 4 * SECTOR, b"n" * 4 * SECTOR
    seen = set()
    for chance in chances():
        image = Image(bytearray(old))
        image.unsynced.append(Written(0, new))
        found = image.after_power_failure(chance)
        assert found is not None
        for first in range(0, len(old), SECTOR):
            sector = found[first : first + SECTOR]
            assert b"on" not in sector  # a torn sector begins with the new bytes
        seen.add(found)
    assert {old, new} <= seen
    assert len(seen) > 10


def test_a_file_that_was_never_synced_may_be_missing() -> None:
    found = {Image(is_listed=False).after_power_failure(chance) for chance in chances()}
    assert found == {None, b""}


def test_a_cut_that_was_not_synced_may_not_have_happened() -> None:
    found = set()
    for chance in chances():
        image = Image(bytearray(b"whole"))
        image.unsynced.append(CutTo(0))
        found.add(image.after_power_failure(chance))
    assert found == {b"whole", b""}


def test_after_a_failed_sync_the_next_one_says_that_all_is_well_and_it_is_not() -> None:
    found = set()
    for chance in chances():
        image = Image(bytearray(b"o"))
        image.unsynced.append(Written(0, b"n"))
        image.fail_to_sync(chance)
        image.sync()
        found.add(image.after_power_failure(chance))
    assert found == {b"o", b"n"}


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    made.gone()


def test_a_commit_survives_the_loss_of_all_that_was_not_synced(machine: Machine) -> None:
    machine.opened(0)
    machine.opened(1)
    machine.without_power()
    machine.open()
    assert machine.table.position == 2
    verify(machine.journal.database)


def test_a_dead_process_cannot_write_into_the_next_ones_file(machine: Machine) -> None:
    left_open = machine.connected()
    machine.without_power()
    with pytest.raises(apsw.IOError):
        left_open.execute("DELETE FROM leases")
    left_open.close()


def test_the_table_of_the_tests_is_a_real_one(machine: Machine) -> None:
    assert isinstance(machine.table.fold, TableFold)
    machine.journal.close()
