#!/usr/bin/env python3
"""Prints the configuration file of a `pixy serve` that allows clients more than by default.

    FOREIGN_KEYS=FOLDER Tests/Integration/foreign-clients/configuration.py

Clients that register themselves may exchange tokens (RFC 8693) and redeem assertions (RFC 7523 §2.1)
of an issuer whose keys are in the folder (Tests/Integration/shared/make_keys.py). Their access tokens are JWTs
(RFC 9068).
"""

import json
import os
from pathlib import Path

COMPANY = "https://company.example"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"

if __name__ == "__main__":
    keys = json.loads(Path(os.environ["FOREIGN_KEYS"], "jwks.json").read_text())
    print(json.dumps({
        "access_token_format": "jwt",
        "registration": {"open": True, "grants": ["authorization_code", "refresh_token", EXCHANGE, JWT_BEARER]},
        "trusted_issuers": [{"issuer": COMPANY, "scope": "profile email", "jwks": keys}]}))
