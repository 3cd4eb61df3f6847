#!/usr/bin/env python3
"""FastMCP's own client at an MCP server that `pixy serve` protects: discovery, registration, sign-in with PKCE,
the resource, the callback's issuer, and a refresh.

    fastmcp_client.py URL [add_note]

With `add_note` the server is Examples/MCPNotesServer, whose tool needs a further scope (step-up). If CLIENT_DOCUMENT
is set, it is the address of the client's metadata document, which names CALLBACK_PORT. The user is
Tests/Integration/shared/person.py. Prints "ok: NAME" for each check. Exit status 1 at the first one that fails.
"""
import asyncio
import os
import subprocess
import sys
import threading
import time
import warnings
import webbrowser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from fastmcp import Client
from fastmcp.client.auth import OAuth

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import PERSON, listens, until  # noqa: E402

url, steps_up = sys.argv[1], sys.argv[2:] == ["add_note"]
opened = []


def check(name, condition, shown=""):
    if not condition:
        sys.exit(f"NOT OK: {name} {shown}")
    print(f"ok: {name}", flush=True)


class Browser:
    """The played user's browser. It signs in once the client listens, which is after it opened the browser."""

    def open(self, address, new=0, autoraise=True):
        opened.append(address)
        threading.Thread(target=self.sign_in, args=[address], daemon=True).start()
        return True

    def sign_in(self, address):
        callback = urlsplit(parse_qs(urlsplit(address).query)["redirect_uri"][0])
        until("the client doesn't listen", lambda: listens(callback.port, callback.hostname), 20)
        subprocess.run([sys.executable, PERSON, address], check=True, timeout=60)


async def main():
    document = os.environ.get("CLIENT_DOCUMENT")
    port = int(os.environ["CALLBACK_PORT"]) if document else None
    auth = OAuth(url, callback_timeout=60, client_metadata_url=document, callback_port=port)
    asked = lambda index: {name: values[0] for name, values in parse_qs(urlsplit(opened[index]).query).items()}
    async with Client(url, auth=auth) as client:
        if steps_up:
            check("tools/list", [tool.name for tool in await client.list_tools()] == ["add_note"])
            check("the scope of the challenge", "notes.write" not in asked(0)["scope"].split(), asked(0))
            result = await client.call_tool("add_note", {"text": "Buy milk"})
            check("tools/call after a step-up", result.content[0].text == "Notes: 1", result)
            check("all scopes in the second request", {"notes.read", "notes.write"} <= set(asked(1)["scope"].split()))
        else:
            result = await client.call_tool("add", {"a": 2, "b": 3})
            check("tools/call", result.structured_content == {"result": 5}, result)
            check("the scope of the challenge", "profile" in asked(0)["scope"].split(), asked(0))
    windows = len(opened)
    check("the document as client", document in (None, asked(0)["client_id"]), asked(0))
    check("the resource in the request", asked(0)["resource"] == url, asked(0))
    check("PKCE with S256", asked(0)["code_challenge_method"] == "S256", asked(0))
    first = auth.context.current_tokens
    check("a refresh token", first.refresh_token is not None)

    # As if the access token had expired.
    auth.context.token_expiry_time = time.time() - 1
    async with Client(url, auth=auth) as client:
        check("tools/list after a refresh", len(await client.list_tools()) > 0)
    second = auth.context.current_tokens
    check("new tokens", second.access_token != first.access_token and second.refresh_token != first.refresh_token)
    check("no further browser window", len(opened) == windows == (2 if steps_up else 1), opened)


warnings.simplefilter("ignore")
webbrowser.register("played", None, Browser(), preferred=True)
asyncio.run(asyncio.wait_for(main(), 120))
