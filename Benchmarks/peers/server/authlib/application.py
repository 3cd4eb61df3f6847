"""An authorization server on Authlib and Flask that keeps everything in SQLite, for gunicorn, with the least work that Authlib leaves one:
its SQL is written by hand. `documented.py` is how its documentation builds a server.

    BENCH_DATABASE=FILE BENCH_ISSUER=URL BENCH_ALGORITHM=ES256|RS256 gunicorn --preload application:application

Codes and tokens are in one SQLite file in WAL mode, and every commit waits for the disk (`synchronous=FULL`), as Pixy's do. Codes and
refresh tokens are redeemed by one conditional update each, in the transaction that keeps what they are redeemed for. Tokens are opaque,
and looked up by an index. The person signs in once at /sign-in with a password (scrypt) and has a signed session cookie from then on;
consent was given. Clients are in memory: `bench`, public, and `bench-secret`, with client_secret_basic.
"""

import os
import secrets
import sqlite3
import threading
import time

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error, rfc6749, rfc7662
from authlib.oidc.core import OpenIDCode, UserInfo
from authlib.oidc.core.models import AuthorizationCodeMixin
from common import ALGORITHM, ISSUER, KEY, SCOPES, S256, Issuer, add_endpoints
from werkzeug.security import check_password_hash, generate_password_hash

