"""All rehearsals hold, the transcripts on file are up to date, and no case is missing."""

import re
from functools import cache
from typing import get_args

import pytest

from punto.bootstrap.rule_book import GAME_KEYS
from punto.identity import messages as floor_messages
from punto.rehearsals.list_kinds import FACTS, REFUSALS
from punto.rehearsals.transcripts import Transcript, as_text
from punto.rounds.commands import Wish
from punto.rounds.evolution import replay
from punto.rounds.irregularity.reported_cards import has_use_for_unregistered
from punto.rules.irregularity_policies import Irregularity, Policy, Remedy
from punto.values.structures import class_name
from rehearsal_reference import reference
from rehearse_all import HEADING, PAGE, REHEARSALS, scripts, transcript_of
from support.rehearsals.irregularities import irregularities, rehearsals
from support.rehearsals.required import Shown, required
from support.rehearsals.stage import book

DOCUMENT_OF = {key: "mbs" if key.startswith("mbs-") else key for key in GAME_KEYS}

ORDINARY = {
    *(f"{document} play {key}" for key, document in DOCUMENT_OF.items()),
    "a first script",
    "betting limits",
    "betting closing",
    "betting switches",
    "betting repeats",
    "money cash-out-printed",
    "money cash-out-failed",
    "money cash-out-unknown",
    "money bills",
    "money hand-pay",
    "money adjustments",
    "money debts",
    "table moves",
    "table seating",
    "table dealer-change",
    "table configuration",
    "table reports",
    "table second-report",
    "table second-report-rws",
    "table self-dealing",
    "table cards-on-the-table",
    "table drawn-together",
    "table unregistered-cards",
    "table carried-cards",
    "table reconstruction",
    "table authority",
    "table citations",
    "shoe change",
    "shoe burn",
    "shoe count",
    "shoe keyed",
    "shoe shuffler",
    "shoe virtual",
    "shoe card-beyond-decks",
    "floor access",
    "floor halted-table",
    "floor people",
    "floor acting-roles",
    "floor single-person",
    "live bets as a Dealer types them",
    "live evening",
    "live betting",
    "live chips",
    "live erased-name",
    "live chips read by a sensor",
    "live float",
    "live payments and the last round",
    "live layouts",
    "live limits",
    "live warnings",
    "live pro-rata",
    "live walking-away",
    "live squeeze",
    "live options",
    "live second-report",
    "live as-they-lie",
    "live voids",
    "live late-errors",
}


@cache
def transcripts() -> dict[str, Transcript]:
    return {name: transcript_of(name, text, book()) for name, text in rehearsals().items()}


@pytest.mark.parametrize("name", scripts())
def test_a_transcript_is_what_its_script_comes_to(name: str) -> None:
    kept = (REHEARSALS / f"{name}.transcript").read_text("utf-8")
    assert as_text(transcripts()[name]) == kept, "run tools/rehearse_all.py"


def test_no_transcript_is_left_of_a_script_that_is_gone() -> None:
    kept = {path.with_suffix(".rehearsal") for path in REHEARSALS.rglob("*.transcript")}
    assert kept == {REHEARSALS / f"{name}.rehearsal" for name in scripts()}


def test_what_a_file_shows_holds_as_well_as_the_table_of_cases_has_it() -> None:
    for name in irregularities().keys() & scripts().keys():
        assert transcript_of(name, irregularities()[name], book()).failure is None


@pytest.mark.parametrize("name", sorted(rehearsals()))
def test_the_record_of_every_table_tells_how_the_table_stands(name: str) -> None:
    for record in transcripts()[name].scene.records.values():
        assert replay(record.events) == record.table


def shown() -> set[str]:
    return {words for each in transcripts().values() for words in each.script.shows}


def test_no_irregularity_moment_or_outcome_is_missing(
    policies: dict[str, tuple[Policy, ...]],
) -> None:
    wanted = {
        " ".join(case)
        for document in ("rws-etg", "rws-live", "mbs")
        for case in required(document, policies[document])
    }
    assert len(wanted) > 700
    assert wanted | ORDINARY == shown()


def test_each_case_is_shown_by_what_happens_beside_its_line() -> None:
    for name, text in rehearsals().items():
        for words in transcripts()[name].script.shows:
            parts = words.split()
            if len(parts) == len(Shown._fields):
                case = Shown(*parts)
                assert f"reports {case.irregularity}" in text
                assert name.startswith(f"{case.document}/{case.irregularity}/")


def happened() -> tuple[set[str], set[str], set[str]]:
    wishes, events, refusals = set[str](), set[str](), set[str]()
    for transcript in transcripts().values():
        for entry in transcript.entries:
            for one in entry.happened:
                wishes.add(class_name(one.asked.wish))
                events |= {class_name(event.fact) for event in one.events}
                if one.refusal is not None:
                    refusals.add(class_name(one.refusal))
    return wishes, events, refusals


def test_every_wish_every_event_and_every_refusal_comes_up_in_some_rehearsal() -> None:
    wishes, events, refusals = happened()
    every_wish = (*get_args(Wish), *get_args(floor_messages.Wish))
    assert {wish.__name__ for wish in every_wish} <= wishes
    assert set(FACTS) == events
    assert set(REFUSALS) == refusals


def test_the_reference_on_the_page_is_the_reference_of_the_language() -> None:
    _, _, kept = PAGE.read_text("utf-8").partition(HEADING)
    assert kept == f"\n{reference()}", "run tools/rehearse_all.py"


def cards_of_a_report(policy: Policy | None) -> str:
    """Return what the page must say about the cards that such a report names."""
    if policy is None:
        return "not there"
    if policy.remedy is Remedy.AS_THEY_LIE:
        return "needs both hands, may name extra"
    if policy.remedy is Remedy.BY_THE_CARDS:
        return "needs cards"
    if policy.remedy is Remedy.RECONSTRUCT and not policy.order_by_attester:
        return "cards or extra"
    if has_use_for_unregistered(policy):
        return "may name extra"
    return "may name cards or extra" if policy.remedy is Remedy.FIRST_DECISION else "no cards"


def test_the_page_says_of_every_irregularity_what_it_is_and_which_cards_it_takes(
    policies: dict[str, tuple[Policy, ...]],
) -> None:
    page = PAGE.read_text("utf-8")
    keys = ("rws-etg", "rws-live", "mbs")
    documents = [{each.irregularity: each for each in policies[key]} for key in keys]
    for irregularity in Irregularity:
        (row,) = re.findall(
            rf"^\| `{irregularity.value}` \| (.+)\. \| (.+) \| (.+) \| (.+) \|$", page, re.MULTILINE
        )
        said = [document.get(irregularity) for document in documents]
        assert row[1:] == tuple(map(cards_of_a_report, said))
        if row[0].endswith("A card has to be out (1)"):
            assert all(policy.needs_card for policy in said[:2] if policy is not None)


@pytest.mark.parametrize("name", ["first", "live/evening"])
def test_a_whole_script_on_the_page_is_the_one_that_is_kept(name: str) -> None:
    script = (REHEARSALS / f"{name}.rehearsal").read_text("utf-8")
    assert f"```text\n{script}```\n" in PAGE.read_text("utf-8")
