"""Searches in Python that go on after their answers: prints what came, and how each one ended."""

import asyncio
import json
import re
import sys
from contextlib import aclosing, closing
from datetime import datetime

import svc

SEARCHES = ["whole", "two ways", "no job", "full", "memory", "unreadable", "failed", "cancelled", "refused table"]
TABLES = ["table", "table by a job", "full table", "table of a part", "events"]
outcomes: dict[str, object] = {}
progress: list[object] = []


class Stopped(Exception):
    pass


def ms(time: datetime) -> int:
    return round(time.timestamp() * 1000)


def end_of(error: Exception) -> str:
    if isinstance(error, svc.IncompleteSearch):
        return "incomplete " + ", ".join(f"{one.reason} {ms(one.from_time)} {ms(one.to_time)}" for one in error.missing)
    if isinstance(error, svc.SearchFailed):
        return f"{error.state} {error.fault or ''}".strip()
    if isinstance(error, svc.DeadlineExceeded):
        return "deadline"
    if isinstance(error, Stopped):
        return "stopped"
    named = re.search(r"client\.(kql|search)", str(error))
    return f"other {named[1] if named else error}"


def noted(one: svc.SearchProgress) -> None:
    progress.append([one.state, one.found, ms(one.at_time)])


def stop(one: svc.SearchProgress) -> None:
    if one.state == "running" and len(stops := getattr(stop, "seen", [])) >= 1:
        raise Stopped
    stop.seen = [*stops, one]  # type: ignore[attr-defined]


def users(error: Exception) -> list[object]:
    table = error.table if isinstance(error, svc.IncompleteSearch) else None
    return [] if table is None else [row["user"] for row in table.objects()]


def blocking() -> None:
    client = svc.Client()

    def found(query: str, **options: object) -> list[object]:
        events: list[object] = []
        try:
            for event in client.search(query, limit=2, **options):  # type: ignore[arg-type]
                events.append(event.fields_["n"])
        except (svc.SvcError, Stopped) as error:
            return [events, end_of(error)]
        return [events, "none"]

    for query in SEARCHES:
        outcomes[query] = found(query)
    outcomes["job"] = found("job", on_progress=noted)
    outcomes["late"] = found("late", timeout=1.0)
    with closing(client.search("early")) as events:
        outcomes["early"] = [next(events).fields_["n"]]
    outcomes["stopped"] = found("stopped", on_progress=stop)
    for query in TABLES:
        try:
            outcomes[query] = [[row["user"] for row in client.kql(query).objects()], "none"]
        except svc.SvcError as error:
            outcomes[query] = [users(error), end_of(error)]
    pages = client.follow_search("job-job", from_page=1)
    outcomes["follow"] = [[page.page, [event.fields_["n"] for event in page.events]] for page in pages]
    outcomes["follow kql"] = [row["user"] for row in client.follow_kql("job-table by a job").objects()]


async def awaited() -> None:
    client = svc.AsyncClient()

    async def found(query: str, **options: object) -> list[object]:
        events: list[object] = []
        try:
            async for event in client.search(query, limit=2, **options):  # type: ignore[arg-type]
                events.append(event.fields_["n"])
        except (svc.SvcError, Stopped) as error:
            return [events, end_of(error)]
        return [events, "none"]

    for query in SEARCHES:
        outcomes[query] = await found(query)
    outcomes["job"] = await found("job", on_progress=noted)
    outcomes["late"] = await found("late", timeout=1.0)
    async with aclosing(client.search("early")) as events:
        outcomes["early"] = [(await anext(events)).fields_["n"]]
    outcomes["stopped"] = await found("stopped", on_progress=stop)
    for query in TABLES:
        try:
            outcomes[query] = [[row["user"] for row in (await client.kql(query)).objects()], "none"]
        except svc.SvcError as error:
            outcomes[query] = [users(error), end_of(error)]
    pages = client.follow_search("job-job", from_page=1)
    outcomes["follow"] = [[page.page, [event.fields_["n"] for event in page.events]] async for page in pages]
    outcomes["follow kql"] = [row["user"] for row in (await client.follow_kql("job-table by a job")).objects()]


if "async" in sys.argv:
    asyncio.run(awaited())
else:
    blocking()
outcomes["progress"] = progress
print(json.dumps(outcomes))
