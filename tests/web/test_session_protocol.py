import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.rounds.betting.commands import WantPosition
from punto.values.ids import CommandId, Instant, PersonId, TerminalId
from punto.web.sessions.effects import (
    CallAttendant,
    Close,
    CloseCode,
    Device,
    Effect,
    GiveTicket,
    Join,
    Passer,
    RecallRequest,
    Say,
    Speaker,
    StaffMember,
    Submit,
)
from punto.web.sessions.pace import Pace
from punto.web.sessions.protocol import LONGEST_MESSAGE, MOST_FAULTS, MOST_UNANSWERED, Session

NOW = Instant(1_000)
TERMINAL = Device(TerminalId("T1"))
DEALER = StaffMember(PersonId("lim"))
BET = {"name": "WantPosition", "terminal": "T1", "round_number": 3, "stakes": [["banker", 10_000]]}


def hello(screen: str = "terminal", protocol: int = 1) -> str:
    said = {"say": "hello", "protocol": protocol, "as": screen, "table": "A1"}
    return json.dumps({**said, "tab": "x", "language": "en"})


def bet(number: int = 1) -> str:
    return json.dumps({"say": "command", "id": f"c{number}", "wish": BET})


def open_session(speaker: Speaker = TERMINAL, screen: str = "terminal") -> Session:
    session = Session((speaker,), NOW, Pace(burst=1_000))
    assert isinstance(session.receive(hello(screen), NOW)[0], Join)
    return session


def problem_in(effects: tuple[Effect, ...]) -> str:
    (said, *_) = effects
    assert isinstance(said, Say)
    message = json.loads(said.message)
    assert (message["say"], message["now"]) == ("problem", NOW)
    return str(message["code"])


def closed_with(effects: tuple[Effect, ...]) -> CloseCode:
    end = effects[-1]
    assert isinstance(end, Close)
    return end.code


def test_a_hello_joins_the_table_that_it_names() -> None:
    (joined,) = Session((TERMINAL,), NOW).receive(hello(), NOW)
    assert isinstance(joined, Join)
    assert (joined.hello.screen, joined.hello.table, joined.hello.tab) == ("terminal", "A1", "x")


def test_a_bet_reaches_the_table_as_the_engines_own_wish() -> None:
    (submitted,) = open_session().receive(bet(7), NOW)
    wish = WantPosition(TerminalId("T1"), 3, (("banker", 10_000),))  # type: ignore[arg-type]
    assert submitted == Submit(CommandId("c7"), wish, None, None, None)


def test_nothing_is_taken_before_the_hello() -> None:
    assert problem_in(Session((TERMINAL,), NOW).receive(bet(), NOW)) == "out_of_order"


def test_a_second_hello_may_name_another_table() -> None:
    session = open_session(DEALER, "console")
    (joined,) = session.receive(hello("console").replace("A1", "B1"), NOW)
    assert isinstance(joined, Join)
    assert joined.hello.table == "B1"


def test_a_second_hello_as_another_screen_is_out_of_order() -> None:
    session = open_session(DEALER, "console")
    assert problem_in(session.receive(hello("pit"), NOW)) == "out_of_order"


def test_a_ping_is_answered_even_before_the_hello() -> None:
    (said,) = Session((Passer(),), NOW).receive('{"say":"ping","n":5}', NOW)
    assert isinstance(said, Say)
    assert json.loads(said.message) == {"say": "pong", "now": NOW, "n": 5}


@pytest.mark.parametrize(
    ("speaker", "screen"),
    [
        (TERMINAL, "pit"),
        (TERMINAL, "console"),
        (DEALER, "terminal"),
        (Passer(), "terminal"),
        (Passer(), "console"),
        (Passer(), "pit"),
    ],
)
def test_a_screen_that_is_not_for_this_speaker_is_refused_and_closed(
    speaker: Speaker, screen: str
) -> None:
    effects = Session((speaker,), NOW).receive(hello(screen), NOW)
    assert (problem_in(effects), closed_with(effects)) == ("not_allowed", CloseCode.NOT_ALLOWED)


@pytest.mark.parametrize("speaker", [TERMINAL, DEALER, Passer()])
def test_a_display_is_for_everybody(speaker: Speaker) -> None:
    assert isinstance(Session((speaker,), NOW).receive(hello("display"), NOW)[0], Join)


def test_another_protocol_is_told_to_load_the_page_again() -> None:
    effects = Session((TERMINAL,), NOW).receive(hello(protocol=2), NOW)
    assert (problem_in(effects), closed_with(effects)) == ("other_protocol", CloseCode.NOT_ALLOWED)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "[]",
        "7",
        '{"say":"hello"}',
        '{"say":"nothing"}',
        '{"say":"ping","n":"five"}',
        '{"say":"ping","n":5,"more":1}',
        '{"say":"command","id":"","wish":{}}',
        '{"say":"command","id":"c","wish":{"name":"Settle"}}',
        '{"say":"command","id":"c","wish":{"name":"WantPosition","terminal":"T1"}}',
        '{"say":"command","id":"c","wish":[]}',
    ],
)
def test_what_is_malformed_gets_a_code_and_goes_no_further(raw: str) -> None:
    effects = open_session().receive(raw, NOW)
    assert problem_in(effects) == "malformed"
    assert len(effects) == 1


