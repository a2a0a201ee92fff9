import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punto.cli.private_table.requests import AddStakes, RequestWord, parse_request
from punto.rules.games import BetKey, Game
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.money import dollars
from punto.values.structures import BadNotation


@pytest.mark.parametrize("text", [word.value for word in RequestWord])
def test_every_word_is_read_whatever_its_case_and_spaces(text: str, tiger: Terms) -> None:
    assert parse_request(f"  {text.upper()} ", tiger) is RequestWord(text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", RequestWord.DEAL),
        ("?", RequestWord.HELP),
        ("q", RequestWord.QUIT),
        ("exit", RequestWord.QUIT),
    ],
)
def test_short_forms_are_read(text: str, word: RequestWord, tiger: Terms) -> None:
    assert parse_request(text, tiger) is word


@pytest.mark.parametrize(
    "text",
    [
        "banker 100 tiger-pair 5",
        "banker=100, tiger-pair=5",
        "banker = 100; tiger pair $5",
        "2 100 8 5",
        "Banker 100,TIGER-PAIR 5.00",
        "banker 60 tiger-pair 5 banker 40",
    ],
)
def test_bets_are_read_in_every_way_a_patron_may_type_them(text: str, tiger: Terms) -> None:
    expected = {BetKey("banker"): dollars(100), BetKey("tiger-pair"): dollars(5)}
    assert parse_request(text, tiger) == AddStakes(expected)


def test_a_number_may_be_part_of_a_name(games: dict[str, Game]) -> None:
    live = terms_of(games["rws-live"], 8, (), Limits())
    assert isinstance(live, Terms)
    request = parse_request("tie wins on 3 5, player-wins-on-1 2", live)
    assert request == AddStakes(
        {BetKey("tie-wins-on-3"): dollars(5), BetKey("player-wins-on-1"): dollars(2)}
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("banker", "'banker': expected a bet and a stake such as banker 100, or help"),
        ("5", "'5': expected a bet and a stake such as banker 100, or help"),
        (
            "tiger 5 banker",
            "'tiger 5 banker': expected a bet and a stake such as banker 100, or help",
        ),
        (",", "',': expected a bet and a stake such as banker 100, or help"),
        ("9 5", "bet 9: expected a number from 1 to 8, or the name of a bet"),
        ("9" * 5000 + " 5", "bet 9"),
        ("banker 1.2.3", "stake on banker: amount '1.2.3': expected dollars such as 100 or 2.50"),
        ("banker $", "stake on banker: amount '': expected dollars such as 100 or 2.50"),
        ("banker -5", "'banker -5': expected a bet and a stake such as banker 100, or help"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(text: str, sentence: str, tiger: Terms) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_request(text, tiger)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_is_left_for_the_rules_to_judge(tiger: Terms) -> None:
    assert parse_request("lion 5", tiger) == AddStakes({BetKey("lion"): dollars(5)})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(), st.text("banker tiger=,;$.-0123456789 ", max_size=40)))
def test_no_line_is_a_fault(tiger: Terms, text: str) -> None:
    try:
        request = parse_request(text, tiger)
    except BadNotation:
        return
    assert isinstance(request, RequestWord | AddStakes)
