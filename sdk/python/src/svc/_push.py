"""Pushes events in batches. The SDKs of the other languages follow the same rules."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import httpx

from ._api_version import API_VERSION
from ._errors import ConnectionFailed, DeadlineExceeded, EventsRefused, Problem, Refusal, SvcError, problem_of
from ._policy import retry_after
from ._push_queue import Batch, LineKind, MemoryQueue, Queue, SpoolQueue

_MEBIBYTE = 1_048_576
#: Bounds of the ingest service (docs/ingest.md).
_EVENT_BYTES_MAX = _MEBIBYTE
_BATCH_BYTES_MAX = 16 * _MEBIBYTE
_BATCH_EVENTS_MAX = 50_000
_CONNECTOR_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
#: A longer Retry-After is cut, so that a wrong one stops nobody for a day.
_LONGEST_RETRY_AFTER = 300.0
#: Refusals that are kept for `flush` where nobody hears them at once.
_REFUSALS_KEPT_MAX = 1_000
_FLUSH_SECONDS = 60.0
#: A request that hangs ends behind the pusher, and the spool is free then.
_END_SECONDS = 2.0
#: Statuses that say the same of a batch whenever it comes.
_FINAL = frozenset({400, 413, 415, 422})
_MEDIA: dict[LineKind, str] = {"ndjson": "application/x-ndjson", "txt": "text/plain; charset=utf-8"}
Compression = Literal["gzip", "zstd", "none"]
Event = Mapping[str, Any] | str


@dataclass
class _Answer:
    accepted: int
    rejected: int
    errors: list[str]


@dataclass
class _Outcome:
    accepted: int
    refused: int
    refusals: list[Refusal]


class Pusher:
    """Sends events in batches from a thread, one after the other, retrying each until it is settled.

    `push` returns when the event is stored: in memory, or on disk with a `spool`. It waits while too much is pending.
    Close it at the end, or use it in a `with`; otherwise events in memory are lost. It is safe for many threads.

    `url` and `token` default to SVC_INGEST_URL and SVC_INGEST_TOKEN. A batch is sent when it has
    `batch_bytes` or `batch_events`, or is `batch_seconds` old. `pending_bytes` limits the uncompressed bytes that
    wait: 64 MiB by default, 1 GiB with a spool.
    `on_refused` gets events that the server refused permanently; without it `flush` and `close` raise `EventsRefused`.
    `on_retry` gets the reason why a batch must be sent again, and the seconds until then.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        connector_id: str,
        source_format: str = "json",
        batch_bytes: int = _MEBIBYTE,
        batch_events: int = 10_000,
        batch_seconds: float = 1.0,
        compression: Compression = "gzip",
        pending_bytes: int | None = None,
        spool: str | os.PathLike[str] | None = None,
        timeout: float = 60.0,
        on_refused: Callable[[list[Refusal]], None] | None = None,
        on_retry: Callable[[SvcError, float], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        root = url or os.environ.get("SVC_INGEST_URL")
        if not root:
            raise SvcError("url is missing: give it, or set SVC_INGEST_URL")
        if not root.startswith(("http://", "https://")):
            raise SvcError(f"url begins with http:// or https://: {root}")
        shown = token or os.environ.get("SVC_INGEST_TOKEN")
        if not shown:
            raise SvcError("token is missing: give it, or set SVC_INGEST_TOKEN")
        if not all("!" <= one <= "~" for one in shown):
            raise SvcError("token has blanks or other characters that no token has")
        if not _CONNECTOR_ID.fullmatch(connector_id):
            raise SvcError(f"connector_id does not match {_CONNECTOR_ID.pattern}")
        self._compress = _compressor(compression)
        self._encoding = compression
        self._target = root.rstrip("/") + "/v1/ingest/batch"
        self._origin = {"connector_id": connector_id, "source_format": source_format}
        self._token = shown
        self._batch_bytes = _bounded("batch_bytes", batch_bytes, _BATCH_BYTES_MAX)
        self._batch_events = _bounded("batch_events", batch_events, _BATCH_EVENTS_MAX)
        self._batch_seconds = batch_seconds
        self._pending_bytes = pending_bytes or (1_024 if spool else 64) * _MEBIBYTE
        self._timeout = timeout
        self._on_refused = on_refused
        self._on_retry = on_retry
        self._has_spool = spool is not None
        self._queue: Queue = MemoryQueue() if spool is None else SpoolQueue(spool, self._origin)
        self._own_http = http_client is None
        self._http = http_client or httpx.Client(follow_redirects=False)
        #: Events that the server has stored, and that it refused, since this pusher was made.
        self.accepted = 0
        self.refused = 0
        self._kept = self._queue.events
        self._settled = 0
        self._open_since = 0.0
        self._closed = False
        self._stopped = threading.Event()
        self._broken: BaseException | None = None
        self._last_failure: SvcError | None = None
        self._refusals: list[Refusal] = []
        self._refusals_count = 0
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=f"svc push {connector_id}", daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """Number of events that are not settled."""
        return self._queue.events

    def push(self, event: Event) -> None:
        """Stores a mapping as JSON, or a string as a line of text."""
        kind, line = _line_of(event)
        with self._changed:
            while not self._kept_at_once(kind, line):
                self._changed.wait()

    def _kept_at_once(self, kind: LineKind, line: bytes) -> bool:
        """False while too much is pending. The caller holds the lock."""
        if self._closed:
            raise SvcError("the pusher is closed")
        if self._broken:
            raise self._broken
        queue = self._queue
        if queue.size > 0 and queue.size + len(line) > self._pending_bytes:
            self._seal()
            return False
        batch = queue.open
        if batch and (batch.kind != kind or batch.size + len(line) > self._batch_bytes):
            self._seal()
        queue.append(kind, line)
        self._kept += 1
        filled = queue.open
        if filled is None:
            return True
        if filled.events >= self._batch_events or filled.size >= self._batch_bytes:
            self._seal()
        elif filled.events == 1:
            self._open_since = time.monotonic()
            self._changed.notify_all()
        return True

    def _seal(self) -> None:
        self._queue.seal()
        self._changed.notify_all()

    def flush(self, timeout: float = _FLUSH_SECONDS) -> None:
        """Returns when all earlier events are settled.

        Raises `DeadlineExceeded` when that takes longer; no event is lost, and the next flush continues to wait.
        """
        deadline = time.monotonic() + timeout
        with self._changed:
            until = self._kept
            self._seal()
            while self._settled < until:
                if self._broken:
                    raise self._broken
                if self._stopped.is_set():
                    raise SvcError("the pusher is closed")
                left = deadline - time.monotonic()
                if left <= 0:
                    reason = f": {self._last_failure}" if self._last_failure else ""
                    late = f"{self.pending} events are not taken within {timeout:g} s{reason}"
                    raise DeadlineExceeded(late) from self._last_failure
                self._changed.wait(left)
            self._give_back()

    def close(self, timeout: float = _FLUSH_SECONDS) -> None:
        """Flushes and ends. Events that are left stay in the spool; without one they are lost, and this raises."""
        if self._stopped.is_set():
            return
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        try:
            self.flush(timeout)
        except DeadlineExceeded:
            if not self._has_spool:
                raise
            self._give_back()
        finally:
            self._stopped.set()
            with self._changed:
                self._changed.notify_all()
            self._thread.join(_END_SECONDS)

    def __enter__(self) -> Pusher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        try:
            while (batch := self._next()) is not None:
                outcome = self._deliver(batch)
                if outcome is None:
                    return
                self._hand_refusals(outcome)
                with self._changed:
                    self.accepted += outcome.accepted
                    self.refused += outcome.refused
                    self._queue.settle()
                    self._settled += batch.events
                    self._last_failure = None
                    self._changed.notify_all()
        except BaseException as error:
            with self._changed:
                self._broken = error
                self._changed.notify_all()
        finally:
            self._stopped.wait()
            with self._changed:
                self._queue.close()
            if self._own_http:
                self._http.close()

    def _next(self) -> Batch | None:
        """Waits for a batch that is full or old enough; None at the end."""
        with self._changed:
            while not self._stopped.is_set():
                if batch := self._queue.first():
                    return batch
                if self._queue.open is None:
                    self._changed.wait()
                    continue
                left = self._open_since + self._batch_seconds - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                else:
                    self._seal()
        return None

    def _deliver(self, batch: Batch) -> _Outcome | None:
        """Sends until the server has decided, always with the same bytes and key; None when the pusher ends before."""
        content = batch.content()
        body = self._compress(content)
        made = 0
        while not self._stopped.is_set():
            decided = self._attempt(batch, content, body)
            if isinstance(decided, _Outcome):
                return decided
            self._last_failure = decided
            longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(made, 10))
            asked = decided.retry_after if isinstance(decided, Problem) else None
            pause = random.uniform(longest / 2, longest) if asked is None else min(asked, _LONGEST_RETRY_AFTER)
            if self._on_retry:
                self._on_retry(decided, pause)
            self._stopped.wait(pause)
            made += 1
        return None

    def _attempt(self, batch: Batch, content: bytes, body: bytes) -> _Outcome | SvcError:
        """The outcome of one attempt, or the reason why there is none yet."""
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": _MEDIA[batch.kind],
            "Idempotency-Key": batch.key,
            "User-Agent": f"svc-python/{API_VERSION}",
        }
        if self._encoding != "none":
            headers["Content-Encoding"] = self._encoding
        try:
            response = self._http.post(
                self._target, params=self._origin, content=body, headers=headers, timeout=self._timeout
            )
        except httpx.HTTPError as error:
            return ConnectionFailed(f"{type(error).__name__}: {error}".rstrip(": "))
        answer = _answer_of(response.content)
        if response.is_success:
            if answer is None:
                return ConnectionFailed("the answer is no whole one of an ingest service")
            return _outcome_of(batch, content, answer, None)
        problem = problem_of(response.status_code, response.content, retry_after(response.headers))
        # A response of a proxy only counts if it says that the body is too large.
        if response.status_code in _FINAL and (answer is not None or response.status_code == 413):
            return _outcome_of(batch, content, answer or _Answer(0, 0, []), str(problem))
        return problem

    def _hand_refusals(self, outcome: _Outcome) -> None:
        if outcome.refused == 0:
            return
        if self._on_refused:
            self._on_refused(outcome.refusals)
            return
        with self._changed:
            self._refusals_count += outcome.refused
            self._refusals.extend(outcome.refusals[: _REFUSALS_KEPT_MAX - len(self._refusals)])

    def _give_back(self) -> None:
        if self._refusals_count == 0:
            return
        refused = EventsRefused(self._refusals_count, self._refusals)
        self._refusals_count, self._refusals = 0, []
        raise refused


