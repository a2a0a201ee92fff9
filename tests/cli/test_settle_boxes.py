"""The layout of a live table, settled as it lay at the close."""

import json
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.apportion import apportion_table
from oracle.cards import points
from oracle.deal import cards_used, hands
from oracle.settlement import settle
from support.cli.running import answer, refused, run

clause = pytest.mark.clause

BANKER_ON_7 = "KS 3D QH 4C 2D"
BANKER_ON_6 = "KS 3D QH 3C 5D"
PLAYER_ON_9 = "9S KD KH QC"
TIE_ON_7 = "KS 3D QH 4C 7D"

Layout = dict[str, Any]
Seat = tuple[str, bool, dict[str, Any]]


def layout(cards: str, *boxes: list[Seat], **others: object) -> Layout:
    return {
        "decks": 8,
        "cards": cards,
        "boxes": [
            {
                "box": number,
                "patrons": [
                    {"name": name, "seated": seated, "bets": bets} for name, seated, bets in seats
                ],
            }
            for number, seats in enumerate(boxes, start=1)
        ],
        "limits": {"min": "100.00", "max_differential": "10000.00"},
        "offered": "all",
        **others,
    }


def settled(given: Layout) -> Any:  # noqa: ANN401 (JSON is anything)
    return answer("settle", "rws-live", "--boxes", "-", "--json", given=json.dumps(given))


def told(given: object) -> str:
    text = given if isinstance(given, str) else json.dumps(given)
    (sentence,) = refused("settle", "rws-live", "--boxes", "-", "--json", given=text)
    return sentence


def played(given: Layout) -> dict[str, dict[str, str]]:
    return {name: patron["played"] for name, patron in settled(given)["patrons"].items()}


@clause("rws-live", "1.20")
def test_one_patron_sits_at_a_box() -> None:
    bets: list[Seat] = [("Ann", True, {"banker": 100}), ("Ben", True, {"player": 100})]
    assert told(layout(PLAYER_ON_9, bets)) == (
        "box 1: Ann sits there, expected a free seat (L 1.20)"
    )


@clause("rws-live", "5.1.1", "5.13")
@pytest.mark.reading("A-40")
def test_an_excess_plays_pro_rata_and_the_answer_has_its_stable_shape() -> None:
    bets: list[Seat] = [
        ("Ann", True, {"banker": "9000.00"}),
        ("Ben", False, {"banker": "3000.00", "tie": "20.00"}),
        ("Cy", False, {"banker": 110}),
    ]
    told = settled(layout(PLAYER_ON_9, bets))
    assert {**told, "payouts": None, "warnings": None} == {
        "result": "player",
        "player_total": 9,
        "banker_total": 0,
        "hands": {"player": "9S KH", "banker": "KD QC"},
        "patrons": {
            "Ann": {
                "staked": "9000.00",
                "played": {"banker": "7425.00"},
                "returned_without_play": "1575.00",
                "bets": {"banker": {"result": "lost", "profit": "-7425.00"}},
                "net": "-7425.00",
                "gets_back_in_all": "1575.00",
            },
            "Ben": {
                "staked": "3020.00",
                "played": {"banker": "2475.00", "tie": "20.00"},
                "returned_without_play": "525.00",
                "bets": {
                    "banker": {"result": "lost", "profit": "-2475.00"},
                    "tie": {"result": "lost", "profit": "-20.00"},
                },
                "net": "-2495.00",
                "gets_back_in_all": "525.00",
            },
            "Cy": {
                "staked": "110.00",
                "played": {"banker": "100.00"},
                "returned_without_play": "10.00",
                "bets": {"banker": {"result": "lost", "profit": "-100.00"}},
                "net": "-100.00",
                "gets_back_in_all": "10.00",
            },
        },
        "house_net": "10020.00",
        "rounding": "0.00",
        "payouts": None,
        "warnings": None,
    }
    assert told["payouts"][1] == {
        "box": "1",
        "patron": "Ben",
        "bet": "banker",
        "staked": "3000.00",
        "played": "2475.00",
        "result": "lost",
        "profit": "-2475.00",
        "owed": "525.00",
        "rounding": "0.00",
        "chips": {"500.00": 1, "25.00": 1},
        "clauses": ["5.1.1", "4.1.1"],
    }
    assert told["warnings"] == [
        {
            "clause": "L 5.1",
            "box": "1",
            "patron": None,
            "sentence": "box 1: banker is 2110.00 over the Differential limit 10000.00; "
            "Ben keeps 1000.00 of 3000.00, Cy keeps 0.00 of 110.00 (L 5.1, A-55)",
        }
    ]


