"""Malformed input on the socket is refused with a code, and never reaches a table."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from punto.rounds.table.commands import Link
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.web.sessions.effects import (
    Close,
    Device,
    Effect,
    Join,
    Passer,
    Say,
    Speaker,
    StaffMember,
    Submit,
)
from punto.web.sessions.pace import Pace
from punto.web.sessions.protocol import LONGEST_MESSAGE, Session
from punto.web.wire.wish_forms import WISHES
from support.runtime.stage import until
from support.web.floor_server import Json, client, floor, terminal
from wire_schema import schema

NOW = Instant(1_000)
PROBLEMS = {
    "malformed",
    "oversized",
    "not_text",
    "out_of_order",
    "not_allowed",
    "other_protocol",
    "too_fast",
    "too_many",
}
SPEAKERS: dict[str, Speaker] = {
    "terminal": Device(TerminalId("T1")),
    "console": StaffMember(PersonId("lim")),
    "pit": StaffMember(PersonId("tan")),
    "display": Passer(),
}
HELLO = {"say": "hello", "protocol": 1, "table": "A1", "tab": "x", "language": "en"}
_, SHAPES = schema()
WISH_NAMES = {
    screen: {str(shape["$ref"]).rsplit("/", 1)[1] for shape in schema()[0][union]["anyOf"]}
    for screen, union in (
        ("terminal", "PatronWish"),
        ("console", "ConsoleWish"),
        ("pit", "PitWish"),
    )
}

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=2**62, max_value=2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["", "\0", "AS", "A1", "T1", "\ud83d\ude00", "1" * 300]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


PLAIN: dict[str, st.SearchStrategy[object]] = {
    "integer": st.integers() | st.integers(0, 10_000),
    "boolean": st.booleans(),
    "string": st.text(max_size=20),
    "null": st.none(),
}


def fitting(shape: Json) -> st.SearchStrategy[object]:
    """Generate values that fit a shape of the schema, or nearly do: these get furthest."""
    if "$ref" in shape:
        return fitting(SHAPES[str(shape["$ref"]).rsplit("/", 1)[1]])
    if "anyOf" in shape:
        return st.one_of([fitting(each) for each in shape["anyOf"]])
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    if "const" in shape:
        return st.just(shape["const"])
    return _fitting_type(shape)


def _fitting_type(shape: Json) -> st.SearchStrategy[object]:
    match shape.get("type"):
        case "object":
            fields = {name: fitting(each) for name, each in shape.get("properties", {}).items()}
            return st.fixed_dictionaries(fields)
        case "array" if "prefixItems" in shape:
            return st.tuples(*map(fitting, shape["prefixItems"])).map(list)
        case "array":
            return st.lists(fitting(shape.get("items", {})), max_size=3)
        case "string" if "pattern" in shape:
            return st.sampled_from(["AS", "TD", "9H", "XX", ""])
        case kind:
            return PLAIN.get(str(kind), anything)


def spoilt(whole: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Generate the same values with a field too many, too few, or of another type."""

    def change(value: object) -> st.SearchStrategy[object]:
        if not isinstance(value, dict) or not value:
            return anything
        names = st.sampled_from(sorted(value))
        return st.one_of(
            st.just(value),
            names.map(lambda name: {k: v for k, v in value.items() if k != name}),
            st.tuples(names, anything).map(lambda pair: {**value, pair[0]: pair[1]}),
            st.tuples(st.text(max_size=8), anything).map(lambda p: {**value, p[0]: p[1]}),
        )

    return whole.flatmap(change)


def wishes(screen: str) -> st.SearchStrategy[object]:
    shapes = sorted(WISH_NAMES.get(screen, WISH_NAMES["pit"]))
    return st.one_of([spoilt(fitting(SHAPES[name])) for name in shapes])


def messages(screen: str) -> st.SearchStrategy[object]:
    ids = st.sampled_from(["a", "b", "c"])  # few, so that ids are used again
    command = st.fixed_dictionaries(
        {"say": st.just("command"), "id": ids, "wish": wishes(screen)},
        optional={"table": anything, "pin": anything, "by": anything},
    )
    hello = st.just({**HELLO, "as": screen}) | spoilt(st.just({**HELLO, "as": "pit"}))
    others = fitting({"$ref": "#/shapes/AskRecall"}) | fitting({"$ref": "#/shapes/Call"})
    return st.one_of(command, hello, spoilt(others), anything)


def frames(screen: str) -> st.SearchStrategy[str | bytes]:
    texts = messages(screen).map(json.dumps)
    cut = st.tuples(texts, st.integers(0, 200)).map(lambda pair: pair[0][: pair[1]])
    return st.one_of(texts, texts, cut, st.text(max_size=50), st.binary(max_size=20))


def problems(effects: tuple[Effect, ...]) -> Iterator[str]:
    for effect in effects:
        if isinstance(effect, Say):
            said = json.loads(effect.message)
            if said["say"] == "problem":
                yield said["code"]


