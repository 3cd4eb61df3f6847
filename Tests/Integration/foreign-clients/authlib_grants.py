"""Authlib's session at the token endpoint and behind it.

Client credentials, device, introspection, revocation, a resource server by Authlib, and registrations.
"""

import requests
from authlib.common.security import generate_token
from authlib.oauth2.rfc6750.errors import InvalidTokenError
from authlib.oauth2.rfc7662 import IntrospectTokenValidator
from flows import NotOffered, need, same
from peer import DEVICE, REDIRECT, Peer, Person, refused


def run(flows, peer: Peer):
    for method in ("client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt"):
        flows.run(f"client credentials: {method}", credentials, peer, method)
    flows.run("device: public client", device, peer, "none")
    flows.run("device: client_secret_basic", device, peer, "client_secret_basic")
    flows.run("device: the person refuses", refused_device, peer)
    for method in ("client_secret_basic", "client_secret_post", "private_key_jwt"):
        flows.run(f"introspection and revocation: {method}", lifecycle, peer, method)
    flows.run("a refresh token used twice ends its family", reuse, peer)
    flows.run("a resource server that introspects (RFC 7662)", introspecting_resource, peer)
    flows.run("a registration is read, changed and deleted (RFC 7592)", management, peer)
    flows.run("registrations that must be refused", bad_registrations, peer)


def credentials(peer, method):
    need(peer.metadata, grant_types_supported="client_credentials")
    client = peer.register(method, grant_types=["client_credentials"], response_types=[], scope="profile")
    token = peer.session(client).fetch_token(peer["token_endpoint"], grant_type="client_credentials", scope="profile")
    same("refresh_token" in token, False, "whether there is a refresh token")
    return f"{token['token_type']} for {token['expires_in']} s, scope {token.get('scope', 'profile')}"


def device(peer, method):
    need(peer.metadata, grant_types_supported=DEVICE)
    client = peer.register(method, grant_types=[DEVICE, "refresh_token"], response_types=[])
    session, asked = peer.session(client), peer.ask_for_device(client, "openid profile offline_access")
    refused(lambda: peer.poll(session, asked), "authorization_pending")
    same(Person().answer(asked["verification_uri_complete"]), None, "where the person ended")
    peer.wait(asked)
    token = peer.poll(session, asked)
    sub = peer.verify(token, client["client_id"])["sub"]
    same(peer.user_info(session).json()["sub"], sub, "sub at UserInfo")
    session.refresh_token(peer["token_endpoint"], refresh_token=token["refresh_token"])
    refused(lambda: peer.poll(session, asked), "invalid_grant")
    return f"interval {asked.get('interval')}, ID token, refreshed, a second time refused"


def refused_device(peer):
    need(peer.metadata, grant_types_supported=DEVICE)
    client = peer.register("none", grant_types=[DEVICE], response_types=[])
    session, asked = peer.session(client), peer.ask_for_device(client, "profile")
    Person(denies=True).answer(asked["verification_uri_complete"])
    refused(lambda: peer.poll(session, asked), "access_denied")
    return "access_denied"


def introspect(peer, session, token, **options):
    answer = session.introspect_token(peer["introspection_endpoint"], token=token, **options)
    same(answer.status_code, 200, f"status, with {answer.text[:200]}")
    return answer.json()


def lifecycle(peer, method):
    session = peer.session(peer.register(method))
    need(peer.metadata, introspection_endpoint=True)
    token, claims = peer.sign_in(session)
    found = introspect(peer, session, token["access_token"], token_type_hint="access_token")
    same((found["active"], found["client_id"], found["sub"]), (True, session.client_id, claims["sub"]), "active, client_id, sub")
    # The server decides which tokens are active (RFC 7662 §2.2): for pixy only access tokens.
    other = introspect(peer, session, token["refresh_token"], token_type_hint="refresh_token")
    same(other.get("client_id"), session.client_id if other["active"] else None, "client_id of the refresh token")
    same(introspect(peer, session, generate_token(40)), {"active": False}, "what is said of a token that isn't one")
    for kind in ("access_token", "refresh_token"):
        answer = session.revoke_token(peer["revocation_endpoint"], token=token[kind], token_type_hint=kind)
        same(answer.status_code, 200, f"status of the {kind}'s revocation, with {answer.text[:200]}")
        same(introspect(peer, session, token[kind]), {"active": False}, f"what is said of the revoked {kind}")
    refused(session.refresh_token, "invalid_grant", url=peer["token_endpoint"], refresh_token=token["refresh_token"])
    return f"{', '.join(sorted(found))}; both revoked"


