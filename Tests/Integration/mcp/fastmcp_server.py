#!/usr/bin/env python3
"""An MCP server made with FastMCP, protected by an authorization server.

    fastmcp_server.py PORT ISSUER SCOPE

The path is /mcp. FastMCP's own verifier checks the signature, issuer, audience and scope of JWT access tokens.
If RESOURCE_SECRET is set, it introspects each token instead, as the client resource-server with that secret.
"""
import os
import sys

from fastmcp import Context, FastMCP
from fastmcp.server.auth import RemoteAuthProvider
from fastmcp.server.auth.providers.introspection import IntrospectionTokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier
from tools import add_tools

port, issuer, scope = int(sys.argv[1]), sys.argv[2], sys.argv[3]
origin = f"http://127.0.0.1:{port}"
if secret := os.environ.get("RESOURCE_SECRET"):
    verifier = IntrospectionTokenVerifier(
        introspection_url=issuer + "/introspect", client_id="resource-server", client_secret=secret,
        audience=origin + "/mcp", required_scopes=[scope])
else:
    verifier = JWTVerifier(
        jwks_uri=issuer + "/jwks", issuer=issuer, audience=origin + "/mcp", algorithm="ES256", required_scopes=[scope])
server = FastMCP(
    "scripted", auth=RemoteAuthProvider(token_verifier=verifier, authorization_servers=[issuer], base_url=origin))


add_tools(server, Context)
server.run(transport="http", host="127.0.0.1", port=port, path="/mcp", show_banner=False)
