"""A client's frames are found in whatever pieces they arrive."""

from random import Random

import pytest
from websockets.frames import Frame, Opcode

from punto.web.sessions.frames import TEXT, frame_end, framed, masked_payload

LONGEST = 70_000


def sent(payload: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    return Frame(opcode, payload).serialize(mask=True)


def test_frames_are_cut_where_they_end_in_any_pieces() -> None:
    chance = Random(7)  # noqa: S311 (where to cut)
    sizes = (0, 1, 125, 126, 127, 65_535, 65_536, LONGEST)
    frames = [sent(bytes([chance.randrange(256)]) * size) for size in sizes]
    whole, found, begun, at = b"".join(frames), list[bytes](), b"", 0
    while at < len(whole):
        size = chance.choice((1, 2, 3, 7, 1_000, 50_000))
        begun, at, start = begun + whole[at : at + size], at + size, 0
        while end := frame_end(begun, start, LONGEST):
            found.append(begun[start:end])
            start = end
        begun = begun[start:]
    assert found == frames
    assert begun == b""


@pytest.mark.parametrize("length", [0, 5, 125, 126, 65_535, 65_536])
def test_a_payload_is_found_behind_its_mask(length: int) -> None:
    payload = b"x" * length
    frame = sent(payload)
    hidden, mask = masked_payload(frame)
    assert frame[0] == TEXT
    assert bytes(each ^ mask[at % 4] for at, each in enumerate(hidden)) == payload


@pytest.mark.parametrize(
    "frame",
    [framed(b"not masked"), sent(b"x" * (LONGEST + 1))[:20]],
    ids=["not masked", "too long"],  # the mask is random, and every process must name it alike
)
def test_what_no_client_may_send_is_handed_on_at_once(frame: bytes) -> None:
    assert frame_end(frame + b"more", 0, LONGEST) == len(frame) + 4