@clause("rws-live", "5.1.2", "5.2.1")
@pytest.mark.reading("A-56", "A-62")
def test_a_bet_under_the_minimum_plays_in_full_and_the_clause_says_why() -> None:
    over = [("Ann", True, {"banker": "15000"}), ("Dan", False, {"banker": "50"})]
    within = [("Eve", True, {"player": "500"}), ("Fay", False, {"banker": "50"})]
    payouts = settled(layout(BANKER_ON_6, over, within))["payouts"]
    assert {one["patron"]: (one["played"], one["profit"], one["clauses"]) for one in payouts} == {
        "Ann": ("9950.00", "4975.00", ["5.1.1", "4.1.1"]),
        "Dan": ("50.00", "25.00", ["5.1.2", "4.1.1"]),
        "Eve": ("500.00", "-500.00", ["4.1.1"]),
        "Fay": ("50.00", "25.00", ["5.2.1", "4.1.1"]),
    }


@pytest.mark.reading("A-40")
def test_the_odd_dollar_goes_to_the_seated_patron_who_bet_last() -> None:
    bets = [
        ("Ben", False, {"banker": "5000"}),
        ("Cy", False, {"banker": "5000"}),
        ("Ann", True, {"banker": "5000"}),
    ]
    assert played(layout(BANKER_ON_7, bets)) == {
        "Ben": {"banker": "3333.00"},
        "Cy": {"banker": "3333.00"},
        "Ann": {"banker": "3334.00"},
    }


@clause("rws-live", "1.6")
@pytest.mark.reading("A-54")
@pytest.mark.parametrize(
    ("limits", "plays"),
    [
        ({"max_differential": "5000"}, ("5000.00", "5000.00", "5000.00")),
        ({"table_differential": "5000"}, ("6857.00", "7000.00", "5143.00")),
        (
            {"max_differential": "5000", "table_differential": "2000"},
            ("3500.00", "5000.00", "3500.00"),
        ),
    ],
)
def test_the_differential_is_that_of_a_box_of_the_table_or_of_both(
    limits: dict[str, str], plays: tuple[str, str, str]
) -> None:
    boxes: list[list[Seat]] = [
        [("Ann", True, {"banker": "8000"})],
        [("Eve", True, {"player": "7000"})],
        [("Fay", True, {"banker": "6000"})],
    ]
    given = layout(BANKER_ON_7, *boxes, limits={"min": "100", **limits})
    assert [next(iter(bets.values())) for bets in played(given).values()] == list(plays)


@clause("rws-live", "3.14", "4.1.1", "4.1.4")
@pytest.mark.reading("A-61")
def test_a_tie_returns_the_original_bets_and_pays_both_kinds_of_tie_bet() -> None:
    bets = {"banker": "1000", "tie": "100", "tie-wins-on-7": "10", "player-wins-on-7": "10"}
    (ann,) = settled(layout(TIE_ON_7, [("Ann", True, bets)]))["patrons"].values()
    assert {bet: one["result"] for bet, one in ann["bets"].items()} == {
        "banker": "pushed",
        "tie": "won",
        "tie-wins-on-7": "won",
        "player-wins-on-7": "lost",
    }
    assert (ann["net"], ann["gets_back_in_all"]) == ("1140.00", "2260.00")


def test_bets_of_one_patron_in_two_boxes_are_added_up() -> None:
    boxes: list[list[Seat]] = [
        [("Ann", True, {"banker": "12000", "tie": "10"})],
        [("Eve", True, {"player": "100"}), ("Ann", False, {"banker": "500"})],
    ]
    ann = settled(layout(BANKER_ON_7, *boxes))["patrons"]["Ann"]
    assert ann == {
        "staked": "12510.00",
        "played": {"banker": "10500.00", "tie": "10.00"},
        "returned_without_play": "2000.00",
        "bets": {
            "banker": {"result": "won", "profit": "10500.00"},
            "tie": {"result": "lost", "profit": "-10.00"},
        },
        "net": "10490.00",
        "gets_back_in_all": "23000.00",
    }


