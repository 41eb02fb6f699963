"""The events of a tenant as they happen, over Server-Sent Events. The SDKs of other languages follow the same rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from ._errors import ConnectionFailed, Problem
from ._request import Request, RequestOptions

if TYPE_CHECKING:
    from typing_extensions import NotRequired

#: Seconds without a word, after which a connection counts as cut: three heartbeats.
IDLE_SECONDS = 90.0
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
#: Refusals of a stream's ticket in a row, after which it is no longer one that came too late.
_REFUSED_MAX = 3

OnReconnect = Callable[[Exception, float], None]


class StreamFrame(TypedDict):
    """An event, or a `reset`: earlier events are no longer kept, so read the current state from the lists."""

    type: str
    payload: NotRequired[Any]
    timestamp: NotRequired[str]
    reason: NotRequired[str]
    cursor: NotRequired[str]
    """`follow(..., cursor=)` resumes after this event, also in another program."""


TICKET = Request("POST", "/api/v1/realtime/ticket", reads=True)


class Place:
    """The position of a stream, and how often its connection failed."""

    def __init__(self, channels: Sequence[str], cursor: str | None, on_reconnect: OnReconnect | None) -> None:
        self._channels = ",".join(channels) or "all"
        self._cursor = cursor
        self._on_reconnect = on_reconnect
        self._failures = 0
        self._refusals = 0
        self._data = ""
        self._end: Exception | None = None

    def request(self, token: str) -> Request:
        self._data = ""
        self._end = None
        query = {"token": token, "channels": self._channels, "cursor": self._cursor}
        return Request("GET", "/api/v1/realtime/sse", query=query, public=True)

    @staticmethod
    def options(idle: float) -> RequestOptions:
        return {"timeout": idle, "max_retries": 0}

    def frame(self, line: str) -> StreamFrame | None:
        """The frame that this line completes; None if it only has the stream's position."""
        if line.startswith("data: "):
            self._data += line[len("data: ") :]
        if line or not self._data:
            return None  # a frame without its blank line is incomplete
        found: StreamFrame = json.loads(self._data)
        self._data = ""
        if found["type"] not in ("connected", "close"):
            self._failures = self._refusals = 0
        self._cursor = found.get("cursor", self._cursor)
        if found["type"] == "close":
            self._end = ConnectionFailed(f"the server ends the stream: {found.get('reason')}")
        return None if found["type"] in ("connected", "heartbeat", "close") else found

    def pause(self, error: Exception | None) -> float:
        """Seconds until the next connection; raises an error that a new connection would not fix."""
        if isinstance(error, Problem) and error.status < 500 and error.status != 429:
            self._refusals += 1
            if error.status != 401 or self._refusals >= _REFUSED_MAX:
                raise error
        reason = error or self._end or ConnectionFailed("the stream ended")
        longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(self._failures, 10))
        self._failures += 1
        server_pause = reason.retry_after if isinstance(reason, Problem) else None
        pause = random.uniform(longest / 2, longest) if server_pause is None else server_pause
        if self._on_reconnect:
            self._on_reconnect(reason, pause)
        return pause
