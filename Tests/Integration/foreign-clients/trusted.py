"""A `pixy serve` that allows clients more than by default, and the issuer that it trusts."""
import json
from pathlib import Path

COMPANY = "https://company.example"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer"


def configuration(keys):
    """Clients that register themselves may exchange tokens (RFC 8693) and redeem assertions (RFC 7523 §2.1) of an issuer
    whose keys are in the folder. Their access tokens are JWTs (RFC 9068)."""
    return {"access_token_format": "jwt",
            "registration": {"open": True, "grants": ["authorization_code", "refresh_token", EXCHANGE, JWT_BEARER]},
            "trusted_issuers": [{"issuer": COMPANY, "scope": "profile email", "jwks": json.loads(Path(keys, "jwks.json").read_text())}]}
