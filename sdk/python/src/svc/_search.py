"""A whole search: all pages, and the server job that continues if one response is not enough.

Both clients execute the same steps: see `run` and `arun`. The SDKs of the other languages
follow the same rules.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from ._errors import DeadlineExceeded, GivesEvents, GivesTable, IncompleteSearch, Missing, SearchFailed, SvcError
from ._kql_result import KqlResult
from ._request import Request, RequestOptions, path_part

if TYPE_CHECKING:
    from . import models
    from ._sender import AsyncSender, Sender

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 5.0
_CANCEL: RequestOptions = {"timeout": 10.0}
#: Questions about one span that were answered without looking at any of it, before it counts as not looked at.
_FRUITLESS_MAX = 3


class SearchProgress(NamedTuple):
    state: str
    """`running` until all time was searched, or the server job ended."""
    found: int
    """Number of events found so far, or of rows of a table."""
    at_time: datetime
    """All time from here to `to_time` was searched."""
    from_time: datetime
    to_time: datetime
    job_id: str | None = None
    """The server job of the search, and its next page, for `follow_search`; `follow_kql` if it gives a table."""
    next_page: int | None = None


OnProgress = Callable[[SearchProgress], None]


class SearchPage(NamedTuple):
    """A page of a job, with the job's progress at that moment."""

    page: int
    events: list[models.FoundEvent]
    job: models.SearchJob


class Send(NamedTuple):
    """A request to make, and the model of its answer; the answer is sent back into the steps."""

    request: Request
    model: str | None


class Pause(NamedTuple):
    seconds: float


class Give(NamedTuple):
    """An event, or a page, for the caller."""

    value: Any


T = TypeVar("T")
Steps = Generator["Send | Pause | Give", Any, T]


