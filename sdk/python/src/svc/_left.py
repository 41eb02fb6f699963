"""Ends asynchronous generators whose loop was left, such as by `break`. The event loop closes them some time later."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")

#: Seconds for which `close` of a client waits for the streams that were left.
_CLOSE_SECONDS = 5.0


class Owned(AsyncIterator[T], Generic[T]):
    """A generator that only the one around it iterates and closes.

    The event loop does not learn of it: at its end it would close both, and log the error of the second attempt.
    """

    def __init__(self, events: AsyncGenerator[T, None]) -> None:
        self._events = events
        self._begun = False

    def __anext__(self) -> Coroutine[Any, Any, T]:
        if self._begun:
            return self._events.__anext__()
        self._begun = True
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(None, None)
        try:
            return self._events.__anext__()
        finally:
            sys.set_asyncgen_hooks(*hooks)

    async def aclose(self) -> None:
        await self._events.aclose()


class Closings:
    """What the streams of a client do at their end. The client waits for it before it closes its connections."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Future[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Does the work to its end, also if the task around it is cancelled."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def wait(self) -> None:
        # The event loop begins to close a generator that was left in its next two rounds.
        for _ in range(3):
            await asyncio.sleep(0)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_CLOSE_SECONDS)
            await asyncio.sleep(0)
