"""Responses that are read as a stream."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


class Download:
    """A response that is read as a stream. Close it, or use it in a `with`."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def content_type(self) -> str:
        return str(self._response.headers.get("content-type", ""))

    def iter_bytes(self) -> Iterator[bytes]:
        return self._response.iter_bytes()

    def iter_lines(self) -> Iterator[str]:
        return self._response.iter_lines()

    def read(self) -> bytes:
        with self:
            return self._response.read()

    def text(self) -> str:
        with self:
            self._response.read()
            return self._response.text

    def save(self, path: str | os.PathLike[str]) -> None:
        with self, open(path, "wb") as file:
            for part in self._response.iter_bytes():
                file.write(part)

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncDownload:
    """A response that is read as a stream. Close it, or use it in an `async with`."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    @property
    def content_type(self) -> str:
        return str(self._response.headers.get("content-type", ""))

    def iter_bytes(self) -> AsyncIterator[bytes]:
        return self._response.aiter_bytes()

    def iter_lines(self) -> AsyncIterator[str]:
        return self._response.aiter_lines()

    async def read(self) -> bytes:
        async with self:
            return await self._response.aread()

    async def text(self) -> str:
        async with self:
            await self._response.aread()
            return self._response.text

    async def save(self, path: str | os.PathLike[str]) -> None:
        async with self:
            with open(path, "wb") as file:  # noqa: ASYNC230  a local file takes what comes faster than it comes
                async for part in self._response.aiter_bytes():
                    file.write(part)

    async def close(self) -> None:
        await self._response.aclose()

    async def __aenter__(self) -> AsyncDownload:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
