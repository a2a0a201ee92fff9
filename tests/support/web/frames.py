"""Splitting one write to a screen into messages."""


def messages_in(frames: bytes) -> list[bytes]:
    """Split text frames into messages; frames must be unmasked and unfragmented."""
    messages = list[bytes]()
    while frames:
        assert frames[0] == 0x81
        length, start = frames[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(frames[2:start])
        messages.append(frames[start : start + length])
        assert len(messages[-1]) == length
        frames = frames[start + length :]
    return messages
