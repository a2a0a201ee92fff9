from punto.rules.repeats import CommandIdReused
from punto.values.ids import CommandId


def test_a_reused_command_id_is_named() -> None:
    sentence = "command id c1: used for another command before, expected a new one"
    assert CommandIdReused(CommandId("c1")).sentence == sentence
