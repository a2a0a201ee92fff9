"""Passwords and PINs: stored as hashes, and locked after three wrong ones."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2.profiles import RFC_9106_LOW_MEMORY

from punto.identity.access.commands import SecretKind
from punto.storage.vault.sqlite import SqliteVault
from punto.values.ids import Instant, PersonId
from punto.web.security import passwords_and_pins
from punto.web.security.lockouts import DAY_MS, Stranger
from punto.web.security.passwords_and_pins import Shown, StaffSecrets, unfitness
from support.runtime.stage import HandClock

MEI = PersonId("mei")
PASSWORD, PIN = "a long enough word", "314159"


def with_secrets(folder: Path, use: Callable[[StaffSecrets], Awaitable[None]]) -> None:
    async def play() -> None:
        vault = SqliteVault(folder / "vault.db")
        try:
            secrets = StaffSecrets(vault, lambda: Instant(1_000))
            await secrets.set(MEI, PASSWORD, PIN)
            await use(secrets)
        finally:
            vault.close()

    asyncio.run(play())


def test_each_secret_fits_its_own_purpose_only(tmp_path: Path) -> None:
    async def use(secrets: StaffSecrets) -> None:
        assert await secrets.show(MEI, SecretKind.PASSWORD, PASSWORD) is Shown.FITS
        assert await secrets.show(MEI, SecretKind.PIN, PIN) is Shown.FITS
        assert await secrets.show(MEI, SecretKind.PASSWORD, PIN) is Shown.WRONG
        assert await secrets.show(MEI, SecretKind.PIN, PASSWORD) is Shown.WRONG
        assert await secrets.show(PersonId("zoe"), SecretKind.PIN, PIN) is Shown.UNKNOWN

    with_secrets(tmp_path, use)


def test_the_third_wrong_one_in_a_row_locks_of_either_kind(tmp_path: Path) -> None:
    async def use(secrets: StaffSecrets) -> None:
        assert await secrets.show(MEI, SecretKind.PASSWORD, "x") is Shown.WRONG
        assert await secrets.show(MEI, SecretKind.PIN, "0") is Shown.WRONG
        assert await secrets.show(MEI, SecretKind.PIN, "0") is Shown.LOCKS
        assert await secrets.show(MEI, SecretKind.PIN, PIN) is Shown.LOCKED
        assert await secrets.is_locked(MEI)
        assert await secrets.unlock(MEI)
        assert not await secrets.unlock(MEI)
        assert await secrets.show(MEI, SecretKind.PIN, PIN) is Shown.FITS

    with_secrets(tmp_path, use)


def test_a_right_one_makes_good_for_those_before(tmp_path: Path) -> None:
    async def use(secrets: StaffSecrets) -> None:
        for _ in range(3):
            assert await secrets.show(MEI, SecretKind.PIN, "0") is Shown.WRONG
            assert await secrets.show(MEI, SecretKind.PIN, "1") is Shown.WRONG
            assert await secrets.show(MEI, SecretKind.PIN, PIN) is Shown.FITS

    with_secrets(tmp_path, use)


def test_guesses_at_once_count_one_by_one(tmp_path: Path) -> None:
    async def use(secrets: StaffSecrets) -> None:
        guesses = [secrets.show(MEI, SecretKind.PIN, f"{n}") for n in range(8)]
        outcomes = await asyncio.gather(*guesses)
        assert outcomes.count(Shown.WRONG) == 2
        assert outcomes.count(Shown.LOCKS) == 1
        assert outcomes.count(Shown.LOCKED) == 5

    with_secrets(tmp_path, use)


def test_unknown_names_are_forgotten_in_time(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock(DAY_MS)
        vault = SqliteVault(tmp_path / "vault.db")
        secrets = StaffSecrets(vault, clock.now)
        for number in range(150):
            await secrets.show(
                PersonId(f"name {number}"), SecretKind.PASSWORD, "x", Stranger("::1")
            )
            if number == 40:
                clock.at += DAY_MS
        assert len(vault.all("unknown")) == 150 - 41
        vault.close()

    asyncio.run(play())


def test_no_secret_is_kept_as_it_is_and_each_guess_costs_as_much_as_rfc_9106_advises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(_secrets: StaffSecrets) -> None:
        pass

    monkeypatch.setattr(passwords_and_pins, "RFC_9106_LOW_MEMORY", RFC_9106_LOW_MEMORY)
    with_secrets(tmp_path, use)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert kept.count(b"$argon2id$v=19$m=65536,t=3,p=4$") >= 2
    assert PASSWORD.encode() not in kept
    assert PIN.encode() not in kept


@pytest.mark.parametrize(
    ("password", "pin", "expected"),
    [
        ("short", PIN, "password: expected 10 to 128 characters"),
        ("mei and me too", PIN, "password: expected one that cannot be guessed from the name"),
        ("aaaaaaaaaaaa", PIN, "password: expected one that cannot be guessed from the name"),
        (PASSWORD, "12", "PIN: expected 6 to 12 digits"),
        (PASSWORD, "31415x", "PIN: expected 6 to 12 digits"),
        (PASSWORD, "٣١٤١٥٩", "PIN: expected 6 to 12 digits"),
        (PASSWORD, "123456", "PIN: expected digits that are not all alike or in a row"),
        (PASSWORD, "987654", "PIN: expected digits that are not all alike or in a row"),
        (PASSWORD, "777777", "PIN: expected digits that are not all alike or in a row"),
    ],
)
def test_what_is_easy_to_guess_is_refused(password: str, pin: str, expected: str) -> None:
    assert unfitness(MEI, password, pin) == expected