@pytest.mark.reading("A-89")
def test_a_payout_that_the_chips_cannot_make_is_paid_up_and_the_house_bears_it() -> None:
    given = layout(BANKER_ON_6, [("Ann", True, {"banker": "125"})], chips=["5", 25, "100.00"])
    told = settled(given)
    (payout,) = told["payouts"]
    assert (payout["profit"], payout["owed"], payout["rounding"]) == ("62.50", "62.50", "2.50")
    assert payout["chips"] == {"25.00": 2, "5.00": 3}
    assert payout["clauses"] == ["4.1.1", "A-89"]
    assert (told["house_net"], told["rounding"]) == ("-65.00", "2.50")
    assert told["patrons"]["Ann"]["gets_back_in_all"] == "190.00"
    shown = run("settle", "rws-live", "--boxes", "-", given=json.dumps(given)).stdout
    assert "House -65.00, rounding 2.50" in shown


@pytest.mark.reading("A-74")
def test_limits_of_side_bets_say_what_the_dealer_passed_over_and_change_nothing() -> None:
    limits = {
        "min": "100",
        "max_differential": "10000",
        "bets": {"tie": {"min": "10", "max": "500"}, "player-pair": {"max": 100}},
    }
    bets = {"tie": "900", "player-pair": "100"}
    told = settled(
        layout(TIE_ON_7, [("Ann", True, bets), ("Ben", False, {"tie": 5})], limits=limits)
    )
    assert [warning["clause"] for warning in told["warnings"]] == ["A-74", "L 5.2"]
    assert told["patrons"]["Ann"]["bets"]["tie"]["profit"] == "7200.00"


def test_a_person_is_shown_the_hands_every_bet_and_what_was_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "layout.json"
    bets = [("Ann", True, {"banker": "9000"}), ("[b]Ben", False, {"banker": "3000", "tie": "5"})]
    file.write_text(json.dumps(layout(BANKER_ON_7, bets)), "utf-8")
    result = run("settle", "rws-live", "--boxes", str(file))
    assert result.exit_code == 0
    for words in (
        "Baccarat (live table)",
        "Banker stands on 7 against a third card of 2",
        "Winner  Banker",
        "Ann (seated)",
        "[b]Ben (standing)",
        "1×5000 2×1000 1×500",
        "5.1.1, 4.1.1",
        "House -9995.00\n",
        "Passed over: box 1: banker is 2000.00 over the Differential limit 10000.00;",
    ):
        assert words in result.stdout


def test_a_patron_without_a_bet_is_named_and_has_nothing() -> None:
    told = settled(layout(BANKER_ON_7, [("Ann", True, {"tie": "10"}), ("Ben", False, {})]))
    assert told["patrons"]["Ben"] == {
        "staked": "0.00",
        "played": {},
        "returned_without_play": "0.00",
        "bets": {},
        "net": "0.00",
        "gets_back_in_all": "0.00",
    }


def test_remarks_of_an_example_are_not_read_and_its_close_may_be_named() -> None:
    given = layout(
        BANKER_ON_7,
        [("Ann", True, {"tie": "10"})],
        id="E-1",
        title="A Tie",
        clause="4.1.1",
        reading=None,
        note=["any"],
        expect={},
        events=[{"when": "close", "what": "No more Bets"}],
    )
    assert settled(given)["house_net"] == "10.00"


ONE = layout(BANKER_ON_7, [("Ann", True, {"banker": "100"})])


def changed(*path: str | int, to: object) -> Layout:
    given = deepcopy(ONE)
    inner: Any = given
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return given


def without(*path: str | int) -> Layout:
    given = deepcopy(ONE)
    inner: Any = given
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return given


def with_patrons(*seats: Seat) -> Layout:
    return layout(BANKER_ON_7, list(seats))


