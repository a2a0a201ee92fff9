"""The watchers of a node's streams, and how far each stream was passed on to them."""

import asyncio
from collections import deque
from collections.abc import Callable

from punto.runtime.ports import Stream
from punto.runtime.served_stream import News, Watcher
from punto.runtime.stream_runtime import Published


class Watchers:
    """Takes news in any thread, and passes it on in one event loop, in order of arrival."""

    def __init__(self, note: Callable[[News], None]) -> None:
        """Take the function that hears all news before any watcher."""
        self.told: dict[Stream, int] = {}
        """The last event of each stream that watchers know of."""
        self._note = note
        self._loop = asyncio.get_running_loop()
        self._by_stream: dict[Stream, list[Watcher]] = {}
        self._untold: deque[News] = deque()

    def watch(self, stream: Stream, see: Watcher) -> Callable[[], None]:
        """Subscribe to a stream; returns the unsubscribe function."""
        watchers = self._by_stream.setdefault(stream, [])
        watchers.append(see)
        return lambda: watchers.remove(see)

    def put(self, news: News) -> None:
        """Keep news until watchers are told; called in any thread."""
        self._untold.append(news)

    def tell(self) -> None:
        """Tell everything that watchers do not know yet."""
        while self._untold:
            self.tell_of(self._untold.popleft())

    def tell_of(self, news: News) -> None:
        """Tell this now."""
        self._note(news)
        if isinstance(news, Published):
            self.told[news.stream] = news.first + len(news.events) - 1
        for see in tuple(self._by_stream.get(news.stream, ())):
            try:
                see(news)
            except Exception as fault:  # noqa: BLE001 (the other watchers still get the news)
                about = {"message": f"a watcher of {news.stream} failed", "exception": fault}
                self._loop.call_exception_handler(about)
