"""Guessing passwords and PINs: by strangers, at one's own screen and at colleagues' screens."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from punto.identity.access.commands import SecretKind
from punto.identity.access.events import AlarmRaised, PersonLockedOut, PersonUnlocked
from punto.identity.floors import AlarmCause
from punto.storage.vault.sqlite import SqliteVault
from punto.values.ids import Instant, PersonId
from punto.web.http.request_pace import Attempts
from punto.web.security.lockouts import (
    DAY_MS,
    HOUR_MS,
    OTHERS_A_DAY,
    STRANGE_A_DAY,
    STRANGE_AN_HOUR,
    GuessOrigin,
    KnownBrowser,
    OwnSession,
    ScreenOf,
    Stranger,
)
from punto.web.security.passwords_and_pins import Shown, StaffSecrets, Unheard
from punto.web.sessions.pace import Pace
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    PASSWORD,
    PIN,
    SUPERVISOR,
    Browser,
    Floor,
    Json,
    client,
    console,
    floor,
    report,
)

BOSS = PersonId("boss")
REPORT: Json = report("technical-interruption", "power")
HAND_PAY: Json = {"name": "HandPay", "terminal": "A1-1", "amount": 100}


def facts(at: Floor) -> list[object]:
    """The latest events of the floor's record, the latest first."""
    return [event.fact for _, event in at.server.services.floor_feed.latest()]


async def wish(browser: Browser, what: str, pin: str = "", **fields: object) -> Json:
    """Send a wish about the floor, and return the outcome."""
    body = {"id": uuid4().hex, "wish": {"what": what, **fields}, "pin": pin}
    status, told, _ = await browser.ask("POST", "/api/floor/commands", body)
    assert status == 200, told
    return told


async def signed_in(at: Floor, person: str) -> Browser:
    """Return the browser of a person who has a password and a PIN and is signed in."""
    await at.with_secrets(person)
    browser = Browser(at.url)
    assert await browser.sign_in(person) == 200
    return browser


async def lock_out(at: Floor, person: str) -> None:
    """Enter three wrong PINs in a session of that person."""
    async with client(at, await at.staff(person)) as pit:
        await pit.hello("pit", "A1")
        for number in range(3):
            answer = await pit.command(f"{id(pit)}-{number}", HAND_PAY, pin=f"00000{number}")
            assert answer["refusal"]["code"] == "PinWrong"


