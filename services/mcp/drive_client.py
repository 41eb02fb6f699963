"""The same as test-drive-client.ts with the official client of Python: prints the outcomes as JSON."""

import asyncio
import json
import os
import re
import sys
from typing import Any

from mcp import Client, StdioServerParameters, types
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

WORLD = json.loads(os.environ["WORLD"])
CALLS = json.loads(os.environ["CALLS"])
MARKED = re.compile(r"<untrusted-data (\S+)>\n.*\n</untrusted-data \1>$", re.S)
questions: list[str] = []


async def confirm(_: Any, params: Any) -> types.ElicitResult:
    questions.append(params.message.split("\n")[0])
    return types.ElicitResult(action="accept", content={"confirm": True})


def server() -> Any:
    if len(sys.argv) > 1:
        headers = {"X-API-Key": os.environ["SVC_API_KEY"]}
        return streamable_http_client(sys.argv[1], http_client=create_mcp_http_client(headers=headers))
    command, *args = json.loads(os.environ["COMMAND"])
    return StdioServerParameters(command=command, args=args, env=dict(os.environ))


async def cancel(client: Client) -> str:
    shown = asyncio.Event()

    async def progress(*_: Any) -> None:
        shown.set()

    hunting = asyncio.create_task(client.call_tool("run_hunt", CALLS["run_hunt"], progress_callback=progress))
    await shown.wait()
    hunting.cancel()
    try:
        await hunting
    except asyncio.CancelledError:
        return "ended"
    return "answered"


async def main() -> dict[str, Any]:
    async with Client(server(), elicitation_callback=confirm) as client:
        tools = (await client.list_tools()).tools
        cancelled = await cancel(client)
        print("cancelled", flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # over HTTP the loop still has to send that it was cancelled
        results, marked, longest, progress = {}, True, 0, []

        async def on_progress(done: float, *_: Any) -> None:
            progress.append(done)

        for name, arguments in CALLS.items():
            result = await client.call_tool(name, arguments, progress_callback=on_progress)
            text = result.content[0].text
            results[name] = text if result.is_error else "done"
            marked = marked and (bool(result.is_error) or MARKED.search(text) is not None)
            longest = max(longest, len(text))
        stranger = await client.call_tool("get_alert", {"alert_id": WORLD["stranger_alert"]})
        resource = await client.read_resource(f"svc://cases/{WORLD['case']}")
        prompt = await client.get_prompt("summarise_case", {"case_id": WORLD["case"]})
        return {
            "tools": sorted(tool.name for tool in tools),
            "writes": [tool.name for tool in tools if tool.annotations and tool.annotations.read_only_hint is False],
            "cancelled": cancelled,
            "results": results,
            "marked": marked,
            "bounded": 1_000 < longest < 41_000,
            "progress": len(progress) > 0 and progress == sorted(set(progress)),
            "questions": questions,
            "stranger": stranger.content[0].text,
            "resources": [str(one.uri) for one in (await client.list_resources()).resources],
            "templates": len((await client.list_resource_templates()).resource_templates),
            "resource": "A case of the model" in resource.contents[0].text,
            "prompts": [one.name for one in (await client.list_prompts()).prompts],
            "prompt": WORLD["case"] in prompt.messages[0].content.text,
        }


print(json.dumps(asyncio.run(main())))
