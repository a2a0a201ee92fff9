"""Compresses the files of the pages.

Only files that are the same for everyone are compressed. The length of a compressed answer that
holds a secret beside text chosen by its reader would reveal what both have in common.
"""

import gzip
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response

_SMALLER = frozenset({".js", ".css", ".html", ".svg", ".json", ".txt", ".map"})
"""File types that shrink; fonts and pictures are compressed already."""


def compressed(file: FileResponse, asked: Headers) -> Response:
    """Return a file, compressed if the client accepts that."""
    path = Path(file.path)
    if path.suffix not in _SMALLER:
        return file
    file.headers["Vary"] = "Accept-Encoding"
    if not _takes_gzip(asked.get("accept-encoding", "")):
        return file
    body = _packed(path, path.stat().st_mtime_ns)
    answer = Response(body, file.status_code, media_type=file.media_type)
    for name in ("etag", "last-modified", "cache-control", "vary"):
        if name in file.headers:
            answer.headers[name] = file.headers[name]
    if "etag" in file.headers:
        # The same file in other bytes: a weak tag lets a browser keep either.
        answer.headers["etag"] = f"W/{file.headers['etag']}"
    answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(maxsize=256)
def _packed(path: Path, _changed_ns: int) -> bytes:
    """Compress each version of a file once; all of them together take some 200 KB."""
    return gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)


def _takes_gzip(accepted: str) -> bool:
    for entry in accepted.lower().split(","):
        name, _, parameters = entry.partition(";")
        if name.strip() in {"gzip", "*"}:
            quality = parameters.replace(" ", "").removeprefix("q=")
            return quality.strip("0.") != "" or not quality
    return False
