"""HAProxy, which verifies JWTs before an API."""
import shutil

from apache import others, status
from harness import Pages, serve_pages
from place import Application, listens, run, until

DEFAULTS = """
global
  maxconn 64
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
"""


class Backend(Pages):
    def do_GET(self):
        self.answer(200 if self.headers["X-User"] == "ada" else 500)


class HAProxy(Application):
    title = "An API behind HAProxy"
    packages = ["haproxy:/usr/sbin/haproxy", "python3-jwcrypto:/usr/lib/python3/dist-packages/jwcrypto"]

    def configure(self):
        self.origin = f"http://127.0.0.1:{self.port}"
        self.backend = serve_pages(Backend)
        self.place.names |= {
            "/etc/haproxy": self.folder, "https://gateway.example": self.origin, "bind :8080": f"bind 127.0.0.1:{self.port}",
            "127.0.0.1:9000": f"127.0.0.1:{self.backend.server_port}"}
        super().configure()
        (self.folder / "keys").mkdir()
        (self.folder / "keys.py").write_text(self.filled(1))
        (self.folder / "haproxy.cfg").write_text(DEFAULTS + self.filled(2))

    def start(self):
        # Debian's Python, which has Debian's module.
        run(["/usr/bin/python3", self.folder / "keys.py"], env=self.place.environment)
        self.place.start("haproxy", [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", self.folder / "haproxy.cfg"])
        until("HAProxy doesn't listen", lambda: listens(self.port))

    def check(self, check):
        token = self.login()
        check("HAProxy accepts a JWT with the scope, and names the user", status(self.origin, token) == 200)
        found = [status(self.origin, other) for other in others(self)]
        check("HAProxy answers another scope with 403, another audience and no token with 401", found == [403, 401, 401])
        head, body, signature = token.split(".")
        forged = ".".join([head, body, ("B" if signature[0] == "A" else "A") + signature[1:]])
        check("HAProxy rejects a forged signature", status(self.origin, forged) == 401)
