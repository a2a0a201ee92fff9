"""The page at the root: what may be opened here. Plain HTML, since the policy allows no more."""

from html import escape
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse

from punto.web.http.house import house_of

_PAGES = {
    "/terminal": ("Player Terminal", "玩家终端"),
    "/console": ("Game Console", "荷官台"),
    "/pit": ("Pit", "场务"),
    "/lab": ("Lab", "赔率实验室"),
    "/sign-in": ("Sign in", "登录"),
    "/enrol": ("Enrol a device", "登记设备"),
}


async def start_page(request: Request) -> HTMLResponse:
    """Links to the pages, and to the display of each table, which anybody may look at."""
    house = house_of(request)
    board = house.board
    site = "Punto" if board is None else board.greeter.site.name
    tables = [] if board is None else sorted(board.gallery.feeds)
    links = [_link(path, *names) for path, names in _PAGES.items()]
    links += [
        _link(f"/display?{urlencode({'table': table})}", f"Display of table {table}", "显示屏")
        for table in tables
    ]
    page = _PAGE.format(site=escape(site), links="\n".join(links))
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


def _link(path: str, english: str, chinese: str) -> str:
    words = f'{escape(english)} <span lang="zh">{chinese}</span>'
    return f'<li><a href="{escape(path)}">{words}</a></li>'


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{site}</title>
</head>
<body>
<main>
<h1>{site}</h1>
<ul>
{links}
</ul>
</main>
</body>
</html>
"""
