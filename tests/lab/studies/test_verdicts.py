from xml.etree import ElementTree as ET

import pytest

from punto.lab.studies import (
    AtCut,
    AtDepth,
    BetFound,
    CountingPlay,
    Estimate,
    Grade,
    StudyFindings,
    exposure_sentence,
    limit,
    plot,
    verdicts,
)
from punto.lab.studies.shoes import ShoeRules
from punto.values import replace
from punto.values.money import dollars


def play(per_shoe: float, error: float | None = 0.0) -> CountingPlay:
    bets = Estimate(0.03 if per_shoe else 0.0, error)
    profit = Estimate(per_shoe, error)
    return CountingPlay(bets, profit, profit.times(100 / 80), None)


def bet_of(*profits: float, trigger: float | None = 8.0, error: float = 0.0) -> BetFound:
    cuts = [
        AtCut(behind, 80, play(profit, error), play(profit / 2, error))
        for behind, profit in zip((104, 52, 14), profits, strict=True)
    ]
    depths = (
        AtDepth(0, 0, 100, -0.15, -0.15, -0.15, -0.15, 0.0),
        AtDepth(0, 13, 300, -0.15, -0.2, -0.1, 0.4, 0.01),
    )
    return BetFound("big", "Big <Tiger>", 0.15, {}, 0.98, trigger, tuple(cuts), depths)


def found_of(*bets: BetFound) -> StudyFindings:
    return StudyFindings("own", "Own & Game", 7, ShoeRules(8), 100, 8_000, stopped=False, bets=bets)


@pytest.mark.parametrize(
    ("bet", "grade", "shallow", "sentence"),
    [
        (bet_of(0, 0, 0), Grade.SAFE, 14, "Big <Tiger> is safe: no round favoured the patron."),
        (
            bet_of(0, 0.01, 0.02),
            Grade.SLIGHT,
            14,
            "Big <Tiger> is hardly worth counting: perfect play brings 0.0200 units a shoe.",
        ),
        (
            bet_of(0, 0.05, 0.3),
            Grade.VULNERABLE,
            52,
            "Big <Tiger> is vulnerable: perfect play brings 0.300 units a shoe, and a simple count"
            " 0.150, from a true count of +8 on. With 52 cards or more behind the cut card it is"
            " hardly worth counting.",
        ),
        (
            bet_of(0.2, 0.3, 0.4, trigger=None),
            Grade.VULNERABLE,
            None,
            "Big <Tiger> is vulnerable: perfect play brings 0.400 units a shoe, though no simple"
            " count follows it. No cut card that was looked at changes that.",
        ),
    ],
)
def test_a_bet_is_judged_in_plain_words(
    bet: BetFound, grade: Grade, shallow: int | None, sentence: str
) -> None:
    (verdict,) = verdicts(found_of(bet))
    assert (verdict.grade, verdict.shallow, verdict.limit) == (grade, shallow, None)
    assert verdict.sentence == sentence


def test_what_is_not_sure_is_judged_at_its_worst() -> None:
    (verdict,) = verdicts(found_of(bet_of(0, 0.05, 0.09, error=0.02)))
    assert (verdict.grade, verdict.shallow) == (Grade.VULNERABLE, 52)


def test_a_limit_keeps_the_exposure_under_a_sum() -> None:
    (verdict,) = verdicts(found_of(bet_of(0, 0.05, 0.3)), dollars(500))
    assert verdict.limit == dollars(1_666)
    assert limit(dollars(500), [Estimate(0.2, 0.05)]) == dollars(1_677)
    assert limit(dollars(500), [Estimate(0.2, None), Estimate(0.05, None)]) == dollars(2_000)
    assert limit(dollars(500), [Estimate(0, 0)]) is None


def test_one_limit_serves_a_patron_who_plays_all_bets() -> None:
    bet = bet_of(0, 0.05, 0.25)
    assert exposure_sentence(found_of(bet, bet), dollars(500)) == (
        "A limit of $1000.00 on each bet keeps what a patron can win by perfect play of all 2"
        " together under $500.00 a shoe on average."
    )
    safe = found_of(bet_of(0, 0, 0))
    assert exposure_sentence(safe, dollars(500)) == (
        "No limit is needed to keep the exposure under $500.00 a shoe."
    )


SVG = "{http://www.w3.org/2000/svg}"


def test_a_plot_has_a_panel_for_each_bet() -> None:
    bet = bet_of(0, 0.05, 0.3)
    drawn = ET.fromstring(plot(found_of(bet, bet, replace(bet, name="Third"))))  # noqa: S314 (ours)
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert texts.count("Big <Tiger>") == 2
    assert "Third" in texts
    assert texts[0] == "Own & Game: what a patron may expect, by the cards that have left the shoe"
    assert len(list(drawn.iter(f"{SVG}polygon"))) == 3
    assert drawn.get("height") == str(46 + 2 * 260)


def test_a_plot_draws_each_expectation_in_its_place() -> None:
    drawn = ET.fromstring(plot(found_of(bet_of(0, 0.05, 0.3))))  # noqa: S314 (ours)
    (band,) = drawn.iter(f"{SVG}polygon")
    corners = [tuple(map(float, pair.split(","))) for pair in band.attrib["points"].split()]
    # From -20 % to 5 % and 186 high; the full shoe is one point, and the second step lies at 6.5.
    assert [round(186 * (0.05 - y) / 0.25 + 34, 1) for y in (-0.15, -0.1, -0.2, -0.15)] == [
        y for _, y in corners
    ]
    assert [x for x, _ in corners] == [56.0, 61.5, 61.5, 56.0]
    zero = next(line for line in drawn.iter(f"{SVG}line") if line.get("class") == "zero")
    assert float(zero.attrib["y1"]) == pytest.approx(34 + 186 * 0.2, abs=0.1)
