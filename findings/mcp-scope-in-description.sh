#!/usr/bin/env bash
# The Python SDK of MCP 2.3.0 looks for `scope=` anywhere in WWW-Authenticate, not among the parameters of a challenge
# (RFC 9110 §11.6.1). It finds the scope in the quoted text of an error_description, or at the end of another
# parameter's name. It finds none with blanks around "=", which recipients have to parse (§5.6.3, §11.2).
# Seen on 2026-11-28: 'admin"', 'read', None; without these neighbours: 'notes'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet install mcp==2.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from httpx2 import Response
from mcp.client.auth.utils import extract_scope_from_www_auth

challenges = [
    'Bearer error="insufficient_scope", error_description="this needs scope=admin", scope="notes"',
    'Bearer old_scope="read", scope="notes"',
    'Bearer scope = "notes"',
    'Bearer error="insufficient_scope", scope="notes"',
]
seen = [extract_scope_from_www_auth(Response(403, headers={"WWW-Authenticate": text})) for text in challenges]
print(seen)
assert seen == ['admin"', "read", None, "notes"], "it has changed"
PYTHON
