import pytest

from punto.live.betting_boxes import BoxLabel
from punto.live.layouts import (
    USUAL_CHIPS,
    BoxesMissing,
    BoxLabelTwice,
    BoxLabelUnfit,
    Chip,
    ChipKindsOutOfRange,
    ChipNotPositive,
    ChipSet,
    ChipTwice,
    LayoutRefusal,
    MinimumAboveDifferential,
    TableLayout,
    layout_refusals,
)
from punto.live.posted_limits import (
    DifferentialNotPosted,
    LimitNotPositive,
    LimitNotWholeDollars,
    PostedLimits,
)
from punto.values import replace
from punto.values.money import Cents, dollars

LAYOUT = TableLayout(
    tuple(map(BoxLabel, ("1", "2", "3", "3a", "5"))), PostedLimits(dollars(100), dollars(10_000))
)


def with_boxes(*labels: str) -> TableLayout:
    return replace(LAYOUT, boxes=tuple(map(BoxLabel, labels)))


def with_limits(minimum: int, box: int | None, table: int | None = None) -> TableLayout:
    limits = PostedLimits(
        Cents(minimum), None if box is None else Cents(box), None if table is None else Cents(table)
    )
    return replace(LAYOUT, limits=limits)


def with_chips(*cents: int) -> TableLayout:
    return replace(LAYOUT, chips=ChipSet(tuple(Chip(Cents(c), str(c), "red") for c in cents)))


@pytest.mark.reading("A-54")
def test_a_table_may_post_a_differential_for_boxes_for_the_table_or_for_both() -> None:
    for layout in (LAYOUT, with_limits(100, None, 5_000), with_limits(100, 5_000, 4_000)):
        assert layout_refusals(layout) == ()


def test_a_layout_deals_face_up_and_lets_each_acceptor_squeeze_unless_told_otherwise() -> None:
    assert not LAYOUT.face_down
    assert not LAYOUT.squeeze_by_letter
    assert LAYOUT.chips == USUAL_CHIPS


def test_chips_are_counted_from_the_largest_down() -> None:
    assert with_chips(500, 2_500, 100).chips.values == (2_500, 500, 100)


@pytest.mark.parametrize(
    ("layout", "refusal", "sentence"),
    [
        (with_boxes(), BoxesMissing(0), "layout with 0 boxes: expected at least one (L 2.1.1)"),
        (
            with_boxes("1", " "),
            BoxLabelUnfit(" "),
            "box ' ': expected 1 to 20 printable characters without spaces around them (L 2.1.1)",
        ),
        (with_boxes("x" * 21), BoxLabelUnfit("x" * 21), None),
        (with_boxes(""), BoxLabelUnfit(""), None),
        (with_boxes("1\n2"), BoxLabelUnfit("1\n2"), None),
        (
            with_boxes("1", "2", "1", "1"),
            BoxLabelTwice(BoxLabel("1")),
            "box '1': on the layout twice, expected a label for each (L 2.1.1)",
        ),
        (
            with_limits(10_000, None),
            DifferentialNotPosted(dollars(100)),
            "limits minimum 100.00 without a Differential: "
            "expected one for each box, for the table or both (L 3.4, A-54)",
        ),
        (
            with_limits(0, 100),
            LimitNotPositive("minimum", Cents(0)),
            "minimum limit: 0.00, expected more than 0",
        ),
        (
            with_limits(500, -100),
            LimitNotPositive("Differential", dollars(-1)),
            "Differential limit: -1.00, expected more than 0",
        ),
        (
            with_limits(100, None, 250),
            LimitNotWholeDollars("table Differential", Cents(250)),
            "table Differential limit: 2.50, expected whole dollars (A-40)",
        ),
        (
            with_limits(10_000, 20_000, 9_900),
            MinimumAboveDifferential(dollars(100), "table Differential", dollars(99)),
            "minimum limit: 100.00, expected at most the table Differential limit 99.00 (L 3.4)",
        ),
        (
            with_chips(),
            ChipKindsOutOfRange(0),
            "chip set with 0 kinds: expected 1 to 12 (A-89)",
        ),
        (with_chips(*range(100, 1_400, 100)), ChipKindsOutOfRange(13), None),
        (
            with_chips(500, 0),
            ChipNotPositive(Cents(0)),
            "chip 0.00: expected more than 0 (A-89)",
        ),
        (
            with_chips(500, 100, 500),
            ChipTwice(dollars(5)),
            "chip 5.00: in the set twice, expected once (A-89)",
        ),
    ],
)
def test_a_layout_that_contradicts_itself_is_refused_with_its_clause(
    layout: TableLayout, refusal: LayoutRefusal, sentence: str | None
) -> None:
    assert layout_refusals(layout) == (refusal,)
    if sentence is not None:
        assert refusal.sentence == sentence


def test_every_contradiction_is_told_at_once() -> None:
    layout = replace(with_boxes("1", "1"), limits=with_limits(0, None).limits, chips=ChipSet(()))
    assert [type(refusal) for refusal in layout_refusals(layout)] == [
        BoxLabelTwice,
        DifferentialNotPosted,
        LimitNotPositive,
        ChipKindsOutOfRange,
    ]


@pytest.mark.reading("A-63", "A-89")
@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        (
            replace(LAYOUT, squeeze_ms=0),
            "squeeze of 0 ms: expected 1 to 600000 (ten minutes; L 3.9, A-63)",
        ),
        (
            replace(LAYOUT, squeeze_ms=600_001),
            "squeeze of 600001 ms: expected 1 to 600000 (ten minutes; L 3.9, A-63)",
        ),
        (
            replace(LAYOUT, fill_soon_per_cent=101),
            "fill soon below 101 %: expected 0 to 100 (A-89)",
        ),
        (
            replace(LAYOUT, fill_soon_per_cent=-1),
            "fill soon below -1 %: expected 0 to 100 (A-89)",
        ),
    ],
)
def test_a_squeeze_has_its_time_and_a_row_of_the_tray_its_share(
    layout: TableLayout, sentence: str
) -> None:
    assert [each.sentence for each in layout_refusals(layout)] == [sentence]
    at_the_edge = replace(LAYOUT, squeeze_ms=600_000, fill_soon_per_cent=100)
    assert layout_refusals(at_the_edge) == ()
