"""The server as Authlib's client knows it: metadata, keys, and the clients registered there."""

import sys
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT
from authlib.oidc.core import CodeIDToken
from flows import need, same
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from person import Person  # noqa: E402

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
# Nothing listens there: the played user returns the URL that a browser would have opened.
REDIRECT = "http://127.0.0.1:54321/callback"


def refused(call, code, **options):
    """Expects an error from the server, by its code."""
    try:
        call(**options)
    except AuthlibBaseError as error:
        same(error.error, code, "error")
        return
    raise AssertionError(f"granted, where {code} was expected")


class Peer:
    def __init__(self, issuer):
        self.issuer = issuer
        self.metadata = requests.get(issuer + "/.well-known/openid-configuration", timeout=120).json()
        self.registered = {}
        self.keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=120).json())
        self.own = {
            "RS256": RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256", "kid": "rs256"}),
            "ES256": ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256", "kid": "es256"}),
            "EdDSA": OKPKey.generate_key("Ed25519", {"use": "sig", "alg": "EdDSA", "kid": "eddsa"})}

    def __getitem__(self, name):
        need(self.metadata, **{name: True})
        return self.metadata[name]

    def public_keys(self):
        return KeySet(list(self.own.values())).as_dict(private=False)

    def register(self, method="client_secret_basic", **metadata):
        """A registered client, the same for the same arguments: the registration answer (RFC 7591 §3.2.1).

        Servers limit the registrations of strangers in a minute.
        """
        words = repr((method, sorted(metadata.items())))
        if words not in self.registered:
            self.registered[words] = self.register_another(method, **metadata)
        return self.registered[words]

    def register_another(self, method, **metadata):
        need(self.metadata, token_endpoint_auth_methods_supported=method)
        wanted = {"client_name": "Authlib", "redirect_uris": [REDIRECT], "response_types": ["code"],
                  "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": method,
                  "scope": "openid profile email offline_access", **metadata}
        if method == "private_key_jwt":
            wanted["jwks"] = self.public_keys()
        answer = requests.post(self["registration_endpoint"], json=wanted, timeout=120)
        same(answer.status_code, 201, f"the registration's status, with {answer.text[:300]}")
        client = answer.json()
        same(client["token_endpoint_auth_method"], method, "the registered method")
        same("client_secret" in client, method.startswith("client_secret"), "whether there is a client secret")
        return client

    def session(self, client, alg="ES256", audience=None, **options):
        """A session as Authlib's users create it: an assertion is for the endpoint that gets it, and lives for an hour."""
        method = client["token_endpoint_auth_method"]
        secret = self.own[alg] if method == "private_key_jwt" else client.get("client_secret")
        session = OAuth2Session(
            client["client_id"], secret, token_endpoint_auth_method=method, revocation_endpoint_auth_method=method,
            redirect_uri=REDIRECT, code_challenge_method="S256", **options)
        if method == "private_key_jwt":
            session.register_client_auth_method(PrivateKeyJWT(audience, headers={"kid": self.own[alg].kid}, alg=alg))
        elif method == "client_secret_jwt":
            session.register_client_auth_method(ClientSecretJWT(audience))
        return session

    def sign_in(self, session, scope="openid profile email offline_access", person=None, **parameters):
        """The code flow with PKCE, state and nonce: the tokens, and the ID token's claims as Authlib checked them."""
        person, verifier, nonce = person or Person(), generate_token(48), generate_token(20)
        url, state = session.create_authorization_url(
            self["authorization_endpoint"], code_verifier=verifier, nonce=nonce, scope=scope, **parameters)
        return self.redeem(session, self.answer(person, url, state), verifier, nonce)

    def answer(self, person, url, state):
        """The parameters of an answer in a query; `state` and `iss` are right."""
        end = person.answer(url)
        if end is None:
            raise AssertionError("the person ended at a page of the server")
        same(end.url.partition("?")[0], REDIRECT, "where the answer went")
        answer = {name: values[0] for name, values in parse_qs(urlsplit(end.url).query, strict_parsing=True).items()}
        same(answer.get("state"), state, "state")
        if self.metadata.get("authorization_response_iss_parameter_supported"):
            same(answer.get("iss"), self.issuer, "iss")
        return answer

    def redeem(self, session, answer, verifier, nonce):
        same(answer.get("error"), None, f"error ({answer.get('error_description')})")
        token = session.fetch_token(self["token_endpoint"], code=answer["code"], code_verifier=verifier)
        return token, self.verify(token, session.client_id, nonce) if "id_token" in token else None

    def verify(self, token, client_id, nonce=None):
        decoded = jwt.decode(token["id_token"], self.keys, algorithms=ALGORITHMS)
        claims = CodeIDToken(
            decoded.claims, decoded.header, {"iss": {"essential": True, "values": [self.issuer]}},
            {"nonce": nonce, "client_id": client_id, "access_token": token["access_token"]})
        claims.validate(leeway=5)
        return claims

    def user_info(self, session):
        answer = session.get(self["userinfo_endpoint"], timeout=120)
        answer.raise_for_status()
        return answer

    def poll(self, session, device, **options):
        """Polls once for a device's tokens; returns the token or the error code."""
        return session.fetch_token(self["token_endpoint"], grant_type=DEVICE, device_code=device["device_code"], **options)

    def ask_for_device(self, client, scope):
        """The device authorization request (RFC 8628 §3.1), for which Authlib has no method."""
        basic = (client["client_id"], client["client_secret"]) if "client_secret" in client else None
        form = {"scope": scope} | ({} if basic else {"client_id": client["client_id"]})
        answer = requests.post(self["device_authorization_endpoint"], data=form, auth=basic, timeout=120)
        same(answer.status_code, 200, f"the device authorization's status, with {answer.text[:300]}")
        return answer.json()

    def wait(self, device):
        time.sleep(device.get("interval", 5) + 0.05)
