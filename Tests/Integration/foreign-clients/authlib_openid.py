"""Authlib's session at the authorization endpoint: discovery, registration, the code flow in its forms, ID tokens, UserInfo."""

import time
import urllib.error
from urllib.parse import urlencode

import requests
from authlib.common.security import generate_token
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from authlib.oidc.discovery import OpenIDProviderMetadata
from flows import need, same
from joserfc import jwt
from peer import ALGORITHMS, REDIRECT, Peer, Person


def run(flows, peer: Peer):
    flows.run("discovery, with both kinds of metadata", discovery, peer)
    for method in ("none", "client_secret_basic", "client_secret_post", "client_secret_jwt"):
        flows.run(f"registration, code with PKCE, UserInfo, refresh: {method}", code, peer, method)
    for alg in ("ES256", "RS256", "EdDSA"):
        flows.run(f"registration, code with PKCE, UserInfo, refresh: private_key_jwt with {alg}", code, peer, "private_key_jwt", alg)
    flows.run("private_key_jwt for the issuer", code, peer, "private_key_jwt", "ES256", peer.issuer)
    for alg in ALGORITHMS:
        flows.run(f"ID token and UserInfo signed with {alg}", signed, peer, alg)
    flows.run("request object by value (RFC 9101)", request_object, peer)
    flows.run("pushed request (RFC 9126)", pushed, peer)
    flows.run("claims parameter", claims, peer)
    flows.run("max_age and auth_time", max_age, peer)
    flows.run("prompt=none without a session", nobody, peer)
    flows.run("one sign-in for two clients, prompt=none, prompt=login", session, peer)
    flows.run("the person refuses", refusal, peer)
    flows.run("a code twice, another verifier, no PKCE", misuse, peer)


def discovery(peer):
    OpenIDProviderMetadata(peer.metadata).validate()
    place = peer.issuer.replace("://", "\0").partition("/")
    other = requests.get((place[0] + "/.well-known/oauth-authorization-server" + place[1] + place[2]).replace("\0", "://"), timeout=120)
    same(other.status_code, 200, "status")
    AuthorizationServerMetadata(other.json()).validate()
    same(other.json()["issuer"], peer.issuer, "issuer")
    return f"{len(peer.metadata)} members, {len(peer.keys.keys)} keys"


def code(peer, method, alg="ES256", audience=None):
    if method == "private_key_jwt":
        need(peer.metadata, token_endpoint_auth_signing_alg_values_supported=alg)
    client = peer.register(method)
    session = peer.session(client, alg, audience)
    token, claims = peer.sign_in(session)
    same(token["token_type"].lower(), "bearer", "token_type")
    info = peer.user_info(session).json()
    same(info["sub"], claims["sub"], "sub at UserInfo")
    new = session.refresh_token(peer["token_endpoint"], refresh_token=token["refresh_token"])
    if new["access_token"] == token["access_token"]:
        raise AssertionError("refreshing gave the same access token")
    if "id_token" in new:
        same(peer.verify(new, client["client_id"])["sub"], claims["sub"], "sub of the new ID token")
    same(peer.user_info(session).json()["sub"], claims["sub"], "sub at UserInfo after refreshing")
    return f"alg {claims.header['alg']}, {', '.join(sorted(claims))}; UserInfo {', '.join(sorted(info))}; refreshed"


def signed(peer, alg):
    need(peer.metadata, id_token_signing_alg_values_supported=alg, userinfo_signing_alg_values_supported=alg)
    client = peer.register("none", id_token_signed_response_alg=alg, userinfo_signed_response_alg=alg)
    session = peer.session(client)
    _, claims = peer.sign_in(session)
    same(claims.header["alg"], alg, "alg")
    answer = peer.user_info(session)
    same(answer.headers["Content-Type"].partition(";")[0], "application/jwt", "Content-Type")
    decoded = jwt.decode(answer.text, peer.keys, algorithms=[alg])
    aud = decoded.claims["aud"]
    same((decoded.claims["sub"], decoded.claims["iss"], aud if isinstance(aud, list) else [aud]),
         (claims["sub"], peer.issuer, [client["client_id"]]), "sub, iss, aud")
    return f"kid {claims.header['kid'][:8]}…; of UserInfo the signature, iss, aud, sub"


def request_object(peer):
    need(peer.metadata, request_parameter_supported=True, request_object_signing_alg_values_supported="ES256")
    client = peer.register("private_key_jwt", request_object_signing_alg="ES256")
    session, verifier, nonce, state = peer.session(client), generate_token(48), generate_token(20), generate_token(20)
    inner = {"iss": client["client_id"], "aud": peer.issuer, "iat": int(time.time()), "nbf": int(time.time()),
             "exp": int(time.time()) + 60, "jti": generate_token(20), "client_id": client["client_id"], "response_type": "code",
             "redirect_uri": REDIRECT, "scope": "openid", "state": state, "nonce": nonce, **challenge(verifier)}
    signed = jwt.encode({"alg": "ES256", "kid": "es256", "typ": "oauth-authz-req+jwt"}, inner, peer.own["ES256"], algorithms=["ES256"])
    query = {"client_id": client["client_id"], "response_type": "code", "scope": "openid", "request": signed}
    answer = peer.answer(Person(), f"{peer['authorization_endpoint']}?{urlencode(query)}", state)
    _, claims = peer.redeem(session, answer, verifier, nonce)
    return f"sub {claims['sub']}"