class AsyncPusher:
    """A `Pusher` for asyncio: its thread sends, and waiting does not block the event loop."""

    def __init__(self, url: str | None = None, token: str | None = None, **options: Any) -> None:
        self._pusher = Pusher(url, token, **options)

    @property
    def accepted(self) -> int:
        return self._pusher.accepted

    @property
    def refused(self) -> int:
        return self._pusher.refused

    @property
    def pending(self) -> int:
        return self._pusher.pending

    async def push(self, event: Event) -> None:
        kind, line = _line_of(event)
        with self._pusher._changed:
            kept = self._pusher._kept_at_once(kind, line)
        if not kept:
            await asyncio.to_thread(self._pusher.push, event)

    async def flush(self, timeout: float = _FLUSH_SECONDS) -> None:
        await asyncio.to_thread(self._pusher.flush, timeout)

    async def close(self, timeout: float = _FLUSH_SECONDS) -> None:
        await asyncio.to_thread(self._pusher.close, timeout)

    async def __aenter__(self) -> AsyncPusher:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _line_of(event: Event) -> tuple[LineKind, bytes]:
    kind: LineKind = "ndjson"
    if isinstance(event, str):
        kind = "txt"
        if not event.strip() or re.search(r"[\n\r\0]", event):
            raise ValueError("a line of text is not empty and has no line feed and no NUL")
        line = event.encode() + b"\n"
    elif isinstance(event, Mapping):
        line = json.dumps(dict(event), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    else:
        raise TypeError("an event is a mapping or a string")
    if len(line) - 1 > _EVENT_BYTES_MAX:
        raise ValueError(f"the event has {len(line) - 1} bytes, more than {_EVENT_BYTES_MAX}")
    return kind, line


def _answer_of(content: bytes) -> _Answer | None:
    """None unless the text is a response of an ingest service."""
    try:
        body = json.loads(content)
    except ValueError:
        return None
    if not isinstance(body, dict):
        return None
    accepted, rejected, errors = body.get("accepted"), body.get("rejected"), body.get("errors")
    if not (isinstance(accepted, int) and isinstance(rejected, int) and isinstance(errors, list)):
        return None
    return _Answer(accepted, rejected, [str(error) for error in errors])


_PLACE = re.compile(r"event (\d+): (.*)", re.DOTALL)


def _outcome_of(batch: Batch, content: bytes, answer: _Answer, reason: str | None) -> _Outcome:
    """The refusal of a whole batch has one reason; otherwise the errors name events by position.

    When several lines form one event, a position does not identify a line.
    """
    if reason is None and answer.rejected == 0:
        return _Outcome(answer.accepted, 0, [])
    lines = content.decode().split("\n")[: batch.events]
    named = {int(found[1]) - 1: found[2] for error in answer.errors if (found := _PLACE.fullmatch(error))}
    if reason is not None:
        refusals = [Refusal(line, named.get(at, reason)) for at, line in enumerate(lines)]
        return _Outcome(0, batch.events, refusals)
    line_each = answer.accepted + answer.rejected == batch.events
    refusals = [Refusal(lines[at] if line_each else None, why) for at, why in named.items()]
    while len(refusals) < answer.rejected:
        refusals.append(Refusal(None, "refused; the server lists no more errors"))
    return _Outcome(answer.accepted, answer.rejected, refusals)


def _compressor(compression: Compression) -> Callable[[bytes], bytes]:
    if compression == "none":
        return bytes
    if compression == "gzip":
        return lambda content: gzip.compress(content, 6)
    import importlib

    for name in ("compression.zstd", "zstandard"):  # the first is of Python 3.14
        try:
            compress: Callable[[bytes], bytes] = importlib.import_module(name).compress
        except ImportError:
            continue
        return compress
    raise SvcError("here is no zstd: install zstandard, or use gzip")


def _bounded(name: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        raise SvcError(f"{name} is 1 to {most}")
    return value
