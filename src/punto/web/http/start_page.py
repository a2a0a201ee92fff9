"""The page at the root: what may be opened here."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse

from punto.web.http.house import house_of
from punto.web.http.plain_pages import link, plain_page

_PAGES = {
    "/terminal": ("Player Terminal", "投注终端"),
    "/console": ("Game Console", "荷官台"),
    "/pit": ("Pit", "区域管理台"),
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
    links = [link(path, *names) for path, names in _PAGES.items()]
    links += [
        link(f"/display?{urlencode({'table': table})}", f"Display of table {table}", "显示屏")
        for table in tables
    ]
    return plain_page(site, "<ul>\n" + "\n".join(links) + "\n</ul>")
