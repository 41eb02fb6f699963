"""The scenarios of the conformance suite in Python, blocking and async: prints what became of each as JSON."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import svc

PROXY, API_KEY = os.environ["PROXY"], os.environ["API_KEY"]
SIGNATURES = json.loads(os.environ["SIGNATURES"])
EMAIL, PASSWORD = os.environ["EMAIL"], os.environ["PASSWORD"]


def kind(error: Exception) -> str:
    if isinstance(error, svc.Problem):
        return f"problem {error.status} {error.code}"
    if isinstance(error, svc.DeadlineExceeded):
        return "deadline"
    if isinstance(error, svc.ConnectionFailed):
        return "connection"
    if str(error).endswith("that no key has"):
        return "not a key"
    if "is not the API of svc" in str(error):
        return "another server"
    return "refused" if isinstance(error, ValueError) else repr(error)


def blocking() -> dict[str, Any]:
    def under(fault: str, **more: Any) -> svc.Client:
        return svc.Client(**{"base_url": f"{PROXY}/{fault}/", "api_key": API_KEY, **more})

    def failure(work: Callable[[], object]) -> str:
        try:
            work()
        except Exception as error:
            return kind(error)
        return "none"

    def count(items: Any) -> int:
        return sum(1 for _ in items)

    plain = under("plain")
    made = plain.cases.create({"title": "py plain", "severity": "low"})
    return {
        "pages": count(plain.alerts.list(limit=2).pages()),
        "alerts": count(plain.alerts.list(limit=2)),
        "filtered": count(plain.alerts.list(limit=2, severity="high")),
        "limited": count(under("limited").alerts.list(limit=50)),
        "unavailable": count(under("unavailable").alerts.list(limit=50)),
        "gateway": count(under("gateway").alerts.list(limit=50)),
        "cut": count(under("cut").alerts.list(limit=50)),
        "half": count(under("half").alerts.list(limit=50)),
        "late": failure(lambda: under("late").alerts.list(limit=50).first_page()),
        "silent": failure(lambda: under("silent", timeout=0.3).users.me.get()),
        "redirect": failure(lambda: under("redirect").users.me.get()),
        "page": failure(lambda: count(under("page").alerts.list(limit=50))),
        "none": failure(lambda: plain.alerts.get("00000000-0000-0000-0000-000000000000")),
        "invalid": failure(lambda: plain.cases.create({"title": "a"})),
        "path": failure(lambda: plain.alerts.get("..")),
        "unknown_key": failure(lambda: under("plain", api_key="svc_nobody").users.me.get()),
        "no_key": failure(lambda: under("plain", api_key="svc_ключ")),
        "key_of_file": failure(lambda: under("plain", api_key="svc_key\n")),
        "once": under("cut-answer").cases.create({"title": "py once", "severity": "low"}).title,
        "not_repeated": failure(lambda: under("cut-answer-2").cases.comments.create(made.id, {"body": "py comment"})),
        "comments": count(plain.cases.comments.list(made.id, limit=50)),
        "signed_in": svc.Client(base_url=f"{PROXY}/plain", email=EMAIL, password=PASSWORD).users.me.get().email,
        "signatures": [svc.verify_signature(one["body"], one["header"], one["secret"]) for one in SIGNATURES],
        "nulls": plain.cases.update(made.id, svc.models.CasePatch(description=None, title="py changed")).title,
    }


async def awaited() -> dict[str, Any]:
    def under(fault: str, **more: Any) -> svc.AsyncClient:
        return svc.AsyncClient(**{"base_url": f"{PROXY}/{fault}/", "api_key": API_KEY, **more})

    async def failure(work: Callable[[], Awaitable[object]]) -> str:
        try:
            await work()
        except Exception as error:
            return kind(error)
        return "none"

    async def count(items: Any) -> int:
        return len([item async for item in items])

    plain = under("plain")
    made = await plain.cases.create({"title": "async plain", "severity": "low"})
    return {
        "pages": await count(plain.alerts.list(limit=2).pages()),
        "alerts": await count(plain.alerts.list(limit=2)),
        "filtered": await count(plain.alerts.list(limit=2, severity="high")),
        "limited": await count(under("limited").alerts.list(limit=50)),
        "unavailable": await count(under("unavailable").alerts.list(limit=50)),
        "gateway": await count(under("gateway").alerts.list(limit=50)),
        "cut": await count(under("cut").alerts.list(limit=50)),
        "half": await count(under("half").alerts.list(limit=50)),
        "late": await failure(lambda: under("late").alerts.list(limit=50).first_page()),
        "silent": await failure(lambda: under("silent", timeout=0.3).users.me.get()),
        "redirect": await failure(lambda: under("redirect").users.me.get()),
        "page": await failure(lambda: count(under("page").alerts.list(limit=50))),
        "none": await failure(lambda: plain.alerts.get("00000000-0000-0000-0000-000000000000")),
        "invalid": await failure(lambda: plain.cases.create({"title": "a"})),
        "path": await failure(lambda: plain.alerts.get("..")),
        "unknown_key": await failure(lambda: under("plain", api_key="svc_nobody").users.me.get()),
        "no_key": await failure(lambda: under("plain", api_key="svc_ключ").users.me.get()),
        "key_of_file": await failure(lambda: under("plain", api_key="svc_key\n").users.me.get()),
        "once": (await under("cut-answer").cases.create({"title": "async once", "severity": "low"})).title,
        "not_repeated": await failure(
            lambda: under("cut-answer-2").cases.comments.create(made.id, {"body": "async comment"})
        ),
        "comments": await count(plain.cases.comments.list(made.id, limit=50)),
        "signed_in": (
            await svc.AsyncClient(base_url=f"{PROXY}/plain", email=EMAIL, password=PASSWORD).users.me.get()
        ).email,
        "signatures": [svc.verify_signature(one["body"], one["header"], one["secret"]) for one in SIGNATURES],
        "nulls": (await plain.cases.update(made.id, {"description": None, "title": "async changed"})).title,
    }


print(json.dumps(asyncio.run(awaited()) if "async" in sys.argv else blocking()))
