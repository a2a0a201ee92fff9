"""Pages without a program: the one at the root, and what a person reads where there is none."""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

_NO_STORE = {"Cache-Control": "no-store"}


def plain_page(title: str, inner: str, status: int = 200) -> HTMLResponse:
    """A page around HTML of ours."""
    page = _PAGE.format(title=escape(title), inner=inner)
    return HTMLResponse(page, status, _NO_STORE)


def error_page(sentence: str, status: int) -> HTMLResponse:
    """An error for whoever has followed a link, with a way on."""
    said = escape(sentence[:1].upper() + sentence[1:])
    inner = f'<p role="alert">{said}.</p>\n<ul>\n{link("/", "All pages", "所有页面")}\n</ul>'
    return plain_page("Punto", inner, status)


def link(path: str, english: str, chinese: str) -> str:
    """A link in both languages, since nobody has chosen one yet."""
    words = f'{escape(english)} <span lang="zh">{chinese}</span>'
    return f'<li><a href="{escape(path)}">{words}</a></li>'


def is_for_a_reader(request: Request) -> bool:
    """Whether a browser asks for something to show, and no program of ours."""
    accepts = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in accepts and "/api/" not in request.url.path


async def style(_request: Request) -> Response:
    """What these pages look like; the policy allows no style within a page."""
    return Response(_STYLE, media_type="text/css", headers={"Cache-Control": "no-cache"})


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>{title}</title>
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<main>
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
  font: 1.05rem/1.4 system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif;
}
main {
  box-sizing: border-box;
  width: min(34rem, 100%);
  padding: 1.6rem 1.8rem 1.8rem;
  border: 1px solid #8b6c2c;
  border-radius: 1.1rem;
  background: linear-gradient(#0e4234, #0a3327);
}
h1 {
  margin: 0 0 1rem;
  font: 400 2rem/1.15 Marcellus, Georgia, "Songti SC", "Noto Serif CJK SC", serif;
  color: #f0d592;
}
ul {
  display: grid;
  gap: 0.5rem;
  margin: 0;
  padding: 0;
  list-style: none;
}
a {
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
a:hover {
  border-color: #d3b16a;
}
a:focus-visible {
  outline: 0.16rem solid #f0d592;
  outline-offset: 0.12rem;
}
span {
  color: #cfc7b2;
}
"""
