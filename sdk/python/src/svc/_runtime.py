"""Building blocks of the resources: lists over all pages, and nested resources."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from ._errors import SvcError
from ._request import Request, RequestOptions, plain

if TYPE_CHECKING:
    from ._sender import AsyncSender, Sender

Item = TypeVar("Item")
Page = TypeVar("Page")
R = TypeVar("R")


class SyncResource:
    def __init__(self, client: Sender) -> None:
        self._client = client


class AsyncResource:
    def __init__(self, client: AsyncSender) -> None:
        self._client = client


class lazy(Generic[R]):
    """A nested resource, created at its first use."""

    def __init__(self, make: Callable[[Any], R]) -> None:
        self._make = make
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[R]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> R: ...

    def __get__(self, instance: object | None, owner: type) -> R | lazy[R]:
        if instance is None:
            return self
        made = self._make(cast(Any, instance)._client)
        instance.__dict__[self._name] = made
        return made


def _next_request(request: Request, page: Any, seen: set[str]) -> Request | None:
    cursor: str | None = getattr(page, "next_cursor", None)
    if cursor is None:
        return None
    if cursor in seen:
        raise SvcError("the list leads back to a page that was read")
    seen.clear()  # one cursor is enough to notice a circle of one; longer ones end at the server's own bound
    seen.add(cursor)
    if request.body is not None:
        return replace(request, body={**plain(request.body), "cursor": cursor})
    return replace(request, query={**request.query, "cursor": cursor})


def _items(page: Any) -> Any:
    items = getattr(page, "items", None)
    return page.events if items is None or callable(items) else items


class Pager(Generic[Item, Page]):
    """A list over all pages: iterate it, or its `pages()`. Each iteration starts at the first page."""

    def __init__(self, client: Sender, request: Request, model: str, options: RequestOptions | None) -> None:
        self._client = client
        self._request = request
        self._model = model
        self._options = options

    def pages(self) -> Iterator[Page]:
        request: Request | None = self._request
        seen: set[str] = set()
        while request is not None:
            page = self._client._send(request, self._model, self._options)
            yield cast(Page, page)
            request = _next_request(request, page, seen)

    def first_page(self) -> Page:
        return next(self.pages())

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from _items(page)


class AsyncPager(Generic[Item, Page]):
    """A list over all pages: `async for` over it, or over its `pages()`."""

    def __init__(self, client: AsyncSender, request: Request, model: str, options: RequestOptions | None) -> None:
        self._client = client
        self._request = request
        self._model = model
        self._options = options

    async def pages(self) -> AsyncIterator[Page]:
        request: Request | None = self._request
        seen: set[str] = set()
        while request is not None:
            page = await self._client._send(request, self._model, self._options)
            yield cast(Page, page)
            request = _next_request(request, page, seen)

    async def first_page(self) -> Page:
        return await anext(self.pages())

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in _items(page):
                yield item
