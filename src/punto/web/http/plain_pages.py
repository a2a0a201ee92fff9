"""Pages without a script of their own: errors for people, and links that admit a browser."""

from html import escape
from importlib.resources import files
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from punto.web.http.built_files import BuiltFiles

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


def style(built: BuiltFiles) -> str:
    """Return the style sheet of these pages; the policy allows no inline style."""
    faces = (_face(family, built.find(pattern)) for family, pattern in _FONTS.items())
    return "".join(faces) + _STYLE


def _face(family: str, file: str | None) -> str:
    """Return the rule for a font of the other pages, under its file name in this build."""
    if file is None:
        return ""
    source = f'url("/static/{file}")'
    return (
        f'@font-face {{ font-family: "{family}"; font-weight: 100 900; '
        f"font-display: swap; src: {source}; }}\n"
    )


MARK = "assets/mark-*.svg"
"""The product's mark, which browsers show beside a page's title."""
_FONTS = {
    "Marcellus": "assets/marcellus-latin-*.woff2",
    "Inter Variable": "assets/inter-latin-*.woff2",
    "Punto Sans SC": "assets/chinese-words-noto-sans-sc-400-*.woff2",
}
