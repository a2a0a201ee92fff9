"""The types of the wire for the front end, from the server's own schema."""

import re
import sys
from pathlib import Path
from typing import Any

from wire_schema import schema

TARGET = Path(__file__).parent.parent / "frontend" / "src" / "wire.ts"
_HEAD = """\
// The types of everything that travels between the server and its screens.
// Made from the server's schema by tools/wire_types.py; a test fails when it is out of date.

/** A rank and a suit, such as "AS" or "TD". */
export type Card = string;
"""
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def wire_types() -> str:
    """Return the text of the whole file."""
    named, shapes = schema()
    parts = [_HEAD]
    parts += [_declared(name, shape) for name, shape in sorted(shapes.items())]
    parts += [
        f"export type {name} = {_type(each)};\n"
        for name, each in named.items()
        if name not in shapes
    ]
    return "\n".join(parts)


def _declared(name: str, shape: dict[str, Any]) -> str:
    words = "" if not shape.get("description") else f"/** {_one_line(shape['description'])} */\n"
    if shape.get("type") == "object" and "properties" in shape:
        required = set(shape.get("required", ()))
        lines = [
            f"  {key}{'' if key in required else '?'}: {_type(each)};"
            for key, each in shape["properties"].items()
        ]
        return f"{words}export interface {name} {{\n" + "".join(f"{x}\n" for x in lines) + "}\n"
    return f"{words}export type {name} = {_type(shape)};\n"


def _one_line(text: str) -> str:
    return text.split("\n\n", maxsplit=1)[0].replace("\n", " ").replace("``", "`")


def _type(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "anyOf" in shape:
        return " | ".join(map(_type, shape["anyOf"]))
    if "enum" in shape:
        return " | ".join(map(_literal, shape["enum"]))
    if "const" in shape:
        return _literal(shape["const"])
    match shape.get("type"):
        case "array":
            return _array(shape)
        case "object":
            extra = shape.get("additionalProperties")
            return f"Record<string, {_type(extra) if isinstance(extra, dict) else 'unknown'}>"
        case "string" if str(shape.get("pattern", "")).endswith("[SHDC]$"):
            return "Card"
        case None:
            return "unknown"
        case plain:
            return _PLAIN[plain]


def _array(shape: dict[str, Any]) -> str:
    if "prefixItems" in shape:
        return f"[{', '.join(map(_type, shape['prefixItems']))}]"
    each = _type(shape["items"])
    return f"{each}[]" if _NAME.fullmatch(each) else f"({each})[]"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(wire_types(), "utf-8")
    sys.stdout.write(f"{TARGET.name} is written\n")