BETS = ("boxes", 0, "patrons", 0, "bets")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("{oops", "not JSON: "),
        ("", "not JSON: "),
        ("[" * 100_000, "not JSON: "),
        (
            "[]",
            "Expected `object`, got `array`; "
            "expected an object with decks, cards, boxes, limits and offered",
        ),
        (
            changed("boxes", 0, "patrons", to=[{}]),
            "Object missing required field `name` - at `$.boxes[0].patrons[0]`; "
            "expected a patron with name, seated and bets",
        ),
        (
            changed("boxes", to=[{}]),
            "Object missing required field `box` - at `$.boxes[0]`; "
            "expected a box with box and patrons",
        ),
        (changed("offered", to=["tie", "tie"]), "bet 'tie': offered twice, expected once"),
        ('{"decks": 8, "decks": 8}', "key 'decks': given twice, expected once"),
        (without("decks"), "Object missing required field `decks`"),
        (without("cards"), "Object missing required field `cards`"),
        (without("boxes"), "Object missing required field `boxes`"),
        (without("limits"), "Object missing required field `limits`"),
        (without("offered"), "Object missing required field `offered`"),
        (
            without("limits", "min"),
            "Object missing required field `min` - at `$.limits`; expected min",
        ),
        (without("boxes", 0, "box"), "Object missing required field `box` - at `$.boxes[0]`"),
        (without("boxes", 0, "patrons", 0, "seated"), "Object missing required field `seated`"),
        (changed("dekcs", to=8), "Object contains unknown field `dekcs`"),
        (changed("limits", "max", to=8), "Object contains unknown field `max` - at `$.limits`"),
        (changed("decks", to=3), "decks 3: expected 4 to 10 for rws-live"),
        (changed("decks", to="8"), "Expected `int`, got `str` - at `$.decks`"),
        (changed("decks", to=True), "Expected `int`, got `bool` - at `$.decks`"),
        (changed("boxes", to={}), "Expected `array`, got `object` - at `$.boxes`"),
        (changed("boxes", to=[]), "layout with 0 boxes: expected at least one (L 2.1.1)"),
        (changed("boxes", 0, "box", to=[1]), "Expected `int | str`, got `array`"),
        (changed("boxes", 0, "box", to=" "), "box ' ': expected 1 to 20 printable characters"),
        (changed("boxes", to=[*ONE["boxes"], *ONE["boxes"]]), "box '1': on the layout twice"),
        (changed("boxes", 0, "patrons", to="Ann"), "Expected `array`, got `str`"),
        (changed("boxes", 0, "patrons", 0, "seated", to="yes"), "Expected `bool`, got `str`"),
        (changed("boxes", 0, "patrons", 0, "name", to=" "), "box 1: patron ' ', expected a name"),
        (changed("boxes", 0, "patrons", 0, "name", to="a\nb"), "box 1: patron 'a\\nb', expected"),
        (changed(*BETS, to=[]), "Expected `object`, got `array` - at `$.boxes[0].patrons[0].bets`"),
        (changed(*BETS, to=None), "Expected `object`, got `null`"),
        (changed(*BETS, to={"dragon": 5}), "box 1, Ann: bet 'dragon': rws-live has none"),
        (changed(*BETS, to={"tie": 0}), "box 1, Ann: stake 0.00 on tie: expected more than 0"),
        (changed(*BETS, to={"tie": "-5"}), "box 1, Ann: stake -5.00 on tie: expected more than 0"),
        (changed(*BETS, to={"tie": "5.50"}), "box 1, Ann: stake 5.50 on tie: expected a multiple"),
        (changed(*BETS, to={"tie": "5.555"}), "box 1, Ann: tie: amount '5.555': expected dollars"),
        (
            changed(*BETS, to={"tie": 5.5}),
            "Expected `int | str`, got `float` - at `$.boxes[0].patrons[0].bets[...]`; "
            'expected a text such as "100.00", or a whole number',
        ),
        (changed(*BETS, to={"tie": True}), "Expected `int | str`, got `bool`"),
        (changed(*BETS, to={"tie": "x"}), "box 1, Ann: tie: amount 'x': expected dollars"),
        (changed("offered", to=["banker", "dragon"]), "bet 'dragon': rws-live has none"),
        (changed("offered", to=["tie"]), "box 1, Ann: bet 'banker': not offered at this table"),
        (changed("offered", to=[]), "game rws-live: every bet is left out"),
        (
            changed("offered", to="some"),
            "Invalid enum value 'some' - at `$.offered`; expected \"all\" or a list of bets",
        ),
        (changed("cards", to="KS 3D"), "cards 'KS 3D': too few for the Table of Play"),
        (changed("cards", to=f"{BANKER_ON_7} 2S"), "cards 'KS 3D QH 4C 2D 2S': too many"),
        (changed("cards", to="KS 3X QH 4C 2D"), "card '3X': expected a rank"),
        (changed("cards", to=["KS"]), "Expected `str`, got `array` - at `$.cards`"),
        (
            layout("KS KS KS KS KS KS", [("Ann", True, {"tie": 1})], decks=4),
            "card 'KS': seen 6 times, expected at most 4 in 4 decks (A-69)",
        ),
        (changed("limits", "min", to="0"), "minimum limit: 0.00, expected more than 0"),
        (changed("limits", "min", to="1.50"), "minimum limit: 1.50, expected whole dollars (A-40)"),
        (changed("limits", "min", to="x"), "limits min: amount 'x': expected dollars"),
        (changed("limits", "max_differential", to="x"), "limits max_differential: amount 'x'"),
        (changed("limits", "table_differential", to="x"), "limits table_differential: amount 'x'"),
        (
            changed("limits", "min", to="10001"),
            "minimum limit: 10001.00, expected at most the Differential limit 10000.00 (L 3.4)",
        ),
        (without("limits", "max_differential"), "limits minimum 100.00 without a Differential"),
        (
            changed("limits", "bets", to={"banker": {"max": 5}}),
            "limits of banker: expected only min and the Differential for a hand (L 3.4, A-74)",
        ),
        (changed("limits", "bets", to={"tie": {"min": "x"}}), "limits of tie, min: amount 'x'"),
        (changed("limits", "bets", to={"tie": {"max": "x"}}), "limits of tie, max: amount 'x'"),
        (
            changed("limits", "bets", to={"tie": {"min": 9, "max": 5}}),
            "limits minimum 9.00, maximum 5.00",
        ),
        (changed("limits", "bets", to={"x": {"max": 5}}), "bet 'x': rws-live has none"),
        (changed("chips", to=[]), "chip set with 0 kinds: expected 1 to 12 (A-89)"),
        (changed("chips", to=["5", 5]), "chip 5.00: in the set twice, expected once (A-89)"),
        (changed("chips", to=["0"]), "chip 0.00: expected more than 0 (A-89)"),
        (changed("chips", to=["x"]), "chips: amount 'x': expected dollars"),
        (
            changed("chips", to=[30]),
            "box 1, Ann: 100.00 on banker, which the chips cannot make, "
            "expected an amount such as 120.00 (A-89)",
        ),
        (
            with_patrons(("Ben", False, {"banker": "500"})),
            "box 1, Ben: stands where no seated patron has a bet, expected one; "
            "withdraw the bets (L 1.21, A-87)",
        ),
        (
            with_patrons(("Ann", True, {"tie": 1}), ("Ann", False, {"tie": 1})),
            "box 1: patron 'Ann' given twice, expected once with all bets",
        ),
        (
            changed("events", to=[{"when": "after 1 card", "what": "Ann leaves"}]),
            "event 'after 1 card': a layout is settled as it lay at the close, "
            "expected no other event; play it in a rehearsal",
        ),
    ],
    ids=str,
)
def test_a_layout_that_cannot_have_lain_so_gets_one_clear_sentence(
    given: object, sentence: str
) -> None:
    assert told(given).startswith(sentence)


