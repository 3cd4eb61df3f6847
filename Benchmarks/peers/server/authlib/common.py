"""What both servers of Authlib have alike: their name, their key, their metadata, and where clients ask."""

import json
import os

from authlib.oauth2 import rfc7636, rfc9207
from joserfc.jwk import ECKey, RSAKey

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"   # http on loopback
ISSUER = os.environ["BENCH_ISSUER"]
ALGORITHM = os.environ["BENCH_ALGORITHM"]
SCOPES = ["openid", "profile", "email"]
# Made before the workers are, so that they share it.
KEY = (RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256", "kid": "key"}) if ALGORITHM == "RS256"
       else ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256", "kid": "key"}))
METADATA = {
    "issuer": ISSUER, "authorization_endpoint": f"{ISSUER}/authorize", "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/jwks", "introspection_endpoint": f"{ISSUER}/introspect", "scopes_supported": SCOPES,
    "response_types_supported": ["code"], "response_modes_supported": ["query"],
    "grant_types_supported": ["authorization_code", "refresh_token"], "subject_types_supported": ["public"],
    "id_token_signing_alg_values_supported": [ALGORITHM],
    "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
    "introspection_endpoint_auth_methods_supported": ["client_secret_basic"], "code_challenge_methods_supported": ["S256"],
    "authorization_response_iss_parameter_supported": True,
}



class S256(rfc7636.CodeChallenge):
    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]


class Issuer(rfc9207.IssuerParameter):
    def get_issuer(self):
        return ISSUER


def add_endpoints(application, server):
    @application.get("/.well-known/openid-configuration")
    def metadata():
        return METADATA

    @application.get("/jwks")
    def jwks():
        return {"keys": [json.loads(json.dumps(KEY.as_dict(private=False)))]}

    @application.post("/token")
    def token():
        return server.create_token_response()

    @application.post("/introspect")
    def introspect():
        return server.create_endpoint_response("introspection")