class Search:
    """One search, and the job that it left running on the server."""

    def __init__(self, on_progress: OnProgress | None, timeout: float | None) -> None:
        self.running: str | None = None
        self._on_progress = on_progress
        self._timeout = timeout
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._given = 0
        self._asked_to: datetime | None = None
        self._span: tuple[datetime, datetime] | None = None

    def options(self, of_call: float) -> RequestOptions | None:
        """The time limit of the next request: at most the remaining time of the search."""
        if self._deadline is None:
            return None
        return {"timeout": min(of_call, self.left())}

    def left(self) -> float:
        """Seconds until the deadline of the search."""
        if self._deadline is None:
            return float("inf")
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise DeadlineExceeded(f"the search has not ended within {self._timeout:g} s")
        return left

    def cancel(self) -> Request | None:
        """Ends a job that nobody follows any more, so that another search gets its slot."""
        job, self.running = self.running, None
        return None if job is None else _cancel(job)

    def events(self, question: Mapping[str, Any]) -> Steps[None]:
        left_out: list[Missing] = []
        following = question
        fruitless = 0
        pause = _FIRST_PAUSE
        while True:
            unread = yield from self._ask(following, left_out)
            if self.running is not None or unread is None:
                break
            # No job continues with this time span, because the tenant has the maximum number of jobs.
            fruitless = fruitless + 1 if self._asked_to is not None and unread.to_time >= self._asked_to else 0
            if fruitless >= _FRUITLESS_MAX or (fruitless > 0 and unread.reason != "time"):
                left_out.append(unread)
                break
            if fruitless > 0:
                yield Pause(pause)
                pause = _longer(pause)
            following = {**question, "from": unread.from_time, "to": unread.to_time}
        job_id = self.running
        if job_id is not None:
            job = yield from self.pages(job_id, 0, as_events=True)
            left_out += _missing_of(job)
        _raise_if_incomplete(left_out, job_id)

    def _ask(self, question: Mapping[str, Any], left_out: list[Missing]) -> Steps[Missing | None]:
        """Yields the pages of one request. Returns the time that was not searched for lack of time or memory."""
        cursor: str | None = None
        unread: Missing | None = None
        while True:
            page = yield from self._page({**question, "cursor": cursor})
            missing = _missing(page.missing)
            late = next((one for one in missing if one.reason in ("time", "memory")), None)
            left_out += [one for one in missing if one.reason not in ("time", "memory")]
            yield from self._choose(page.job_id, late, unread)
            if page.table is not None:
                raise GivesTable("the query gives a table: client.kql reads it")
            # Both spans begin at the same time, so the one that ends later contains the other.
            if late is not None and (unread is None or late.to_time > unread.to_time):
                unread = late
            self._given += len(page.events)
            self._tell_page(page, unread)
            for event in page.events:
                # The job or the next request returns older events.
                if unread is not None and event.time < unread.to_time:
                    return unread
                yield Give(event)
            if page.next_cursor is None:
                return unread
            if page.next_cursor == cursor:
                raise SvcError("the list leads back to a page that was read")
            cursor = page.next_cursor

    def _choose(self, job_id: str | None, late: Missing | None, before: Missing | None) -> Steps[None]:
        """A search follows one job, the one that covers more time; the other one is ended."""
        if job_id is None or job_id == self.running:
            return
        more = before is None or (late is not None and late.to_time > before.to_time)
        other = self.running if more else job_id
        if more:
            self.running = job_id
        if other is not None:
            yield Send(_cancel(other), None)

    def table(self, question: Mapping[str, Any]) -> Steps[KqlResult]:
        page = yield from self._page(question)
        self.running = page.job_id
        if page.job_id is None:
            if page.table is None:
                raise GivesEvents("the query gives events: client.search reads them")
            table = _result(page.table)
            self._tell(SearchProgress("done", len(table.rows), page.from_, page.from_, page.to))
            _raise_if_incomplete(_missing(page.missing), None, table)
            return table
        return (yield from self.table_of_job(page.job_id))

    def table_of_job(self, job_id: str) -> Steps[KqlResult]:
        """Waits for the end of a job, and reads its table."""
        job = yield from self._ended(job_id)
        table = yield from self._rows(job)
        _raise_if_incomplete(_missing_of(job), job.id, table)
        return table

    def _ended(self, job_id: str) -> Steps[models.SearchJob]:
        pause = _FIRST_PAUSE
        while True:
            job, _ = yield from self._job(job_id, 0)
            if job.gives != "table":
                raise GivesEvents(f"the query gives {job.gives}: client.search reads them")
            self._tell_job(job, 0, 0)
            if job.state != "running":
                _raise_if_failed(job)
                return job
            yield Pause(pause)
            pause = _longer(pause)

    def _rows(self, job: models.SearchJob) -> Steps[KqlResult]:
        path = f"/api/v1/events/searches/{path_part(job.id)}/table"
        # Its members are those of a table, plus the archive.
        table = _result((yield Send(Request("GET", path, query={"page": 0}), "KqlTable")))
        for page in range(1, job.pages):
            more: models.KqlTable = yield Send(Request("GET", path, query={"page": page}), "KqlTable")
            table.rows.extend(more.rows)
        return table

    def pages(self, job_id: str, first: int, *, as_events: bool = False) -> Steps[models.SearchJob]:
        """Yields the pages of a job from one on, as they become available. Returns the job at its end."""
        before = self._given
        page = first
        pause = _FIRST_PAUSE
        while True:
            job, events = yield from self._job(job_id, page)
            if job.gives == "table":
                raise GivesTable("the query gives a table: client.kql reads it")
            if job.gives != "events":
                raise SvcError(f"the search gives {job.gives} and no events")
            there = page < job.pages
            self._tell_job(job, before, page + 1 if there else page)
            if there:
                if as_events:
                    for event in events:
                        yield Give(event)
                else:
                    yield Give(SearchPage(page, events, job))
                page += 1
                pause = _FIRST_PAUSE
            elif job.state == "running":
                yield Pause(pause)
                pause = _longer(pause)
            else:
                _raise_if_failed(job)
                return job

    def followed(self, job_id: str, first: int) -> Steps[None]:
        job = yield from self.pages(job_id, first)
        _raise_if_incomplete(_missing_of(job), job_id)

    def _page(self, question: Mapping[str, Any]) -> Steps[models.EventSearchResult]:
        body = {name: value for name, value in question.items() if value is not None}
        request = Request("POST", "/api/v1/events/search", body=body, reads=True)
        page: models.EventSearchResult = yield Send(request, "EventSearchResult")
        self._asked_to = page.to
        if self._span is None:
            self._span = (page.from_, page.to)
        return page

    def _job(self, job_id: str, page: int) -> Steps[tuple[models.SearchJob, list[models.FoundEvent]]]:
        from . import models

        request = Request("GET", f"/api/v1/events/searches/{path_part(job_id)}", query={"page": page})
        answer = yield Send(request, None)
        try:
            job = models.SearchJob.model_validate(answer["job"])
            events = [models.FoundEvent.model_validate(event) for event in answer["events"]]
        except (ValueError, TypeError, KeyError) as error:
            raise SvcError(f"the answer is not what the API declares: {error}") from error
        if job_id == self.running and job.state != "running":
            self.running = None
        return job, events

    def _tell_page(self, page: models.EventSearchResult, unread: Missing | None) -> None:
        if page.next_cursor is None:
            at = page.from_ if unread is None else unread.to_time
        else:
            at = page.events[-1].time if page.events else page.to
        begin, end = self._span or (page.from_, page.to)
        state = "done" if page.next_cursor is None and unread is None else "running"
        # The pages of this answer are newer than the events of the job, which continue it only once they were read.
        last = page.events[-1].time if page.events else page.to
        is_read = page.next_cursor is None or (unread is not None and last < unread.to_time)
        next_page = 0 if self.running is not None and is_read else None
        self._tell(SearchProgress(state, self._given, at, begin, end, self.running, next_page))

    def _tell_job(self, job: models.SearchJob, before: int, page: int) -> None:
        begin, end = self._span or (job.from_time, job.to_time)
        self._tell(SearchProgress(job.state, before + job.found, job.at_time, begin, end, job.id, page))

    def _tell(self, progress: SearchProgress) -> None:
        if self._on_progress is not None:
            self._on_progress(progress)


