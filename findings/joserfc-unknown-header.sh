#!/usr/bin/env bash
# joserfc 1.8.0 rejects a signed token whose header has a parameter that it doesn't know. RFC 7515 §4 says that such
# parameters must be ignored, unless `crit` lists them, and gateways add their own (`signer`, `client`). The other
# libraries here accept the same token.
# Seen on 2026-11-28: joserfc: UnsupportedHeaderError: unsupported_header: Unsupported {'signer'} in header; with
# strict_check_header off, and in jwcrypto 1.6.1 and PyJWT 2.15.1: accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet install joserfc==1.8.0 jwcrypto==1.6.1 PyJWT==2.15.1
"$folder/venv/bin/python" - <<'PYTHON'
import base64, hashlib, hmac, json
import jwt as pyjwt
from joserfc import jws
from joserfc.jwk import OctKey
from jwcrypto import jwk, jws as crypto_jws

key = bytes(range(32))

def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

signed = encoded(b'{"alg":"HS256","signer":"gateway-1"}') + "." + encoded(b'{"sub":"1"}')
token = signed + "." + encoded(hmac.new(key, signed.encode(), hashlib.sha256).digest())

def answer(verify):
    try:
        return json.loads(verify())
    except Exception as error:
        return f"{type(error).__name__}: {error}"

def by_jwcrypto():
    one = crypto_jws.JWS()
    one.deserialize(token, jwk.JWK(kty="oct", k=encoded(key)))
    return one.payload

registry = jws.JWSRegistry(algorithms=["HS256"], strict_check_header=False)
seen = {
    "joserfc": answer(lambda: jws.deserialize_compact(token, OctKey.import_key(key), algorithms=["HS256"]).payload),
    "joserfc, not strict": answer(lambda: jws.deserialize_compact(token, OctKey.import_key(key), registry=registry).payload),
    "jwcrypto": answer(by_jwcrypto),
    "PyJWT": answer(lambda: json.dumps(pyjwt.decode(token, key, algorithms=["HS256"]))),
}
print(json.dumps(seen, indent=2))
accepted = {"sub": "1"}
assert seen == {"joserfc": "UnsupportedHeaderError: unsupported_header: Unsupported {'signer'} in header",
                "joserfc, not strict": accepted, "jwcrypto": accepted, "PyJWT": accepted}, "it has changed"
PYTHON
