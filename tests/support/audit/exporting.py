"""A minimal exporter, written from docs/RECORD.md."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

TABLES = {
    "heads": "stream position hash answers_count answers_hash",
    "events": "stream position name at body hash",
    "transfers": "stream posting line position terminal reason is_reversal amount reverses",
    "tickets_issued": "number stream position amount terminal issued_at expires_at",
    "tickets_ended": "number stream position terminal at",
    "answers": "stream number command fingerprint first events_count refusal hash",
    "checkpoints": "number body signature",
}


def written(column: str, value: Any) -> Any:  # noqa: ANN401 (a column is anything)
    if isinstance(value, bytes):
        return value.decode() if column in {"body", "refusal"} else value.hex()
    return bool(value) if column == "is_reversal" else value


def export(record: Path, to: Path, after: dict[str, int] | None = None) -> Path:
    """Export everything after these positions."""
    after = after or {}
    with closing(sqlite3.connect(f"file:{record}?mode=ro", uri=True)) as source:
        streams: list[dict[str, Any]] = []
        for stream, start in after.items():
            query = "SELECT hash FROM events WHERE stream = ? AND position = ?"
            ((before,),) = source.execute(query, (stream, start))
            query = (
                "SELECT number, hash FROM answers WHERE stream = ? AND events_count > 0 "
                "AND first + events_count - 1 <= ? ORDER BY number DESC LIMIT 1"
            )
            ((answers_after, last),) = source.execute(query, (stream, start))
            answers = {"answers_after": answers_after, "answers_hash": last.hex()}
            streams.append({"stream": stream, "after": start, "hash": before.hex(), **answers})
        lines: list[dict[str, Any]] = [
            {"punto": "export", "version": 1, "tables": 2, "streams": streams}
        ]
        answered = {each["stream"]: each["answers_after"] for each in streams}
        for table, columns in TABLES.items():
            names = columns.split()
            for row in source.execute(f"SELECT {', '.join(names)} FROM {table}"):  # noqa: S608
                found = dict(zip(names, row, strict=True))
                if table == "events" and found["position"] <= after.get(found["stream"], 0):
                    continue
                if table == "answers" and found["number"] <= answered.get(found["stream"], 0):
                    continue
                lines.append({"table": table, **{n: written(n, v) for n, v in found.items()}})
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    to.write_text(f"{text}\n", "utf-8")
    return to
