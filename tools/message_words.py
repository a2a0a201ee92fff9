"""The English words of messages for the front end, from the rows of the messages."""

import re
from collections.abc import Iterator, Mapping
from json import dumps
from typing import get_args

from punto.identity import messages as floor
from punto.rounds import catalogue as table
from punto.rules.irregularity_policies import Irregularity
from punto.rules.pit_news import News, Severity, Topic

_READING = re.compile(r" \(A-\d+\)")
"""Screens show the clause beside the sentence."""

_HEAD = """\
// The English words of messages: what the pit is told of events, and what staff read on buttons.
// Made from the rows by tools/message_words.py; a test fails when it is out of date.
import type { Irregularity, SideStep } from "../wire.ts";
"""


def message_words() -> str:
    """Return the text of the whole file."""
    steps = {row.name: row.side_step._asdict() for row in table.COMMANDS.values() if row.side_step}
    meanings = {each.value: _on_a_page(each.meaning) for each in Irregularity}
    return "\n".join(
        [
            _HEAD,
            f"export const TOPICS = {dumps(get_args(Topic))} as const;",
            f"export const SEVERITIES = {dumps(get_args(Severity))} as const;",
            "",
            "export interface News {",
            "  title: string;",
            "  topic: (typeof TOPICS)[number];",
            "  severity: (typeof SEVERITIES)[number];",
            "}",
            "",
            "/** What the pit is told of each event of a table and of the floor. */",
            *_record("NEWS", "Readonly<Record<string, News>>", dict(_news())),
            "/** The buttons beside the next action of a console, and what each asks first. */",
            *_record("SIDE_STEPS", "Record<SideStep, { label: string; question: string }>", steps),
            "/** Each irregularity in a sentence. */",
            *_record("MEANINGS", "Record<Irregularity, string>", meanings),
        ]
    )


def _on_a_page(sentence: str) -> str:
    return _READING.sub("", sentence).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def _news() -> Iterator[tuple[str, dict[str, str]]]:
    rows: tuple[tuple[type, News | None], ...] = (
        *((kind, row.news) for kind, row in table.EVENTS.items()),
        *((kind, row.news) for kind, row in floor.EVENTS.items()),
    )
    for kind, news in rows:
        if news is not None:
            yield kind.__name__, news._asdict()


def _record(name: str, kind: str, entries: Mapping[str, object]) -> Iterator[str]:
    yield f"export const {name}: {kind} = {{"
    for key, value in entries.items():
        yield f"  {dumps(key)}: {dumps(value, ensure_ascii=False)},"
    yield "};"
    yield ""
