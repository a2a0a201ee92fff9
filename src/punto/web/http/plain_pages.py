"""Pages without a script of their own: errors for people, and links that admit a browser."""

from html import escape
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

_NO_STORE = {"Cache-Control": "no-store"}
_PAGE, _STYLE, _ENTERING = (
    (files("punto.web.http") / name).read_text("utf-8")
    for name in ("plain_page.html", "plain_page.css", "entering.js")
)


def plain_page(title: str, inner: str, status: int = 200) -> HTMLResponse:
    """Wrap our HTML in a page."""
    page = _PAGE.format(title=escape(title), inner=inner)
    return HTMLResponse(page, status, _NO_STORE)


def error_page(sentence: str, status: int) -> HTMLResponse:
    """Make an error page for a person who followed a link, with a way on."""
    said = escape(sentence[:1].upper() + sentence[1:])
    way_on = f'<li><a href="/">{Bilingual("All screens", "所有屏幕").html}</a></li>'
    inner = f'<p role="alert">{said}.</p>\n<ul>\n{way_on}\n</ul>'
    return plain_page("Punto", inner, status)


class Bilingual(NamedTuple):
    """Words in both languages, because the reader has not chosen one yet."""

    english: str
    chinese: str

    @property
    def html(self) -> str:
        """Both, each marked with its language."""
        return f'<b>{escape(self.english)}</b> <span lang="zh">{escape(self.chinese)}</span>'


def entering_page(name: str) -> HTMLResponse:
    """Make the page of a link that admits a browser: its script presses the button at once."""
    said = Bilingual(f"Open {name}", f"打开 {name}")
    inner = f"""<form method="post" id="enter">
<button type="submit">{said.html}</button>
</form>
<script src="/enter.js"></script>"""
    page = plain_page("Punto", inner)
    # Without a referrer, a browser does not send the origin of a form either.
    page.headers["Referrer-Policy"] = "same-origin"
    return page


async def entering_script(_request: Request) -> Response:
    """Return the script that presses the button if a person has opened the page in a browser."""
    return Response(_ENTERING, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def is_for_a_reader(request: Request) -> bool:
    """Return whether a browser wants a page, rather than one of our programs data."""
    accepts = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in accepts and "/api/" not in request.url.path


def style(static: Path) -> Response:
    """Return the style sheet of these pages; the policy allows no inline style."""
    faces = (_face(family, static, pattern) for family, pattern in _FONTS.items())
    written = "".join(faces) + _STYLE
    return Response(written, media_type="text/css", headers={"Cache-Control": "no-cache"})


def mark(static: Path) -> Response:
    """Return the product's mark, which browsers show beside a page's title."""
    found = _built(static, "mark-*.svg")
    if found is None:
        raise HTTPException(404, "the pages were not built")
    return FileResponse(found, headers={"Cache-Control": "no-cache"})


def _face(family: str, static: Path, pattern: str) -> str:
    """Return the rule for a font of the other pages, under its file name in this build."""
    found = _built(static, pattern)
    if found is None:
        return ""
    source = f'url("/static/assets/{found.name}")'
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: 100 900; '
        f"font-display: swap; src: {source}; }}\n"
    )


def _built(static: Path, pattern: str) -> Path | None:
    return next((static / "assets").glob(pattern), None)


_FONTS = {
    "Marcellus": "marcellus-latin-*.woff2",
    "Inter Variable": "inter-latin-*.woff2",
    "Punto Sans SC": "chinese-words-noto-sans-sc-400-*.woff2",
}
