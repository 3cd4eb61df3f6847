#!/usr/bin/env bash
# Werkzeug 3.1.9 reads a WWW-Authenticate field with two challenges as one. A field may have several (RFC 9110 §11.6.1),
# and a resource server with DPoP sends them so (RFC 9449 §7.1). The second scheme becomes part of a parameter's name,
# and a first challenge without parameters keeps the comma in its scheme.
# Seen on 2026-11-28: scheme "bearer" with {"realm": "notes", "DPoP algs": "ES256"}; scheme "bearer," with
# {"DPoP algs": "ES256"}.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet install Werkzeug==3.1.9
"$folder/venv/bin/python" - <<'PYTHON'
from werkzeug.datastructures import WWWAuthenticate

def read(field):
    challenge = WWWAuthenticate.from_header(field)
    return challenge.type, dict(challenge.parameters)

seen = [read('Bearer realm="notes", DPoP algs="ES256"'), read('Bearer, DPoP algs="ES256"')]
print(*seen, sep="\n")
assert seen == [("bearer", {"realm": "notes", "DPoP algs": "ES256"}), ("bearer,", {"DPoP algs": "ES256"})], "it has changed"
PYTHON
