"""Existing values of a server: registered clients, and their tokens, codes and device codes."""

import secrets
import sys
import time
import urllib.error
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import requests

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import proof_key  # noqa: E402
from person import Person  # noqa: E402

REDIRECT = "http://127.0.0.1:54321/callback"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
TYPE = "urn:ietf:params:oauth:token-type:access_token"


class Stock:
    def __init__(self, issuer, clients=3):
        self.metadata = requests.get(issuer + "/.well-known/openid-configuration", timeout=120).json()
        # For each client a user, and the request that gets a code.
        self.signed_in = {}
        methods = ["client_secret_basic", "client_secret_post", "none"]
        # Registrations that may be changed and deleted.
        self.doomed = [self.register("none", ["authorization_code"]) for _ in range(2)]
        self.lots = [self.lot(methods[i % len(methods)]) for i in range(clients)]

    def register(self, method, grants):
        answer = requests.post(self.metadata["registration_endpoint"], timeout=120, json={
            "client_name": "Contract", "redirect_uris": [REDIRECT], "token_endpoint_auth_method": method, "grant_types": grants,
            "response_types": ["code"], "scope": "openid profile email offline_access"})
        if answer.status_code == 429:
            # Registrations in a minute are limited, and the next run follows soon.
            time.sleep(10)
            return self.register(method, grants)
        if answer.status_code != 201:
            sys.exit(f"contract: a registration is answered with {answer.status_code}: {answer.text[:200]}")
        return answer.json()

    def lot(self, method):
        """Valid parameter values for one client, by name."""
        grants = [grant for grant in ("authorization_code", "refresh_token", "client_credentials", DEVICE, EXCHANGE)
                  if grant in self.metadata["grant_types_supported"] and (grant != "client_credentials" or method != "none")]
        client = self.register(method, grants)
        verifier, challenge = proof_key()
        request = {"response_type": "code", "redirect_uri": REDIRECT, "scope": "openid profile email offline_access",
                   "state": "s", "code_challenge": challenge, "code_challenge_method": "S256"}
        person = Person()
        self.signed_in[client["client_id"]] = person, {**request, "client_id": client["client_id"]}
        codes = [self.code(client["client_id"]) for _ in range(9)]
        # A second use of a code or refresh token ends its grant, so these have sign-ins of their own.
        tokens = [self.ask(client, "token_endpoint", grant_type="authorization_code", code=code, redirect_uri=REDIRECT,
                           code_verifier=verifier) for code in codes[:6]]
        lasting, refreshed, revoked = tokens[:2], tokens[2:4], tokens[4:]
        lot = {
            "method": method, "client_id": [client["client_id"]], "client_secret": [client.get("client_secret", "")],
            "code": codes[6:], "code_verifier": [verifier], "code_challenge": [challenge], "code_challenge_method": ["S256"],
            "redirect_uri": [REDIRECT], "response_type": ["code"], "scope": ["openid", "openid profile email offline_access"],
            "access_token": [token["access_token"] for token in lasting],
            "refresh_token": [token["refresh_token"] for token in refreshed],
            "token": [token[kind] for token in lasting for kind in ("access_token", "refresh_token")],
            "revoked": [token[kind] for token in revoked for kind in ("access_token", "refresh_token")],
            "id_token_hint": [token["id_token"] for token in lasting],
            "subject_token": [lasting[0]["access_token"]], "subject_token_type": [TYPE], "grant_type": grants,
            "username": [person.username], "password": [person.password, "another"], "decision": ["approve", "deny"],
        }
        if "registration_access_token" in client:
            lot["registration_access_token"] = [client["registration_access_token"]]
        if DEVICE in grants:
            devices = [self.ask(client, "device_authorization_endpoint", scope="openid") for _ in range(3)]
            lot |= {name: [device[name] for device in devices] for name in ("device_code", "user_code")}
        if "pushed_authorization_request_endpoint" in self.metadata:
            lot["request_uri"] = [self.ask(client, "pushed_authorization_request_endpoint", **request)["request_uri"] for _ in range(2)]
        lot["pages"] = [page for person in (Person(), person) for page in self.pages(person, {
            **request, "client_id": client["client_id"], "prompt": "consent"})]
        # A registration's path ends in the client's ID; a server may give the parameter another name.
        lot["id"] = lot["client_id"]
        return {name: values for name, values in lot.items() if values}

    def pages(self, person, request):
        """Forms that wait for the user: the URL, the fields, and the cookies of the browser."""
        addresses = [f"{self.metadata['authorization_endpoint']}?{urlencode(request)}"]
        if "end_session_endpoint" in self.metadata:
            addresses.append(f"{self.metadata['end_session_endpoint']}?{urlencode({'client_id': request['client_id']})}")
        for address in addresses:
            person.origin = urlsplit(address)[:2]
            for form in person.fetch(address).forms:
                cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.cookies)
                yield urlsplit(form["action"]).path, form["fields"], cookies

    def code(self, client):
        """A new code of the user who is signed in for a client; None while wrong passwords lock the user."""
        person, request = self.signed_in[client]
        try:
            end = person.answer(f"{self.metadata['authorization_endpoint']}?{urlencode({**request, 'nonce': secrets.token_urlsafe(16)})}")
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            return None
        return parse_qs(urlsplit(end.url).query)["code"][0]

    def ask(self, client, endpoint, **form):
        method = client["token_endpoint_auth_method"]
        basic = (client["client_id"], client["client_secret"]) if method == "client_secret_basic" else None
        if basic is None:
            form["client_id"] = client["client_id"]
        if method == "client_secret_post":
            form["client_secret"] = client["client_secret"]
        answer = requests.post(self.metadata[endpoint], data=form, auth=basic, timeout=120)
        if not answer.ok:
            sys.exit(f"contract: {endpoint} answers {answer.status_code}: {answer.text[:200]}")
        return answer.json()
