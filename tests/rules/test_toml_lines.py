import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.bootstrap.rule_book import GAME_KEYS
from punto.rules.toml_lines import Path, line_numbers

TEXT = '''\
# a comment with = and [ and "
key = "tiger"   # after a value

"quoted key" = 'it''s'
dotted.inner.key = 1
[table]  # of its own
number = 12
when = 2025-03-20T09:00:00+08:00
list = [ 1,
  2, # two
  [3,
   4],
]
[table.below]
flag = true
[[rows]]
text = """
many
\\"""lines" # not a comment
"""
inline = { a = 1, b = { c = [ "x" ] }, "d.e" = 'y' }
[[rows]]
literal = \'\'\'
''it\'\'
\'\'\'
[rows.choices]
a = "]"
[[rows.deep]]
x = 1
[[rows.deep]]
x = {}
empty = []
'''.replace("'it''s'", "'it is'")

EXPECTED: dict[Path, int] = {
    ("key",): 2,
    ("quoted key",): 4,
    ("dotted",): 5,
    ("dotted", "inner"): 5,
    ("dotted", "inner", "key"): 5,
    ("table",): 6,
    ("table", "number"): 7,
    ("table", "when"): 8,
    ("table", "list"): 9,
    ("table", "list", 0): 9,
    ("table", "list", 1): 10,
    ("table", "list", 2): 11,
    ("table", "list", 2, 0): 11,
    ("table", "list", 2, 1): 12,
    ("table", "below"): 14,
    ("table", "below", "flag"): 15,
    ("rows",): 16,
    ("rows", 0): 16,
    ("rows", 0, "text"): 17,
    ("rows", 0, "inline"): 21,
    ("rows", 0, "inline", "a"): 21,
    ("rows", 0, "inline", "b"): 21,
    ("rows", 0, "inline", "b", "c"): 21,
    ("rows", 0, "inline", "b", "c", 0): 21,
    ("rows", 0, "inline", "d.e"): 21,
    ("rows", 1): 22,
    ("rows", 1, "literal"): 23,
    ("rows", 1, "choices"): 26,
    ("rows", 1, "choices", "a"): 27,
    ("rows", 1, "deep"): 28,
    ("rows", 1, "deep", 0): 28,
    ("rows", 1, "deep", 0, "x"): 29,
    ("rows", 1, "deep", 1): 30,
    ("rows", 1, "deep", 1, "x"): 31,
    ("rows", 1, "deep", 1, "empty"): 32,
}


def paths_of(value: object, path: Path = ()) -> set[Path]:
    """Every path that a parsed text has."""
    found = {path} if path else set()
    if isinstance(value, dict):
        for key, inner in value.items():
            found |= paths_of(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            found |= paths_of(inner, (*path, index))
    return found


def test_the_text_is_what_a_toml_reader_takes() -> None:
    assert paths_of(tomllib.loads(TEXT)) == set(EXPECTED)


def test_every_key_and_element_has_the_line_it_stands_on() -> None:
    assert line_numbers(TEXT) == EXPECTED


@pytest.mark.parametrize("key", GAME_KEYS)
def test_every_path_of_a_shipped_game_is_placed(key: str) -> None:
    text = _shipped(key)
    lines = line_numbers(text)
    assert paths_of(tomllib.loads(text)) == set(lines)
    rows = text.splitlines()
    for path, line in lines.items():
        if isinstance(path[-1], str):
            assert path[-1] in rows[line - 1]


def _shipped(key: str) -> str:
    return (files("punto.rules") / "games" / f"{key}.toml").read_text("utf-8")


words = st.text(alphabet="abc#=[]{},'\" \\n", max_size=6)
scalars = words | st.integers() | st.booleans()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
)


def toml_value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list():
            return "[" + ",".join(f"\n {toml_value(inner)}" for inner in value) + "]"
        case dict():
            pairs = (f"{toml_value(key)} = {toml_value(inner)}" for key, inner in value.items())
            return "{" + ", ".join(pairs) + "}"
    raise TypeError(value)


@given(st.lists(values, min_size=1, max_size=4))
def test_no_value_however_odd_leads_the_count_astray(written: list[object]) -> None:
    text = "\n".join(f"k{index} = {toml_value(value)}" for index, value in enumerate(written))
    keys = [path for path in line_numbers(text) if len(path) == 1]
    expected, line = [], 1
    for index, value in enumerate(written):
        expected.append(((f"k{index}",), line))
        line += 1 + toml_value(value).count("\n")
    assert [(key, line_numbers(text)[key]) for key in keys] == expected


def test_no_white_space_is_needed() -> None:
    assert line_numbers("a=1\n[t]\nb={c=1,d=2}\n[[x]]\ne=[1,2]\n'q'=1\n\"X\"=2") == {
        ("a",): 1,
        ("t",): 2,
        ("t", "b"): 3,
        ("t", "b", "c"): 3,
        ("t", "b", "d"): 3,
        ("x",): 4,
        ("x", 0): 4,
        ("x", 0, "e"): 5,
        ("x", 0, "e", 0): 5,
        ("x", 0, "e", 1): 5,
        ("x", 0, "q"): 6,
        ("x", 0, "X"): 7,
    }


def test_text_that_is_not_toml_is_not_counted() -> None:
    with pytest.raises(ValueError, match="not TOML at character 0"):
        line_numbers("= 1")
