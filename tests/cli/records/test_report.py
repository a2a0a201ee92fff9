"""Reports of a record, with their money compared with the stored transfers."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from punto.cli.report_ties import LEDGER_SUMS
from punto.views.reports import REPORTS
from support.cli.records.shelves import change, copy_of, look, recorded
from support.cli.records.writing import writing
from support.cli.running import answer, refused, run
from support.storage.servers import PostgresServer


def report(name: str, record: Path | str, *options: str) -> Any:  # noqa: ANN401 (JSON is anything)
    return answer("report", name, "--database", str(record), *options, "--json")


@pytest.fixture(scope="module")
def debts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a script that ends with house 20: a win of 100, less 80 written off."""
    return recorded("money/debts", tmp_path_factory.mktemp("report") / "debts.db")


def test_the_figures_are_those_that_the_script_expects(debts: Path) -> None:
    data = report("shift", debts)
    (row,) = data["rows"]
    assert row["table"] == "A1"
    assert (row["drop"], row["win"], row["house"]) == ("220.00", "100.00", "20.00")
    assert (row["tickets_out"], row["written_off"], row["owed"]) == ("200.00", "80.00", "0.00")
    assert row["hold"] == round(100 / 220, 6)
    assert data["totals"]["house"] == "20.00"
    assert (data["report"], data["since"], data["tables"]) == ("shift", None, ["A1"])


def test_money_is_tied_to_the_transfers_as_another_program_adds_them_up(debts: Path) -> None:
    sums = dict(
        look(
            debts,
            "SELECT reason, sum(CASE is_reversal WHEN 1 THEN -amount ELSE amount END) "
            "FROM transfers GROUP BY reason",
        )
    )
    ties = {tie["figure"]: tie for tie in report("shift", debts)["ties"]}
    lost, won = sums.get("lost", 0), sums.get("won-profit", 0)
    assert ties["win"]["ledger"] == f"{(lost - won) / 100:.2f}" == "100.00"
    assert ties["drop"]["ledger"] == f"{sums['bought-in-cash'] / 100:.2f}"
    assert ties["written_off"]["ledger"] == f"{sums['written-off'] / 100:.2f}"
    assert ties["win"]["transfers"] == "lost - won-profit, in the period"


def test_every_report_is_known_to_the_ledger_or_has_no_money_of_it() -> None:
    assert LEDGER_SUMS.keys() == REPORTS.keys()
    without = {name for name, sums in LEDGER_SUMS.items() if not sums}
    assert without == {"irregularities", "matters", "opposite-bets"}


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_a_table_a_csv_and_json_that_say_the_same(name: str, busy: Path) -> None:
    data = report(name, busy)
    assert all(tie["holds"] for tie in data["ties"])
    text = run("report", name, "--database", str(busy), "--csv")
    assert text.exit_code == 0
    rows = list(csv.DictReader(StringIO(text.stdout)))
    as_text = [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for row in data["rows"]
    ]
    assert rows == as_text
    shown = run("report", name, "--database", str(busy))
    assert shown.exit_code == 0
    for row in data["rows"]:
        for value in row.values():
            if isinstance(value, str) and value != "0.00" and "T" not in value:
                assert value in shown.stdout


@pytest.mark.parametrize("name", REPORTS)
def test_every_period_of_every_report_ties(name: str, tmp_path: Path) -> None:
    record = recorded("money/debts", tmp_path / "record.db")
    for hours in (-1, 0, 1):
        moment = f"2026-01-01T{20 + hours:02}:00Z"
        for period in (
            ("--since", moment),
            ("--until", moment),
            ("--since", moment, "--hours", "1"),
        ):
            data = report(name, record, *period)
            assert all(tie["holds"] for tie in data["ties"]), (name, period)


def test_a_transfer_that_was_changed_does_not_tie(debts: Path, tmp_path: Path) -> None:
    record = copy_of(debts, tmp_path)
    change(record, "UPDATE transfers SET amount = amount + 1 WHERE reason = 'written-off'")
    result = run("report", "shift", "--database", str(record))
    assert result.exit_code == 1
    assert "written off          80.00   80.01  DIFFERS" in result.stdout
    assert result.stderr.splitlines() == [
        "punto: report shift: written_off does not tie to the ledger; punto audit names the record",
        "punto: report shift: owed does not tie to the ledger; punto audit names the record",
        "punto: report shift: house does not tie to the ledger; punto audit names the record",
    ]
    as_json = run("report", "terminals", "--database", str(record), "--json")
    assert as_json.exit_code == 1
    assert run("report", "matters", "--database", str(record)).exit_code == 0


