"""Matrix Synapse: chat, in which users get an account at their first sign-in."""
from urllib.parse import parse_qs, quote, urlsplit

from harness import request
from place import Application, listens, python_of, run, until
from visitor import Visitor

# What `--generate-config` writes, for a test. Without the list Synapse asks users before it returns to the chat program.
SETTINGS = """
server_name: matrix.example
report_stats: false
signing_key_path: {folder}/signing.key
media_store_path: {folder}/media
macaroon_secret_key: {secret}
form_secret: {secret}
trusted_key_servers: []
listeners: [{{port: {port}, bind_addresses: ["127.0.0.1"], type: http, resources: [{{names: [client]}}]}}]
database: {{name: sqlite3, args: {{database: "{folder}/synapse.db"}}}}
sso: {{client_whitelist: ["http://127.0.0.1:9/"]}}
{settings}
"""
CHAT = "http://127.0.0.1:9/chat"


class Synapse(Application):
    title = "Chat: Matrix Synapse"
    python = ["synapse,authlib", "matrix-synapse[oidc]==1.163.*"]

    def configure(self):
        self.origin = f"http://127.0.0.1:{self.port}"
        self.place.names["https://matrix.example"] = self.origin
        super().configure()
        self.file = self.folder / "homeserver.yaml"
        self.file.write_text(SETTINGS.format(folder=self.folder, port=self.port, secret=self.place.passphrase,
                                             settings=self.filled(1)))
        self.words = [python_of(type(self)) / "bin/python", "-m", "synapse.app.homeserver", "-c", self.file]
        run([*self.words, "--generate-keys"], cwd=self.folder)

    def start(self):
        self.place.start("synapse", self.words, cwd=self.folder, env=self.place.environment)

    def asked(self, path, body=None, token=None):
        return request(f"{self.origin}/_matrix/client/v3/{path}", body=body,
                       fields={"Authorization": f"Bearer {token}"} if token else {}).members

    def check(self, check):
        until("Synapse doesn't listen", lambda: listens(self.port))
        for name in ("ada", "eve"):
            end = Visitor(self.place, name).opened(
                f"{self.origin}/_matrix/client/v3/login/sso/redirect/oidc-pixy?redirectUrl={quote(CHAT, safe='')}", end=CHAT)
            login = parse_qs(urlsplit(end).query)["loginToken"][0]
            token = self.asked("login", {"type": "m.login.token", "token": login})["access_token"]
            user = self.asked("account/whoami", token=token)["user_id"]
            profile = self.asked(f"profile/{quote(user)}", token=token)
            check(f"Synapse signs {name} in with the names that Pixy has",
                  user == f"@{name}:matrix.example" and profile["displayname"] == name.title())
        again = self.asked("login", {"type": "m.login.token", "token": login})
        check("Synapse rejects a login token that was used, and an access token that it doesn't know",
              "access_token" not in again and self.asked("account/whoami", token="A" * 43)["errcode"] == "M_UNKNOWN_TOKEN")
