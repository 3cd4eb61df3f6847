#!/usr/bin/env bash
# A token answer with "expires_in": 0 gives a token that never expires in Authlib 1.9.10 and oauthlib 4.0.1. RFC 6749
# §5.1 calls the member the lifetime in seconds. Both take 0 for a missing lifetime: neither computes an expiry time,
# oauthlib also removes the member, and Authlib's is_expired() is None, as without the member. 1 is a lifetime in both.
# Seen on 2026-11-28: oauthlib: no expires_in and no expires_at; Authlib: no expires_at, is_expired() None.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet install Authlib==1.9.10 oauthlib==4.0.1
"$folder/venv/bin/python" - <<'PYTHON'
import json
from authlib.oauth2.rfc6749.wrappers import OAuth2Token
from oauthlib.oauth2.rfc6749.parameters import parse_token_response

def read(seconds):
    answer = {"access_token": "t", "token_type": "Bearer", "expires_in": seconds}
    by_oauthlib = dict(parse_token_response(json.dumps(answer)))
    by_authlib = OAuth2Token.from_dict(dict(answer))
    return {"oauthlib": sorted(by_oauthlib), "authlib": ["expires_at" in by_authlib, by_authlib.is_expired()]}

seen = {seconds: read(seconds) for seconds in (0, 1)}
print(json.dumps(seen, indent=2))
assert seen[0] == {"oauthlib": ["access_token", "token_type"], "authlib": [False, None]}, "it has changed"
assert "expires_at" in seen[1]["oauthlib"] and seen[1]["authlib"][0], "it has changed"
PYTHON
