"""Follows alerts in Python, blocking or async: prints each frame, until the alert that is called so."""

import asyncio
import os
import sys

import svc

URL, KEY = os.environ["PROXY"], os.environ["API_KEY"]


def shown(frame: svc.StreamFrame) -> bool:
    title = (frame.get("payload") or {}).get("title", "")
    print(f"{frame['type']} {title}".strip(), flush=True)
    return bool(title == "last")


def name_of(error: svc.Problem) -> str:
    return type(error).__name__.lower()


def blocking() -> None:
    def refusal(key: str, channel: str) -> str:
        try:
            next(svc.Client(URL, key).follow(channel))
        except svc.Problem as error:
            return name_of(error)
        return "none"

    print(refusal("svc_nobody", "alerts"), refusal(KEY, "insights"), flush=True)
    for frame in svc.Client(URL, KEY).follow("alerts", "cases"):
        if shown(frame):
            return


async def awaited() -> None:
    async def refusal(key: str, channel: str) -> str:
        try:
            await anext(svc.AsyncClient(URL, key).follow(channel))
        except svc.Problem as error:
            return name_of(error)
        return "none"

    print(await refusal("svc_nobody", "alerts"), await refusal(KEY, "insights"), flush=True)
    async for frame in svc.AsyncClient(URL, KEY).follow("alerts", "cases"):
        if shown(frame):
            return


if "async" in sys.argv:
    asyncio.run(awaited())
else:
    blocking()
