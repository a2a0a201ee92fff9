from punto.rules.repeats import CommandIdReused
from punto.values.ids import CommandId


def test_a_reused_command_id_is_named() -> None:
    sentence = (
        "command id c1: already used for another command, expected at most one command for each id"
    )
    assert CommandIdReused(CommandId("c1")).sentence == sentence
