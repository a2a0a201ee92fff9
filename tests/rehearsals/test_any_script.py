"""A script of any text either runs or gets a list of its mistakes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from punto.rehearsals.scripts import EVERY_FORM, Script, read_script
from punto.rehearsals.transcripts import as_data, as_text, rehearse
from support.rehearsals.stage import BETS_OPEN, book

FEW = "table A1 plays rws-etg\npeople\n  tan Shift Manager\nterminals T1\n"
EXAMPLES = [form.example for form in EVERY_FORM]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(EXAMPLES), max_size=12))
def test_any_statements_in_any_order_can_be_run(lines: list[str]) -> None:
    script = read_script(BETS_OPEN + "\n".join(lines), book())
    if isinstance(script, Script):
        transcript = rehearse(script)
        assert as_text(transcript).startswith("   1  table B2 plays mbs-tiger\n")
        assert as_data(transcript)["held"] is (transcript.failure is None)


WORDS = sorted({word for example in EXAMPLES for word in [*example.split(), *'"#,: ']})
ANY_LINE = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


@settings(max_examples=60)
@given(st.lists(ANY_LINE | st.text(max_size=20), max_size=4))
def test_any_words_are_understood_or_told_to_be_a_mistake(lines: list[str]) -> None:
    script = read_script(FEW + "\n".join(lines), book())
    if not isinstance(script, Script):
        for mistake in script.told:
            assert mistake.sentence.startswith("line ")
            assert ": found " in mistake.sentence
            assert ", expected " in mistake.sentence
