"""The socket of a screen: who may open one, and the line that serves it."""

from starlette.responses import Response
from starlette.websockets import WebSocket

from punto.runtime import CannotRecord
from punto.web.http.app_state import app_of, is_known_host, is_own_origin
from punto.web.http.errors import error_response
from punto.web.http.identities import bearer_of, shown_by
from punto.web.http.request_pace import address_of
from punto.web.http.uvicorn_socket import WIRE
from punto.web.lines.line import Line
from punto.web.wire.messages import SUBPROTOCOL


async def socket(websocket: WebSocket) -> None:
    """Serve a screen."""
    app = app_of(websocket)
    refused = _refusal(websocket)
    services = app.services
    if refused is None and (services is None or services.steering.leads_away(None)):
        refused = error_response(503, "not_ready", "the floor is not open here")
    if refused is not None or services is None:
        await websocket.send_denial_response(refused or Response(status_code=503))
        return
    try:
        shown = await shown_by(app, websocket)
    except CannotRecord as fault:
        await websocket.send_denial_response(error_response(503, "out_of_reach", str(fault)))
        return
    await websocket.accept(subprotocol=SUBPROTOCOL)
    wire = websocket.scope["extensions"][WIRE]
    await Line(wire, shown, services, address_of(websocket)).run()


def _refusal(websocket: WebSocket) -> Response | None:
    """Return why a socket is refused; None if it is opened."""
    address = app_of(websocket).address
    if not is_known_host(websocket, address):
        return error_response(421, "other_host", "this server has another name")
    # A browser states which page opened the socket, and no page can forge that. Other programs
    # present a bearer token, which no page can make a browser send.
    if bearer_of(websocket) is None and not is_own_origin(websocket, address):
        return error_response(403, "other_origin", "the page was not served from here")
    if SUBPROTOCOL not in websocket.scope.get("subprotocols", []):
        return error_response(400, "other_protocol", f"expected the subprotocol {SUBPROTOCOL}")
    return None
