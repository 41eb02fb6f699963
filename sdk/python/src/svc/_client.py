"""The two clients: a blocking one, and one for asyncio."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import httpx

from . import _async_resources, _resources
from ._api_version import API_VERSION
from ._decode import decoded
from ._download import AsyncDownload, Download
from ._errors import ConnectionFailed, DeadlineExceeded, Problem, SvcError, problem_of
from ._follow import IDLE_SECONDS, TICKET, OnReconnect, Place, StreamFrame
from ._kql_result import KqlResult
from ._left import Closings, Owned
from ._policy import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Attempts, retry_after
from ._request import Request, RequestOptions
from ._search import OnProgress, Search, SearchPage, arun, outcome, question_of, run
from ._session import Session, Tokens
from ._subscribe import MESSAGE_MAX, PING, PROTOCOL, SubscribeOptions, Subscription, no_websockets
from ._subscriptions import AsyncSubscriptions, Subscriptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import models

#: Failures before anything was sent: to send again does nothing twice.
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_CONNECT_SECONDS = 10.0


def _root_of(base_url: str | None) -> str:
    url = base_url or os.environ.get("SVC_API_URL")
    if not url:
        raise SvcError("base_url is missing: give it, or set SVC_API_URL")
    url = url.rstrip("/").removesuffix("/api/v1")
    if not url.startswith(("http://", "https://")):
        raise SvcError(f"base_url begins with http:// or https://: {url}")
    return url


class _Base:
    def __init__(self, base_url: str | None, session: Session, timeout: float, max_retries: int) -> None:
        self.base_url = _root_of(base_url)
        self._timeout = timeout
        self._max_retries = max_retries
        self._session = session

    def _attempts(self, request: Request, options: RequestOptions | None) -> Attempts:
        return Attempts(request, options or {}, self._timeout, self._max_retries)

    def _arguments(self, request: Request, options: RequestOptions | None, attempts: Attempts) -> dict[str, Any]:
        headers = {"User-Agent": f"svc-python/{API_VERSION}", "Accept": "application/json, */*;q=0.5"}
        if not request.public:
            headers.update(self._session.headers())
        headers.update(request.own_headers())
        if attempts.key is not None:
            headers["Idempotency-Key"] = attempts.key
        headers.update((options or {}).get("headers", {}))
        arguments: dict[str, Any] = {"headers": headers}
        if request.file is not None:
            arguments["files"] = {"file": request.file_part()}
        elif (content := request.content()) is not None:
            headers["Content-Type"] = request.media
            arguments["content"] = content
        left = attempts.remaining()
        arguments["timeout"] = httpx.Timeout(left, connect=min(left, _CONNECT_SECONDS))
        return arguments

    def _socket_url(self) -> str:
        return self.base_url.replace("http", "ws", 1) + "/graphql"

    def _url(self, request: Request) -> str:
        return self.base_url + request.target()

    def _refuse_page(self, response: httpx.Response) -> None:
        """An unexpected HTML page: it comes from another server, or from the sign-in of a proxy."""
        media = response.headers.get("content-type", "").partition(";")[0].strip()
        if media == "text/html" and response.request.url.params.get("format") != "html":
            raise SvcError(f"what answers at {self.base_url} is not the API of svc: it gives a page of HTML")


def _close_of(error: Any) -> tuple[int, str]:
    """The code and reason with which the server closed a socket; 1006 for a lost connection."""
    return (error.rcvd.code, error.rcvd.reason) if error.rcvd else (1006, "cut")


def _failed(error: httpx.HTTPError, attempts: Attempts) -> SvcError:
    if isinstance(error, httpx.TimeoutException) and time.monotonic() >= attempts.deadline - 0.01:
        return DeadlineExceeded(f"no answer within {attempts.timeout:g} s")
    return ConnectionFailed(f"{type(error).__name__}: {error}".rstrip(": "))


def _is_done(request: Request, model: str | None, status: int, attempts: Attempts) -> bool:
    """If the response of a DELETE was lost and the retry gets a 404, the first attempt succeeded."""
    return status == 404 and request.method == "DELETE" and model is None and attempts.lost_answer


class Client(_Base, _resources.Resources):
    """Methods block until the response arrives. It is safe for many threads; close it, or use it in a `with`."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        access_token: str | None = None,
        refresh_token: str | None = None,
        email: str | None = None,
        password: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        on_tokens: Callable[[Tokens], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        session = Session(api_key, access_token, refresh_token, email, password, on_tokens)
        _Base.__init__(self, base_url, session, timeout, max_retries)
        _resources.Resources.__init__(self, self)
        self._http = http_client or httpx.Client(follow_redirects=False)
        self._lock = threading.Lock()
        self.subscriptions = Subscriptions(self)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sign_in(self) -> None:
        """Signs in now; otherwise the first call does."""
        self._renew(self._session.generation)

    def follow(
        self,
        *channels: str,
        cursor: str | None = None,
        idle: float = IDLE_SECONDS,
        on_reconnect: OnReconnect | None = None,
    ) -> Iterator[StreamFrame]:
        """Yields the tenant's events as they happen, without end: `for frame in client.follow("alerts", "cases")`.

        After a lost connection it resumes where it stopped. Without channels it follows all channels that the
        credential may read. After `idle` seconds without data or a heartbeat, the connection counts as lost.
        """
        place = Place(channels, cursor, on_reconnect)
        while True:
            error: Exception | None = None
            try:
                ticket = self._send(TICKET, "StreamTicket")
                with self._download(place.request(ticket.token), place.options(idle)) as stream:
                    for line in stream.iter_lines():
                        if frame := place.frame(line):
                            yield frame
            except (ConnectionFailed, DeadlineExceeded, Problem, httpx.HTTPError) as failure:
                error = failure
            time.sleep(place.pause(error))

    def subscribe(
        self, query: str, variables: Mapping[str, Any] | None = None, **options: Unpack[SubscribeOptions]
    ) -> Iterator[dict[str, Any]]:
        """Yields the data of each event of a GraphQL subscription: `subscription { caseUpdated { id status } }`.

        After a lost connection it subscribes again; events in between are lost. Needs the package `websockets`.
        """
        subscription = Subscription(query, variables or {}, options)
        while not subscription.completed:
            try:
                yield from self._events_of(subscription)
            except SvcError as error:
                time.sleep(subscription.pause(error))

    def search(
        self,
        query: str | None = None,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        language: str | None = None,
        fields: Sequence[str] | None = None,
        limit: int | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> Generator[models.FoundEvent, None, None]:
        """Yields all events that match a query, newest first, also those that a server job finds later.

        `limit` is the size of a page. `timeout` limits the whole search, by default nothing does; each request has
        the time limit of a call. Raises `IncompleteSearch` after the last event if some time was not searched.
        Leaving the loop early cancels the job, when the generator is closed.
        """
        search = Search(on_progress, timeout)
        steps = search.events(question_of(query, from_, to, language, fields, limit))
        yield from run(self, search, steps)

    def kql(
        self,
        query: str,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> KqlResult:
        """The whole result table of a KQL query, however long it takes.

        Raises `IncompleteSearch`, with the available rows as its `table`, if some are missing.
        """
        search = Search(on_progress, timeout)
        steps = search.table(question_of(query, from_, to, "kql", None, None))
        return outcome(run(self, search, steps))

    def follow_search(
        self,
        job_id: str,
        *,
        from_page: int = 0,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> Generator[SearchPage, None, None]:
        """Yields the pages of a search that continues as a server job, also in another program.

        The job continues when the loop ends.
        """
        search = Search(on_progress, timeout)
        steps = search.followed(job_id, from_page)
        yield from run(self, search, steps)

    def follow_kql(
        self, job_id: str, *, on_progress: OnProgress | None = None, timeout: float | None = None
    ) -> KqlResult:
        """The whole result table of a KQL query that continues as a server job, also in another program.

        The job continues when the wait for it ends early.
        """
        search = Search(on_progress, timeout)
        return outcome(run(self, search, search.table_of_job(job_id)))

    def _events_of(self, subscription: Subscription) -> Iterator[dict[str, Any]]:
        try:
            from websockets.exceptions import ConnectionClosed, WebSocketException
            from websockets.sync.client import connect
        except ImportError as error:
            raise no_websockets(error) from error
        if self._session.is_due or (subscription.refused and self._session.can_renew):
            self._renew(self._session.generation)
        protocols: list[Any] = [PROTOCOL]
        try:
            with connect(
                self._socket_url(), subprotocols=protocols, max_size=MESSAGE_MAX, open_timeout=_CONNECT_SECONDS
            ) as socket:
                socket.send(subscription.first(self._session.headers()))
                waited = False
                while not subscription.completed:
                    try:
                        text = socket.recv(timeout=subscription.idle / 2)
                    except TimeoutError:
                        if waited:
                            raise ConnectionFailed(f"nothing came within {subscription.idle:g} s") from None
                        waited = True
                        socket.send(PING)
                        continue
                    waited = False
                    data, answer = subscription.take(text)
                    if answer is not None:
                        socket.send(answer)
                    if data is not None:
                        yield data
        except ConnectionClosed as error:
            raise subscription.closed(*_close_of(error)) from error
        except (WebSocketException, OSError) as error:
            raise ConnectionFailed(f"{type(error).__name__}: {error}") from error

    def _send(self, request: Request, model: str | None, options: RequestOptions | None = None) -> Any:
        response = self._exchange(request, model, options, stream=False)
        return None if response is None else decoded(response, model)

    def _download(self, request: Request, options: RequestOptions | None = None) -> Download:
        return Download(cast("httpx.Response", self._exchange(request, "", options, stream=True)))

    def _exchange(
        self, request: Request, model: str | None, options: RequestOptions | None, stream: bool
    ) -> httpx.Response | None:
        attempts = self._attempts(request, options)
        if not request.public and self._session.is_due:
            self._renew(self._session.generation)
        renewed = False
        while True:
            generation = self._session.generation
            arguments = self._arguments(request, options, attempts)
            try:
                built = self._http.build_request(request.method, self._url(request), **arguments)
                response = self._http.send(built, stream=True)
                if not stream or response.status_code >= 300:
                    self._read(response, attempts)
            except httpx.HTTPError as error:
                pause = attempts.pause_after_failure(sent=not isinstance(error, _UNSENT))
                if pause is None:
                    raise _failed(error, attempts) from error
                time.sleep(pause)
                continue
            status = response.status_code
            if status < 300:
                self._refuse_page(response)
                return response
            if status == 401 and not request.public and not renewed and self._session.can_renew:
                renewed = True
                self._renew(generation)
                continue
            pause = attempts.pause_after_status(status, response.headers)
            if pause is not None:
                time.sleep(pause)
                continue
            if _is_done(request, model, status, attempts):
                return None
            raise problem_of(status, response.content, retry_after(response.headers))

    @staticmethod
    def _read(response: httpx.Response, attempts: Attempts) -> None:
        """Reads the response to its end, however slow it is, within the deadline."""
        parts = []
        try:
            for part in response.iter_bytes():
                parts.append(part)
                attempts.remaining()
        finally:
            response.close()
        response._content = b"".join(parts)

    def _renew(self, generation: int) -> None:
        with self._lock:
            if self._session.generation != generation:
                return  # another thread has done it
            try:
                answer = self._send(self._session.renewal(), None)
            except Problem as problem:
                if problem.status != 401 or not self._session.refused():
                    raise
                answer = self._send(self._session.renewal(), None)
            self._session.take(answer)


class AsyncClient(_Base, _async_resources.Resources):
    """The same methods for asyncio. Close it, or use it in an `async with`."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        access_token: str | None = None,
        refresh_token: str | None = None,
        email: str | None = None,
        password: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        on_tokens: Callable[[Tokens], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        session = Session(api_key, access_token, refresh_token, email, password, on_tokens)
        _Base.__init__(self, base_url, session, timeout, max_retries)
        _async_resources.Resources.__init__(self, self)
        self._http = http_client or httpx.AsyncClient(follow_redirects=False)
        self._lock = asyncio.Lock()
        self._closings = Closings()
        self.subscriptions = AsyncSubscriptions(self)

    async def close(self) -> None:
        await self._closings.wait()
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def sign_in(self) -> None:
        """Signs in now; otherwise the first call does."""
        await self._renew(self._session.generation)

    async def follow(
        self,
        *channels: str,
        cursor: str | None = None,
        idle: float = IDLE_SECONDS,
        on_reconnect: OnReconnect | None = None,
    ) -> AsyncGenerator[StreamFrame, None]:
        """Yields the tenant's events as they happen: `async for frame in client.follow("alerts", "cases")`.

        After a lost connection it resumes where it stopped. Without channels it follows all channels that the
        credential may read. After `idle` seconds without data or a heartbeat, the connection counts as lost.
        """
        place = Place(channels, cursor, on_reconnect)
        while True:
            error: Exception | None = None
            try:
                ticket = await self._send(TICKET, "StreamTicket")
                stream = await self._download(place.request(ticket.token), place.options(idle))
                try:
                    async for line in stream.iter_lines():
                        if frame := place.frame(line):
                            yield frame
                finally:
                    await self._closings.run(stream.close())
            except (ConnectionFailed, DeadlineExceeded, Problem, httpx.HTTPError) as failure:
                error = failure
            await asyncio.sleep(place.pause(error))

    async def subscribe(
        self, query: str, variables: Mapping[str, Any] | None = None, **options: Unpack[SubscribeOptions]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Yields the data of each event of a GraphQL subscription: `subscription { caseUpdated { id status } }`.

        After a lost connection it subscribes again; events in between are lost. Needs the package `websockets`.
        """
        subscription = Subscription(query, variables or {}, options)
        while not subscription.completed:
            try:
                async with aclosing(Owned(self._events_of(subscription))) as events:
                    async for data in events:
                        yield data
            except SvcError as error:
                await asyncio.sleep(subscription.pause(error))

    async def search(
        self,
        query: str | None = None,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        language: str | None = None,
        fields: Sequence[str] | None = None,
        limit: int | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> AsyncGenerator[models.FoundEvent, None]:
        """Yields all events that match a query, newest first, also those that a server job finds later.

        `limit` is the size of a page. `timeout` limits the whole search, by default nothing does; each request has
        the time limit of a call. Raises `IncompleteSearch` after the last event if some time was not searched.
        Leaving the loop early cancels the job: close the generator, with `contextlib.aclosing`.
        """
        search = Search(on_progress, timeout)
        steps = search.events(question_of(query, from_, to, language, fields, limit))
        async with aclosing(Owned(arun(self, search, steps, []))) as events:
            async for event in events:
                yield event

    async def kql(
        self,
        query: str,
        *,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> KqlResult:
        """The whole result table of a KQL query, however long it takes.

        Raises `IncompleteSearch`, with the available rows as its `table`, if some are missing.
        """
        search = Search(on_progress, timeout)
        steps = search.table(question_of(query, from_, to, "kql", None, None))
        result: list[KqlResult] = []
        async with aclosing(Owned(arun(self, search, steps, result))) as events:
            async for _ in events:
                pass
        return result[0]

    async def follow_search(
        self,
        job_id: str,
        *,
        from_page: int = 0,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> AsyncGenerator[SearchPage, None]:
        """Yields the pages of a search that continues as a server job, also in another program.

        The job continues when the loop ends.
        """
        search = Search(on_progress, timeout)
        steps = search.followed(job_id, from_page)
        async with aclosing(Owned(arun(self, search, steps, []))) as pages:
            async for page in pages:
                yield page

    async def follow_kql(
        self, job_id: str, *, on_progress: OnProgress | None = None, timeout: float | None = None
    ) -> KqlResult:
        """The whole result table of a KQL query that continues as a server job, also in another program.

        The job continues when the wait for it ends early.
        """
        search = Search(on_progress, timeout)
        result: list[KqlResult] = []
        async with aclosing(Owned(arun(self, search, search.table_of_job(job_id), result))) as events:
            async for _ in events:
                pass
        return result[0]

    async def _events_of(self, subscription: Subscription) -> AsyncGenerator[dict[str, Any], None]:
        try:
            from websockets.asyncio.client import connect
            from websockets.exceptions import ConnectionClosed, WebSocketException
        except ImportError as error:
            raise no_websockets(error) from error
        if self._session.is_due or (subscription.refused and self._session.can_renew):
            await self._renew(self._session.generation)
        protocols: list[Any] = [PROTOCOL]
        try:
            socket = await connect(
                self._socket_url(), subprotocols=protocols, max_size=MESSAGE_MAX, open_timeout=_CONNECT_SECONDS
            )
            try:
                await socket.send(subscription.first(self._session.headers()))
                waited = False
                while not subscription.completed:
                    try:
                        text = await asyncio.wait_for(socket.recv(), subscription.idle / 2)
                    except (TimeoutError, asyncio.TimeoutError):
                        if waited:
                            raise ConnectionFailed(f"nothing came within {subscription.idle:g} s") from None
                        waited = True
                        await socket.send(PING)
                        continue
                    waited = False
                    data, answer = subscription.take(text)
                    if answer is not None:
                        await socket.send(answer)
                    if data is not None:
                        yield data
            finally:
                await self._closings.run(socket.close())
        except ConnectionClosed as error:
            raise subscription.closed(*_close_of(error)) from error
        except (WebSocketException, OSError) as error:
            raise ConnectionFailed(f"{type(error).__name__}: {error}") from error

    async def _send(self, request: Request, model: str | None, options: RequestOptions | None = None) -> Any:
        response = await self._exchange(request, model, options, stream=False)
        return None if response is None else decoded(response, model)

    async def _download(self, request: Request, options: RequestOptions | None = None) -> AsyncDownload:
        return AsyncDownload(cast("httpx.Response", await self._exchange(request, "", options, stream=True)))

    async def _exchange(
        self, request: Request, model: str | None, options: RequestOptions | None, stream: bool
    ) -> httpx.Response | None:
        attempts = self._attempts(request, options)
        if not request.public and self._session.is_due:
            await self._renew(self._session.generation)
        renewed = False
        while True:
            generation = self._session.generation
            arguments = self._arguments(request, options, attempts)
            try:
                built = self._http.build_request(request.method, self._url(request), **arguments)
                response = await self._http.send(built, stream=True)
                if not stream or response.status_code >= 300:
                    await self._read(response, attempts)
            except httpx.HTTPError as error:
                pause = attempts.pause_after_failure(sent=not isinstance(error, _UNSENT))
                if pause is None:
                    raise _failed(error, attempts) from error
                await asyncio.sleep(pause)
                continue
            status = response.status_code
            if status < 300:
                self._refuse_page(response)
                return response
            if status == 401 and not request.public and not renewed and self._session.can_renew:
                renewed = True
                await self._renew(generation)
                continue
            pause = attempts.pause_after_status(status, response.headers)
            if pause is not None:
                await asyncio.sleep(pause)
                continue
            if _is_done(request, model, status, attempts):
                return None
            raise problem_of(status, response.content, retry_after(response.headers))

    @staticmethod
    async def _read(response: httpx.Response, attempts: Attempts) -> None:
        """Reads the response to its end, however slow it is, within the deadline."""
        parts = []
        try:
            async for part in response.aiter_bytes():
                parts.append(part)
                attempts.remaining()
        finally:
            await response.aclose()
        response._content = b"".join(parts)

    async def _renew(self, generation: int) -> None:
        async with self._lock:
            if self._session.generation != generation:
                return  # another task has done it
            try:
                answer = await self._send(self._session.renewal(), None)
            except Problem as problem:
                if problem.status != 401 or not self._session.refused():
                    raise
                answer = await self._send(self._session.renewal(), None)
            self._session.take(answer)
