"""Sends requests: the part of both clients that resources, lists and searches use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ._download import AsyncDownload, Download
    from ._left import Closings
    from ._request import Request, RequestOptions


class Sender(Protocol):
    _timeout: float
    """Seconds of one call, with its waits and retries."""

    def _send(self, request: Request, model: str | None, options: RequestOptions | None = None) -> Any: ...

    def _download(self, request: Request, options: RequestOptions | None = None) -> Download: ...


class AsyncSender(Protocol):
    _timeout: float
    """Seconds of one call, with its waits and retries."""
    _closings: Closings

    async def _send(self, request: Request, model: str | None, options: RequestOptions | None = None) -> Any: ...

    async def _download(self, request: Request, options: RequestOptions | None = None) -> AsyncDownload: ...
