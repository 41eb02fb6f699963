"""Subscribes in Python, blocking or async: prints each event, until the alert that is called so."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import svc

URL, KEY = os.environ["PROXY"], os.environ["API_KEY"]
EMAIL, PASSWORD = os.environ["EMAIL"], os.environ["PASSWORD"]
QUERY = "subscription { alertCreated { title severity } }"


def again(*_: Any) -> None:
    print("again", flush=True)


def blocking() -> None:
    def refusal(events: Iterator[Any]) -> str:
        try:
            next(events)
        except svc.SubscriptionRefused as error:
            return f"{error.code} {len(error.faults)}"
        return "none"

    client = svc.Client(URL, KEY)
    print(
        refusal(svc.Client(URL, "svc_nobody").subscriptions.alert_created()),
        refusal(client.subscribe("subscription { nothing }")),
        refusal(client.subscribe("{ alerts { totalCount } }")),
        flush=True,
    )
    for alert in svc.Client(URL, email=EMAIL, password=PASSWORD).subscriptions.alert_created():
        print(alert["title"], flush=True)
        break
    for data in client.subscribe(QUERY, idle=2, on_reconnect=again):
        print(data["alertCreated"]["title"], flush=True)
        if data["alertCreated"]["title"] == "last":
            return


async def awaited() -> None:
    async def refusal(events: AsyncIterator[Any]) -> str:
        try:
            await anext(events)
        except svc.SubscriptionRefused as error:
            return f"{error.code} {len(error.faults)}"
        return "none"

    client = svc.AsyncClient(URL, KEY)
    print(
        await refusal(svc.AsyncClient(URL, "svc_nobody").subscriptions.alert_created()),
        await refusal(client.subscribe("subscription { nothing }")),
        await refusal(client.subscribe("{ alerts { totalCount } }")),
        flush=True,
    )
    async for alert in svc.AsyncClient(URL, email=EMAIL, password=PASSWORD).subscriptions.alert_created():
        print(alert["title"], flush=True)
        break
    async with client:
        async for data in client.subscribe(QUERY, idle=2, on_reconnect=again):
            print(data["alertCreated"]["title"], flush=True)
            if data["alertCreated"]["title"] == "last":
                break


if "async" in sys.argv:
    asyncio.run(awaited())
else:
    blocking()
