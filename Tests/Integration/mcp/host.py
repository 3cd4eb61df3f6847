#!/usr/bin/env python3
"""An MCP host made with the Python SDK that starts `pixy mcp URL` and checks what it relays.

    host.py VERSION STREAMS COMMAND…     VERSION: legacy, auto or 2026-07-28

STREAMS is yes for a server that answers with event streams. Only those report progress.

Prints "ok: NAME" for each check. Exit status 1 at the first one that fails.
"""
import asyncio
import os
import sys
import time

from mcp import Client, StdioServerParameters

version, streams, command = sys.argv[1], sys.argv[2] == "yes", sys.argv[3:]


def check(name, condition, shown=""):
    if not condition:
        sys.exit(f"NOT OK: {name} {shown}")
    print(f"ok: {name}", flush=True)


def text(result):
    return result.content[0].text


async def main():
    host = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with Client(host, mode=version) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        check("tools/list", tools == {"add", "echo", "slow"}, tools)
        result = await client.call_tool("add", {"a": 2, "b": 3})
        check("tools/call", text(result) == "5", result)
        odd = "a\u2028b\u2029c\u0085 \r\n 世界 \"\\ \U0001f600"
        check("a text with separators of Unicode", text(await client.call_tool("echo", {"text": odd})) == odd)
        long = "x" * 3_000_000
        check("a text of 3 MB", text(await client.call_tool("echo", {"text": long})) == long)
        began = time.monotonic()
        results = await asyncio.gather(*(client.call_tool("slow", {"seconds": 1.5}) for _ in range(20)))
        took = time.monotonic() - began
        check("20 slow calls at the same time", all(text(r) == "slept" for r in results) and took < 10, took)
        if not streams:
            return
        seen = []

        async def progressed(progress, total, message):
            seen.append(progress)

        await client.call_tool("slow", {"seconds": 0.3}, progress_callback=progressed)
        check("progress", seen == [0, 1, 2], seen)


asyncio.run(asyncio.wait_for(main(), 120))
