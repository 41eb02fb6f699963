"""What goes wrong, as exceptions. A refusal of the server is a `Problem` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

    from ._search import KqlResult


class SvcError(Exception):
    """Base of everything that this package raises."""


class ConnectionFailed(SvcError):
    """No whole answer came, after every repeat that is safe."""


class DeadlineExceeded(SvcError):
    """The call took longer than it may."""


class Problem(SvcError):
    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(body.get("code", ""))
        self.title = str(body.get("title", ""))
        self.type = str(body.get("type", "about:blank"))
        self.instance = str(body.get("instance", ""))
        detail = body.get("detail", "")
        self.faults: list[dict[str, Any]] = detail if isinstance(detail, list) else []
        """The fields that are wrong, of a 422: each with `loc`, `msg` and `type`."""
        self.detail = _sentence(detail)
        self.retry_after = retry_after
        """Seconds after which the server wants to be asked again."""
        self.body = body
        super().__init__(f"{status} {self.code or self.title}: {self.detail}".rstrip(": "))


class BadRequest(Problem): ...


class Unauthorized(Problem): ...


class Forbidden(Problem): ...


class NotFound(Problem): ...


class Conflict(Problem): ...


class Unprocessable(Problem): ...


class RateLimited(Problem): ...


class ServerFault(Problem): ...


class Unavailable(ServerFault): ...


_BY_STATUS: dict[int, type[Problem]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    422: Unprocessable,
    429: RateLimited,
    503: Unavailable,
}
_TEXT_MAX = 500


def problem_of(status: int, content: bytes, retry_after: float | None) -> Problem:
    kind = _BY_STATUS.get(status, ServerFault if status >= 500 else Problem)
    return kind(status, _body(content), retry_after)


def _body(content: bytes) -> dict[str, Any]:
    try:
        body = json.loads(content)
    except ValueError:
        return {"detail": content[:_TEXT_MAX].decode(errors="replace")}
    return body if isinstance(body, dict) else {"detail": str(body)[:_TEXT_MAX]}


def _sentence(detail: object) -> str:
    if not isinstance(detail, list):
        return str(detail)
    return "; ".join(f"{'.'.join(map(str, one.get('loc', [])))}: {one.get('msg', '')}" for one in detail)


class Refusal(NamedTuple):
    """An event that the server refused for good."""

    line: str | None
    """As it was pushed, a mapping as its JSON; None when the server did not say which one of its batch it is."""
    reason: str


class EventsRefused(SvcError):
    """Events of a `Pusher` that were refused for good; everything else that was pushed is stored."""

    def __init__(self, count: int, refusals: list[Refusal]) -> None:
        self.count = count
        self.refusals = refusals
        """The first 1,000 of them."""
        super().__init__(f"{count} events were refused, the first one: {refusals[0].reason}")


class Missing(NamedTuple):
    """Time of events of which something was not looked at, and why."""

    from_time: datetime
    to_time: datetime
    reason: str
    """time, memory: the question needed more than one may have; unreadable, archived: events that cannot be read; rows:
    there are more events, or rows, than are kept."""


class IncompleteSearch(SvcError):
    """A search that has given all events that it can, and is not whole: raised after the last one of them."""

    def __init__(self, missing: list[Missing], job_id: str | None = None, table: KqlResult | None = None) -> None:
        self.missing = missing
        self.job_id = job_id
        self.table = table
        """The rows that there are, where the query is in KQL."""
        spans = ", ".join(f"{begin.isoformat()} to {end.isoformat()} ({reason})" for begin, end, reason in missing)
        super().__init__(f"not everything was looked at: {spans}")


class GivesTable(SvcError):
    """The query gives a table: `client.kql` reads it."""


class GivesEvents(SvcError):
    """The query gives events: `client.search` reads them."""


class SearchFailed(SvcError):
    """The job that a search goes on as could not go on, or somebody has cancelled it."""

    def __init__(self, job_id: str, state: str, fault: str | None) -> None:
        self.job_id = job_id
        self.state = state
        """`failed` or `cancelled`."""
        self.fault = fault
        ended = "has failed" if state == "failed" else "was cancelled"
        super().__init__(f"the search {job_id} {ended}" + ("" if fault is None else f": {fault}"))


class GraphQLFault(TypedDict):
    """A fault as the server tells it."""

    message: str
    extensions: NotRequired[dict[str, Any]]


class SubscriptionRefused(SvcError):
    """A subscription that the server refuses, or an event of it that it could not read."""

    def __init__(self, code: int, faults: Sequence[GraphQLFault]) -> None:
        reasons = "; ".join(fault["message"] for fault in faults)
        super().__init__(f"the subscription is refused: {reasons or code}")
        self.code = code
        """The code of the socket's close, such as 4401 or 4403; 0 when the server answered with faults."""
        self.faults = faults
