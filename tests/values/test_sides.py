from punto.values.sides import Side


def test_each_hand_has_another_side() -> None:
    assert Side.PLAYER.other is Side.BANKER
    assert Side.BANKER.other is Side.PLAYER
