from hypothesis import given
from hypothesis import strategies as st

from punto.views.roads.results import Tally, parse_results


def test_everything_is_counted_once() -> None:
    tally = Tally()
    for result in parse_results("BbBTpPnPbpnT"):
        tally = tally.after(result)
    assert tally == Tally(banker=2, player=2, tie=2, banker_pairs=2, player_pairs=2, naturals=2)
    assert tally.rounds == 6


@given(st.text("BPT"))
def test_a_tally_counts_what_the_text_counts(text: str) -> None:
    tally = Tally()
    for result in parse_results(text):
        tally = tally.after(result)
    assert (tally.banker, tally.player, tally.tie) == tuple(map(text.count, "BPT"))
    assert tally.rounds == len(text)
