"""The OpenAPI description of the HTTP interface, made from the endpoints themselves."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from punto import __version__
from punto.web.http.endpoints import CSRF_HEADER, Endpoint, Who
from punto.web.wire.api import ErrorEnvelope
from punto.web.wire.wish_forms import FLOOR_WISHES

_REFERENCE = "#/components/schemas/{name}"
_JSON = "application/json"
_NAMED = re.compile(r"{(\w+)}")


def openapi(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the whole description in OpenAPI 3.1."""
    asked = tuple(endpoints)
    kinds = [ErrorEnvelope, FLOOR_WISHES.wire]
    kinds += [kind for each in asked for kind in (each.body, each.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    shapes = iter(schemas[2:])
    components["FloorWishBody"]["properties"]["wish"] = schemas[1]
    paths: dict[str, dict[str, Any]] = {}
    for each in asked:
        body = None if each.body is None else next(shapes)
        answer = None if each.answer is None else next(shapes)
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, body, answer)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, body: Any, answer: Any) -> dict[str, Any]:  # noqa: ANN401 (JSON schema)
    told: dict[str, Any] = {
        "summary": (endpoint.act.__doc__ or "").partition("\n")[0],
        "operationId": endpoint.act.__name__,
        "responses": {
            "200": {"description": "Done.", "content": {_JSON: {"schema": answer}}},
            "default": {
                "description": "The error.",
                "content": {_JSON: {"schema": {"$ref": _REFERENCE.format(name="ErrorEnvelope")}}},
            },
        },
    }
    if endpoint.who is not Who.ANYBODY:
        told["security"] = [{"session": []}]
    named = _NAMED.findall(endpoint.path)
    if named:
        told["parameters"] = [_in_path(name) for name in named]
    if endpoint.method != "GET":
        told["description"] = (
            f"With a cookie instead of a bearer token it requires the header {CSRF_HEADER} "
            "and the origin of a page of this server."
        )
    if body is not None:
        told["requestBody"] = {"required": True, "content": {_JSON: {"schema": body}}}
    return told


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