PASSWORD = generate_password_hash("wonderland", method="scrypt")
USER = {"sub": "248289761001", "name": "Alice", "email": "alice@example.com"}
COLUMNS = "client TEXT NOT NULL, scope TEXT NOT NULL, sub TEXT NOT NULL"
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS codes (code TEXT PRIMARY KEY, {COLUMNS}, redirect_uri TEXT, nonce TEXT, challenge TEXT, method TEXT,
  auth_time INTEGER NOT NULL, expires INTEGER NOT NULL, spent INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (id INTEGER PRIMARY KEY, access_token TEXT NOT NULL UNIQUE, refresh_token TEXT UNIQUE, {COLUMNS},
  issued INTEGER NOT NULL, expires_in INTEGER NOT NULL, spent INTEGER NOT NULL DEFAULT 0);
"""
connections = threading.local()


def database():
    """The thread's connection."""
    if not hasattr(connections, "value"):
        connection = sqlite3.connect(os.environ["BENCH_DATABASE"], timeout=20, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(SCHEMA)
        connections.value = connection
    return connections.value


class Client(rfc6749.ClientMixin):
    id_token_signed_response_alg = ALGORITHM

    def __init__(self, client_id, secret=None):
        self.client_id, self.secret = client_id, secret

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return " ".join(token for token in (scope or "").split() if token in SCOPES)

    def check_redirect_uri(self, uri):
        return uri == "http://127.0.0.1:9/callback"

    def check_client_secret(self, secret):
        return self.secret is not None and secrets.compare_digest(self.secret, secret)

    def check_endpoint_auth_method(self, method, endpoint):
        return method == ("none" if self.secret is None else "client_secret_basic")

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")


class Code(AuthorizationCodeMixin):
    def __init__(self, row):
        self.row = row
        self.code_challenge, self.code_challenge_method = row["challenge"], row["method"]

    def get_redirect_uri(self):
        return self.row["redirect_uri"]

    def get_scope(self):
        return self.row["scope"]

    def get_nonce(self):
        return self.row["nonce"]

    def get_auth_time(self):
        return self.row["auth_time"]


class Token(rfc6749.TokenMixin):
    def __init__(self, row):
        self.row = row

    def check_client(self, client):
        return self.row["client"] == client.client_id

    def get_scope(self):
        return self.row["scope"]

    def get_expires_in(self):
        return self.row["expires_in"]

    def is_expired(self):
        return time.time() > self.row["issued"] + self.row["expires_in"]

    def is_revoked(self):
        return bool(self.row["spent"])

    def get_user(self):
        return USER


CLIENTS = {"bench": Client("bench"), "bench-secret": Client("bench-secret", "secret-of-bench-secret-of-32-bytes-or-more")}
application = flask.Flask("bench")
application.secret_key = secrets.token_bytes(32)
application.config.update(OAUTH2_REFRESH_TOKEN_GENERATOR=True, OAUTH2_SCOPES_SUPPORTED=SCOPES)


def redeem(table, column, text):
    """The rest of the transaction that keeps new tokens: exactly one caller redeems."""
    database().execute("BEGIN IMMEDIATE")
    if database().execute(f"UPDATE {table} SET spent = 1 WHERE {column} = ? AND spent = 0", (text,)).rowcount != 1:
        database().execute("ROLLBACK")
        raise rfc6749.errors.InvalidGrantError()


def save_token(answer, request):
    redeem(*flask.g.redeemed)
    database().execute(
        "INSERT INTO tokens (access_token, refresh_token, client, scope, sub, issued, expires_in) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (answer["access_token"], answer.get("refresh_token"), request.client.client_id, answer.get("scope", ""), USER["sub"],
         int(time.time()), answer["expires_in"]))
    database().execute("COMMIT")


class CodeGrant(rfc6749.grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic"]

    def save_authorization_code(self, code, request):
        data, now = request.payload.data, int(time.time())
        database().execute(
            "INSERT INTO codes (code, client, scope, sub, redirect_uri, nonce, challenge, method, auth_time, expires) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (code, request.client.client_id, request.scope, request.user["sub"], request.payload.redirect_uri, data.get("nonce"),
             data.get("code_challenge"), data.get("code_challenge_method"), now, now + 60))

    def query_authorization_code(self, code, client):
        row = database().execute("SELECT * FROM codes WHERE code = ? AND client = ? AND expires > ? AND spent = 0",
                                 (code, client.client_id, int(time.time()))).fetchone()
        flask.g.redeemed = ("codes", "code", code)
        return row and Code(row)

    def delete_authorization_code(self, code):
        pass   # `save_token` has marked it.

    def authenticate_user(self, code):
        return USER


class RefreshGrant(rfc6749.grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        row = database().execute("SELECT * FROM tokens WHERE refresh_token = ? AND spent = 0", (text,)).fetchone()
        flask.g.redeemed = ("tokens", "refresh_token", text)
        return row and Token(row)

    def authenticate_user(self, token):
        return USER

    def revoke_old_credential(self, token):
        pass   # `save_token` has marked it.


class IDTokenOfCode(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return False

    def resolve_client_private_key(self, client):
        return KEY

    def get_encode_header(self, client):
        return {"alg": ALGORITHM, "kid": KEY.kid}

    def get_client_claims(self, client):
        return {"iss": ISSUER, "aud": [client.client_id]}

    def generate_user_info(self, user, scope):
        return UserInfo(sub=user["sub"])


class Introspection(rfc7662.IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = ["client_secret_basic"]

    def check_permission(self, token, client, request):
        return token.check_client(client)

    def query_token(self, text, hint):
        row = database().execute("SELECT * FROM tokens WHERE access_token = ?", (text,)).fetchone()
        return row and Token(row)

    def introspect_token(self, token):
        row = token.row
        return {"active": not row["spent"], "client_id": row["client"], "token_type": "Bearer", "scope": row["scope"],
                "sub": row["sub"], "iss": ISSUER, "iat": row["issued"], "exp": row["issued"] + row["expires_in"]}


server = AuthorizationServer(application, query_client=CLIENTS.get, save_token=save_token)
server.register_grant(CodeGrant, [S256(required=True), IDTokenOfCode()])
server.register_grant(RefreshGrant)
server.register_endpoint(Introspection)
server.register_extension(Issuer())
add_endpoints(application, server)


@application.post("/sign-in")
def sign_in():
    if not check_password_hash(PASSWORD, flask.request.form["password"]):
        return "Wrong password.", 403
    flask.session["sub"] = USER["sub"]
    return "Signed in."


@application.get("/authorize")
def authorize():
    user = USER if flask.session.get("sub") == USER["sub"] else None
    if user is None:
        return "Sign in first.", 403
    try:
        grant = server.get_consent_grant(end_user=user)
    except OAuth2Error as error:
        return server.handle_error_response(server.create_oauth2_request(None), error)
    return server.create_authorization_response(grant_user=user, grant=grant)
