"""The lines of the terminals in tools/bench_nodes.py."""

import asyncio
import os
import ssl
from collections.abc import Callable, ItemsView
from pathlib import Path
from typing import cast

import uvloop

from returning_patron import PatronLine, ReturningPatron, dial
from support.web.nginx_proxy import certificate


class _WatchingLoop(uvloop.Loop):
    """Remembers the descriptors that it watches."""

    def __init__(self) -> None:
        super().__init__()
        self.watched: set[object] = set()

    def add_reader(self, fd: object, callback: Callable[..., object], *args: object) -> None:
        self.watched.add(fd)
        super().add_reader(fd, callback, *args)

    def remove_reader(self, fd: object) -> bool:  # type: ignore[override]
        self.watched.discard(fd)
        return bool(super().remove_reader(fd))


class _GivingUp(dict[str, str]):
    """The headers of a line that is given up as the request is written, with TLS just up."""

    def __init__(self, dialling: "asyncio.Task[None] | None") -> None:
        super().__init__({"Authorization": "Bearer x"})
        self._dialling = dialling

    def items(self) -> ItemsView[str, str]:  # type: ignore[override]
        assert self._dialling is not None
        self._dialling.cancel()
        return ItemsView(self)


def test_a_line_given_up_while_it_is_dialled_leaves_no_watch_on_a_closed_descriptor(
    tmp_path: Path,
) -> None:
    chain, key = certificate(tmp_path)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(chain, key)
    trusting = ssl.create_default_context(cafile=str(chain))

    async def story() -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", ssl=serving)
        url = f"wss://127.0.0.1:{server.sockets[0].getsockname()[1]}/socket"

        async def knock() -> None:
            line = PatronLine(cast("ReturningPatron", None))
            await dial(line, url, trusting, _GivingUp(asyncio.current_task()))

        dialling = asyncio.create_task(knock())
        await asyncio.wait([dialling])
        assert dialling.cancelled()
        loop = cast("_WatchingLoop", asyncio.get_running_loop())
        server.close()
        for descriptor in loop.watched:
            os.fstat(cast("int", descriptor))

    with asyncio.Runner(loop_factory=_WatchingLoop) as runner:
        runner.run(story())
