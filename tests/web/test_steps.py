"""The steps that a bet, a connection and a frame take do not grow with the floor.

``make bench`` counts the same with up to ten thousand terminals.
"""

from pathlib import Path

from support.web.counted_floor import steps_on_a_floor

MOST = 1.2


def test_a_bet_a_connection_and_a_frame_take_as_many_steps_at_ten_times_the_terminals(
    tmp_path: Path,
) -> None:
    small, large = (steps_on_a_floor(tmp_path / str(count), count) for count in (40, 400))
    assert large.bet < MOST * small.bet
    assert large.connection < MOST * small.connection
    assert large.frame < MOST * small.frame
    # An answer leaves together with the view that shows its effect.
    assert small.writes == large.writes == 1
