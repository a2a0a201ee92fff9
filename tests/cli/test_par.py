import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from support.cli.running import answer, refused, run

LONG_SHOT = """
key = "long-shot"
name = { en = "Long <Shot>" }
rules = { document = "House rules", version = 2, effective = "unknown" }
decks = { min = 1, max = 2 }

[[bets]]
key = "dragon-7"
clause = "3"
pays = [
  { when = { winner = "banker", banker_total = 7, banker_cards = 3 }, odds = "40:1" },
]
"""


@pytest.fixture(autouse=True)
def no_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


@pytest.fixture
def long_shot(tmp_path: Path) -> str:
    file = tmp_path / "long-shot.toml"
    file.write_text(LONG_SHOT)
    return str(file)


def test_a_shipped_game_has_its_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "sheets" / "2026"
    told = answer("par", "rws-etg", "--decks", "8", "--output", str(folder), "--json")
    assert list(told) == ["game", "definition", "decks", "files"]
    assert (told["game"], told["decks"]) == ("rws-etg", [8])
    page, printed = told["files"]
    assert sorted(path.name for path in folder.iterdir()) == ["par-rws-etg.html", "par-rws-etg.pdf"]
    for written in (page, printed):
        content = Path(written["file"]).read_bytes()
        assert written["bytes"] == len(content)
        assert written["sha256"] == sha256(content).hexdigest()
    printed_line = run("games", "rws-etg", "--json").stdout
    assert told["definition"] == sha256(printed_line.encode()).hexdigest()
    assert told["definition"] in Path(page["file"]).read_text("utf-8")
    assert "punto odds rws-etg --decks 8 --json" in Path(page["file"]).read_text("utf-8")


def test_a_game_of_ones_own_has_its_sheet_and_keeps_its_letters(
    tmp_path: Path, long_shot: str
) -> None:
    shown = run("par", long_shot, "--output", str(tmp_path)).stdout
    page = (tmp_path / "par-long-shot.html").read_text("utf-8")
    assert sha256(page.encode()).hexdigest() in shown
    assert "<h1>Long &lt;Shot&gt;</h1>" in page
    assert "punto games FILE --json | sha256sum" in page
    assert "1 to 2 decks" in page
    assert long_shot not in page
    assert (tmp_path / "par-long-shot.pdf").read_bytes().startswith(b"%PDF")


def test_a_date_is_told_only_when_it_is_given(
    tmp_path: Path, long_shot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("par", long_shot, "--decks", "1", "--output", str(tmp_path))
    page = tmp_path / "par-long-shot.html"
    assert "Dated" not in page.read_text("utf-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    run("par", long_shot, "--decks", "1", "--output", str(tmp_path))
    assert "<dt>Dated</dt><dd>2026-01-01</dd>" in page.read_text("utf-8")
    assert b"2026-01-01" in (tmp_path / "par-long-shot.pdf").read_bytes()


def test_a_date_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "today")
    assert refused("par", "rws-etg") == [
        "variable SOURCE_DATE_EPOCH 'today': expected seconds since 1970"
    ]


def test_a_letter_that_no_font_has_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "private.toml"
    file.write_text(LONG_SHOT.replace("<Shot>", "\U000f1234"), "utf-8")
    sheets = tmp_path / "sheets"
    (sentence,) = refused("par", str(file), "--decks", "1", "--output", str(sheets))
    assert sentence.startswith("PDF of long-shot: ")
    assert "could not be displayed" in sentence
    assert not sheets.exists()


@pytest.mark.parametrize(
    ("decks", "sentence"),
    [
        ("many", "decks 'many': expected a number of decks or a range, such as 8 or 6-8"),
        ("8-6", "decks '8-6': expected the least number first"),
        ("9", "decks 9: expected 4 to 8 for rws-etg (R 2.2.1, L 2.2.1, M 2.1)"),
        ("4-10", "decks 10: expected 4 to 8 for rws-etg (R 2.2.1, L 2.2.1, M 2.1)"),
    ],
)
def test_decks_outside_the_rules_are_refused(decks: str, sentence: str) -> None:
    assert refused("par", "rws-etg", "--decks", decks) == [sentence]


def test_an_unknown_game_is_refused() -> None:
    (sentence,) = refused("par", "tigre")
    assert sentence.startswith("game 'tigre': unknown")


def a_file(folder: Path) -> Path:
    (folder / "taken").write_text("")
    return folder / "taken"


def under_a_file(folder: Path) -> Path:
    return a_file(folder) / "sheets"


def a_folder_in_the_way(folder: Path) -> Path:
    (folder / "sheets" / "par-long-shot.pdf").mkdir(parents=True)
    return folder / "sheets"


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (a_file, "expected a folder"),
        (under_a_file, "cannot be written, Not a directory"),
        (a_folder_in_the_way, "a folder is there, expected a file or nothing"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused(
    tmp_path: Path, long_shot: str, prepare: Callable[[Path], Path], words: str
) -> None:
    place = prepare(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    (sentence,) = refused("par", long_shot, "--decks", "1", "--output", str(place))
    assert words in sentence
    assert str(place) in sentence
    assert sorted(tmp_path.rglob("*")) == before


def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, long_shot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        write(path, content[:100])
        if ".pdf" in path.name:
            raise OSError(28, "No space left on device")
        return len(content)

    monkeypatch.setattr(Path, "write_bytes", full)
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    assert refused("par", long_shot, "--decks", "1", "--output", str(sheets)) == [
        f"output '{sheets}': cannot be written, No space left on device"
    ]
    assert list(sheets.iterdir()) == []


def test_without_its_libraries_the_lab_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("punto.lab.par")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "typst", None)
    (sentence,) = refused("par", "rws-etg")
    assert "install punto with its extra lab" in sentence
