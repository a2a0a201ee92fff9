"""Calls for an attendant: each is answered once, and a later call is another one."""

import asyncio
from pathlib import Path

import pytest

from punto.identity.terminals.events import CallAnswered
from punto.storage.addresses import open_vault
from punto.values.ids import Instant, TerminalId
from punto.web.lines.attendants import Attendants, CallNote
from punto.web.lines.line import Line
from punto.web.security.vault_notes import VaultNotes
from support.runtime.stage import until
from support.web.floor_server import DEALER, MANAGER, SUPERVISOR, Floor, floor, terminal
from web.test_lockouts import facts, signed_in

ONE = TerminalId("A1-1")
DONE = {"terminal": ONE}


def test_dismissing_an_older_call_leaves_the_later_one(tmp_path: Path) -> None:
    async def play() -> None:
        vault = open_vault(str(tmp_path / "floor.db"))
        calls = Attendants(vault, lambda _terminal, _since: None)
        await calls.call(ONE, Instant(5))
        await calls.dismiss(ONE)
        await calls.call(ONE, Instant(7))
        await calls.dismiss(ONE, Instant(5))
        assert calls.since(ONE) == 7
        await calls.look()
        assert calls.since(ONE) == 7
        await calls.dismiss(ONE, Instant(7))
        await calls.look()
        assert calls.since(ONE) is None
        vault.close()

    asyncio.run(play())


def answers(at: Floor) -> int:
    return facts(at).count(CallAnswered(ONE))


@pytest.mark.parametrize("second", [SUPERVISOR, MANAGER])
def test_a_call_whose_note_outlived_its_answer_is_answered_once(
    tmp_path: Path, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a node ends between the record and the note, or two people answer at two nodes."""

    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, ONE) as patron:
            dealer, sue = await signed_in(at, DEALER), await signed_in(at, SUPERVISOR)
            later = sue if second == SUPERVISOR else await signed_in(at, second)
            await patron.say(say="call", id="c", wanted=True)
            await patron.until_said("called")
            refused = (await dealer.ask("POST", "/api/attendants/done", DONE))[1]
            assert refused["refusal"]["code"] == "RankTooLow"

            async def leave(*_: object) -> None:
                pass

            with monkeypatch.context() as dying:
                dying.setattr(Attendants, "dismiss", leave)
                assert (await sue.ask("POST", "/api/attendants/done", DONE))[0] == 200
            assert (await later.ask("POST", "/api/attendants/done", DONE))[0] in {200, 409}
            assert answers(at) == 1
            assert at.server.services.attendants.since(ONE) is None
            # The next call is another one.
            await patron.say(say="call", id="d", wanted=True)
            await until(lambda: at.server.services.attendants.since(ONE) is not None)
            assert (await later.ask("POST", "/api/attendants/done", DONE))[0] == 200
            assert answers(at) == 2

    asyncio.run(play())


def test_a_call_made_while_the_one_before_is_answered_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dismiss = Attendants.dismiss

    async def after_another_call(calls: Attendants, who: TerminalId, *since: Instant) -> None:
        await dismiss(calls, who)
        await calls.call(who, Instant(7))
        await dismiss(calls, who, *since)

    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, ONE) as patron:
            sue = await signed_in(at, SUPERVISOR)
            await patron.say(say="call", id="c", wanted=True)
            await patron.until_said("called")
            monkeypatch.setattr(Attendants, "dismiss", after_another_call)
            assert (await sue.ask("POST", "/api/attendants/done", DONE))[0] == 200
            assert at.server.services.attendants.since(ONE) == 7
            assert (await patron.until_said("called"))["since"] == 7

    asyncio.run(play())


def test_of_many_wishes_at_once_the_newest_counts_and_few_reach_the_vault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, found = list[str](), VaultNotes[CallNote].get

    async def get(notes: VaultNotes[CallNote], name: str) -> CallNote | None:
        looks.append(name)
        return await found(notes, name)

    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, ONE) as patron:
            calls = at.server.services.attendants
            line = next(each for each in at.server.services.register.lines() if each.screen)
            assert isinstance(line, Line)
            monkeypatch.setattr(VaultNotes, "get", get)
            for number in range(30):
                # In one step, as from one packet.
                wanted = str(number % 2 == 0).lower()
                line.hear(f'{{"say":"call","id":"{number}","wanted":{wanted}}}')
            line.hear('{"say":"call","id":"last","wanted":true}')
            assert (await patron.until_said("called"))["since"] == calls.since(ONE)
            await patron.say(say="ping", n=1)
            await patron.until_said("pong")
            assert calls.since(ONE) is not None
            assert len(line._tasks) == 0  # noqa: SLF001

    asyncio.run(play())
    assert looks.count(ONE) <= 4


def test_repeating_a_call_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        vault = open_vault(str(tmp_path / "floor.db"))
        calls = Attendants(vault, lambda _terminal, _since: None)
        await calls.call(ONE, Instant(5))
        monkeypatch.setattr(VaultNotes, "add", None)
        await calls.call(ONE, Instant(7))
        assert calls.since(ONE) == 5
        vault.close()

    asyncio.run(play())
