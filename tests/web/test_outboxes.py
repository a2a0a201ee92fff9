import json

import pytest

from punto.values.ids import Instant
from punto.web.sessions.outboxes import MOST_WAITING, Outbox, OutboxFull

NOW = Instant(5)


def test_of_a_view_only_the_newest_parts_leave() -> None:
    outbox = Outbox()
    outbox.show(1, public=b'{"phase":"betting"}', board=b"[1]")
    outbox.show(2, public=b'{"phase":"closing"}')
    sent = outbox.take(NOW)
    assert sent is not None
    assert json.loads(sent) == {
        "say": "view",
        "now": NOW,
        "version": 2,
        "public": {"phase": "closing"},
        "board": [1],
    }
    assert outbox.take(NOW) is None


def test_a_part_that_was_sent_is_not_sent_again() -> None:
    outbox = Outbox()
    outbox.show(1, public=b"1", private=b"2")
    outbox.take(NOW)
    outbox.show(2, private=b"3")
    sent = outbox.take(NOW)
    assert sent == b'{"say":"view","now":5,"version":2,"private":3}'


def test_what_an_answer_speaks_of_is_seen_before_it() -> None:
    outbox = Outbox()
    outbox.put(b"answer")
    outbox.show(1, private=b"1")
    first, second = outbox.take(NOW), outbox.take(NOW)
    assert first is not None
    assert first.startswith(b'{"say":"view"')
    assert second == b"answer"


def test_answers_leave_in_order_and_a_screen_that_takes_none_is_told_to_go() -> None:
    outbox = Outbox()
    for number in range(MOST_WAITING):
        outbox.put(b"%d" % number)
    with pytest.raises(OutboxFull):
        outbox.put(b"too much")
    assert [outbox.take(NOW) for _ in range(2)] == [b"0", b"1"]
