from punto.rules.readings import Reading, load_readings

SOUND = """\
[[readings]]
id = "A-03"
paragraphs = ["rws-etg 3.9"]
question = "Which comes first?"
default = "a"
switch = false
applied_in = "punto.rules.table_of_play"
effect = "0.35 %"
[readings.choices]
a = "The natural."
b = "The proviso."

[[readings]]
id = "A-12"
paragraphs = ["mbs 4.12"]
question = "Which games?"
default = "b"
switch = true
applied_in = "punto.rounds"
open = true
[readings.choices]
a = "All."
b = "One."
"""


def faults_of(old: str, new: str) -> list[str]:
    assert old in SOUND
    return [str(fault) for fault in load_readings(SOUND.replace(old, new, 1))]


def test_the_register_is_read_whole() -> None:
    first, second = load_readings(SOUND)
    assert first == Reading(
        id="A-03",
        paragraphs=("rws-etg 3.9",),
        question="Which comes first?",
        choices=(("a", "The natural."), ("b", "The proviso.")),
        default="a",
        switch=False,
        applied_in="punto.rules.table_of_play",
        open=False,
        effect="0.35 %",
    )
    assert isinstance(second, Reading)
    assert (second.open, second.switch, second.effect) == (True, True, "")


def test_a_default_must_be_one_of_the_choices() -> None:
    assert faults_of('"a"', '"c"') == ["line 5: default 'c': expected one of the choices"]


def test_one_choice_is_no_question() -> None:
    assert faults_of('b = "The proviso."\n', "") == ["line 9: choices has 1, expected at least two"]


def test_paragraphs_are_a_list_of_texts() -> None:
    expected = "expected a list of texts"
    assert faults_of('["rws-etg 3.9"]', "[]") == [f"line 3: paragraphs []: {expected}"]
    assert faults_of('["rws-etg 3.9"]', "[1]") == [f"line 3: paragraphs [1]: {expected}"]
    assert faults_of('["rws-etg 3.9"]', '"3.9"') == [f"line 3: paragraphs '3.9': {expected}"]
    missing = f"line 1: paragraphs is missing, {expected}"
    assert faults_of('paragraphs = ["rws-etg 3.9"]\n', "") == [missing]


def test_missing_keys_are_told_once_each() -> None:
    assert faults_of('default = "a"\n', "") == ["line 1: default is missing, expected a text"]
    without_choices = SOUND.partition("[readings.choices]")[0]
    assert [str(fault) for fault in load_readings(without_choices)] == [
        "line 1: choices is missing, expected a table",
        "line 5: default 'a': expected one of the choices",
    ]


def test_text_that_is_not_toml_is_not_a_register() -> None:
    assert len(load_readings("[[")) == 1
