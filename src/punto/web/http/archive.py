"""The whole record by HTTP, for the pit: reports, and the search for events."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from punto.values import Instant, instant_of
from punto.views.reports import REPORTS
from punto.views.search import (
    EventPlace,
    Question,
    exact_term,
    text_terms,
)
from punto.web.http.app_state import AppState, app_of
from punto.web.http.endpoints import Asked, Endpoint, Who, check_pit, check_session
from punto.web.http.errors import HttpProblem
from punto.web.http.ports import Archive, ArchiveBusy, NoSuchPlace, ReportFailed
from punto.web.wire import archive as wire

_MOST_WORDS = 8
_MOST_SHOWN = 24 << 20
"""In bytes, of a report on a page."""
_TOO_MUCH = "the report has too many rows for a page: choose a shorter period, or save it as CSV"
_BUSY, _FAILED = (409, "report_busy"), (422, "no_report")


async def search_events(asked: Asked[wire.EventsAsked]) -> wire.EventsFound:
    """Return a page of events of all tables and the floor, the newest first."""
    _check(asked)
    question = _question(asked.body)
    try:
        return await asked.app.archive.find(question)
    except NoSuchPlace:
        sentence = "this page is not in the record: begin with the newest events"
        raise HttpProblem(404, "no_such_page", sentence) from None


def _check(asked: Asked[Any]) -> None:
    """Require a person who may open the pit, and limit the pace to that of people."""
    check_pit(asked, "record")
    asked.app.archive_attempts.check(asked.request, asked.app.now())


def _question(asked: wire.EventsAsked) -> Question:
    names = {
        "person": asked.person,
        "terminal": asked.terminal,
        "ticket": asked.ticket,
        "round": asked.round,
        "clause": asked.clause,
        "event": asked.event,
        "kind": asked.kind,
        "gravity": asked.gravity,
    }
    terms = [exact_term(kind, name) for kind, name in names.items() if name]
    if asked.table is not None:
        terms.append(exact_term("table", asked.table))
    if not (asked.everything or asked.kind):
        terms.append(exact_term("news", "any" if asked.event else "usual"))
    words = text_terms(asked.text)[:_MOST_WORDS]
    since, until = _instant(asked.since), _instant(asked.until)
    _check_order(since, until)
    return Question(
        # A single letter or character is compared whole: too many words begin with it.
        (*terms, *(word for word in words if len(word) == 1)),
        tuple(word for word in words if len(word) > 1),
        since,
        until,
        _place(asked.before),
    )


def _place(text: str) -> EventPlace | None:
    if not text:
        return None
    position, _, stream = text.partition(".")
    if not (position.isascii() and position.isdigit() and len(position) < 18):  # noqa: PLR2004 (fits)
        raise HttpProblem(404, "no_such_page", f"page {text!r}: begin with the newest events")
    return EventPlace(stream, int(position))


def _instant(text: str) -> Instant | None:
    moment = _moment(text)
    return None if moment is None else instant_of(moment)


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        # The date and the time may be separated by any sign, but no argument of a command has such
        # signs.
        if moment.tzinfo is not None and text.isascii() and text.isprintable():
            return moment
    except ValueError:
        pass
    expected = "expected a date with time and zone such as 2026-01-01T06:00+08:00"
    raise HttpProblem(422, "unreadable_date", f"{text!r}: {expected}")


def _check_order(since: Instant | None, until: Instant | None) -> None:
    if since is not None and until is not None and until <= since:
        raise HttpProblem(422, "reversed_period", "the period ends before it begins: swap its ends")


async def make_report(asked: Asked[wire.ReportAsked]) -> Response:
    """Return a report of the record, as it was when it was asked for."""
    _check(asked)
    words = _words(asked.app, asked.body, "--json")
    return await _streamed(asked.request, _json(asked.app.archive, words), "application/json")


async def report_csv(request: Request) -> Response:
    """Return the rows of a report as a file for spreadsheets."""
    app = app_of(request)
    _check(Asked(app, request, None, await check_session(app, request, Who.STAFF)))
    asked = _csv_asked(request)
    words = _words(app, asked, "--csv")
    answer = await _streamed(request, _csv(app.archive, words), "text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="punto-{asked.report}.csv"'
    return answer


def _csv_asked(request: Request) -> wire.ReportAsked:
    """Return the question in the query of an address; the limit of its length is that of a body."""
    query = request.query_params
    period = {name: query[name] for name in ("since", "until") if name in query}
    named = {"report": request.path_params["name"], "tables": query.getlist("table")}
    try:
        return msgspec.convert({**named, **period}, wire.ReportAsked)
    except msgspec.ValidationError as wrong:
        raise HttpProblem(422, "malformed", str(wrong)) from None


def _words(app: AppState, asked: wire.ReportAsked, form: str) -> tuple[str, ...]:
    """Return the question as the arguments of ``punto report``, after checking each."""
    if asked.report not in REPORTS:
        known = ", ".join(REPORTS)
        raise HttpProblem(404, "no_such_report", f"report {asked.report!r}: there are {known}")
    _check_order(_instant(asked.since), _instant(asked.until))
    here = {} if app.services is None else app.services.desk.node.tables()
    for table in asked.tables:
        if table not in here:
            raise HttpProblem(404, "no_such_table", f"table {table!r}: not on this floor")
    period = {"since": asked.since, "until": asked.until}
    return (
        asked.report,
        *(f"--{name}={moment}" for name, moment in period.items() if moment),
        *(f"--table={table}" for table in asked.tables),
        form,
    )


async def _streamed(request: Request, parts: AsyncIterator[bytes], media: str) -> StreamingResponse:
    """Answer part by part; waits for the first, so that an error at the start has its status."""
    try:
        first = await _first(request, parts)
    except ArchiveBusy as busy:
        raise HttpProblem(*_BUSY, str(busy)) from None
    except ReportFailed as failed:
        raise HttpProblem(*_FAILED, str(failed)) from None

    async def all_parts() -> AsyncIterator[bytes]:
        yield first
        async for part in parts:
            yield part

    return StreamingResponse(all_parts(), headers={"Cache-Control": "no-store"}, media_type=media)


async def _first(request: Request, parts: AsyncIterator[bytes]) -> bytes:
    """Return the first part, or give up when the client does; it may take as long as the report."""

    async def begun() -> bytes:
        return await anext(parts, b"")

    async def hung_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    first, gone = asyncio.create_task(begun()), asyncio.create_task(hung_up())
    try:
        await asyncio.wait((first, gone), return_when=asyncio.FIRST_COMPLETED)
        if not first.done():
            # The client has gone.
            raise HttpProblem(400, "malformed", "the request broke off")
        return await first
    finally:
        first.cancel()
        gone.cancel()
        await asyncio.wait((first, gone))


async def _json(archive: Archive, words: Sequence[str]) -> AsyncIterator[bytes]:
    """Yield blanks, which JSON permits, while the report is made, and then the outcome."""
    printed, problem = bytearray(), ""
    try:
        async with archive.report(words) as parts:
            yield b" "
            async for part in parts:
                printed += part
                if len(printed) > _MOST_SHOWN:
                    problem = _TOO_MUCH
                    break
                if not part:
                    yield b" "
    except ReportFailed as failed:
        problem = str(failed)
    if problem:
        yield msgspec.json.encode(wire.ReportOutcome(None, problem))
    else:
        yield b'{"report":' + bytes(printed) + b',"problem":""}'


async def _csv(archive: Archive, words: Sequence[str]) -> AsyncIterator[bytes]:
    """Yield the rows, after a mark by which spreadsheets know that they are UTF-8."""
    async with archive.report(words) as parts:
        mark = b"\xef\xbb\xbf"
        async for part in parts:
            if part:
                yield mark + part
                mark = b""


ARCHIVE = (
    Endpoint("POST /api/events/search", search_events),
    Endpoint("POST /api/reports", make_report, answer_type=wire.ReportOutcome),
)
