"""Authlib at a server that allows clients more than `--open-registration` does by default (trusted.py).

Token exchange, another issuer's assertion as a grant, access tokens that are JWTs.
"""

import os
from pathlib import Path

from authlib.integrations.requests_client import AssertionSession
from authlib.oauth2.rfc6750.errors import InsufficientScopeError
from authlib.oauth2.rfc9068 import JWTBearerTokenValidator
from trusted import COMPANY, EXCHANGE, JWT_BEARER
from flows import NotOffered, need, same
from joserfc import jwt
from peer import Peer, refused


def run(flows, peer: Peer):
    flows.run("token exchange (RFC 8693)", exchange, peer)
    for alg in ("ES256", "RS256", "EdDSA"):
        flows.run(f"JWT bearer grant with {alg} (RFC 7523)", jwt_bearer, peer, alg)
    flows.run("a resource server that checks JWT access tokens (RFC 9068)", jwt_resource, peer)


def register(peer, *grants):
    need(peer.metadata, grant_types_supported=grants[-1])
    client = peer.register("client_secret_basic", grant_types=list(grants), scope="openid profile email")
    if grants[-1] not in client["grant_types"]:
        raise NotOffered(f"the client was registered without {grants[-1]}")
    return client


def exchange(peer):
    session = peer.session(register(peer, "authorization_code", EXCHANGE))
    token, claims = peer.sign_in(session, "openid profile email")
    got = session.fetch_token(
        peer["token_endpoint"], grant_type=EXCHANGE, subject_token=token["access_token"], scope="profile",
        subject_token_type="urn:ietf:params:oauth:token-type:access_token")
    same(got["issued_token_type"], "urn:ietf:params:oauth:token-type:access_token", "issued_token_type")
    same(peer.user_info(session).json()["sub"], claims["sub"], "sub at UserInfo")
    return f"scope {got.get('scope')}"


def jwt_bearer(peer, alg):
    """Authlib's session requests the first token by itself, and another when it expires."""
    client = register(peer, "authorization_code", JWT_BEARER)
    _, claims = peer.sign_in(peer.session(client), "openid")
    sub = claims["sub"]
    key = Path(os.environ["FOREIGN_KEYS"], f"{alg.lower()}.pem").read_text()

    def session(sub, key=key, issuer=COMPANY):
        session = AssertionSession(
            peer["token_endpoint"], issuer, sub, grant_type=JWT_BEARER, scope="profile", key=key,
            header={"alg": alg, "kid": alg.lower()})
        # That class doesn't handle client authentication.
        session.auth = (client["client_id"], client["client_secret"])
        return session

    ours = session(sub)
    same(peer.user_info(ours).json()["sub"], sub, "sub at UserInfo")
    first = ours.token["access_token"]
    ours.token["expires_at"] = 1
    same(peer.user_info(ours).json()["sub"], sub, "sub at UserInfo with the second token")
    same(ours.token["access_token"] == first, False, "whether the second token is the first")
    stranger = peer.own[alg].as_pem(private=True).decode()
    for wrong in (session("nobody"), session(sub, key=stranger), session(sub, issuer="https://other.example")):
        refused(wrong.refresh_token, "invalid_grant")
    return "an hour's assertion, twice; another person, key and issuer refused"


def jwt_resource(peer):
    token, _ = peer.sign_in(peer.session(peer.register("client_secret_basic")))
    text = token["access_token"]
    if text.count(".") != 2:
        raise NotOffered("access tokens aren't JWTs")
    aud = jwt.decode(text, peer.keys, algorithms=["RS256", "ES256"]).claims["aud"]

    class Validator(JWTBearerTokenValidator):
        def get_jwks(self):
            return peer.keys.as_dict(private=False)

    validator = Validator(peer.issuer, aud if isinstance(aud, str) else aud[0])
    checked = validator.authenticate_token(text)
    validator.validate_token(checked, ["openid"], None)
    try:
        validator.validate_token(checked, ["a-scope-nobody-has"], None)
    except InsufficientScopeError:
        return f"typ {checked.header['typ']}, {', '.join(sorted(checked))}"
    raise AssertionError("a scope that wasn't granted is there")