def test_strangers_cannot_lock_out_a_person_who_is_signed_in_or_uses_a_known_browser(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, stranger = await signed_in(at, CHIEF), Browser(at.url)
            answers = [await stranger.sign_in(CHIEF, "wrong") for _ in range(12)]
            # Three attempts are checked; then the address has to wait, whatever it sends.
            assert answers == [401] * 3 + [429] * 9
            assert await stranger.sign_in(CHIEF) == 429
            status, told, _ = await boss.ask("GET", "/api/floor")
            assert status == 200
            assert not any(person["locked"] for person in told["people"])
            # The pit sees the attack, and where it comes from.
            alarm = told["alarms"][0]
            assert (alarm["person"], alarm["source"]) == (CHIEF, "127.0.0.1")
            assert alarm["cause"] == AlarmCause.GUESSED_BY_STRANGERS.value
            # The person can still use PIN and password in the known browser.
            csrf = boss.csrf
            assert (await boss.ask("POST", "/api/sign-out"))[0] == 200
            boss.csrf = None
            assert await boss.sign_in(CHIEF) == 200
            assert csrf != boss.csrf

    asyncio.run(play())


def test_a_crowd_at_the_same_address_does_not_keep_a_known_browser_waiting(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss, stranger = await signed_in(at, CHIEF), Browser(at.url)
            # An allowance that is not refilled, however slow this machine is.
            at.server.app.attempts = Attempts(Pace(burst=3, per_second=0))
            answers = [await stranger.sign_in(f"nobody-{n}", "wrong") for n in range(5)]
            assert answers == [401] * 3 + [429] * 2
            assert await boss.sign_in(CHIEF) == 200

    asyncio.run(play())


def test_unknown_names_have_to_wait_like_known_ones(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(DEALER)
            for person in (DEALER, "nobody"):
                stranger = Browser(at.url)
                answers = [await stranger.sign_in(person, "wrong") for _ in range(4)]
                assert answers == [401, 401, 401, 429]

    asyncio.run(play())


def test_an_open_session_does_not_brute_force_its_own_pin(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            await lock_out(at, CHIEF)
            assert PersonLockedOut(PersonId(CHIEF)) in facts(at)
            for pin in ("", "000000", PIN):
                told = await wish(boss, "UnlockPerson", pin, person=CHIEF)
                assert told["accepted"] is False
            # Neither another session nor the present password gets around it.
            async with client(at, await at.staff(CHIEF)) as pit:
                await pit.hello("pit", "A1")
                answer = await pit.command("again", HAND_PAY, pin=PIN)
                assert answer["refusal"]["code"] == "PinWrong"
            change = {"present_password": PASSWORD, "password": "another long one", "pin": "271828"}
            assert (await boss.ask("POST", "/api/secrets/change", change))[0] == 403

    asyncio.run(play())


def test_unlocking_takes_another_person_and_their_pin(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            manager = await signed_in(at, MANAGER)
            await at.with_secrets(CHIEF)
            await lock_out(at, CHIEF)
            without = await wish(manager, "UnlockPerson", person=CHIEF)
            assert without["refusal"]["code"] == "PinNeeded"
            wrong = await wish(manager, "UnlockPerson", "000000", person=CHIEF)
            assert wrong["refusal"]["code"] == "PinWrong"
            assert (await wish(manager, "UnlockPerson", PIN, person=CHIEF))["accepted"] is True
            assert facts(at)[0] == PersonUnlocked(PersonId(CHIEF))
            assert await Browser(at.url).sign_in(CHIEF) == 200

    asyncio.run(play())


def test_a_lockout_that_the_record_has_missed_is_unlocked_all_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            manager = await signed_in(at, MANAGER)
            await at.with_secrets(CHIEF)
            # As if the database had failed between the store and the record.
            for _ in range(3):
                await at.server.app.keys.secrets.show(PersonId(CHIEF), SecretKind.PIN, "000000")
            assert (await wish(manager, "UnlockPerson", PIN, person=CHIEF))["accepted"] is True
            unlocked = [PersonUnlocked(PersonId(CHIEF)), PersonLockedOut(PersonId(CHIEF))]
            assert facts(at)[:2] == unlocked
            assert await Browser(at.url).sign_in(CHIEF) == 200

    asyncio.run(play())


def test_a_second_lockout_within_an_hour_is_an_alarm_that_another_person_closes(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            manager, sue = await signed_in(at, MANAGER), await signed_in(at, SUPERVISOR)
            await lock_out(at, SUPERVISOR)
            assert (await manager.ask("GET", "/api/floor"))[1]["alarms"] == []
            await wish(manager, "UnlockPerson", PIN, person=SUPERVISOR)
            await lock_out(at, SUPERVISOR)
            alarm = AlarmRaised(PersonId(SUPERVISOR), AlarmCause.LOCKED_AGAIN, "")
            assert facts(at)[0] == alarm
            told = (await manager.ask("GET", "/api/floor"))[1]["alarms"]
            assert [each["person"] for each in told] == [SUPERVISOR]
            own = await wish(sue, "CloseAlarms", person=SUPERVISOR)
            assert own["refusal"]["code"] == "AlarmAboutOneself"
            assert (await wish(manager, "CloseAlarms", person=SUPERVISOR))["accepted"] is True
            assert (await manager.ask("GET", "/api/floor"))[1]["alarms"] == []

    asyncio.run(play())


def test_the_password_alone_neither_changes_the_pin_nor_makes_room_for_guesses(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            change = {"present_password": PASSWORD, "password": "another long one", "pin": "271828"}
            for number in range(3):
                guess = {**change, "present_pin": f"00000{number}"}
                assert (await boss.ask("POST", "/api/secrets/change", guess))[0] == 403
                # Signing in again with the right password gives no new guesses at the PIN.
                await boss.sign_in(CHIEF)
            assert PersonLockedOut(PersonId(CHIEF)) in facts(at)
            right = {**change, "present_pin": PIN}
            assert (await boss.ask("POST", "/api/secrets/change", right))[0] == 403

    asyncio.run(play())


def test_both_secrets_are_shown_to_choose_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            boss = await signed_in(at, CHIEF)
            change = {"present_password": PASSWORD, "password": "another long one", "pin": "271828"}
            status, _, _ = await boss.ask(
                "POST", "/api/secrets/change", {**change, "present_pin": PIN}
            )
            assert status == 200
            assert await Browser(at.url).sign_in(CHIEF, "another long one") == 200

    asyncio.run(play())


def test_a_dealer_neither_guesses_the_pin_of_a_manager_nor_locks_them_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, console(at) as dealer, console(at) as second:
            sue = await signed_in(at, SUPERVISOR)
            await at.with_secrets(MANAGER)
            await dealer.do("OpenBets")
            assert (await dealer.command("r", REPORT)).get("accepted") is True
            attest = {"name": "Attest", "cards": None}
            told = []
            # Two screens of one dealer, two targets: all attempts count against the dealer.
            for number in range(6):
                screen = (dealer, second)[number % 2]
                by = {"person": (SUPERVISOR, MANAGER)[number % 2], "pin": f"00000{number}"}
                answer = await screen.command(f"g{number}", attest, by=by)
                told.append(answer["refusal"]["code"])
            assert told == ["PinWrong"] * 3 + ["PinsUnheard"] * 3
            right = {"person": SUPERVISOR, "pin": PIN}
            answer = await dealer.command("late", attest, by=right)
            assert answer["refusal"]["code"] == "PinsUnheard"
            # The supervisor is not locked out: the same PIN works at her own screen.
            async with client(at, await at.staff(SUPERVISOR)) as pit:
                await pit.hello("pit", "A1")
                assert (await pit.command("own", attest, pin=PIN)).get("accepted") is True
            floor_now = (await sue.ask("GET", "/api/floor"))[1]
            assert not any(person["locked"] for person in floor_now["people"])

    asyncio.run(play())


def test_guesses_at_once_are_heard_as_often_as_in_turn(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(CHIEF)
            strangers = [Browser(at.url) for _ in range(5)]
            answers = await asyncio.gather(*(each.sign_in(CHIEF, "wrong") for each in strangers))
            assert sorted(answers) == [401] * 3 + [429] * 2

    asyncio.run(play())


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.at = 1_000_000_000

    def now(self) -> Instant:
        return Instant(self.at)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def secrets(tmp_path: Path, clock: Clock) -> Iterator[StaffSecrets]:
    vault = SqliteVault(tmp_path / "vault.db")
    kept = StaffSecrets(vault, clock.now)
    asyncio.run(kept.set(BOSS, PASSWORD, PIN))
    yield kept
    vault.close()


def heard_in_a_day(
    secrets: StaffSecrets, clock: Clock, secret: SecretKind, origins: list[GuessOrigin]
) -> tuple[int, int]:
    """Count the wrong secrets checked in the first hour and in a day, with one try a minute."""

    async def guess() -> list[int]:
        begin, heard = clock.at, list[int]()
        while clock.at < begin + DAY_MS:
            for origin in origins:
                if await secrets.show(BOSS, secret, "0", origin) in _WRONG:
                    heard.append(clock.at - begin)
            clock.at += 60_000 if clock.at < begin + HOUR_MS else 600_000
        return heard

    heard = asyncio.run(guess())
    return sum(1 for at in heard if at < HOUR_MS), len(heard)


_WRONG = {Shown.WRONG, Shown.SIEGE, Shown.LOCKS, Shown.PESTERS}


def test_one_address_is_heard_eight_times_in_the_first_hour(
    secrets: StaffSecrets, clock: Clock
) -> None:
    hour, day = heard_in_a_day(secrets, clock, SecretKind.PASSWORD, [Stranger("10.0.0.1")])
    assert hour == 8
    assert day <= 8 + 24


def test_many_addresses_together_are_heard_so_often_and_no_more(
    secrets: StaffSecrets, clock: Clock
) -> None:
    crowd: list[GuessOrigin] = [Stranger(f"10.0.0.{n}") for n in range(40)]
    hour, day = heard_in_a_day(secrets, clock, SecretKind.PASSWORD, crowd)
    assert (hour, day) == (STRANGE_AN_HOUR, STRANGE_A_DAY)
    # Meanwhile the person can sign in from the known browser.
    known = secrets.show(BOSS, SecretKind.PASSWORD, PASSWORD, KnownBrowser("desk"))
    assert asyncio.run(known) is Shown.FITS
    assert not asyncio.run(secrets.is_locked(BOSS))


def test_a_known_browser_waits_by_itself(secrets: StaffSecrets, clock: Clock) -> None:
    hour, _ = heard_in_a_day(secrets, clock, SecretKind.PASSWORD, [KnownBrowser("stolen")])
    assert hour == 8
    clock.at += 1
    assert isinstance(
        asyncio.run(secrets.show(BOSS, SecretKind.PASSWORD, "0", KnownBrowser("other"))), Shown
    )


def test_all_colleagues_together_have_ten_guesses_a_day_at_one_pin(
    secrets: StaffSecrets, clock: Clock
) -> None:
    crowd: list[GuessOrigin] = [ScreenOf(PersonId(f"p{n}")) for n in range(20)]
    _, day = heard_in_a_day(secrets, clock, SecretKind.PIN, crowd)
    assert day == OTHERS_A_DAY
    # The person's own screen still accepts the PIN.
    assert asyncio.run(secrets.show(BOSS, SecretKind.PIN, PIN, OwnSession())) is Shown.FITS


def test_right_ones_between_do_not_make_room_for_a_guesser_in_the_same_account(
    secrets: StaffSecrets,
) -> None:
    async def guess() -> int:
        for count in range(30):
            if await secrets.show(BOSS, SecretKind.PIN, "0") is Shown.LOCKS:
                return count + 1
            await secrets.show(BOSS, SecretKind.PIN, PIN)
        return 0

    assert asyncio.run(guess()) == 10


def test_waiting_grows_with_every_wrong_one(secrets: StaffSecrets, clock: Clock) -> None:
    async def waits() -> list[int]:
        found = []
        for _ in range(11):
            outcome = await secrets.show(BOSS, SecretKind.PASSWORD, "0", Stranger("10.0.0.1"))
            if isinstance(outcome, Unheard):
                found.append((outcome.until - clock.at) // 60_000)
                clock.at = outcome.until
        return found

    assert asyncio.run(waits()) == [1, 2, 4, 8]


def test_only_the_person_signed_in_learns_how_many_tries_are_left(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            await at.with_secrets(CHIEF)
            await at.with_secrets(SUPERVISOR)
            async with client(at, await at.staff(SUPERVISOR)) as pit:
                await pit.hello("pit", "A1")
                by = {"person": CHIEF, "pin": "000000"}
                other = await pit.command("other", HAND_PAY, by=by)
                assert other["refusal"]["fields"] == {"person": CHIEF, "left": None}
                own = [await pit.command(f"own-{n}", HAND_PAY, pin="000000") for n in range(3)]
                assert [each["refusal"]["fields"]["left"] for each in own] == [2, 1, 0]
                assert "is locked out" in own[-1]["refusal"]["sentence"]

    asyncio.run(play())
