"""The loader of game files: one TOML text in, one Game or all its faults out."""

import re
from collections.abc import Iterable

from punto.rules.conditions import QUESTIONS, Condition, Requirement, Trait
from punto.rules.file_sections import Fault, Section, hint, load_file
from punto.rules.first_decision import completions
from punto.rules.games import Bet, BetKey, DeckRange, Game, GameKey, Name, RulesIdentity
from punto.rules.pay_tables import PUSH, ROWS_MAX, PayRow, PayTable, Push
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values import BadNotation, Odds, Side, parse_odds

DECKS_MIN, DECKS_MAX = 1, 10
"""No document allows more than ten decks."""

_KEY = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_ANY_PAY: Odds | Push = PUSH


def load_game(text: str) -> Game | tuple[Fault, ...]:
    """Read a game file, or return all its faults in the order of its lines."""
    return load_file(text, _game)


def _game(file: Section) -> Game:
    return Game(
        key=GameKey(file.parsed("key", parse_key, "")),
        operator=file.text("operator") if file.has("operator") else "",
        name=_name(file, file.text("key") if file.has("key") else ""),
        rules=_rules(file),
        decks=_decks(file),
        bets=_bets(file),
    )


def parse_key(text: str) -> str:
    """Read a key: lowercase letters and digits, with hyphens between words."""
    if not _KEY.fullmatch(text):
        raise BadNotation(
            f"key {text!r}: expected lowercase letters, digits and hyphens, a letter first"
        )
    return text


def _name(around: Section, key: str) -> Name:
    """Read a name in both languages; English stands in for 中文, and the key for English."""
    if not around.has("name"):
        plain = key.replace("-", " ").title()
        return Name(plain, plain)
    section = around.section("name")
    english = section.text("en")
    name = Name(english, section.text("zh") if section.has("zh") else english)
    section.finish()
    return name


def _rules(file: Section) -> RulesIdentity:
    section = file.section("rules")
    rules = RulesIdentity(
        section.text("document"),
        section.number_or_unknown("version"),
        section.instant_or_unknown("effective"),
    )
    section.finish()
    return rules


def _decks(file: Section) -> DeckRange:
    faults_before = file.faults_count
    section = file.section("decks")
    decks = DeckRange(section.number("min"), section.number("max"))
    both_known = file.faults_count == faults_before
    if both_known and not DECKS_MIN <= decks.least <= decks.most <= DECKS_MAX:
        file.fault(
            "decks",
            f"decks {decks}: expected a range inside {DECKS_MIN} to {DECKS_MAX}, least first",
        )
    section.finish()
    return decks


def _bets(file: Section) -> tuple[Bet, ...]:
    bets: dict[BetKey, Bet] = {}
    for section in file.sections("bets"):
        bet = _bet(section)
        if bet.key in bets:
            section.fault("key", f"bet {bet.key!r}: found twice, expected once")
        bets[bet.key] = bet
    return tuple(bets.values())


def _bet(section: Section) -> Bet:
    key = section.parsed("key", parse_key, "")
    clause = section.text("clause", "the paragraph that settles the bet")
    bet = Bet(
        key=BetKey(key),
        name=_name(section, key),
        clause=clause,
        pays=_pay_table(section, clause),
        hand=section.parsed("hand", _hand, None) if section.has("hand") else None,
        optional=section.flag("optional"),
    )
    section.finish()
    return bet


def _hand(text: str) -> Side:
    if text not in {side.value for side in Side}:
        raise BadNotation(f"hand {text!r}: expected player or banker")
    return Side(text)


def _pay_table(bet: Section, clause: str) -> PayTable:
    sections = tuple(bet.sections("pays"))
    if len(sections) > ROWS_MAX:
        bet.fault("pays", f"pays has {len(sections)} rows, expected at most {ROWS_MAX}")
        return PayTable(())
    faults_before = bet.faults_count
    pays = PayTable(tuple(_row(section, clause) for section in sections))
    if bet.faults_count == faults_before:
        _note_idle_rows(pays, sections)
    return pays


def _note_idle_rows(pays: PayTable, sections: tuple[Section, ...]) -> None:
    """Record a fault for each row that no deal can reach, which must be a mistake."""
    reachable = completions(TABLE_OF_PLAY, ())
    for number, (section, outcomes) in enumerate(zip(sections, pays.deciding, strict=True), 1):
        if not outcomes & reachable:
            section.fault("when", f"row {number} never decides: no deal reaches it")


def _row(section: Section, clause: str) -> PayRow:
    row = PayRow(
        when=_condition(section),
        pays=section.parsed("odds", _parse_pays, _ANY_PAY),
        clause=section.text("clause") if section.has("clause") else clause,
        commission=(
            section.parsed("commission", parse_odds, None) if section.has("commission") else None
        ),
    )
    if row.commission is not None and isinstance(row.pays, Push):
        section.fault("commission", "commission on a push: expected odds that leave it out")
    section.finish()
    return row


def _parse_pays(text: str) -> Odds | Push:
    if text == PUSH.value:
        return PUSH
    try:
        return parse_odds(text)
    except BadNotation as error:
        raise BadNotation(f"{error}, or push") from None


def _condition(row: Section) -> Condition:
    section = row.section("when")
    if row.has("when") and not section.table:
        row.fault("when", "when is empty, expected at least one question such as winner")
    found = (_requirement(section, question) for question in section.table)
    return Condition(tuple(required for required in found if required is not None))


def _requirement(section: Section, question: str) -> Requirement | None:
    if question not in QUESTIONS:
        section.fault(question, f"unknown question {question!r}: {hint(question, QUESTIONS)}")
        return None
    answers = QUESTIONS[question].answers
    value = section.table[question]
    accepted = tuple(value) if isinstance(value, list) else (value,)
    if not accepted or not all(_is_answer(answer, answers) for answer in accepted):
        section.fault(question, f"{question} {value!r}: expected {_choice(answers)}")
        return None
    return Requirement(question, accepted)


def _is_answer(value: object, answers: Iterable[Trait]) -> bool:
    # Compare types too: in Python True equals 1, in a game file it does not.
    return any(type(value) is type(answer) and value == answer for answer in answers)


def _choice(answers: tuple[Trait, ...]) -> str:
    words = [str(answer).lower() for answer in answers]
    return f"one or more of {' '.join(words)}"
