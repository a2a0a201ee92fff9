import pytest

from punto.rehearsals.cursors import Word, line_of


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
def test_a_comment_is_not_part_of_a_line(text: str) -> None:
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


def test_quotation_marks_of_word_processors_hold_words_too() -> None:
    line = line_of(1, "arun declines: \u201cit is ours\u201d now")
    assert line.words[3:] == (Word("it is ours", 16, quoted=True), Word("now", 29))
    assert line_of(1, "x \u201eours\u201c").words[1] == Word("ours", 3, quoted=True)
    assert line_of(1, 'x \u201cours"').words[1] == Word("ours", 3, quoted=True)
    assert line_of(1, "x \u201cours").open_quote == 3
    assert line_of(1, '"he said \u201cno\u201d"').words == (
        Word("he said \u201cno\u201d", 1, quoted=True),
    )


def test_the_wide_comma_and_colon_are_a_comma_and_a_colon() -> None:
    texts = [
        word.text for word in line_of(1, "T1 bets tie 5\uff0cbanker 7\uff1a at 20\uff1a15").words
    ]
    assert texts == ["T1", "bets", "tie", "5", ",", "banker", "7", ":", "at", "20:15"]


def test_a_comma_between_digits_belongs_to_the_number() -> None:
    texts = [word.text for word in line_of(1, "banker 5,000, tie 5,banker 1\uff0c000").words]
    assert texts == ["banker", "5,000", ",", "tie", "5", ",", "banker", "1,000"]
