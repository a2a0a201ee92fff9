"""Every change in a record that matters is found, with its place."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.audit import Finding
from punto.storage.checkpoints.signing_keys import SigningKey
from support.audit.live import L1
from support.audit.recording import commands_of, recorded
from support.audit.tampering import Copy, Place, changed, leaves, shape_of
from support.audit.thoroughness import EVERYTHING, spread
from support.rehearsals.irregularities import rehearsals
from support.rehearsals.stage import read

# Values that the rules leave open, or that only people can judge: words, names, cited clauses,
# times on which nothing depends. Only a signature can show that they were changed.
FREE = (
    r"\S+ (at|clause)",
    r"\S+ fact\.(words|reason)",
    r"floor\.person_enrolled fact\.name",
    r"floor\.terminal_enrolled fact\.place",
    r"purse\.bill_taken fact\.simulated",
    r"shoe\.loaded fact\.sealed",
    r"shoe\.retired fact\.reason",
    r"matter\.irregularity_reported fact\.lasted_ms",
    # A position that another one replaced, with the same total.
    r"round\.position_taken fact\.stakes\.#\.#",
    # Who asked for a bet at a live table, and what its chips are called.
    r"layout\.chips_placed fact\.on_behalf",
    # Sensor readings that no one took: only the person who set them aside knows what was read.
    r"layout\.reading_(set_aside|passed_over) fact\.differences\.#\.read",
    r"floor\.sensor_enrolled fact\.(place|table)",
    r"table\.configured fact\.configuration\.layout\.chips\.chips\.#\.(colour|name)",
    # The time for a squeeze, and when a fill is due: screens show them, no rule needs them.
    r"table\.configured fact\.configuration\.layout\.(squeeze_ms|fill_soon_per_cent)",
    # A card of a void round that was never totalled.
    r"round\.card_dealt fact\.card",
    # Two streams are compared only as far as the clocks of two machines can be.
    r"floor\.acting_role_granted fact\.(since|until)",
    # Limits that no bet came near, bets that no patron made, a pace that no timer keeps.
    r"table\.limits_changed fact\.limits\.(minimum|maximum)",
    # Free seats.
    r"table\.seating_changed fact\.seating\.seats",
    r"table\.configured fact\.configuration\.terms\.(limits\.(minimum|maximum)|offered)",
    r"table\.configured fact\.configuration\.pace_ms",
    # The verdict lists a game of another name as not approved.
    r"table\.configured fact\.configuration\.terms\.game\.key",
    # The operator's job titles. The verdict lists a missing procedure, and no round needed it.
    r"table\.configured fact\.configuration\.titles(\.#)*",
    r"table\.configured fact\.configuration\.policies",
)
FREE_EVENTS = {
    "table.limits_changed",
    "shoe.revealed",  # the verdict lists the shoe as not revealed
    "round.card_dealt",  # the last one of a void round, which may have stopped before it
}


def finding_of(copy: Copy) -> Finding:
    verdict = copy.verdict()
    assert verdict.finding is not None, "nothing was found"
    return verdict.finding


def every_place(copy: Copy, times: int) -> Iterator[tuple[str, int, Place]]:
    """Yield each kind of place in each kind of event, at most ``times`` times."""
    seen: Counter[str] = Counter()
    rows = copy.rows("SELECT stream, position, name FROM events ORDER BY stream, position")
    for stream, position, name in rows:
        for place in leaves(copy.body(stream, position)):
            shape = f"{name} {shape_of(place)}"
            seen[shape] += 1
            if seen[shape] <= times:
                yield stream, position, place


def unseen_changes(copy: Copy, times: int) -> list[str]:
    """Return the kinds of changes that a forger with a recomputed chain could hide."""
    unseen = set()
    for stream, position, place in list(every_place(copy, times)):
        body = copy.body(stream, position)
        copy.rewrite(stream, position, changed(body, place))
        finding = copy.verdict().finding
        copy.rewrite(stream, position, body)
        if finding is None:
            unseen.add(f"{body['name']} {shape_of(place)}")
        elif finding.stream == stream and finding.position is not None:
            # A missing effect is found at the last event of its command.
            assert finding.position >= position - 1, (place, finding.sentence)
    return sorted(each for each in unseen if not any(re.fullmatch(free, each) for free in FREE))


def test_the_record_holds_before_it_is_changed(copy: Copy, busy_key: SigningKey) -> None:
    verdict = copy.verdict(busy_key.public)
    assert verdict.finding is None, verdict.finding.sentence
    counts = verdict.counts
    assert (counts.streams, counts.rounds, counts.voided, counts.resettled) == (3, 5, 1, 2)
    assert (counts.shoes, counts.shoes_revealed, counts.moves) == (3, 1, 1)
    assert (counts.tickets, counts.tickets_redeemed, counts.checkpoints) == (2, 1, 2)


def test_no_value_of_any_event_can_be_changed_even_with_a_recomputed_chain(
    unsigned: Copy,
) -> None:
    assert unseen_changes(unsigned, times=2 if EVERYTHING else 1) == []


@pytest.mark.parametrize(
    "script",
    spread(
        [
            "money/cash-out-unknown",
            "rws-etg/technical-interruption/attested",
            "rws-etg/simultaneous-draw-order-unknown/attested",
            "rws-etg/simultaneous-draw-order-unknown/declined-established",
            "mbs/foreign-card/declined-void",
            "rws-etg/excess-or-exposed-card/declined-established",
            "mbs/not-covered/void",
            "shoe/count-and-burn",
            "shoe/card-beyond-decks",
            "floor/acting-roles",
            "floor/single-person",
            "money/bills-and-hand-pay",
            "table/second-report-rws",
            "live/second-report",
        ],
        4,
    ),
)
def test_no_value_of_a_rehearsal_can_be_changed_either(script: str, tmp_path: Path) -> None:
    record = recorded(tmp_path / "record.db", commands_of(read(rehearsals()[script])))
    unseen = unseen_changes(Copy(record), times=1)
    # Within seconds of a change of profile two clocks may disagree, and a rehearsal does not use
    # everything that its table was configured for.
    known = (" by.alone", " fact.configuration.")
    assert [each for each in unseen if not any(free in each for free in known)] == []


def test_no_value_of_a_live_evening_can_be_changed_either(live_record: Path) -> None:
    unseen = unseen_changes(Copy(live_record), times=1)
    # Chips that no bet needed, what only terminals use, and what only the reporter has seen: which
    # cards came together, as long as all others keep their places.
    known = r".* fact\.configuration\.(layout\.chips\..*|grace_ms|ticket_ms|liability_cap)"
    known += r"|matter\.irregularity_reported fact\.together"
    assert [each for each in unseen if not re.fullmatch(known, each)] == []


def test_no_event_of_a_live_evening_can_be_left_out_either(live_record: Path) -> None:
    copy, unseen = Copy(live_record), set()
    for position, name in copy.rows("SELECT position, name FROM events WHERE stream = ?", L1):
        body, saved = copy.body(L1, position), copy.saved()
        copy.leave_out(L1, position)
        if copy.verdict().finding is None:
            unseen.add(f"{name} {body['fact'].get('option', '')}".strip())
        copy.restore(saved)
    # Without an answer a patron continues; a squeeze changes no card, and an answer to a
    # sensor changes only bets that lie there.
    free = {"layout.option_chosen continue", "layout.squeeze_granted"}
    free |= {f"layout.reading_{answer}" for answer in ("taken", "set_aside", "passed_over")}
    assert unseen <= free | FREE_EVENTS


def test_no_event_can_be_left_out_even_with_a_recomputed_chain(unsigned: Copy) -> None:
    unseen = set()
    rows = unsigned.rows("SELECT stream, position, name FROM events")
    for stream, position, name in spread(rows, 60):
        saved = unsigned.saved()
        unsigned.leave_out(stream, position)
        if unsigned.verdict().finding is None:
            unseen.add(name)
        unsigned.restore(saved)
    # Without these events the evening is still possible; only a checkpoint shows the difference.
    assert unseen <= FREE_EVENTS


def test_no_two_events_can_change_places(unsigned: Copy) -> None:
    rows = unsigned.rows("SELECT stream, position FROM events WHERE position > 1")
    for stream, position in spread(rows, 60):
        first, second = unsigned.body(stream, position - 1), unsigned.body(stream, position)
        if first["name"] == second["name"]:
            continue
        unsigned.rewrite(stream, position - 1, second)
        unsigned.rewrite(stream, position, first)
        assert unsigned.verdict().finding is not None, (stream, position)
        unsigned.rewrite(stream, position - 1, first)
        unsigned.rewrite(stream, position, second)


def test_with_a_checkpoint_not_even_a_word_can_be_changed(copy: Copy, busy_key: SigningKey) -> None:
    position = next(
        at for at, name in copy.rows("SELECT position, name FROM events WHERE stream = 'floor'")
        if name == "floor.person_enrolled"
    )  # fmt: skip
    body = copy.body("floor", position)
    body["fact"]["name"] += "x"
    copy.rewrite("floor", position, body)
    found = copy.verdict(busy_key.public).finding
    assert found is not None
    assert "a rewritten history" in found.found


def test_any_flipped_bit_of_an_event_is_named(unsigned: Copy) -> None:
    for stream, position, body in unsigned.rows("SELECT stream, position, body FROM events"):
        for place in spread(range(len(body)), 4):
            flipped = bytearray(body)
            flipped[place] ^= 1
            unsigned.put_unchained(stream, position, bytes(flipped))
            finding = finding_of(unsigned)
            assert (finding.stream, finding.position) == (stream, position)
            assert finding.found == "an event whose hash does not continue the chain"
        unsigned.put_unchained(stream, position, body)


COLUMNS = [
    ("events", "position", "position + 1000"),
    ("events", "name", "name || 'x'"),
    ("events", "at", "at + 1"),
    ("events", "hash", "zeroblob(32)"),
    ("heads", "position", "position + 1"),
    ("heads", "hash", "zeroblob(32)"),
    ("heads", "stream", "stream || 'x'"),
    ("heads", "answers_count", "answers_count + 1"),
    ("heads", "answers_hash", "zeroblob(32)"),
    ("transfers", "stream", "stream || 'x'"),
    ("transfers", "posting", "posting + 1000"),
    ("transfers", "line", "line + 1000"),
    ("transfers", "position", "position + 1"),
    ("transfers", "terminal", "terminal || 'x'"),
    ("transfers", "reason", "'won-profit'"),
    ("transfers", "reason", "'staked'"),
    ("transfers", "is_reversal", "1 - is_reversal"),
    ("transfers", "amount", "amount + 1"),
    ("transfers", "reverses", "1"),
    ("tickets_issued", "number", "'000000000000000000'"),
    ("tickets_issued", "stream", "'floor'"),
    ("tickets_issued", "position", "position + 1"),
    ("tickets_issued", "amount", "amount + 1"),
    ("tickets_issued", "terminal", "terminal || 'x'"),
    ("tickets_issued", "issued_at", "issued_at + 1"),
    ("tickets_issued", "expires_at", "expires_at + 1"),
    ("tickets_ended", "number", "'000000000000000000'"),
    ("tickets_ended", "stream", "'floor'"),
    ("tickets_ended", "position", "position + 1"),
    ("tickets_ended", "terminal", "terminal || 'x'"),
    ("tickets_ended", "at", "at + 1"),
    ("answers", "stream", "stream || 'x'"),
    ("answers", "number", "number + 1000"),
    ("answers", "command", "command || 'x'"),
    ("answers", "fingerprint", "'no fingerprint'"),
    ("answers", "fingerprint", "substr(fingerprint, 2) || '0'"),
    ("answers", "first", "first + 1"),
    ("answers", "events_count", "events_count + 1"),
    ("answers", "refusal", "CASE WHEN refusal IS NULL THEN CAST('{}' AS BLOB) END"),
    ("answers", "refusal", "CAST(replace(refusal, 'e', 'f') AS BLOB)"),
    ("answers", "hash", "zeroblob(32)"),
    ("checkpoints", "number", "number + 10"),
    ("checkpoints", "body", "CAST(body || ' ' AS BLOB)"),
    ("checkpoints", "signature", "zeroblob(64)"),
    ("snapshots", "position", "position - 1"),
    ("snapshots", "fold", "fold || 'x'"),
    ("snapshots", "hash", "zeroblob(32)"),
    ("snapshots", "body", "CAST(body || ' ' AS BLOB)"),
]


@pytest.mark.parametrize(("table", "column", "value"), COLUMNS)
def test_no_row_beside_the_events_can_be_changed(
    copy: Copy, table: str, column: str, value: str
) -> None:
    keys = copy.keys(table)
    where = " AND ".join(f"{key} IS ?" for key in keys)
    differing = f"SELECT {', '.join(keys)} FROM {table} WHERE {column} IS NOT ({value})"  # noqa: S608
    rows = copy.rows(differing)
    assert rows
    for row in spread(rows, 8):
        saved = copy.saved()
        copy.do(f"UPDATE {table} SET {column} = {value} WHERE {where}", *row)  # noqa: S608
        finding = finding_of(copy)
        assert finding.where
        copy.restore(saved)


@pytest.mark.parametrize(
    "table",
    ["heads", "events", "transfers", "tickets_issued", "tickets_ended", "answers", "checkpoints"],
)
def test_no_row_can_be_deleted(copy: Copy, table: str, busy_key: SigningKey) -> None:
    keys = copy.keys(table)
    where = " AND ".join(f"{key} IS ?" for key in keys)
    rows = copy.rows(f"SELECT {', '.join(keys)} FROM {table}")  # noqa: S608
    for row in spread(rows[:-1] if table == "checkpoints" else rows, 20):
        saved = copy.saved()
        copy.do(f"DELETE FROM {table} WHERE {where}", *row)  # noqa: S608
        assert copy.verdict(busy_key.public).finding is not None, row
        copy.restore(saved)


ADDED = [
    "INSERT INTO transfers SELECT stream, posting, line + 1, position, terminal, reason, "
    "is_reversal, amount, reverses FROM transfers LIMIT 1",
    "INSERT INTO transfers SELECT stream, 999, 1, position, terminal, reason, is_reversal, amount, "
    "reverses FROM transfers LIMIT 1",
    "INSERT INTO transfers VALUES ('floor', 1, 1, 1, 'T1', 'bought-in-cash', 0, 100, NULL)",
    "INSERT INTO transfers VALUES ('table/C3', 1, 1, 1, 'T1', 'bought-in-cash', 0, 100, NULL)",
    "INSERT INTO tickets_issued SELECT '000000000000000000', stream, position, amount, terminal, "
    "issued_at, expires_at FROM tickets_issued LIMIT 1",
    "INSERT INTO tickets_ended SELECT number, stream, position, terminal, issued_at "
    "FROM tickets_issued WHERE number NOT IN (SELECT number FROM tickets_ended)",
    "INSERT INTO answers SELECT stream, 999, 'more', fingerprint, first, events_count, refusal, "
    "hash FROM answers WHERE events_count > 0 LIMIT 1",
    "INSERT INTO answers SELECT stream, 999, 'more', fingerprint, 999, 1, NULL, hash "
    "FROM answers LIMIT 1",
    "INSERT INTO answers SELECT stream, 999, 'more', fingerprint, 0, 0, refusal, hash "
    "FROM answers WHERE refusal IS NOT NULL LIMIT 1",
    "INSERT INTO answers SELECT 'table/C3', 1, command, fingerprint, 0, 0, refusal, hash "
    "FROM answers WHERE refusal IS NOT NULL LIMIT 1",
    "INSERT INTO heads VALUES ('table/C3', 1, zeroblob(32), 0, zeroblob(32))",
    "INSERT INTO heads VALUES ('pit', 0, zeroblob(32), 0, zeroblob(32))",
    "INSERT INTO events SELECT 'table/C3', position, name, at, body, hash FROM events LIMIT 1",
    "INSERT INTO events SELECT stream, position + 1, name, at, body, hash FROM events "
    "WHERE stream = 'floor' ORDER BY position DESC LIMIT 1",
    "INSERT INTO checkpoints SELECT number + 1, body, signature FROM checkpoints "
    "ORDER BY number DESC LIMIT 1",
]


@pytest.mark.parametrize("statement", ADDED)
def test_no_row_can_be_added(copy: Copy, statement: str) -> None:
    before = copy.saved()
    copy.do(statement)
    assert copy.saved() != before
    assert finding_of(copy).where


def test_a_record_whose_end_was_cut_off_is_found_by_its_checkpoint(copy: Copy) -> None:
    ((last,),) = copy.rows("SELECT position FROM heads WHERE stream = 'table/B2'")
    for table in ("transfers", "events"):
        copy.do(f"DELETE FROM {table} WHERE stream = 'table/B2' AND position = ?", last)  # noqa: S608
    copy.do("DELETE FROM answers WHERE stream = 'table/B2' AND first = ?", last)
    copy.chain_again("table/B2")
    copy.chain_answers_again("table/B2")
    finding = finding_of(copy)
    assert (finding.stream, finding.position) == ("table/B2", last - 1)
    assert finding.expected == f"{last} events, as checkpoint 2 says"
    copy.do("DELETE FROM checkpoints")
    copy.do("DELETE FROM snapshots")
    # The terminal that arrived there now arrives nowhere.
    assert "its arrival there" in finding_of(copy).expected


def answered(copy: Copy, *, refused: bool) -> tuple[str, int]:
    """An answer of the table A1: its command and its number."""
    query = (
        "SELECT command, number FROM answers WHERE stream = 'table/A1' "
        "AND (refusal IS NOT NULL) = ? ORDER BY number LIMIT 1"
    )
    command, number = copy.rows(query, refused)[0]
    return command, number


@pytest.mark.parametrize("refused", [False, True])
def test_a_changed_answer_is_named(unsigned: Copy, *, refused: bool) -> None:
    command, number = answered(unsigned, refused=refused)
    statement = "UPDATE answers SET fingerprint = ? WHERE stream = 'table/A1' AND number = ?"
    unsigned.do(statement, "0" * 64, number)
    assert finding_of(unsigned).sentence == (
        f"table/A1, the answer to {command}: found an answer whose hash does not continue the "
        "chain; expected the next of the chain"
    )


@pytest.mark.parametrize("refused", [False, True])
def test_rewritten_answers_are_found_by_a_checkpoint(copy: Copy, *, refused: bool) -> None:
    _, number = answered(copy, refused=refused)
    statement = "UPDATE answers SET fingerprint = ? WHERE stream = 'table/A1' AND number = ?"
    copy.do(statement, "0" * 64, number)
    copy.chain_answers_again("table/A1")
    finding = finding_of(copy)
    assert (finding.stream, finding.found) == ("table/A1", "rewritten answers")
    assert finding.expected.startswith("those that checkpoint ")
    copy.do("DELETE FROM checkpoints")
    copy.do("DELETE FROM snapshots")
    verdict = copy.verdict()
    assert verdict.finding is None
    assert any(each.startswith("answers: whether a fingerprint") for each in verdict.unchecked)


def test_a_refusal_taken_out_of_the_chain_is_missed_by_a_checkpoint(copy: Copy) -> None:
    ((count,),) = copy.rows("SELECT answers_count FROM heads WHERE stream = 'table/A1'")
    _, number = answered(copy, refused=True)
    copy.do("DELETE FROM answers WHERE stream = 'table/A1' AND number = ?", number)
    copy.chain_answers_again("table/A1")
    finding = finding_of(copy)
    expected = (f"{count - 1} answers", f"{count}, as checkpoint 2 says")
    assert (finding.found, finding.expected) == expected


def test_a_command_is_answered_once(unsigned: Copy) -> None:
    command, _ = answered(unsigned, refused=False)
    unsigned.do("CREATE TABLE unguarded AS SELECT * FROM answers")
    unsigned.do("DROP TABLE answers")
    unsigned.do("ALTER TABLE unguarded RENAME TO answers")
    unsigned.do(
        "UPDATE answers SET command = ? WHERE stream = 'table/A1' AND refusal IS NOT NULL", command
    )
    unsigned.chain_answers_again("table/A1")
    finding = finding_of(unsigned)
    assert (finding.where, finding.found) == (f"table/A1, the answer to {command}", "two answers")
