"""Error answers, all in one envelope."""

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from punto.runtime import Halted
from punto.web.http.plain_pages import error_page, is_for_a_reader
from punto.web.wire.api import ErrorEnvelope, ErrorTold

_log = structlog.get_logger("punto.http")
_AWAY = 503
_RETRY_AFTER_S = "2"

_EMPTY = (
    b"Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\n" + _EMPTY
"""The answer to a request that did not arrive in time; no application has seen it."""
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\n" + _EMPTY
"""To a request of so many lines that parsing them would hold up all others."""
TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n" + _EMPTY
"""To a socket too many; not 503, at which a proxy would try every other node, too."""


class HttpProblem(Exception):
    """A request answered with an error that its sender can fix."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.code, self.sentence = status, code, sentence


def json_response(content: object, status: int = 200) -> Response:
    """Make a response of anything that msgspec can encode."""
    written = content if isinstance(content, bytes) else msgspec.json.encode(content)
    headers = {"Cache-Control": "no-store"}
    return Response(written, status, headers, media_type="application/json")


def error_response(status: int, code: str, sentence: str) -> Response:
    """Make an error response in its envelope."""
    answered = json_response(ErrorEnvelope(ErrorTold(code, sentence)), status)
    if status == _AWAY:
        answered.headers["Retry-After"] = _RETRY_AFTER_S
    return answered


async def tell_problem(request: Request, fault: Exception) -> Response:
    """Answer a raised problem, with a page if a person followed a link."""
    if not isinstance(fault, HttpProblem):
        raise fault
    if is_for_a_reader(request):
        return error_page(fault.sentence, fault.status)
    return error_response(fault.status, fault.code, fault.sentence)


async def tell_away(request: Request, fault: Exception) -> Response:
    """Answer 503, because the record or the credentials are out of reach."""
    code = "halted" if isinstance(fault, Halted) else "out_of_reach"
    _log.warning(code, path=request.url.path, why=str(fault))
    return await tell_problem(request, HttpProblem(_AWAY, code, str(fault)))


_CODES = {404: "not_found", 405: "method_not_allowed"}


async def tell_http(request: Request, fault: Exception) -> Response:
    """Answer an error found by the framework."""
    if not isinstance(fault, HTTPException):
        raise fault
    if is_for_a_reader(request):
        return error_page(f"{fault.detail}", fault.status_code)
    answered = error_response(
        fault.status_code, _CODES.get(fault.status_code, "bad_request"), f"{fault.detail}"
    )
    answered.headers.update(fault.headers or {})
    return answered


async def tell_fault(_request: Request, _fault: Exception) -> Response:
    """Answer an error of the server; its details are only in the log."""
    return error_response(500, "fault", "the server failed; its log has the details")