def test_a_terminal_cannot_utter_a_dealers_wish() -> None:
    raw = json.dumps({"say": "command", "id": "c", "wish": {"name": "Settle"}})
    assert problem_in(open_session().receive(raw, NOW)) == "malformed"
    (submitted,) = open_session(DEALER, "console").receive(raw, NOW)
    assert isinstance(submitted, Submit)


def test_a_frame_that_is_not_text_ends_the_connection() -> None:
    effects = open_session().receive(b"\x00", NOW)
    assert (problem_in(effects), closed_with(effects)) == ("not_text", CloseCode.NOT_TEXT)


def test_an_oversized_message_ends_the_connection() -> None:
    effects = open_session().receive("x" * (LONGEST_MESSAGE + 1), NOW)
    assert (problem_in(effects), closed_with(effects)) == ("oversized", CloseCode.TOO_LONG)
    assert problem_in(open_session().receive("x" * LONGEST_MESSAGE, NOW)) == "malformed"


def test_after_the_end_nothing_is_heard() -> None:
    session = open_session()
    session.receive(b"", NOW)
    assert session.receive(bet(), NOW) == ()


def test_who_goes_on_making_no_sense_is_cut_off() -> None:
    session = open_session()
    for _ in range(MOST_FAULTS - 1):
        assert len(session.receive("{", NOW)) == 1
    assert closed_with(session.receive("{", NOW)) is CloseCode.NOT_ALLOWED


def test_only_so_many_commands_may_wait_for_their_answers() -> None:
    session = open_session()
    for number in range(MOST_UNANSWERED):
        assert isinstance(session.receive(bet(number), NOW)[0], Submit)
    assert problem_in(session.receive(bet(MOST_UNANSWERED), NOW)) == "too_many"
    # A command that waits already may be sent again; it takes no new place.
    assert isinstance(session.receive(bet(0), NOW)[0], Submit)
    session.answered(CommandId("c0"))
    assert isinstance(session.receive(bet(MOST_UNANSWERED), NOW)[0], Submit)


def test_a_burst_is_taken_and_then_a_steady_pace() -> None:
    session = Session((TERMINAL,), NOW, Pace(burst=3, per_second=2))
    ping = '{"say":"ping","n":1}'
    heard = [json.loads(session.receive(ping, NOW)[0].message)["say"] for _ in range(4)]  # type: ignore[union-attr]
    assert heard == ["pong", "pong", "pong", "problem"]
    later = Instant(NOW + 500)
    heard = [json.loads(session.receive(ping, later)[0].message)["say"] for _ in range(2)]  # type: ignore[union-attr]
    assert heard == ["pong", "problem"]


def test_a_clock_that_steps_back_gives_nothing() -> None:
    session = Session((TERMINAL,), NOW, Pace(burst=1, per_second=1_000))
    ping = '{"say":"ping","n":1}'
    session.receive(ping, NOW)
    (said,) = session.receive(ping, Instant(0))
    assert isinstance(said, Say)
    assert json.loads(said.message)["code"] == "too_fast"


def test_a_recall_is_passed_on_for_any_screen_but_a_display() -> None:
    raw = '{"say":"recall","id":"r","round":4}'
    for speaker in (TERMINAL, DEALER, Passer()):
        assert problem_in(open_session(speaker, "display").receive(raw, NOW)) == "not_allowed"
    assert open_session().receive(raw, NOW) == (RecallRequest("r", 4),)
    assert open_session(DEALER, "pit").receive(raw, NOW) == (RecallRequest("r", 4),)


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ('{"say":"print","id":"p"}', GiveTicket("p")),
        ('{"say":"call","id":"k","wanted":true}', CallAttendant("k", wanted=True)),
    ],
)
def test_only_a_terminal_prints_tickets_and_calls_an_attendant(raw: str, wanted: Effect) -> None:
    assert open_session().receive(raw, NOW) == (wanted,)
    assert problem_in(open_session(DEALER, "console").receive(raw, NOW)) == "not_allowed"


frames = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=50),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ).map(json.dumps),
    st.fixed_dictionaries(
        {"say": st.sampled_from(["hello", "command", "recall", "print", "call", "ping"])},
        optional={
            "id": st.text(max_size=80) | st.integers(),
            "wish": st.just(BET) | st.dictionaries(st.text(), st.integers()),
            "n": st.integers(),
            "wanted": st.booleans() | st.text(),
            "round": st.none() | st.integers(),
        },
    ).map(json.dumps),
)


@given(said=st.lists(frames, max_size=20), greets=st.booleans())
def test_whatever_comes_in_nothing_but_a_wellformed_wish_reaches_a_table(
    *, said: list[str | bytes], greets: bool
) -> None:
    session = Session((TERMINAL,), NOW, Pace(burst=1_000))
    if greets:
        session.receive(hello(), NOW)
    for raw in said:
        for effect in session.receive(raw, NOW):
            if isinstance(effect, Submit):
                assert greets
                assert isinstance(effect.wish, WantPosition)