def test_an_unknown_reason_is_reported(debts: Path, tmp_path: Path) -> None:
    record = copy_of(debts, tmp_path)
    change(record, "UPDATE transfers SET reason = 'a present' WHERE reason = 'written-off'")
    (told,) = refused("report", "shift", "--database", str(record))
    assert told == "table/A1: money moved for 'a present', not a known reason"


def test_a_period_counts_what_happened_in_it_and_knows_what_was_before(tmp_path: Path) -> None:
    record = tmp_path / "record.db"
    script = (
        "table A1 plays rws-etg\npeople\n  tan Shift Manager\n  arun Pit Supervisor\n"
        "  mei Dealer\nterminals T1\n"
        "tan configures the table\nmei opens the table\narun seats T1\n"
        "mei takes 100 in cash at T1\nwait 8 hours\nmei takes 30 in cash at T1\n"
    )
    assert run("rehearse", "-", "--record", str(record), given=script).exit_code == 0
    zone = ("--since", "2026-01-02T08:00+08:00")
    data = report("terminals", record, *zone)
    (row,) = data["rows"]
    assert (row["credits_before"], row["buy_in"], row["credits"]) == ("100.00", "30.00", "130.00")
    assert {tie["figure"]: tie["ledger"] for tie in data["ties"]}["credits_before"] == "100.00"
    assert data["since"] == "2026-01-02T08:00:00.000+08:00"
    (row,) = report("shift", record, "--since", "2026-01-01T20:00Z", "--hours", "8")["rows"]
    assert row["cash_in"] == "100.00"
    assert (
        "2026-01-02T08:00:00.000+08:00 to now"
        in run("report", "shift", "--database", str(record), *zone).stdout
    )


def test_rows_are_chosen_by_table_terminal_and_dealer(busy: Path) -> None:
    assert {row["table"] for row in report("rounds", busy)["rows"]} == {"A1", "B2"}
    only = report("rounds", busy, "--table", "B2")
    assert ({row["table"] for row in only["rows"]}, only["tables"]) == ({"B2"}, ["B2"])
    dealt = report("rounds", busy, "--dealer", "bo")
    assert {row["dealer"] for row in dealt["rows"]} == {"bo"}
    assert dealt["totals"]["settled"] == 1
    at_t2 = report("terminals", busy, "--terminal", "T2")
    assert {row["terminal"] for row in at_t2["rows"]} == {"T2"}
    assert all(tie["holds"] for tie in at_t2["ties"])
    nobody = run("report", "rounds", "--database", str(busy), "--dealer", "nobody")
    assert "Nothing in this period." in nobody.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("shift", "--terminal", "T1"), "--terminal T1: the report shift has no column terminal"),
        (("terminals", "--dealer", "bo"), "--dealer bo: the report terminals has no column dealer"),
        (("shift", "--table", "Z9"), "table 'Z9': not in {}, expected A1 B2"),
        (("shift", "--csv", "--json"), "--csv, --json: give only one of them"),
    ],
)
def test_what_cannot_be_asked_is_told(options: tuple[str, ...], sentence: str, busy: Path) -> None:
    (told,) = refused("report", *options, "--database", str(busy))
    assert told == sentence.format(busy)


def test_an_unknown_report_is_answered_with_the_list_of_reports(busy: Path) -> None:
    (told,) = refused("report", "gossip", "--database", str(busy))
    assert told.startswith("Invalid value for")
    assert "'funds-held'" in told


def test_reports_of_postgresql_are_the_same(busy: Path, postgres_server: PostgresServer) -> None:
    address = postgres_server.fresh_address()
    answer("restore", str(busy), "--database", address, "--json")
    for name in REPORTS:
        assert report(name, address) == report(name, busy)


def test_a_report_is_made_beside_the_writer_and_ties(tmp_path: Path) -> None:
    record = str(tmp_path / "record.db")
    with writing(record):
        for _ in range(3):
            data = report("shift", record)
            assert all(tie["holds"] for tie in data["ties"])


def test_columns_in_which_there_is_nothing_are_left_out_of_the_table(debts: Path) -> None:
    text = run("report", "shift", "--database", str(debts)).stdout
    heading = text.splitlines()[1]
    assert "written off" in heading
    assert "moved in" not in heading
    lines = run("report", "terminals", "--database", str(debts)).stdout.splitlines()
    assert "…" not in "".join(lines)
