"""The scenarios of pushing in Python, blocking and async: prints what became of each as JSON."""

import asyncio
import inspect
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import svc

PROXY, TOKEN, SPOOL = os.environ["PROXY"], os.environ["TOKEN"], os.environ["SPOOL"]
FAULTS = os.environ["FAULTS"].split(",")
IS_ASYNC = "async" in sys.argv


async def done(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


def under(fault: str, **more: Any) -> Any:
    make = svc.AsyncPusher if IS_ASYNC else svc.Pusher
    options = {"connector_id": "conformance", "batch_events": 10, **more}
    return make(f"{PROXY}/{fault}/", TOKEN, **options)


async def failure(work: Callable[[], object]) -> str:
    try:
        await done(work())
    except svc.DeadlineExceeded:
        return "deadline"
    except svc.EventsRefused as error:
        return f"{error.count} " + ",".join(f"{one.line}: {one.reason}" for one in error.refusals)
    except (svc.SvcError, TypeError, ValueError):
        return "refused"
    return "none"


async def pushed(fault: str, **more: Any) -> list[int]:
    pusher = under(fault, **more)
    for n in range(25):
        await done(pusher.push({"n": n, "of": fault}))
    await done(pusher.close())
    return [pusher.accepted, pusher.refused, pusher.pending]


async def bounded() -> bool:
    pusher = under("narrow", pending_bytes=500)
    most = 0
    for n in range(100):
        await done(pusher.push({"n": n, "of": "narrow"}))
        most = max(most, pusher.pending)
    await done(pusher.close())
    return most <= 25 and pusher.accepted == 100


async def refused(*lines: str) -> str:
    pusher = under("plain")
    for line in lines:
        await done(pusher.push(line))
    return await failure(pusher.close)


async def late(fault: str) -> str:
    pusher = under(fault)
    await done(pusher.push({"of": fault}))
    kind = await failure(lambda: pusher.flush(0.3))
    await failure(lambda: pusher.close(0.001))
    return kind


async def spools() -> list[Any]:
    spool = f"{SPOOL}/one"
    pusher = under("late", spool=spool)
    await done(pusher.push({"of": "spooled"}))
    shared = await failure(lambda: under("plain", spool=spool))
    await done(pusher.close(0.05))
    other = await failure(lambda: under("plain", spool=spool, connector_id="other"))
    following = under("plain", spool=spool)
    left = following.pending
    await done(following.close())
    return [shared, other, left, following.accepted]


async def bad(event: Any) -> str:
    pusher = under("plain")
    kind = await failure(lambda: pusher.push(event))
    await done(pusher.close())
    return kind


async def main() -> Any:
    if "fill" in sys.argv:
        pusher = under("hold", spool=f"{SPOOL}/killed")
        for n in range(25):
            await done(pusher.push({"n": n, "of": "killed"}))
        print("kept", flush=True)
        time.sleep(3_600)
    if "again" in sys.argv:
        pusher = under("plain", spool=f"{SPOOL}/killed")
        await done(pusher.close())
        return pusher.accepted
    return {
        **{fault: await pushed(fault) for fault in FAULTS},
        "zstd": await pushed("zstd", compression="zstd" if os.environ.get("HAS_ZSTD") else "none"),
        "bounded": await bounded(),
        "refused": await refused('{"of":"refused"}', "nope", '{"of":"refused","n":2}'),
        "whole": await refused("nope"),
        "late": await late("late"),
        "redirect": await late("redirect"),
        "spools": await spools(),
        "bad": [
            await failure(lambda: under("plain", connector_id="a b")),
            await bad([]),
            await bad("a\nb"),
            await bad("x" * 1_048_577),
        ],
    }


print(json.dumps(asyncio.run(main())))
