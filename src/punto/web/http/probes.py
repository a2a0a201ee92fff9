"""Probes for monitoring: is the server alive, is it ready, and its metrics."""

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response

from punto import __version__
from punto.web.http.app_state import app_of
from punto.web.http.errors import HttpProblem, json_response
from punto.web.http.forwarded_addresses import is_local
from punto.web.lines.redirection import is_cut_off


async def health(_request: Request) -> Response:
    """Answer that the process is alive."""
    return json_response({"alive": True, "version": __version__})


async def ready(request: Request) -> Response:
    """Answer whether the floor may be used: its record was verified, replayed and reconciled."""
    app = app_of(request)
    if app.services is None:
        raise HttpProblem(503, "not_ready", "; ".join(app.trouble) or "the floor is not open yet")
    node = app.services.desk.node
    if node.is_leaving:
        raise HttpProblem(503, "not_ready", "the server is shutting down")
    if is_cut_off(node):
        said = f"the database has not answered for {node.unreached_s:.0f} s"
        raise HttpProblem(503, "out_of_reach", said)
    if node.floor_halted:
        raise HttpProblem(503, "halted", f"the floor is halted: {node.floor_halted}")
    if node.returning():
        said = f"halted until the database is back: {', '.join(node.returning())}"
        raise HttpProblem(503, "halted", said)
    if node.outdated() and not node.is_alone:
        said = f"a newer version of Punto plays at {', '.join(node.outdated())}"
        raise HttpProblem(503, "outdated", f"{said}: update this server")
    tables = {name: not standing.halted for name, standing in node.tables().items()}
    return json_response({"ready": True, "tables": tables, "clocks": app.clocks()})


async def metrics(request: Request) -> Response:
    """Return counters for Prometheus, only to a program on the same machine."""
    app = app_of(request)
    if not is_local(request):
        raise HttpProblem(
            403, "not_allowed", "metrics can be read only on the server's own machine"
        )
    if app.services is None:
        raise HttpProblem(503, "not_ready", "the floor is not open yet")
    shown = app.services.metrics.shown(app.services.desk.node)
    return Response(shown, media_type=CONTENT_TYPE_LATEST)


async def rules(request: Request) -> Response:
    """Return the paragraphs of a rule document."""
    document = app_of(request).rules.get(request.path_params["document"])
    if document is None:
        raise HttpProblem(404, "not_found", "there is no such rule document")
    return json_response(document)
