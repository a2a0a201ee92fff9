"""Pages without a script of their own: errors for people, and links that admit a browser."""

from html import escape
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

_NO_STORE = {"Cache-Control": "no-store"}


def plain_page(title: str, inner: str, status: int = 200) -> HTMLResponse:
    """Wrap our HTML in a page."""
    page = _PAGE.format(title=escape(title), inner=inner)
    return HTMLResponse(page, status, _NO_STORE)


def error_page(sentence: str, status: int) -> HTMLResponse:
    """Make an error page for a person who followed a link, with a way on."""
    said = escape(sentence[:1].upper() + sentence[1:])
    way_on = link("/", Bilingual("All screens", "所有屏幕"))
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


def link(path: str, name: Bilingual) -> str:
    """Make a link."""
    return f'<li><a href="{escape(path)}">{name.html}</a></li>'


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


_ENTERING = """\
const enter = () => document.getElementById("enter").requestSubmit();
if (document.prerendering) document.addEventListener("prerenderingchange", enter, { once: true });
else enter();
"""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>{title}</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<main>
<p class="brand"><img src="/mark.svg" alt="" width="28" height="28"> Punto</p>
<h1>{title}</h1>
{inner}
</main>
</body>
</html>
"""

_STYLE = """\
body {
  display: grid;
  place-items: center;
  box-sizing: border-box;
  min-height: 100vh;
  margin: 0;
  padding: 1.2rem;
  background: radial-gradient(90% 70% at 50% 0%, #10493a, transparent), #041812;
  color: #f6efdf;
  font: 1.05rem/1.4 "Inter Variable", "Punto Sans SC", system-ui, "PingFang SC", sans-serif;
}
main {
  box-sizing: border-box;
  width: min(38rem, 100%);
  padding: 1.6rem 1.8rem 1.8rem;
  border: 1px solid #8b6c2c;
  border-radius: 1.1rem;
  background: linear-gradient(#0e4234, #0a3327);
}
.brand {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  margin: 0 0 0.8rem;
  font: 400 1.05rem/1 Marcellus, Georgia, serif;
  letter-spacing: 0.16em;
  text-transform: uppercase;
  color: #d3b16a;
}
h1,
h2 {
  margin: 0 0 0.8rem;
  font: 400 2rem/1.15 Marcellus, Georgia, "Songti SC", "Noto Serif CJK SC", serif;
  color: #f0d592;
}
h2 {
  margin: 1.4rem 0 0.6rem;
  font-size: 1.3rem;
}
h2 span {
  font-size: 1rem;
}
p {
  margin: 0 0 1rem;
}
p span {
  display: block;
}
b {
  font-weight: inherit;
}
ul {
  display: grid;
  gap: 0.5rem;
  margin: 0;
  padding: 0;
  list-style: none;
}
a,
button {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1rem;
  padding: 0.7rem 1rem;
  border: 1px solid #2d6353;
  border-radius: 0.6rem;
  background: linear-gradient(#164f3f, #0f4032);
  color: inherit;
  text-decoration: none;
}
button {
  width: 100%;
  min-height: 2.75rem;
  font: inherit;
  cursor: pointer;
}
a:hover,
button:hover {
  border-color: #d3b16a;
}
a:focus-visible,
button:focus-visible {
  outline: 0.16rem solid #f0d592;
  outline-offset: 0.12rem;
}
a > b {
  font-weight: 600;
}
a small {
  display: flex;
  flex: 1 0 100%;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1rem;
  color: #cfc7b2;
  font-size: 0.85rem;
}
span {
  color: #cfc7b2;
}
"""
