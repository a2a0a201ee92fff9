import re

from picture import picture


def test_the_picture_is_the_same_on_every_run() -> None:
    assert picture() == picture()


def test_the_picture_reaches_for_nothing_on_the_web() -> None:
    drawn = picture()
    assert "@font-face" not in drawn
    assert not re.search(r"url\((?!#)", drawn)


def test_the_picture_shows_a_round_that_tiger_wins() -> None:
    assert "Banker&#160;wins,&#160;6&#160;to&#160;4" in re.sub(r"</text><text[^>]*>", "", picture())
