#!/usr/bin/env python3
"""Creates a client's keys: es256.pem, rs256.pem and eddsa.pem, each named by its `kid`, and jwks.json for servers.

    Tests/Integration/shared/make_keys.py FOLDER         (with the Python of Tests/Integration/foreign-servers/install)
"""

import json
import sys
from pathlib import Path

from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey

folder = Path(sys.argv[1])
keys = [
    kind.generate_key(size, {"use": "sig", "alg": alg, "kid": alg.lower()})
    for alg, kind, size in (("ES256", ECKey, "P-256"), ("RS256", RSAKey, 2048), ("EdDSA", OKPKey, "Ed25519"))]
for key in keys:
    (folder / f"{key.kid}.pem").write_bytes(key.as_pem(private=True))
(folder / "jwks.json").write_text(json.dumps(KeySet(keys).as_dict(private=False)))
