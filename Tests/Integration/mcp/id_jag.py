#!/usr/bin/env python3
"""Cross-app access (ID-JAG) with two servers of `pixy serve`: one is the company's identity provider, the other
protects an MCP server.

    id_jag.py PROVIDER ISSUER URL

The application `wiki` signs the user in at PROVIDER, and exchanges the ID token for an identity assertion. The
Python SDK's provider (SEP-990) redeems it at ISSUER, without a browser, and calls the MCP server at URL. The
secrets are in WIKI_SECRET and CHAT_SECRET. Prints "ok: NAME" for each check. Exit status 1 at the first one that
fails.
"""
import asyncio
import os
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from fastmcp import Client
from mcp.client.auth.extensions.identity_assertion import IdentityAssertionOAuthProvider

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import basic, proof_key, request  # noqa: E402
from person import Person  # noqa: E402

provider, issuer, url = sys.argv[1:]
redirect = "http://127.0.0.1:49152/callback"
exchange = {
    "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
    "requested_token_type": "urn:ietf:params:oauth:token-type:id-jag",
    "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
}


def check(name, condition, shown=""):
    if not condition:
        sys.exit(f"NOT OK: {name} {shown}")
    print(f"ok: {name}", flush=True)


def post(fields):
    """The members of the provider's answer to the wiki."""
    return request(provider + "/token", form=fields, fields={"Authorization": basic("wiki", os.environ["WIKI_SECRET"])}).members


def id_token():
    verifier, challenge = proof_key()
    end = Person().answer(provider + "/authorize?" + urlencode({
        "response_type": "code", "client_id": "wiki", "redirect_uri": redirect, "scope": "openid",
        "state": "x" * 22, "code_challenge": challenge, "code_challenge_method": "S256"}))
    code = parse_qs(urlsplit(end.url).query)["code"][0]
    return post({"grant_type": "authorization_code", "code": code, "redirect_uri": redirect,
                 "code_verifier": verifier})["id_token"]


class Storage:
    async def get_tokens(self):
        return None

    async def set_tokens(self, tokens):
        self.tokens = tokens


async def main():
    token = id_token()
    asked = []

    async def assertion(audience, resource):
        answer = post({**exchange, "subject_token": token, "audience": audience, "resource": resource})
        asked.append((audience, resource, answer))
        return answer["access_token"]

    storage = Storage()
    auth = IdentityAssertionOAuthProvider(
        url, storage, client_id="acme-wiki", client_secret=os.environ["CHAT_SECRET"], issuer=issuer,
        assertion_provider=assertion)
    async with Client(url, auth=auth) as client:
        check("tools/list", [tool.name for tool in await client.list_tools()] == ["add_note"])
    (audience, resource, answer), = asked
    check("one assertion, for the server and its resource", (audience, resource) == (issuer, url), asked)
    check("no access token", answer["token_type"] == "N_A" and "refresh_token" not in answer, answer)
    check("the token of the assertion's scope", storage.tokens.scope == "notes.read", storage.tokens.scope)
    check("no refresh token", storage.tokens.refresh_token is None)
    refused = post({**exchange, "subject_token": token, "audience": "https://other.example"})
    check("no other audience", refused.get("error") == "invalid_target", refused)
    refused = post({**exchange, "subject_token": token, "audience": issuer, "scope": "notes.write"})
    check("no other scope", refused.get("error") == "invalid_scope", refused)


asyncio.run(asyncio.wait_for(main(), 120))
