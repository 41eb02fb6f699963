"""The exceptions of this package. A refusal by the server is a `Problem` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

    from ._kql_result import KqlResult


class SvcError(Exception):
    """Base class of all exceptions of this package."""


class ConnectionFailed(SvcError):
    """No complete response arrived, after all retries that are safe."""


class DeadlineExceeded(SvcError):
    """The call exceeded its time limit."""


class Problem(SvcError):
    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(body.get("code", ""))
        self.title = str(body.get("title", ""))
        self.type = str(body.get("type", "about:blank"))
        self.instance = str(body.get("instance", ""))
        detail = body.get("detail", "")
        self.faults: list[dict[str, Any]] = detail if isinstance(detail, list) else []
        """The invalid fields, for a 422: each with `loc`, `msg` and `type`."""
        self.detail = _sentence(detail)
        self.retry_after = retry_after
        """Seconds after which the client should retry."""
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
    """An event that the server refused permanently."""

    line: str | None
    """The event as pushed, a mapping as JSON; None if the server did not say which event of the batch it was."""
    reason: str


class EventsRefused(SvcError):
    """Events of a `Pusher` that were refused permanently; all other pushed events are stored."""

    def __init__(self, count: int, refusals: list[Refusal]) -> None:
        self.count = count
        self.refusals = refusals
        """The first 1,000 of them."""
        super().__init__(f"{count} events were refused, the first one: {refusals[0].reason}")


class Missing(NamedTuple):
    """A time span of events that was not searched completely, and the reason."""

    from_time: datetime
    to_time: datetime
    reason: str
    """time, memory: the query exceeded the limit of one request; unreadable, archived: events cannot be read; rows:
    there are more events or rows than the server keeps."""


class IncompleteSearch(SvcError):
    """The search returned all events that it could, but some time was not searched: raised after the last event."""

    def __init__(self, missing: list[Missing], job_id: str | None = None, table: KqlResult | None = None) -> None:
        self.missing = missing
        self.job_id = job_id
        self.table = table
        """The available rows, for a KQL query."""
        spans = ", ".join(f"{begin.isoformat()} to {end.isoformat()} ({reason})" for begin, end, reason in missing)
        super().__init__(f"not everything was looked at: {spans}")


class GivesTable(SvcError):
    """The query returns a table: use `client.kql`."""


class GivesEvents(SvcError):
    """The query returns events: use `client.search`."""


class SearchFailed(SvcError):
    """The server job of the search failed, or somebody cancelled it."""

    def __init__(self, job_id: str, state: str, fault: str | None) -> None:
        self.job_id = job_id
        self.state = state
        """`failed` or `cancelled`."""
        self.fault = fault
        ended = "has failed" if state == "failed" else "was cancelled"
        super().__init__(f"the search {job_id} {ended}" + ("" if fault is None else f": {fault}"))


class GraphQLFault(TypedDict):
    """A GraphQL error as the server sent it."""

    message: str
    extensions: NotRequired[dict[str, Any]]


class SubscriptionRefused(SvcError):
    """The server refused a subscription, or could not read an event of it."""

    def __init__(self, code: int, faults: Sequence[GraphQLFault]) -> None:
        reasons = "; ".join(fault["message"] for fault in faults)
        super().__init__(f"the subscription is refused: {reasons or code}")
        self.code = code
        """The close code of the socket, such as 4401 or 4403; 0 if the server answered with GraphQL errors."""
        self.faults = faults
