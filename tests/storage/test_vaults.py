"""The vault of credentials: the same on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.identity.access.commands import SecretKind
from punto.runtime.ports import CannotRecord, RecordBroken, Vault
from punto.storage.addresses import open_vault
from punto.storage.sqlite.files import create_database
from punto.storage.vault.sqlite import SqliteVault
from punto.values.ids import Instant, PersonId
from punto.web.security.lockouts import ScreenOf, Stranger
from punto.web.security.passwords_and_pins import Shown, StaffSecrets, Unheard
from support.storage.servers import PostgresServer


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address at which the record would be."""
    if request.param == "sqlite":
        return str(tmp_path / "floor.db")
    server = request.getfixturevalue("postgres_server")
    assert isinstance(server, PostgresServer)
    return server.fresh_address()


@pytest.fixture
def vault(address: str) -> Iterator[Vault]:
    opened = open_vault(address)
    yield opened
    opened.close()


def test_a_note_is_put_once_and_found(vault: Vault) -> None:
    assert vault.get("device", "a") is None
    assert vault.put("device", "a", b"one")
    assert not vault.put("device", "a", b"two")
    assert vault.get("device", "a") == b"one"
    assert vault.get("session", "a") is None
    assert dict(vault.all("device")) == {"a": b"one"}


def test_nobody_has_a_name_that_the_store_could_not_keep(vault: Vault) -> None:
    assert vault.get("staff", "boss\0") is None


def test_a_note_is_swapped_only_for_what_is_there(vault: Vault) -> None:
    vault.put("staff", "mei", b"\x00one")
    assert not vault.swap("staff", "mei", b"two", b"three")
    assert vault.swap("staff", "mei", b"\x00one", b"two")
    assert vault.get("staff", "mei") == b"two"
    assert vault.swap("staff", "mei", b"two", None)
    assert not vault.swap("staff", "mei", b"two", None)
    assert vault.get("staff", "mei") is None


def test_what_was_kept_is_there_after_opening_again(address: str) -> None:
    first = open_vault(address)
    first.put("staff", "mei", b"one")
    first.close()
    second = open_vault(address)
    assert second.get("staff", "mei") == b"one"
    second.close()


def test_wrong_secrets_are_counted_over_all_servers_of_a_floor(address: str) -> None:
    person = PersonId("zoe")
    vaults = [open_vault(address) for _ in range(2)]

    async def guess() -> None:
        one, other = (StaffSecrets(vault, lambda: Instant(1_000)) for vault in vaults)
        await one.set(person, "a long enough word", "314159")
        stranger = Stranger("10.0.0.1")
        turns = (one, other, one, other, one, other)
        shown = await asyncio.gather(
            *(each.show(person, SecretKind.PASSWORD, "wrong", stranger) for each in turns)
        )
        assert sum(isinstance(each, Unheard) for each in shown) == 3
        screen = ScreenOf(PersonId("bo"))
        pins = [await each.show(person, SecretKind.PIN, "000000", screen) for each in turns]
        assert [isinstance(each, Unheard) for each in pins] == [False] * 3 + [True] * 3
        own = [await each.show(person, SecretKind.PIN, "000000") for each in turns]
        assert own == [Shown.WRONG, Shown.WRONG, Shown.LOCKS, *[Shown.LOCKED] * 3]
        # The waiting time does not reveal which names exist, nor who is locked out.
        other_stranger = Stranger("10.0.0.2")
        for name in (person, PersonId("nobody")):
            tried = [
                await each.show(name, SecretKind.PASSWORD, "wrong", other_stranger)
                for each in turns
            ]
            assert [isinstance(each, Unheard) for each in tried] == [False] * 3 + [True] * 3

    asyncio.run(guess())
    for vault in vaults:
        vault.close()


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    create_database(path)
    with pytest.raises(RecordBroken, match="not a vault of Punto"):
        SqliteVault(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotRecord, match="No such file"):
        SqliteVault(tmp_path / "none" / "vault.db")


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    vault = open_vault(str(tmp_path / "floor.db"))
    vault.close()
    assert (tmp_path / "floor-credentials.db").stat().st_mode & 0o777 == 0o600


def test_a_damaged_vault_is_refused_and_the_place_named(tmp_path: Path) -> None:
    path = tmp_path / "floor-credentials.db"
    vault = open_vault(str(tmp_path / "floor.db"))
    for number in range(20):
        assert vault.put("session", f"number {number}", b"note" * 50)
    log = path.with_name(f"{path.name}-wal").read_bytes()
    vault.close()
    damaged = bytearray(log)
    damaged[32 + 4_120 * 5 + 100] ^= 1
    path.with_name(f"{path.name}-wal").write_bytes(damaged)
    with pytest.raises(RecordBroken, match=r"credentials\.db-wal: frame 6 is damaged"):
        open_vault(str(tmp_path / "floor.db"))
    path.with_name(f"{path.name}-wal").unlink()
    whole = path.read_bytes()
    place = whole.rindex(b"number 7")
    path.write_bytes(whole[:place] + b"x" + whole[place + 1 :])
    with pytest.raises(RecordBroken, match=r"credentials\.db: the pages do not hold"):
        open_vault(str(tmp_path / "floor.db"))


def test_what_was_deleted_or_replaced_is_scrubbed_from_the_files(tmp_path: Path) -> None:
    vault = open_vault(str(tmp_path / "floor.db"), "names")
    vault.put("patron", "L1/ann", b"the first name")
    vault.swap("patron", "L1/ann", b"the first name", b"the second name")
    vault.put("patron", "L1/ben", b"the third name")
    vault.swap("patron", "L1/ben", b"the third name", None)
    vault.scrub()
    kept = b"".join(file.read_bytes() for file in sorted(tmp_path.iterdir()))
    vault.close()
    assert [f"the {each} name".encode() in kept for each in ("first", "second", "third")] == [
        False,
        True,
        False,
    ]


def test_names_and_credentials_are_kept_apart(address: str) -> None:
    names, credentials = open_vault(address, "names"), open_vault(address)
    key = f"L1/{Path(address).name}"
    assert names.put("patron", key, b"Ann Lee")
    assert credentials.get("patron", key) is None
    for vault in (names, credentials):
        vault.close()
