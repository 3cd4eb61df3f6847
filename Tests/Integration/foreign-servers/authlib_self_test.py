"""What `authlib-server --self-test` does: every endpoint is asked with Authlib's own client, or by hand where it has none."""

import socket
import threading
import time
from urllib.parse import parse_qs, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

REDIRECT = "http://127.0.0.1:54321/callback"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Check:
    def __init__(self, base, key):
        self.base, self.key = base, key
        self.metadata = requests.get(base + "/.well-known/openid-configuration", timeout=120).json()
        self.keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=120).json())

    def session(self, client_id, secret=None, method="none", **options):
        session = OAuth2Session(client_id, secret, token_endpoint_auth_method=method, redirect_uri=REDIRECT,
                                code_challenge_method="S256", **options)
        for kind in (ClientSecretJWT, PrivateKeyJWT):
            alg = "ES256" if kind is PrivateKeyJWT else "HS256"
            # RFC 7523 §3 leaves the claim's absence open; this server requires it, and so does Pixy's.
            session.register_client_auth_method(
                kind(self.metadata["token_endpoint"], alg=alg, claims={"jti": generate_token(20)}))
        return session

    def decide(self, url, decision="approve", password="wonderland"):
        form = {"username": "alice", "password": password, "decision": decision}
        return requests.post(url, data=form, allow_redirects=False, timeout=120)

    def answer(self, response):
        assert response.status_code == 302, (response.status_code, response.text)
        return {name: values[0] for name, values in parse_qs(urlsplit(response.headers["Location"]).query).items()}

    def sign_in(self, session, scope="openid profile email", **parameters):
        verifier, nonce = generate_token(48), generate_token(20)
        url, state = session.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce, scope=scope, **parameters)
        assert requests.get(url, timeout=120).status_code == 200
        answer = self.answer(self.decide(url))
        assert answer["state"] == state and answer["iss"] == self.base, answer
        token = session.fetch_token(self.metadata["token_endpoint"], code=answer["code"], code_verifier=verifier)
        if "openid" in scope:
            claims = jwt.decode(token["id_token"], self.keys, algorithms=["RS256", "ES256", "EdDSA"]).claims
            assert claims["iss"] == self.base and claims["aud"] == [session.client_id], claims
            assert claims["nonce"] == nonce and claims["at_hash"] and claims["sub"] == "alice", claims
        return token, answer, verifier

    def introspect(self, token):
        return requests.post(self.metadata["introspection_endpoint"], data={"token": token},
                             auth=("pixy-basic", "secret-of-pixy-basic"), timeout=120).json()

    def code_and_refresh(self):
        session = self.session("pixy")
        token, answer, verifier = self.sign_in(session)
        again = requests.post(self.metadata["token_endpoint"], timeout=120, data={
            "grant_type": "authorization_code", "client_id": "pixy", "code": answer["code"], "redirect_uri": REDIRECT,
            "code_verifier": verifier})
        assert again.status_code == 400 and again.json()["error"] == "invalid_grant", again.text
        new = session.refresh_token(self.metadata["token_endpoint"], refresh_token=token["refresh_token"])
        assert new["refresh_token"] != token["refresh_token"] and new["access_token"] != token["access_token"]
        old = requests.post(self.metadata["token_endpoint"], timeout=120, data={
            "grant_type": "refresh_token", "client_id": "pixy", "refresh_token": token["refresh_token"]})
        assert old.json()["error"] == "invalid_grant", old.text

    def wrong_verifier_and_plain(self):
        session = self.session("pixy")
        url, _ = session.create_authorization_url(self.metadata["authorization_endpoint"], code_verifier="v" * 43)
        code = self.answer(self.decide(url))["code"]
        refused = requests.post(self.metadata["token_endpoint"], timeout=120, data={
            "grant_type": "authorization_code", "client_id": "pixy", "code": code, "redirect_uri": REDIRECT,
            "code_verifier": "w" * 43})
        assert refused.json()["error"] == "invalid_grant", refused.text
        plain = self.answer(self.decide(url.replace("code_challenge_method=S256", "code_challenge_method=plain")))
        assert plain["error"] == "invalid_request" and plain["iss"] == self.base, plain

    def refusals(self):
        session = self.session("pixy", scope="openid")
        url, state = session.create_authorization_url(self.metadata["authorization_endpoint"], code_verifier="v" * 43)
        denied = self.answer(self.decide(url, "deny"))
        assert denied["error"] == "access_denied" and denied["state"] == state and denied["iss"] == self.base, denied
        silent = self.answer(requests.get(url + "&prompt=none", allow_redirects=False, timeout=120))
        assert silent["error"] == "login_required" and silent["state"] == state and silent["iss"] == self.base, silent
        assert "Wrong user name" in self.decide(url, password="wrong").text
        assert requests.get(url.replace("callback", "elsewhere"), allow_redirects=False, timeout=120).status_code == 400

    def userinfo(self):
        token, _, _ = self.sign_in(self.session("pixy"))
        field = {"Authorization": "Bearer " + token["access_token"]}
        person = requests.get(self.metadata["userinfo_endpoint"], headers=field, timeout=120).json()
        assert person["sub"] == "alice" and person["name"] == "Alice Liddell", person
        none = requests.get(self.metadata["userinfo_endpoint"], headers={"Authorization": "Bearer x"}, timeout=120)
        assert none.status_code == 401 and "invalid_token" in none.headers["WWW-Authenticate"], none.headers

    def client_authentication(self):
        for client, secret, method in [
            ("pixy-basic", "secret-of-pixy-basic", "client_secret_basic"),
            ("pixy-spaces", "secret of pixy-spaces", "client_secret_basic"),
            ("pixy-post", "secret of pixy-post", "client_secret_post"),
            ("pixy-secret-jwt", "secret of pixy-secret-jwt, of 32 bytes or more", "client_secret_jwt"),
            ("pixy-key-jwt", self.key, "private_key_jwt"),
        ]:
            self.sign_in(self.session(client, secret, method))
            machine = self.session(client, secret, method).fetch_token(
                self.metadata["token_endpoint"], grant_type="client_credentials", scope="profile")
            assert machine["access_token"] and "refresh_token" not in machine, machine
        wrong = requests.post(self.metadata["token_endpoint"], data={"grant_type": "client_credentials"},
                              auth=("pixy-basic", "wrong"), timeout=120)
        assert wrong.status_code == 401 and wrong.json()["error"] == "invalid_client", wrong.text

    def introspection_and_revocation(self):
        session = self.session("pixy")
        token, _, _ = self.sign_in(session)
        found = self.introspect(token["access_token"])
        assert found["active"] and found["sub"] == "alice" and found["client_id"] == "pixy", found
        assert self.introspect("nonsense") == {"active": False}
        gone = session.revoke_token(self.metadata["revocation_endpoint"], token["refresh_token"], "refresh_token")
        assert gone.status_code == 200, gone.text
        assert not self.introspect(token["access_token"])["active"] and not self.introspect(token["refresh_token"])["active"]

    def device(self):
        for decision, expected in (("approve", None), ("deny", "access_denied")):
            begun = requests.post(self.metadata["device_authorization_endpoint"], timeout=120,
                                  data={"client_id": "pixy", "scope": "openid profile"}).json()
            assert begun["interval"] == 1 and begun["user_code"] in begun["verification_uri_complete"], begun
            poll = lambda: requests.post(self.metadata["token_endpoint"], timeout=120, data={
                "grant_type": DEVICE, "client_id": "pixy", "device_code": begun["device_code"]}).json()
            assert poll()["error"] == "authorization_pending"
            assert poll()["error"] == "slow_down"
            assert self.decide(begun["verification_uri_complete"], decision).status_code == 200
            ended = poll()
            assert ended.get("error") == expected, ended
            if expected is None:
                claims = jwt.decode(ended["id_token"], self.keys, algorithms=["RS256"]).claims
                assert claims["sub"] == "alice" and ended["refresh_token"], claims

    def registration(self):
        made = requests.post(self.metadata["registration_endpoint"], timeout=120, json={
            "redirect_uris": ["http://127.0.0.1/callback"], "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"], "token_endpoint_auth_method": "private_key_jwt",
            "jwks": KeySet([self.key]).as_dict(private=False), "id_token_signed_response_alg": "ES256",
            "userinfo_signed_response_alg": "EdDSA", "client_name": "Self-test",
            "post_logout_redirect_uris": ["http://127.0.0.1/left"]})
        assert made.status_code == 201 and "client_secret" not in made.json(), made.text
        assert made.json()["post_logout_redirect_uris"] == ["http://127.0.0.1/left"], made.text
        token, _, _ = self.sign_in(self.session(made.json()["client_id"], self.key, "private_key_jwt"))
        signed = requests.get(self.metadata["userinfo_endpoint"], timeout=120,
                              headers={"Authorization": "Bearer " + token["access_token"]})
        assert signed.headers["Content-Type"] == "application/jwt", signed.headers
        assert jwt.decode(signed.text, self.keys, algorithms=["EdDSA"]).claims["sub"] == "alice"
        refused = requests.post(self.metadata["registration_endpoint"], timeout=120, json={"grant_types": ["password"]})
        assert refused.status_code == 400, refused.text

    def request_object(self):
        verifier, state = generate_token(48), generate_token(20)
        session = self.session("pixy-jar", state=state)
        url, _ = session.create_authorization_url(self.metadata["authorization_endpoint"], code_verifier=verifier, state=state)
        parameters = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        refused = requests.get(url, allow_redirects=False, timeout=120)
        assert refused.status_code == 400 and "signed request objects" in refused.text, refused.text
        signed = jwt.encode({"alg": "ES256"}, {**parameters, "iss": "pixy-jar", "aud": self.base}, self.key, ["ES256"])
        answer = self.answer(self.decide(self.metadata["authorization_endpoint"] + f"?client_id=pixy-jar&request={signed}"))
        assert answer["state"] == state, answer
        assert session.fetch_token(self.metadata["token_endpoint"], code=answer["code"], code_verifier=verifier)["access_token"]

    def logout(self):
        token, _, _ = self.sign_in(self.session("pixy"))
        left = requests.get(self.metadata["end_session_endpoint"], allow_redirects=False, timeout=120, params={
            "id_token_hint": token["id_token"], "post_logout_redirect_uri": "http://127.0.0.1/out", "state": "s"})
        assert left.status_code == 302 and left.headers["Location"] == "http://127.0.0.1/out?state=s", left.headers


def run(provider, make_server):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    key = ECKey.generate_key("P-256", {"kid": "self-test", "use": "sig", "alg": "ES256"})
    base = f"http://127.0.0.1:{port}"
    http = make_server("127.0.0.1", port, provider(base, KeySet([key]).as_dict(private=False), interval=1).app, threaded=True)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    check, failed = Check(base, key), 0
    started = time.monotonic()
    for name in ["code_and_refresh", "wrong_verifier_and_plain", "refusals", "userinfo", "client_authentication",
                 "introspection_and_revocation", "device", "registration", "request_object", "logout"]:
        try:
            getattr(check, name)()
            print(f"ok      {name}")
        except Exception as error:  # noqa: BLE001 - a failing check must not stop the others
            failed += 1
            print(f"NOT OK  {name}: {type(error).__name__}: {str(error)[:400]}")
    print(f"authlib-server: {failed} failed, {time.monotonic() - started:.1f} s")
    return 1 if failed else 0
