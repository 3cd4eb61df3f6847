"""An authorization server as Authlib's documentation builds one: Flask-SQLAlchemy, with Authlib's own mixins and functions for
clients, codes and tokens, for gunicorn.

    BENCH_DATABASE=FILE BENCH_ISSUER=URL BENCH_ALGORITHM=ES256|RS256 gunicorn --preload documented:application

`application.py` beside it is what is left when everything that costs time was written by hand. Here clients, people, codes and tokens
are in one SQLite file in WAL mode, and every commit waits for the disk (`synchronous=FULL`), as Pixy's do. The person signs in once at
/sign-in with a password (scrypt) and has a signed session cookie from then on; consent was given.
"""

import os
import secrets
import time

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.integrations.sqla_oauth2 import (
    OAuth2AuthorizationCodeMixin, OAuth2ClientMixin, OAuth2TokenMixin, create_query_client_func, create_query_token_func,
    create_save_token_func)
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import grants
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oidc.core import OpenIDCode, UserInfo
from common import ALGORITHM, ISSUER, KEY, SCOPES, S256, Issuer, add_endpoints
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from werkzeug.security import check_password_hash, generate_password_hash

application = flask.Flask("bench")
application.secret_key = secrets.token_bytes(32)
application.config.update(
    OAUTH2_REFRESH_TOKEN_GENERATOR=True, OAUTH2_SCOPES_SUPPORTED=SCOPES, SQLALCHEMY_TRACK_MODIFICATIONS=False,
    SQLALCHEMY_DATABASE_URI="sqlite:///" + os.environ["BENCH_DATABASE"])
db = SQLAlchemy(application)


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    sub = db.Column(db.String(40), unique=True)
    password = db.Column(db.String(200))

    def get_user_id(self):
        return self.id


class Client(db.Model, OAuth2ClientMixin):
    id = db.Column(db.Integer, primary_key=True)


class Code(db.Model, OAuth2AuthorizationCodeMixin):
    id = db.Column(db.Integer, primary_key=True)
    user_id = db.Column(db.Integer, db.ForeignKey("user.id", ondelete="CASCADE"))
    user = db.relationship("User")


class Token(db.Model, OAuth2TokenMixin):
    id = db.Column(db.Integer, primary_key=True)
    user_id = db.Column(db.Integer, db.ForeignKey("user.id", ondelete="CASCADE"))
    user = db.relationship("User")


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        item = Code(
            code=code, client_id=request.client.client_id, redirect_uri=request.payload.redirect_uri, scope=request.scope,
            user_id=request.user.id, nonce=data.get("nonce"), code_challenge=data.get("code_challenge"),
            code_challenge_method=data.get("code_challenge_method"))
        db.session.add(item)
        db.session.commit()
        return item

    def query_authorization_code(self, code, client):
        item = Code.query.filter_by(code=code, client_id=client.client_id).first()
        return item if item and not item.is_expired() else None

    def delete_authorization_code(self, code):
        db.session.delete(code)
        db.session.commit()

    def authenticate_user(self, code):
        return db.session.get(User, code.user_id)


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        item = Token.query.filter_by(refresh_token=text).first()
        return item if item and not item.is_revoked() else None

    def authenticate_user(self, token):
        return db.session.get(User, token.user_id)

    def revoke_old_credential(self, token):
        token.access_token_revoked_at = token.refresh_token_revoked_at = int(time.time())
        db.session.add(token)
        db.session.commit()


class IDTokenOfCode(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return bool(Code.query.filter_by(client_id=request.payload.client_id, nonce=nonce).first())

    def resolve_client_private_key(self, client):
        return KEY

    def get_encode_header(self, client):
        return {"alg": ALGORITHM, "kid": KEY.kid}

    def get_client_claims(self, client):
        return {"iss": ISSUER, "aud": [client.client_id]}

    def generate_user_info(self, user, scope):
        return UserInfo(sub=user.sub)


class Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = ["client_secret_basic"]

    def check_permission(self, token, client, request):
        return token.check_client(client)

    def query_token(self, text, hint):
        return create_query_token_func(db.session, Token)(text, hint)

    def introspect_token(self, token):
        return {"active": not token.is_revoked(), "client_id": token.client_id, "token_type": token.token_type,
                "scope": token.get_scope(), "sub": token.user.sub, "iss": ISSUER, "iat": token.issued_at,
                "exp": token.issued_at + token.expires_in}


server = AuthorizationServer(
    application, query_client=create_query_client_func(db.session, Client), save_token=create_save_token_func(db.session, Token))
server.register_grant(CodeGrant, [S256(required=True), IDTokenOfCode()])
server.register_grant(RefreshGrant)
server.register_endpoint(Introspection)
server.register_extension(Issuer())
add_endpoints(application, server)


@application.post("/sign-in")
def sign_in():
    user = User.query.filter_by(sub="248289761001").first()
    if not check_password_hash(user.password, flask.request.form["password"]):
        return "Wrong password.", 403
    flask.session["id"] = user.id
    return "Signed in."


@application.get("/authorize")
def authorize():
    user = db.session.get(User, flask.session["id"]) if "id" in flask.session else None
    if user is None:
        return "Sign in first.", 403
    try:
        grant = server.get_consent_grant(end_user=user)
    except OAuth2Error as error:
        return server.handle_error_response(server.create_oauth2_request(None), error)
    return server.create_authorization_response(grant_user=user, grant=grant)


def durable(connection, _):
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


with application.app_context():
    event.listen(db.engine, "connect", durable)
    db.create_all()
    db.session.add(User(sub="248289761001", password=generate_password_hash("wonderland", method="scrypt")))
    for name, secret, method in (("bench", "", "none"),
                                 ("bench-secret", "secret-of-bench-secret-of-32-bytes-or-more", "client_secret_basic")):
        client = Client(client_id=name, client_secret=secret)
        client.set_client_metadata({
            "redirect_uris": ["http://127.0.0.1:9/callback"], "scope": " ".join(SCOPES), "response_types": ["code"],
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": method,
            "id_token_signed_response_alg": ALGORITHM})
        db.session.add(client)
    db.session.commit()
    # No connection goes on in two processes.
    db.session.remove()
    db.engine.dispose()