def pushed(peer):
    client = peer.register("client_secret_basic")
    session, verifier, nonce, state = peer.session(client), generate_token(48), generate_token(20), generate_token(20)
    form = {"response_type": "code", "redirect_uri": REDIRECT, "scope": "openid", "state": state, "nonce": nonce, **challenge(verifier)}
    answer = requests.post(
        peer["pushed_authorization_request_endpoint"], data=form, auth=(client["client_id"], client["client_secret"]), timeout=120)
    same(answer.status_code, 201, f"status, with {answer.text[:200]}")
    query = {"client_id": client["client_id"], "request_uri": answer.json()["request_uri"]}
    back = peer.answer(Person(), f"{peer['authorization_endpoint']}?{urlencode(query)}", state)
    peer.redeem(session, back, verifier, nonce)
    return f"request_uri for {answer.json()['expires_in']} s"


def challenge(verifier):
    from authlib.oauth2.rfc7636 import create_s256_code_challenge
    return {"code_challenge": create_s256_code_challenge(verifier), "code_challenge_method": "S256"}


def claims(peer):
    need(peer.metadata, claims_parameter_supported=True)
    session = peer.session(peer.register("none"))
    wanted = '{"id_token": {"email": {"essential": true}}, "userinfo": {"name": null}}'
    _, found = peer.sign_in(session, scope="openid", claims=wanted)
    info = peer.user_info(session).json()
    same(("email" in found, "name" in info, "email" in info), (True, True, False), "email in the ID token, name and email at UserInfo")
    return "each where it was asked for"


def max_age(peer):
    _, found = peer.sign_in(peer.session(peer.register("none")), max_age="3600")
    if not time.time() - 60 < found["auth_time"] <= time.time() + 1:
        raise AssertionError(f"auth_time is {found['auth_time']}, and now it is {time.time():.0f}")
    return "auth_time is now"


def start(peer, session, **parameters):
    verifier, nonce = generate_token(48), generate_token(20)
    url, state = session.create_authorization_url(
        peer["authorization_endpoint"], code_verifier=verifier, nonce=nonce, scope="openid", **parameters)
    return url, state, verifier, nonce


def nobody(peer):
    url, state, *_ = start(peer, peer.session(peer.register("none")), prompt="none")
    same(peer.answer(Person(), url, state).get("error"), "login_required", "error")
    return "login_required, with state and iss"


def session(peer):
    person, first, second = Person(), peer.register("client_secret_basic"), peer.register("client_secret_post")
    _, before = peer.sign_in(peer.session(first), "openid", person)
    pages = person.pages
    _, silent = peer.sign_in(peer.session(first), "openid", person, prompt="none")
    same(person.pages, pages, "pages shown with prompt=none")
    same((silent["sub"], silent.get("auth_time")), (before["sub"], before.get("auth_time")), "sub and auth_time with prompt=none")
    _, other = peer.sign_in(peer.session(second), "openid", person)
    same(other["sub"], before["sub"], "sub for the other client")
    pages = person.pages
    peer.sign_in(peer.session(first), "openid", person, prompt="login")
    if person.pages == pages:
        raise AssertionError("prompt=login showed no page")
    return f"sid {'the same' if other.get('sid') == before.get('sid') else 'another'}, prompt=login asked again"


def refusal(peer):
    url, state, *_ = start(peer, peer.session(peer.register("none")))
    same(peer.answer(Person(denies=True), url, state).get("error"), "access_denied", "error")
    return "access_denied, with state and iss"


def misuse(peer):
    client = peer.register("none")
    session = peer.session(client)
    url, state, verifier, nonce = start(peer, session)
    answer = peer.answer(Person(), url, state)
    form = {"grant_type": "authorization_code", "client_id": client["client_id"], "code": answer["code"], "redirect_uri": REDIRECT}
    wrong = requests.post(peer["token_endpoint"], data=form | {"code_verifier": "w" * 43}, timeout=120)
    same((wrong.status_code, wrong.json()["error"]), (400, "invalid_grant"), "another verifier")
    # A server may decide whether a wrong verifier ends the code.
    right = requests.post(peer["token_endpoint"], data=form | {"code_verifier": verifier}, timeout=120)
    again = requests.post(peer["token_endpoint"], data=form | {"code_verifier": verifier}, timeout=120)
    same((again.status_code, again.json()["error"]), (400, "invalid_grant"), "a code twice")
    if right.status_code == 200:
        info = requests.get(peer["userinfo_endpoint"], headers={"Authorization": "Bearer " + right.json()["access_token"]}, timeout=120)
        same(info.status_code, 401, "UserInfo's status with the token of a code that was used twice")
    # A page or a redirect: a server needn't redirect to a client that it doesn't trust (RFC 9700 §4.11.2).
    bare, state = peer.session(client).create_authorization_url(peer["authorization_endpoint"], scope="openid")
    try:
        same(peer.answer(Person(), bare, state).get("error"), "invalid_request", "error without PKCE")
    except urllib.error.HTTPError as page:
        same(page.code, 400, "status of the page without PKCE")
    return "invalid_grant twice, invalid_request"