@clause("rws-live", "1.21")
@pytest.mark.reading("A-87")
def test_a_standing_patron_needs_a_seated_bet_in_that_very_box() -> None:
    boxes: list[list[Seat]] = [
        [("Ann", True, {}), ("Ben", False, {"tie": 5})],
        [("Eve", True, {"banker": 500})],
    ]
    assert told(layout(BANKER_ON_7, *boxes)).startswith("box 1, Ben: stands where no seated")


def test_a_file_that_is_no_text_or_not_there_is_told() -> None:
    result = run("settle", "rws-live", "--boxes", "-", given=b"\xff{}")
    assert result.exit_code == 2
    found = "not UTF-8 text, invalid start byte at byte 1"
    assert result.stderr == f"punto: file '-': {found}, expected it saved as UTF-8\n"
    (sentence,) = refused("settle", "rws-live", "--boxes", "/nowhere/layout.json")
    assert sentence.startswith("file '/nowhere/layout.json': cannot be read")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mbs-tiger", "--boxes", "-"], "game mbs-tiger: has no betting boxes, expected a game"),
        (["rws-live", "--boxes", "-", "--cards", BANKER_ON_7], "give --boxes alone: its file has"),
        (["rws-live", "--boxes", "-", "--from", "-"], "give --boxes alone"),
        (["rws-live", "--boxes", "-", "--bet", "tie=5"], "give --boxes alone"),
        (["rws-live", "--boxes", "-", "--decks", "6"], "give --boxes alone"),
        (["rws-live", "--boxes", "-", "--step", "5"], "give --boxes alone"),
        (["rws-live", "--boxes", "-", "--not-offered", "tie"], "give --boxes alone"),
    ],
)
def test_boxes_go_with_the_live_table_and_with_nothing_else(
    arguments: list[str], sentence: str
) -> None:
    (told,) = refused("settle", *arguments, given=json.dumps(ONE))
    assert told.startswith(sentence)


