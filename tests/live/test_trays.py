import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.live.chips import ChipsMissing, value_of, with_chips, without_chips
from punto.values.money import Cents, dollars

TRAYS = st.dictionaries(
    st.sampled_from((50, 100, 250, 500, 2500)).map(Cents), st.integers(0, 9), max_size=5
)


def test_a_tray_is_worth_all_its_chips() -> None:
    assert value_of({dollars(5): 3, Cents(50): 1}) == 1550
    assert value_of({}) == 0


def test_chips_put_in_and_taken_out_change_the_numbers_and_leave_no_empty_rows() -> None:
    tray = {dollars(5): 3, dollars(100): 1}
    assert list(with_chips(tray, {dollars(25): 2, dollars(5): 1}).items()) == [
        (dollars(100), 1),
        (dollars(25), 2),
        (dollars(5), 4),
    ]
    assert without_chips(tray, {dollars(5): 3}) == {dollars(100): 1}


@pytest.mark.reading("A-89")
@pytest.mark.parametrize(
    ("chips", "missing", "sentence"),
    [
        (
            {dollars(5): 4},
            ChipsMissing(dollars(5), 4, 3),
            "chips of 5.00: 4 wanted, expected at most 3, which the tray holds (A-89)",
        ),
        (
            {dollars(5): 1, dollars(25): 1},
            ChipsMissing(dollars(25), 1, 0),
            "chips of 25.00: 1 wanted, expected at most 0, which the tray holds (A-89)",
        ),
    ],
)
def test_chips_that_a_tray_does_not_hold_cannot_be_taken(
    chips: dict[Cents, int], missing: ChipsMissing, sentence: str
) -> None:
    assert without_chips({dollars(5): 3}, chips) == missing
    assert missing.sentence == sentence


@given(TRAYS, TRAYS)
def test_every_chip_is_conserved(tray: dict[Cents, int], chips: dict[Cents, int]) -> None:
    more = with_chips(tray, chips)
    assert value_of(more) == value_of(tray) + value_of(chips)
    assert without_chips(more, chips) == with_chips(tray, {})
