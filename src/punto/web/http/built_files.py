"""The built files of the pages, kept in memory, plain and compressed.

Anyone may ask for them as often as they like, so a request must cost little and read no disk.
Together they take a megabyte and a half. A server keeps those of its start, so that a page finds
its scripts even after another version was installed.

Only files that are the same for everyone are compressed. If an answer holds a secret beside text
that its reader chose, its compressed length reveals what the two have in common.
"""

import gzip
import hashlib
from fnmatch import filter as matching
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from punto.values import Value

_SMALLER = frozenset({".js", ".css", ".html", ".svg", ".json", ".txt", ".map"})
"""File types that shrink; fonts and pictures are compressed already."""


class BuiltFile(Value):
    """A file as it is sent."""

    media_type: str
    tag: str
    """The name of its contents, alike at every server."""
    plain: bytes
    packed: bytes | None
    """None where compression saves nothing."""


class BuiltFiles:
    """The files of a folder as they were when it was read."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(path)
            for path in folder.rglob("*")
            if path.is_file()
        }

    def find(self, pattern: str) -> str | None:
        """Return the name of a file whose name has a hash in it, by its pattern."""
        return next(iter(matching(self._files, pattern)), None)

    def answer(self, name: str, asked: Headers, cache: str) -> Response:
        """Return a file, compressed if the client accepts that, or only that it has not changed."""
        file = self._files.get(name)
        if file is None:
            raise HTTPException(404, f"the file {name} was not built")
        headers, body = {"Cache-Control": cache, "ETag": file.tag}, file.plain
        if file.packed is not None:
            headers["Vary"] = "Accept-Encoding"
            if _takes_gzip(asked.get("accept-encoding", "")):
                # The bytes differ, the file does not: a weak tag lets a browser keep either.
                headers |= {"ETag": f"W/{file.tag}", "Content-Encoding": "gzip"}
                body = file.packed
        if _is_known(file.tag, asked.get("if-none-match", "")):
            headers.pop("Content-Encoding", None)
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=file.media_type)


def _read(path: Path) -> BuiltFile:
    plain = path.read_bytes()
    return BuiltFile(
        guess_type(path.name)[0] or "text/plain",
        f'"{hashlib.sha256(plain).hexdigest()[:32]}"',
        plain,
        gzip.compress(plain, compresslevel=9, mtime=0) if path.suffix in _SMALLER else None,
    )


def _is_known(tag: str, known: str) -> bool:
    names = {each.strip().removeprefix("W/") for each in known.split(",")}
    return bool(names & {tag, "*"})


def _takes_gzip(accepted: str) -> bool:
    for entry in accepted.lower().split(","):
        name, _, parameters = entry.partition(";")
        if name.strip() in {"gzip", "*"}:
            quality = parameters.replace(" ", "").removeprefix("q=")
            return quality.strip("0.") != "" or not quality
    return False