CARDS = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"]
SIDE_BETS = ("player", "banker", "tie", "player-pair", "banker-wins-on-6", "tie-wins-on-0")
ANY_BETS = st.dictionaries(
    st.sampled_from(SIDE_BETS), st.integers(1, 150) | st.integers(1, 20_000), max_size=3
)


@st.composite
def boxes_of_patrons(draw: st.DrawFn) -> list[list[Seat]]:
    """Draw boxes in which one patron, who bets sooner or later than others, is seated."""
    boxes = draw(st.lists(st.lists(ANY_BETS, min_size=1, max_size=5), min_size=1, max_size=4))
    sitting = [draw(st.integers(0, len(box) - 1)) for box in boxes]
    return [
        [
            (f"P{n}.{m}", True, {"tie": 1, **bets}) if m == sits else (f"P{n}.{m}", False, bets)
            for m, bets in enumerate(box)
        ]
        for n, (box, sits) in enumerate(zip(boxes, sitting, strict=True))
    ]


@clause("rws-live", "5.1.1", "5.1.2", "5.2.1")
@given(
    six=st.lists(st.sampled_from(CARDS), min_size=6, max_size=6),
    boxes=boxes_of_patrons(),
    minimum=st.integers(1, 300),
    room=st.tuples(st.none() | st.integers(0, 9_000), st.integers(0, 9_000)),
)
def test_an_independent_reckoning_settles_every_layout_alike(
    six: list[str],
    boxes: list[list[Seat]],
    minimum: int,
    room: tuple[int | None, int],
) -> None:
    box_limit = None if room[0] is None else minimum + room[0]
    table_limit = minimum + room[1] if box_limit is None or room[1] % 2 else None
    limits = {"min": minimum, "max_differential": box_limit, "table_differential": table_limit}
    cards = six[: cards_used([points(card) for card in six])]
    given = layout(" ".join(cards), *boxes, limits=limits, decks=6)
    laid = [
        (str(n), bet, stake, sits)
        for n, box in enumerate(boxes)
        for _, sits, bets in box
        for bet, stake in bets.items()
    ]
    plays = apportion_table(laid, minimum, box_limit, table_limit)
    per_dollar = settle("rws-live", cards)
    profits = [Fraction(p) * per_dollar[bet] for p, (_, bet, _, _) in zip(plays, laid, strict=True)]
    answered = settled(given)
    assert [Fraction(one["played"]) for one in answered["payouts"]] == plays
    assert [Fraction(one["profit"]) for one in answered["payouts"]] == profits
    assert Fraction(answered["house_net"]) == -sum(profits)
    assert answered["hands"] == dict(
        zip(("player", "banker"), map(" ".join, hands(cards)), strict=True)
    )
