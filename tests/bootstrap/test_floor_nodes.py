"""A node as it really runs, on a file."""

import asyncio
from pathlib import Path

import pytest

from punto.bootstrap.floor_nodes import Secrets, node_on
from punto.rounds.purse.commands import TakeCash
from punto.runtime.ports import RecordBroken, stream_of
from punto.storage.addresses import open_record
from punto.storage.checkpoints.signing_keys import create_key
from punto.storage.codec.snapshots import FOLD
from punto.values.ids import TableId
from punto.values.money import dollars
from support.rounds.evening import T1
from support.runtime.stage import command, opening

A1 = TableId("A1")


def trusted(secrets: Secrets) -> list[str]:
    return [] if secrets.signing_key is None else [secrets.signing_key.public]


def served(address: str, secrets: Secrets, *, makes_table: bool) -> int:
    """Run a node from start to stop; return the last position of its table."""
    troubles: list[str] = []

    async def story() -> int:
        journal = open_record(address, trusted=trusted(secrets))
        node = node_on(journal, address, secrets, troubles.append)
        await node.open()
        for wish, by in opening("A1", T1) if makes_table else ():
            assert isinstance(await node.ask(A1, command(wish, by)), tuple)
        assert isinstance(await node.ask(A1, command(TakeCash(T1, dollars(1)))), tuple)
        position = node.tables()[A1].position
        await node.close()
        journal.close()
        return position

    position = asyncio.run(story())
    assert troubles == []
    return position


def test_a_node_on_a_file_ends_with_a_signed_snapshot(tmp_path: Path) -> None:
    address, key = str(tmp_path / "record.db"), create_key(tmp_path / "key")
    secrets = Secrets(b"k" * 32, key)
    assert served(address, secrets, makes_table=True) == 6
    journal = open_record(address, trusted=trusted(secrets))
    snapshot = journal.snapshot(stream_of(A1), FOLD)
    journal.close()
    assert snapshot is not None
    assert snapshot.position == 6
    assert served(address, secrets, makes_table=False) == 7


def test_a_node_without_a_key_signs_nothing(tmp_path: Path) -> None:
    address = str(tmp_path / "record.db")
    assert served(address, Secrets(b"k" * 32), makes_table=True) == 6
    journal = open_record(address)
    with journal.database.reading() as session:
        assert session.newest_checkpoint() is None
    journal.close()


def test_after_a_change_of_key_the_old_one_has_to_be_named(tmp_path: Path) -> None:
    address = str(tmp_path / "record.db")
    old, new = create_key(tmp_path / "old"), create_key(tmp_path / "new")
    served(address, Secrets(b"k" * 32, old), makes_table=True)
    journal = open_record(address, trusted=[new.public])
    with pytest.raises(RecordBroken, match="a key that is not trusted"):
        journal.check_signed_ends()
    journal.close()
    journal = open_record(address, trusted=[new.public, old.public])
    journal.check_signed_ends()
    journal.close()


def test_secrets_are_not_shown() -> None:
    assert "kkk" not in repr(Secrets(b"k" * 32))
