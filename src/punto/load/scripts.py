"""The frames of a whole round at one terminal, so that another server can send the same."""

from collections.abc import Sequence

import msgspec

from punto.values import Value


class _PublicPart(msgspec.Struct):
    phase: str
    round_number: int
    closes_at: int | None


class _Sent(msgspec.Struct):
    say: str
    public: _PublicPart | None = None


_reader = msgspec.json.Decoder(_Sent)

Frames = Sequence[tuple[float, bytes]]
"""Messages, each with its time of arrival."""


class PatronScript(Value):
    """A round as a terminal receives it."""

    welcome: bytes
    first_view: bytes
    broadcasts: tuple[tuple[float, bytes], ...]
    """The messages to all, each with the seconds since the round began."""
    own_view: bytes
    """The message to one terminal when its own bets change."""
    seconds: float
    """From the beginning of a round to that of the next."""
    round_number: int
    closes_at: int


def script_of(frames: Frames) -> PatronScript | None:
    """Return the first whole round among frames; None if there is none."""
    read = [(at, raw, _reader.decode(raw)) for at, raw in frames]
    public = [(at, raw, each.public) for at, raw, each in read if each.public is not None]
    own = [raw for _, raw, each in read if each.say == "view" and each.public is None]
    welcome = [raw for _, raw, each in read if each.say == "welcome"]
    # The first view is of a round in progress.
    openings = [at for at, _, view in _changes(public[1:]) if view.phase == "betting"]
    if len(openings) <= 1 or not own or not welcome:
        return None
    begin, end = openings[0], openings[1]
    within = [(at, raw, view) for at, raw, view in public if begin <= at < end]
    opened = within[0][2]
    return PatronScript(
        welcome=welcome[0],
        first_view=public[0][1],
        broadcasts=tuple((at - begin, raw) for at, raw, _ in within),
        own_view=own[0],
        seconds=end - begin,
        round_number=opened.round_number,
        closes_at=opened.closes_at or 0,
    )


def _changes(
    public: Sequence[tuple[float, bytes, _PublicPart]],
) -> list[tuple[float, bytes, _PublicPart]]:
    """Return the messages that begin another phase of a round."""
    changed, before = [], ("", 0)
    for at, raw, view in public:
        if (view.phase, view.round_number) != before:
            changed.append((at, raw, view))
        before = view.phase, view.round_number
    return changed
