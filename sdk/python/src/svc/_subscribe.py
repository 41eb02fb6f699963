"""GraphQL subscriptions over graphql-transport-ws. The SDKs of the other languages follow the same rules."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, cast

from ._errors import ConnectionFailed, GraphQLFault, SubscriptionRefused, SvcError
from ._follow import OnReconnect
from ._left import Owned

if TYPE_CHECKING:
    from typing_extensions import Unpack

PROTOCOL = "graphql-transport-ws"
PING = '{"type":"ping"}'
#: Seconds without a word, after which a connection counts as cut. The client asks after half of it.
IDLE_SECONDS = 30.0
#: Bytes of a message.
MESSAGE_MAX = 16 * 1024 * 1024
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
#: Refusals of a credential in a row, after which it is no longer one that came too late.
_REFUSED_MAX = 2
_UNAUTHORIZED = 4401
#: Codes of a close that no other connection would mend. 4403 is also sent when permissions changed.
_FINAL = frozenset({4400, 4401, 4403, 4406, 4409, 4429})


class SubscribeOptions(TypedDict, total=False):
    idle: float
    """Seconds without data after which the connection counts as lost. Default: 30."""
    on_reconnect: OnReconnect | None
    """Called with the reason when a connection ends, and the pause before the next one.

    The server stores nothing for a lost subscription: read changes in between from the lists.
    """


class Subscription:
    """The messages of one subscription, and how often its connection failed."""

    def __init__(self, query: str, variables: Mapping[str, Any], options: SubscribeOptions) -> None:
        self.idle = options.get("idle", IDLE_SECONDS)
        self.refused = False
        self._payload = {"query": query, "variables": dict(variables)}
        self._on_reconnect = options.get("on_reconnect")
        self._failures = 0
        self._refusals = 0
        self.completed = False

    @staticmethod
    def first(headers: Mapping[str, str]) -> str:
        return json.dumps({"type": "connection_init", "payload": dict(headers)})

    def take(self, text: str | bytes) -> tuple[dict[str, Any] | None, str | None]:
        """The data of an event, or the message to answer, or neither."""
        try:
            message = json.loads(text)
            kind = message["type"]
        except (ValueError, TypeError, KeyError) as error:
            raise ConnectionFailed("the server sent what is no message") from error
        payload = message.get("payload")
        if kind == "connection_ack":
            return None, json.dumps({"type": "subscribe", "id": "1", "payload": self._payload})
        if kind == "ping":
            return None, '{"type":"pong"}'
        if kind == "error":
            raise SubscriptionRefused(0, cast("list[GraphQLFault]", payload))
        if kind == "complete":
            self.completed = True
        if kind != "next":
            return None, None
        if payload.get("errors"):  # a partial event would be taken for a complete one
            raise SubscriptionRefused(0, payload["errors"])
        self._failures = self._refusals = 0
        return cast("dict[str, Any]", payload["data"]), None

    @staticmethod
    def closed(code: int, reason: str) -> SvcError:
        if code in _FINAL:
            return SubscriptionRefused(code, [{"message": reason}])
        return ConnectionFailed(f"the socket was closed: {code} {reason}".strip())

    def pause(self, error: SvcError) -> float:
        """Seconds until the next connection; raises an error that a new connection would not fix."""
        if isinstance(error, SubscriptionRefused):
            self._refusals += 1
            if error.code != _UNAUTHORIZED or self._refusals >= _REFUSED_MAX:
                raise error
            self.refused = True
        longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(self._failures, 10))
        self._failures += 1
        pause = random.uniform(longest / 2, longest)
        if self._on_reconnect:
            self._on_reconnect(error, pause)
        return pause


def no_websockets(error: ImportError) -> SvcError:
    return SvcError(f"subscriptions need the package websockets: pip install 'svc[subscriptions]' ({error})")


class Subscriber(Protocol):
    """The part of the blocking client that typed subscriptions need."""

    def subscribe(
        self, query: str, variables: Mapping[str, Any] | None = None, **options: Unpack[SubscribeOptions]
    ) -> Iterator[dict[str, Any]]: ...


class AsyncSubscriber(Protocol):
    """The part of the asyncio client that typed subscriptions need."""

    def subscribe(
        self, query: str, variables: Mapping[str, Any] | None = None, **options: Unpack[SubscribeOptions]
    ) -> AsyncGenerator[dict[str, Any], None]: ...


def events(
    client: Subscriber, name: str, query: str, variables: Mapping[str, Any], options: SubscribeOptions
) -> Iterator[Any]:
    """Yields the field of each event instead of the enclosing data."""
    last = 0
    for data in client.subscribe(query, variables, **options):
        number = data[name].get("seq")
        # A new connection sends numbered events from the beginning again, so seen ones are skipped.
        if number is None or number > last:
            last = number or last
            yield data[name]


async def async_events(
    client: AsyncSubscriber, name: str, query: str, variables: Mapping[str, Any], options: SubscribeOptions
) -> AsyncGenerator[Any, None]:
    last = 0
    async with aclosing(Owned(client.subscribe(query, variables, **options))) as found:
        async for data in found:
            number = data[name].get("seq")
            if number is None or number > last:
                last = number or last
                yield data[name]