def reuse(peer):
    session = peer.session(peer.register("none"))
    token, _ = peer.sign_in(session)
    new = dict(session.refresh_token(peer["token_endpoint"], refresh_token=token["refresh_token"]))
    if new["refresh_token"] == token["refresh_token"]:
        raise AssertionError("a public client's refresh token isn't rotated")
    refused(session.refresh_token, "invalid_grant", url=peer["token_endpoint"], refresh_token=token["refresh_token"])
    refused(session.refresh_token, "invalid_grant", url=peer["token_endpoint"], refresh_token=new["refresh_token"])
    return "the second use was refused, and the new token with it"


def introspecting_resource(peer):
    session = peer.session(peer.register("client_secret_basic"))
    token, _ = peer.sign_in(session)

    class Validator(IntrospectTokenValidator):
        def introspect_token(self, text):
            return introspect(peer, session, text)

    validator = Validator()
    validator.validate_token(validator.authenticate_token(token["access_token"]), ["openid"], None)
    session.revoke_token(peer["revocation_endpoint"], token=token["access_token"])
    try:
        validator.validate_token(validator.authenticate_token(token["access_token"]), ["openid"], None)
    except InvalidTokenError:
        return "let in, and not any more after revocation"
    raise AssertionError("let in after revocation")


def management(peer):
    client = peer.register_another("client_secret_basic")
    if "registration_client_uri" not in client:
        raise NotOffered("no registration_client_uri")
    place, bearer = client["registration_client_uri"], {"Authorization": "Bearer " + client["registration_access_token"]}
    same(requests.get(place, timeout=120).status_code, 401, "status without the token")
    read = requests.get(place, headers=bearer, timeout=120)
    same((read.status_code, read.json()["client_name"]), (200, "Authlib"), "status and name")
    bearer = {"Authorization": "Bearer " + read.json().get("registration_access_token", client["registration_access_token"])}
    new = {"client_id": client["client_id"], "client_name": "Renamed", "redirect_uris": [REDIRECT, "https://client.example/cb"],
           "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
           "token_endpoint_auth_method": "client_secret_basic"}
    changed = requests.put(place, headers=bearer, json=new, timeout=120)
    same((changed.status_code, changed.json().get("client_name")), (200, "Renamed"), "status and name after the change")
    after = client | changed.json()
    peer.sign_in(peer.session(after), "openid")
    bearer = {"Authorization": "Bearer " + after["registration_access_token"]}
    same(requests.delete(place, headers=bearer, timeout=120).status_code, 204, "status of the deletion")
    same(requests.get(place, headers=bearer, timeout=120).status_code, 401, "status after the deletion")
    return "read, renamed and signed in, deleted"


def bad_registrations(peer):
    bad = {
        "a fragment": {"redirect_uris": ["https://client.example/cb#fragment"]},
        "http that isn't loopback": {"redirect_uris": ["http://client.example/cb"]},
        "no redirect URI": {"redirect_uris": []},
        "javascript": {"redirect_uris": ["javascript:alert(1)"]},
        "an unknown method": {"redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none_at_all"},
        "keys twice": {"redirect_uris": [REDIRECT], "jwks": peer.public_keys(), "jwks_uri": "https://client.example/jwks"},
        "no JSON object": [],
    }
    for what, metadata in bad.items():
        answer = requests.post(peer["registration_endpoint"], json=metadata, timeout=120)
        same(answer.status_code, 400, f"status for {what}, with {answer.text[:200]}")
        if answer.json()["error"] not in ("invalid_redirect_uri", "invalid_client_metadata"):
            raise AssertionError(f"error for {what}: {answer.json()['error']}")
    return f"{len(bad)} refused"
