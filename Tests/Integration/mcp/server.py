#!/usr/bin/env python3
"""An MCP server made with the Python SDK, protected by an authorization server with JWT access tokens.

    server.py PORT ISSUER SCOPE [PATH] [json]

PATH is /mcp by default. With `json` its answers are JSON instead of event streams. MCP_RESOURCE is
another URL at which clients reach it.
"""
import asyncio
import os
import sys

import jwt
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import Context, MCPServer
from tools import add_tools

port, issuer, scope = int(sys.argv[1]), sys.argv[2], sys.argv[3]
path = sys.argv[4] if len(sys.argv) > 4 else "/mcp"
resource = os.environ.get("MCP_RESOURCE") or f"http://127.0.0.1:{port}{path}"


class Verifier:
    """Checks the tokens' signature, issuer, audience and times (RFC 9068 §4)."""

    def __init__(self):
        self.keys = jwt.PyJWKClient(issuer + "/jwks")

    async def verify_token(self, token):
        try:
            key = await asyncio.to_thread(self.keys.get_signing_key_from_jwt, token)
            claims = jwt.decode(
                token, key, algorithms=["ES256", "RS256", "EdDSA"], issuer=issuer, audience=resource)
        except Exception as error:
            print("rejected:", type(error).__name__, error, file=sys.stderr, flush=True)
            return None
        return AccessToken(
            token=token, client_id=claims["client_id"], scopes=claims.get("scope", "").split(),
            expires_at=claims["exp"], resource=resource, subject=claims["sub"])


server = MCPServer(
    "scripted", token_verifier=Verifier(),
    auth=AuthSettings(
        issuer_url=issuer, resource_server_url=resource, required_scopes=[scope], validate_token_resource=True))


add_tools(server, Context)
server.run(
    "streamable-http", host="127.0.0.1", port=port, streamable_http_path=path, json_response="json" in sys.argv)
