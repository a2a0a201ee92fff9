import json

import pytest

from punto.values.ids import Instant
from punto.web.sessions.frames import framed
from punto.web.sessions.outboxes import MOST_WAITING, Outbox, OutboxFull, SharedView
from support.web.frames import messages_in

NOW = Instant(5)


def test_of_a_view_only_the_newest_parts_leave() -> None:
    outbox = Outbox()
    outbox.show(1, public=b'{"phase":"betting"}', board=b"[1]")
    outbox.show(2, public=b'{"phase":"closing"}')
    (sent,) = messages_in(outbox.take(NOW))
    assert json.loads(sent) == {
        "say": "view",
        "now": NOW,
        "version": 2,
        "public": {"phase": "closing"},
        "board": [1],
    }
    assert outbox.take(NOW) == b""


def test_a_part_that_was_sent_is_not_sent_again() -> None:
    outbox = Outbox()
    outbox.show(1, public=b"1", private=b"2")
    outbox.take(NOW)
    outbox.show(2, private=b"3")
    (sent,) = messages_in(outbox.take(NOW))
    assert sent == b'{"say":"view","now":5,"version":2,"private":3}'


def test_what_an_answer_speaks_of_is_seen_before_it() -> None:
    outbox = Outbox()
    outbox.put(b"answer")
    outbox.show(1, private=b"1")
    first, second = messages_in(outbox.take(NOW))
    assert first.startswith(b'{"say":"view"')
    assert second == b"answer"


def test_answers_leave_in_order_and_a_screen_that_takes_none_is_told_to_go() -> None:
    outbox = Outbox()
    for number in range(MOST_WAITING):
        outbox.put(b"%d" % number)
    with pytest.raises(OutboxFull):
        outbox.put(b"too much")
    assert messages_in(outbox.take(NOW)) == [b"%d" % number for number in range(MOST_WAITING)]


SHARED = SharedView(3, {"public": b'"closing"', "board": b"[1]"})


def test_what_all_screens_get_is_built_once_and_is_the_same_bytes() -> None:
    first, second = Outbox(), Outbox()
    for outbox in (first, second):
        outbox.share(SHARED)
    sent = first.take(NOW)
    assert second.take(NOW) is sent
    assert messages_in(sent) == [
        b'{"say":"view","now":5,"version":3,"public":"closing","board":[1]}'
    ]
    # The time is the time of sending.
    first.share(SHARED)
    assert b'"now":6,' in first.take(Instant(6))


def test_a_part_of_ones_own_leaves_with_what_all_get() -> None:
    outbox = Outbox()
    outbox.share(SHARED)
    outbox.own(4, b"{}")
    (sent,) = messages_in(outbox.take(NOW))
    parts = b'"public":"closing","board":[1],"private":{}}'
    assert sent == b'{"say":"view","now":5,"version":4,' + parts
    assert outbox.take(NOW) == b""


def test_of_what_all_get_only_the_newest_leaves_whatever_came_between() -> None:
    outbox = Outbox()
    outbox.share(SharedView(1, {"public": b"1", "layout": b"1"}))
    outbox.show(2, names=b"2", halted=b'""')
    outbox.share(SharedView(3, {"public": b"3"}))
    outbox.own(4, b"4")
    (sent,) = messages_in(outbox.take(NOW))
    told = {"public": 3, "layout": 1, "private": 4, "names": 2, "halted": ""}
    assert json.loads(sent) == {"say": "view", "now": NOW, "version": 4, **told}
    # A screen that joins another table gets the whole view of that table.
    outbox.share(SharedView(5, {"public": b"5"}))
    outbox.show(1, public=b"1", private=b"1")
    (sent,) = messages_in(outbox.take(NOW))
    assert sent == b'{"say":"view","now":5,"version":1,"public":1,"private":1}'


def test_frames_of_every_length_can_be_read() -> None:
    for length in (0, 125, 126, 65_535, 65_536):
        message = b"x" * length
        assert messages_in(framed(message) * 2) == [message, message]
