import pytest

from punto.rehearsals.words import Word, line_of


def test_a_line_is_cut_at_spaces_commas_and_colons() -> None:
    line = line_of(3, "T1 bets banker 100, tie 5")
    assert [word.text for word in line.words] == ["T1", "bets", "banker", "100", ",", "tie", "5"]
    assert [word.column for word in line.words] == [1, 4, 9, 16, 19, 21, 25]
    assert line.number == 3


def test_a_colon_within_a_word_belongs_to_it() -> None:
    texts = [word.text for word in line_of(1, "at 20:15:30 stakes:T1 declines: no").words]
    assert texts == ["at", "20:15:30", "stakes:T1", "declines", ":", "no"]


def test_what_is_quoted_is_one_word_and_keeps_its_spaces() -> None:
    line = line_of(1, 'arun declines: "it is: ours, # all"')
    assert line.words[-1] == Word("it is: ours, # all", 16, quoted=True)
    assert line.words[-1].shown == '"it is: ours, # all"'
    assert line.end_column == 36


def test_an_empty_quotation_is_a_word_too() -> None:
    assert line_of(1, 'arun declines: ""').words[-1] == Word("", 16, quoted=True)


@pytest.mark.parametrize("text", ["mei settles # as always", "mei settles#as always"])
def test_a_comment_is_no_part_of_what_is_said(text: str) -> None:
    line = line_of(1, text)
    assert [word.shown for word in line.words] == ["'mei'", "'settles'"]
    assert line.end_column == 12


def test_a_quotation_mark_that_is_never_closed_is_noticed() -> None:
    line = line_of(1, 'arun declines: "it is ours')
    assert line.open_quote == 16
    assert len(line.words) == 3


def test_only_spaces_at_the_beginning_make_a_line_indented() -> None:
    assert line_of(1, "  limits 5 to 10").indented
    assert line_of(1, "\tlimits 5 to 10").indented
    assert not line_of(1, "mei settles  ").indented
    assert line_of(1, "").end_column == 1