def run(client: Sender, search: Search, steps: Steps[T]) -> Generator[Any, None, T]:
    """Executes the steps and yields their results. A job that is left running is cancelled."""
    answer: Any = None
    try:
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as end:
                return cast(T, end.value)
            answer = None
            if isinstance(step, Give):
                yield step.value
            elif isinstance(step, Pause):
                time.sleep(min(step.seconds, search.left()))
            elif step.request.path.endswith("/cancel"):
                _cancelled(client, step.request)
            else:
                answer = client._send(step.request, step.model, search.options(client._timeout))
    finally:
        request = search.cancel()
        if request is not None:
            _cancelled(client, request)


async def arun(client: AsyncSender, search: Search, steps: Steps[Any], result: list[Any]) -> AsyncGenerator[Any, None]:
    """Like `run`; the return value of the steps is stored in `result`."""
    answer: Any = None
    try:
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as end:
                result.append(end.value)
                return
            answer = None
            if isinstance(step, Give):
                yield step.value
            elif isinstance(step, Pause):
                await asyncio.sleep(min(step.seconds, search.left()))
            elif step.request.path.endswith("/cancel"):
                await _acancelled(client, step.request)
            else:
                answer = await client._send(step.request, step.model, search.options(client._timeout))
    finally:
        request = search.cancel()
        if request is not None:
            # The task may have been cancelled: the request is sent all the same.
            await client._closings.run(_acancelled(client, request))


def _cancelled(client: Sender, request: Request) -> None:
    with suppress(SvcError):  # the job has ended already, or the server cannot be reached and ends it by itself
        client._send(request, None, _CANCEL)


async def _acancelled(client: AsyncSender, request: Request) -> None:
    with suppress(SvcError):  # the job has ended already, or the server cannot be reached and ends it by itself
        await client._send(request, None, _CANCEL)


def question_of(
    query: str | None,
    from_: datetime | str | None,
    to: datetime | str | None,
    language: str | None,
    fields: Sequence[str] | None,
    limit: int | None,
) -> dict[str, Any]:
    names = None if fields is None else list(fields)
    return {"query": query, "from": from_, "to": to, "language": language, "fields": names, "limit": limit}


def outcome(steps: Iterator[Any] | Generator[Any, None, T]) -> T:
    """The value of a generator that gives nothing before it."""
    try:
        next(steps)
    except StopIteration as end:
        return cast(T, end.value)
    raise SvcError("a table has no events")


def _cancel(job_id: str) -> Request:
    return Request("POST", f"/api/v1/events/searches/{path_part(job_id)}/cancel")


def _longer(pause: float) -> float:
    return min(_LONGEST_PAUSE, pause * 2)


def _missing(items: Iterable[Any]) -> list[Missing]:
    return [Missing(one.from_, one.to, one.reason) for one in items]


def _missing_of(job: models.SearchJob) -> list[Missing]:
    """A job with the maximum of events has not searched older time; a full table left out rows of any time."""
    missing = _missing(job.missing)
    if job.state == "full":
        missing.append(Missing(job.from_time, job.at_time if job.gives == "events" else job.to_time, "rows"))
    return missing


def _raise_if_failed(job: models.SearchJob) -> None:
    if job.state in ("failed", "cancelled"):
        raise SearchFailed(job.id, job.state, job.fault)


def _raise_if_incomplete(missing: Sequence[Missing], job_id: str | None, table: KqlResult | None = None) -> None:
    if missing:
        raise IncompleteSearch(_merged(missing), job_id, table)


def _merged(missing: Sequence[Missing]) -> list[Missing]:
    """Each page lists its missing spans: overlapping spans with the same reason are merged."""
    spans: list[Missing] = []
    for one in sorted(missing, key=lambda one: (one.reason, one.from_time)):
        last = spans[-1] if spans else None
        if last is None or last.reason != one.reason or one.from_time > last.to_time:
            spans.append(one)
        elif one.to_time > last.to_time:
            spans[-1] = last._replace(to_time=one.to_time)
    return spans


def _result(table: models.KqlTable) -> KqlResult:
    return KqlResult(table.columns, table.rows, table.rows_in_all, table.render, table.reads)