@pytest.mark.parametrize("screen", SPEAKERS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_frame_is_taken_or_refused_with_a_code(screen: str, data: st.DataObject) -> None:
    session = Session((SPEAKERS[screen],), NOW, Pace(burst=1_000))
    joined: str | None = None
    for raw in data.draw(st.lists(frames(screen), max_size=12)):
        effects = session.receive(raw, NOW)
        codes = list(problems(effects))
        assert set(codes) <= PROBLEMS
        for effect in effects:
            if isinstance(effect, Join):
                joined = effect.hello.screen
            if isinstance(effect, Submit):
                # Only a complete wish that this kind of screen may have reaches a table.
                assert joined is not None
                assert not codes
                WISHES[joined].out(effect.wish)
        if any(isinstance(effect, Close) for effect in effects):
            assert codes
            assert session.receive(raw, NOW) == ()
            return


@pytest.mark.parametrize(
    "raw",
    [
        "[" * 8_000,
        '{"say":"command","id":"x","wish":' + "[" * 7_000 + "]" * 7_000 + "}",
        '{"say":"command","id":"x","wish":{"name":"WantPosition","terminal":"\\ud800"}}',
        '{"say":"command","id":"x","wish":{"name":"WantPosition","stakes":' + '{"a":' * 2_000,
        '{"say":"ping","n":' + "9" * 5_000 + "}",
        '{"say":"ping","n":1e400}',
        '{"say":"ping","n":1,"n":2,"m":3}',
        '{"say":"ping\\u0000","n":1}',
    ],
)
def test_deep_nesting_half_characters_and_huge_numbers_are_malformed(raw: str) -> None:
    assert len(raw) <= LONGEST_MESSAGE
    session = Session((SPEAKERS["terminal"],), NOW)
    session.receive(json.dumps({**HELLO, "as": "terminal"}), NOW)
    effects = session.receive(raw, NOW)
    assert list(problems(effects)) == ["malformed"]
    assert len(effects) == 1


def test_a_command_that_is_said_again_is_one_command() -> None:
    session = Session((SPEAKERS["terminal"],), NOW)
    session.receive(json.dumps({**HELLO, "as": "terminal"}), NOW)
    raw = '{"say":"command","id":"x","wish":{"name":"CashOut","terminal":"T1"}}'
    (first,), (again,) = session.receive(raw, NOW), session.receive(raw, NOW)
    assert first == again
    assert isinstance(first, Submit)
    assert first.id == CommandId("x")


ONE = TerminalId("A1-1")
FRAMES: list[tuple[bytes | str, bool, set[str]]] = [
    (b"\xff\xfe{", True, {"not_text"}),
    (b"\x80\x81", False, {"not_text"}),
    ("[" * 8_000, True, {"malformed"}),
    (
        '{"say":"command","id":"x","wish":{"name":"CashOut","terminal":"\\ud800"}}',
        True,
        {"malformed"},
    ),
    ('{"say":"command","id":"x","wish":{"name":"CashOut","terminal":"A1-1\\u0000"}}', True, set()),
    ('{"say":"recall","id":"x","round":-99999999999999999999}', True, set()),
    ('{"say":"recall","id":"x","round":99999999999999999999}', True, set()),
    (
        '{"say":"command","id":"x","table":"B\\u0000","wish":{"name":"CashOut","terminal":"A1-1"}}',
        True,
        set(),
    ),
    ("x" * 20_000, True, {"oversized"}),
]
"""Frames, whether each is text, and the problem that must be reported if one is certain."""


def test_a_real_socket_survives_all_of_it_and_the_record_has_nothing_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            table = TableId("A1")
            for frame, is_text, expected in FRAMES:
                async with terminal(at, "A1-1") as screen:
                    await until(
                        lambda: (
                            at.server.node.tables()[table].table.seats[ONE].link is Link.CONNECTED
                        )
                    )
                    before = at.server.node.tables()[table].position
                    await screen.socket.send(frame, text=is_text)
                    told = await screen.until(
                        lambda m: m["say"] in {"problem", "answer", "recalled"}
                    )
                    if expected:
                        assert (told["say"], {told["code"]}) == ("problem", expected)
                    elif told["say"] == "answer":
                        assert told["accepted"] is False
                    assert at.server.node.tables()[table].position == before
            async with client(at, await at.device("A1-1")) as early:
                await early.say(say="command", id="x", wish={"name": "CashOut", "terminal": "A1-1"})
                assert (await early.hear())["code"] == "out_of_order"
                with suppress(ConnectionClosed):
                    for _ in range(200):
                        await early.socket.send("{")
                    await early.until(lambda _: False)
                assert early.socket.close_code == 1008
            assert not at.server.node.tables()[table].halted

    asyncio.run(play())
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []
