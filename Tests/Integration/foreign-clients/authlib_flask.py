"""A web application as Authlib's users write it, on its Flask integration.

It discovers the server, keeps state, nonce and verifier in the browser's session, and checks the ID token.
"""

from urllib.parse import urlsplit

import flask
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.flask_client import OAuth
from flows import need, same
from peer import REDIRECT, Peer, Person

OUT = "http://127.0.0.1:54321/out"


def run(flows, peer: Peer):
    for method in ("none", "client_secret_basic", "client_secret_post"):
        flows.run(f"Flask: sign-in, UserInfo: {method}", sign_in, peer, method)
    flows.run("Flask: form_post", sign_in, peer, "client_secret_basic", response_mode="form_post")
    flows.run("Flask: the person refuses", refusal, peer)
    flows.run("Flask: logout", logout, peer)


class Application:
    def __init__(self, peer, client):
        self.web = flask.Flask("authlib_flask")
        self.web.secret_key = generate_token(32)
        self.client = OAuth(self.web).register(
            "server", client_id=client["client_id"], client_secret=client.get("client_secret"),
            server_metadata_url=peer.issuer + "/.well-known/openid-configuration",
            client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256",
                           "token_endpoint_auth_method": client["token_endpoint_auth_method"]})
        self.parameters = {}
        self.web.add_url_rule("/login", "login", lambda: self.client.authorize_redirect(REDIRECT, **self.parameters))
        self.web.add_url_rule("/callback", "callback", self.callback, methods=["GET", "POST"])
        self.web.add_url_rule("/logout", "logout", lambda: self.client.logout_redirect(OUT, self.token["id_token"]))
        self.web.add_url_rule("/out", "out", lambda: flask.jsonify(self.client.validate_logout_response()))
        self.browser = self.web.test_client()

    def callback(self):
        try:
            self.token = self.client.authorize_access_token()
        except OAuthError as error:
            return {"error": error.error}
        return {"claims": self.token["userinfo"], "info": self.client.userinfo(token=self.token)}

    def sign_in(self, person, **parameters):
        """The application's answer when the user is back."""
        self.parameters = parameters
        end = person.answer(self.browser.get("/login").location)
        place = urlsplit(end.url)
        if end.form is None:
            return self.browser.get(f"{place.path}?{place.query}").json
        same(place.query, "", "the query of the address that the form goes to")
        return self.browser.post(place.path, data=end.form).json


def sign_in(peer, method, **parameters):
    if mode := parameters.get("response_mode"):
        need(peer.metadata, response_modes_supported=mode)
    found = Application(peer, peer.register(method)).sign_in(Person(), **parameters)
    same(found.get("error"), None, "error")
    same(found["info"]["sub"], found["claims"]["sub"], "sub")
    return f"nonce, iss, aud, at_hash checked by Authlib; UserInfo {', '.join(sorted(found['info']))}"


def refusal(peer):
    same(Application(peer, peer.register("none")).sign_in(Person(denies=True)).get("error"), "access_denied", "error")
    return "access_denied"


def logout(peer):
    need(peer.metadata, end_session_endpoint=True)
    application, person = Application(peer, peer.register("client_secret_basic", post_logout_redirect_uris=[OUT])), Person()
    application.sign_in(person)
    end = person.answer(application.browser.get("/logout").location)
    same(end and end.url.partition("?")[0], OUT, "where the person ended")
    said = application.browser.get("/out?" + urlsplit(end.url).query)
    same((said.status_code, said.json["post_logout_redirect_uri"]), (200, OUT), "what the application says of state")
    same(application.sign_in(person, prompt="none").get("error"), "login_required", "prompt=none afterwards")
    return "back at the application with state; prompt=none gives login_required"
