import re
from pathlib import Path

import pytest

from punto.bootstrap.rule_book import shipped_documents

ROOT = Path(__file__).parent.parent.parent
GLOSSARY = (ROOT / "docs" / "GLOSSARY.md").read_text("utf-8")

LETTERS = {"R": "rws-etg", "L": "rws-live", "M": "mbs"}
ROW = re.compile(r"^\| (?P<word>[^|]+) \| (?P<meaning>[^|]+) \| (?P<cites>[^|]*)\|$", re.MULTILINE)

ROWS = {
    match["word"]: (match["meaning"], [cite for cite in match["cites"].strip().split(", ") if cite])
    for match in ROW.finditer(GLOSSARY)
    if match["word"] != "word"
}

# The paragraphs that only define a word: the glossary fulfils them.
WORDS = {
    "R 1.2": "Bet",
    "R 1.3": "Card Shoe",
    "R 1.4": "Dealer",
    "R 1.5": "Electronic Card Shuffler",
    "R 1.7": "hand",
    "R 1.8": "House",
    "R 1.13": "patron",
    "L 1.3": "Bet",
    "L 1.4": "Card Shoe",
    "L 1.5": "Dealer",
    "L 1.7": "Electronic Card Shuffler",
    "L 1.8": "hand",
    "L 1.9": "House",
    "L 1.14": "patron",
    "M 1.1.6": "hand",
    "M 1.1.7": "Initial deal",
    "M 1.1.12": "push",
}


@pytest.mark.clause("rws-etg", "1.2", "1.3", "1.4", "1.5", "1.7", "1.8", "1.13")
@pytest.mark.clause("rws-live", "1.3", "1.4", "1.5", "1.7", "1.8", "1.9", "1.14")
@pytest.mark.clause("mbs", "1.1", "1.1.6", "1.1.7", "1.1.12")
@pytest.mark.parametrize(("cite", "word"), WORDS.items())
def test_a_word_that_a_document_defines_has_one_meaning_here(cite: str, word: str) -> None:
    meaning, cites = ROWS[word]
    assert cite in cites
    assert meaning.endswith(".")


def test_the_glossary_is_sorted_and_says_each_word_once() -> None:
    words = re.findall(r"^\| ([^|]+) \|", GLOSSARY, re.MULTILINE)[1:]
    assert words == sorted(words, key=str.lower)
    assert len(words) == len(set(words)) == len(ROWS)


def test_the_glossary_cites_paragraphs_that_exist() -> None:
    documents = {document.key: document for document in shipped_documents()}
    for _, cites in ROWS.values():
        for cite in cites:
            letter, _, number = cite.partition(" ")
            assert number in {each.number for each in documents[LETTERS[letter]].paragraphs}, cite


def test_wager_is_only_another_word_for_bet() -> None:
    assert "wager" in ROWS["Bet"][0]
