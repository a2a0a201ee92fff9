"""The layout of a live table: its boxes, its bets, and the documents that have one."""

import pytest

from punto.live.betting_boxes import BoxLabel, PatronKey
from punto.live.layouts import USUAL_LAYOUT, TableLayout
from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.boxes.commands import JoinTable, PlaceBets
from punto.rounds.boxes.refusals import LayoutUnfit, NoSuchBox
from punto.rounds.configuration import Configuration
from punto.rounds.table.commands import ConfigureTable, OpenTable
from punto.values import replace
from support.rounds.evening import PIT_MANAGER, Evening, configuration, load_for, position

clause = pytest.mark.clause
reading = pytest.mark.reading


def laid_out(boxes_count: int, *, wins_on: bool) -> Configuration:
    """Return a layout with this many boxes, with or without places for Wins On."""
    config = configuration("rws-live")
    boxes = tuple(BoxLabel(str(n)) for n in range(1, boxes_count + 1))
    offered = tuple(bet for bet in config.terms.offered if wins_on or "wins-on" not in bet.key)
    layout = replace(USUAL_LAYOUT, boxes=boxes)
    return replace(config, terms=replace(config.terms, offered=offered), layout=layout)


# The drawings of the appendices are not in our copy, which says only that D has places for Wins
# On. What a layout can differ in is how many boxes it has and which bets, so a table may be laid
# out with any of these.
@clause("rws-live", "2.1", "2.1.1", "2.1.1(a)")
@clause("rws-live", "App. A", "App. B", "App. C", "App. D", "App. E", "App. F", "App. G", "App. H")
@pytest.mark.parametrize("wins_on", [True, False])
@pytest.mark.parametrize("boxes_count", [7, 9, 14])
def test_a_table_has_the_boxes_and_the_bets_of_its_layout_and_no_others(
    boxes_count: int, *, wins_on: bool
) -> None:
    config = laid_out(boxes_count, wins_on=wins_on)
    evening = Evening()
    evening.do(ConfigureTable(config), PIT_MANAGER)
    evening.do(OpenTable())
    evening.do(load_for(config))
    evening.do(OpenBets())
    assert config.layout is not None
    for box in config.layout.boxes:
        patron = PatronKey(f"patron-{box}")
        evening.do(JoinTable(patron, box))
        evening.do(PlaceBets(patron, box, position(banker=100)))
    beyond = BoxLabel(str(boxes_count + 1))
    refused = evening.refused(JoinTable(PatronKey("zoe"), beyond))
    assert refused == NoSuchBox(beyond, config.layout.boxes)
    wish = PlaceBets(PatronKey("patron-1"), BoxLabel("1"), position(tie_wins_on_7=10))
    assert wins_on or isinstance(evening.refused(wish), BetsRefused)
    assert not wins_on or evening.do(wish)


@clause("rws-live", "2.1.1")
def test_the_live_document_is_not_played_without_a_layout() -> None:
    config = replace(configuration("rws-live"), layout=None)
    refused = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert refused == LayoutUnfit("rws-live", ("expected boxes and limits",))
    assert refused.sentence.endswith("expected boxes and limits (L 2.1.1)")


@clause("rws-live", "2.1.1")
@pytest.mark.parametrize("game", ["rws-etg", "mbs-tiger"])
def test_no_other_document_is_played_on_a_layout(game: str) -> None:
    config = replace(configuration(game), layout=USUAL_LAYOUT)
    refused = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert refused == LayoutUnfit(config.document, ("expected none, since terminals bet",))


def test_a_layout_with_faults_is_refused_with_each_of_them() -> None:
    layout = TableLayout((), replace(USUAL_LAYOUT.limits, box_differential=None))
    config = replace(configuration("rws-live"), layout=layout)
    refused = Evening().refused(ConfigureTable(config), PIT_MANAGER)
    assert refused.sentence == (
        "layout under the rules of rws-live: layout with 0 boxes: expected at least one "
        "(L 2.1.1); limits minimum 100.00 without a Differential: expected one for each box, for "
        "the table or both (L 3.4, A-54) (L 2.1.1)"
    )
