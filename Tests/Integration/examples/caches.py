#!/usr/bin/env python3
"""Examples/MyGoogleInfoWeb behind the caches of Apache and nginx: no stranger gets a user's session, form token or page.

    Tests/Integration/examples/caches.py APP PIXY

The user signs in at one instance. The caches are in front of another one, whose clock is ten minutes ahead, so that each of
its responses to the user would renew the cookie. Nothing leaves this machine.
"""
import os
import re
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

from website import Run, fetch
from harness import base64url, end_on_signals, free_port, listens, until
from person import Person as User

CLIENT_ID, CLIENT_SECRET = "100000000001-lookalikeweb.apps.googleusercontent.com", "GOCSPX-look-alike-web"
NAME = "Ada Lovelace"
MODULES = ("mpm_event", "authz_core", "proxy", "proxy_http", "cache", "cache_disk", "headers")
# The page for users, a public picture, the library's own responses, and none.
PATHS = ("/", "/icon.svg", "/sign-in", "/sign-in/style.css", "/sign-out", "/nothing-here")


class Site(Run):
    """Two instances of the program, and the caches."""

    def __init__(self, folder, app, pixy):
        super().__init__(folder)
        server, self.ports = free_port(), [free_port(), free_port()]
        self.home, self.app = f"http://127.0.0.1:{self.ports[0]}", app
        self.programs.start("google", [
            pixy, "serve", "--as", "google", "--port", server, "--redirect-uri", self.home + "/callback/google", "--username", "ada",
            "--password-file", "-"], f"http://127.0.0.1:{server}/.well-known/openid-configuration", text="wonderland of numbers")
        (self.folder / "secret").write_text(CLIENT_SECRET)
        (self.folder / "key").write_text(base64url(secrets.token_bytes(32)))
        self.google = f"http://127.0.0.1:{server}"
        self.instance(0)
        library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        self.instance(1, LD_PRELOAD=str(library), FAKETIME="+600s", DONT_FAKE_MONOTONIC="1")
        self.caches = {"Apache": self.apache(), "nginx": self.nginx()}

    def instance(self, number, **more):
        own = {"CLIENT_ID": CLIENT_ID, "CLIENT_SECRET_FILE": f"{self.folder}/secret", "SESSION_KEY_FILE": f"{self.folder}/key",
               "PORT": str(self.ports[number]), "PUBLIC_URL": self.home, **more}
        # libfaketime adds a variable, which would hide the arguments from a Swift program. `env` already has it added.
        self.programs.start(f"app-{number}", ["env", self.app, "--look-alike", self.google],
                            f"http://127.0.0.1:{self.ports[number]}/sign-in/style.css", env={**os.environ, **own})

    def apache(self):
        """mod_cache_disk with its defaults."""
        port, folder = free_port(), self.folder / "apache"
        (folder / "cache").mkdir(parents=True)
        modules = "\n".join(f"LoadModule {name}_module modules/mod_{name}.so" for name in MODULES)
        (folder / "apache.conf").write_text(f"""
            ServerName 127.0.0.1\nServerRoot /usr/lib/apache2\nPidFile {folder}/pid\nErrorLog {folder}/errors.log
            DefaultRuntimeDir {folder}\nUser www-data\nGroup www-data\n{modules}\nListen 127.0.0.1:{port}\nStartServers 1
            CacheRoot {folder}/cache\nCacheEnable disk /\nCacheHeader on
            ProxyPass / http://127.0.0.1:{self.ports[1]}/
            """)
        if os.getuid() == 0:
            self.folder.chmod(0o755)
            for path in (folder, folder / "cache"):
                shutil.chown(path, "www-data", "www-data")
        return self.start("apache", port, ["/usr/sbin/apache2", "-X", "-f", folder / "apache.conf"])

    def nginx(self):
        """proxy_cache, with a time for responses that name none, as most examples have it."""
        port, folder = free_port(), self.folder / "nginx"
        folder.mkdir()
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"""
            daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;
            events {{ worker_connections 64; }}
            http {{
              access_log off; {temporary}
              proxy_cache_path {folder}/cache keys_zone=app:1m;
              server {{
                listen 127.0.0.1:{port};
                location / {{
                  proxy_pass http://127.0.0.1:{self.ports[1]}; proxy_cache app; proxy_cache_valid any 10m;
                  add_header X-Cache $upstream_cache_status always;
                }}
              }}
            }}""")
        return self.start("nginx", port, [shutil.which("nginx") or "/usr/sbin/nginx", "-c", folder / "nginx.conf"])

    def start(self, name, port, words):
        self.programs.start(name, words)
        until(f"{name} doesn't listen", lambda: listens(port))
        return f"http://127.0.0.1:{port}"

    def sign_in(self):
        """The user's cookie."""
        begun = fetch(self.home + "/sign-in/google")
        callback = User().answer(begun.location).url
        attempt = begun.fields["Set-Cookie"].partition(";")[0]
        answer = fetch(callback, cookie=attempt)
        return next(field.partition(";")[0] for field in answer.fields.get_all("Set-Cookie") if "Max-Age=0" not in field)


def cookies(answer):
    return [field for field in answer.fields.get_all("Set-Cookie") or [] if field.startswith("session")]


def asked(run, name, cache, cookie):
    """The user asks for everything, and then a stranger."""
    users = {path: fetch(cache + path, cookie=cookie, Accept="text/html") for path in PATHS}
    page = users["/"]
    run.check(f"{name}: the user's page renews the cookie, and no cache may keep it", page.status == 200 and NAME in page.text
              and len(cookies(page)) == 1 and page.fields["Cache-Control"] == "private, no-store",
              (page.status, page.fields.get("Cache-Control")))
    tokens = set(re.findall(r'value="([\w-]{20,})"', "".join(answer.text for answer in users.values())))
    run.check(f"{name}: the user's pages have form tokens", len(tokens) > 0)
    strangers = {path: fetch(cache + path, Accept="text/html") for path in PATHS}
    for path, answer in strangers.items():
        found = [text for text in (NAME, *tokens) if text in answer.text]
        run.check(f"{name}: {path} gives a stranger no cookie, name or form token", not found and not cookies(answer),
                  (len(found), answer.fields.get("X-Cache")))
    icon = strangers["/icon.svg"]
    run.check(f"{name}: the cache keeps what is public, so it could have kept the rest",
              "HIT" in icon.fields.get("X-Cache", "").upper() and icon.fields["Cache-Control"] == "public, max-age=86400",
              (icon.status, icon.fields.get("X-Cache")))


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: caches.py APP PIXY")
    end_on_signals()
    os.environ.update(INTEROP_USERNAME="ada", INTEROP_PASSWORD="wonderland of numbers", no_proxy="127.0.0.1,localhost")
    with tempfile.TemporaryDirectory(prefix="pixy-caches-", ignore_cleanup_errors=True) as folder, Site(folder, *sys.argv[1:]) as run:
        cookie = run.sign_in()
        for name, cache in run.caches.items():
            asked(run, name, cache, cookie)
        run.check.end("caches")


main()
