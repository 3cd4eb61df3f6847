#!/usr/bin/env bash
# webauthn (py_webauthn) 3.0.1 rejects a passkey's registration and assertion whose authenticatorAttachment it doesn't
# know. WebAuthn Level 3 §5.1 says that relying parties should treat an unknown value as null. An unknown transport, which
# §5.2.1 says to accept and store, the same package accepts, and drops.
# Seen on 2026-11-28: InvalidJSONStructure "Credential had unexpected authenticatorAttachment" for both; transports: usb.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet install webauthn==3.0.1
"$folder/venv/bin/python" - <<'PYTHON'
from webauthn.helpers import parse_authentication_credential_json, parse_registration_credential_json
from webauthn.helpers.exceptions import InvalidJSONStructure

registration = {"clientDataJSON": "AAAA", "attestationObject": "AAAA", "transports": ["usb", "later"]}
assertion = {"clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA"}
seen = []
for parse, response in (
    (parse_registration_credential_json, registration), (parse_authentication_credential_json, assertion)
):
    credential = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response, "clientExtensionResults": {}}
    parsed = parse(credential)
    if response is registration:
        transports = [transport.value for transport in parsed.response.transports]
    try:
        seen.append(parse({**credential, "authenticatorAttachment": "later"}).authenticator_attachment)
    except InvalidJSONStructure as error:
        seen.append(str(error))
print("transports:", transports, "attachment:", seen)
assert transports == ["usb"], "it has changed"
assert seen == ["Credential had unexpected authenticatorAttachment"] * 2, "it has changed"
PYTHON
