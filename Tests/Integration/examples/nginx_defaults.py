#!/usr/bin/env python3
"""Examples/MyGoogleInfoWeb behind nginx with its defaults, which accepts 4 KB of an answer's fields and 8 KB of a request's:
sign-in and sign-out with long addresses and ID tokens, and fifty sign-ins that begin at once. Nothing leaves this machine.

    Tests/Integration/examples/nginx_defaults.py APP
"""
import concurrent.futures
import html
import os
import re
import shutil
import sys
import tempfile

from website import Run, fetch
import commands
from harness import end, end_on_signals, free_port, listens, until
from person import Person as User

# Bytes of a claim in the ID token: the token is longer by a third.
PADDINGS = (0, 1_300, 1_900, 9_500)
LONG = "/?" + "a/b=c%2Fd&" * 199
FIELDS, COOKIES = 3_500, 6_000


class Visitor:
    """A browser's cookies, and the sizes of what it got and sent."""

    def __init__(self, home):
        self.home, self.jar, self.fields, self.cookies = home, {}, 0, 0

    def open(self, address, **more):
        cookie = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        answer = fetch(address, cookie=cookie, Accept="text/html", **more)
        self.cookies = max(self.cookies, len(cookie))
        self.fields = max(self.fields, sum(len(name) + len(value) + 4 for name, value in answer.fields.items()))
        for field in answer.fields.get_all("Set-Cookie") or []:
            name, _, value = field.partition(";")[0].partition("=")
            self.jar.pop(name, None)
            if "Max-Age=0" not in field:
                self.jar[name] = value
        return answer

    def go(self, address):
        """Follows redirects, links of the sign-in page, and the provider's pages: the last answer and its address."""
        for _ in range(12):
            if not address.startswith(self.home):
                address = User().answer(address).url
            answer = self.open(address)
            if answer.location:
                address = answer.location
            elif link := re.search(r'href="(/sign-in/issuer[^"]*)"', answer.text):
                address = self.home + html.unescape(link[1])
            else:
                break
        return answer, address


class Site(Run):
    """A provider, and nginx in front of the program."""

    def __init__(self, folder, app):
        super().__init__(folder)
        self.app, self.port, front, provider = app, free_port(), free_port(), free_port()
        self.home, self.issuer, self.padding = f"http://127.0.0.1:{front}", f"http://127.0.0.1:{provider}", self.folder / "padding"
        (self.folder / "secret").write_text("secret-of-pixy-basic")
        temporary = " ".join(f"{kind}_temp_path {folder}/nginx-{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; pid {folder}/nginx.pid; error_log stderr; worker_processes 1;
            events {{ worker_connections 256; }}
            http {{
              access_log off; {temporary}
              server {{ listen 127.0.0.1:{front}; location / {{ proxy_pass http://127.0.0.1:{self.port}; }} }}
            }}""")
        self.programs.start("nginx", [shutil.which("nginx") or "/usr/sbin/nginx", "-c", self.folder / "nginx.conf"])
        until("nginx doesn't listen", lambda: listens(front))
        self.padding.write_text("0")
        own = {"INTEROP_WEB_CALLBACK": self.home + "/callback/issuer", "INTEROP_POST_LOGOUT_URI": self.home + "/signed-out",
               "INTEROP_ID_TOKEN_PADDING": str(self.padding)}
        self.programs.start("authlib", commands.authlib(provider), self.issuer + "/.well-known/openid-configuration",
                            env={**os.environ, **own})

    def instance(self, **more):
        own = {"ISSUER": self.issuer, "CLIENT_ID": "pixy-basic", "CLIENT_SECRET_FILE": f"{self.folder}/secret",
               "PORT": str(self.port), "PUBLIC_URL": self.home, **more}
        return self.programs.start("app", [self.app], f"http://127.0.0.1:{self.port}/sign-in", env={**os.environ, **own})


def signed_in_and_out(run, kind, padding):
    name = f"{kind}, {padding} bytes more in the ID token"
    run.padding.write_text(str(padding))
    visitor = Visitor(run.home)
    page, address = visitor.go(run.home + LONG)
    run.check(f"{name}: the sign-in leads back to a long address",
              page.status == 200 and "Alice Liddell" in page.text and address == run.home + LONG, (page.status, address[:90], page.text[:300]))
    token = re.search(r'name="form_token" value="([^"]+)"', page.text)
    out = visitor.open(run.home + "/sign-out", form={"form_token": token[1] if token else ""}, Origin=run.home)
    leaving = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', out.text)
    run.check(f"{name}: the sign-out leads on to the provider", out.status == 200 and leaving is not None, (out.status, out.text[:300]))
    if leaving:
        there = fetch(html.unescape(leaving[1]))
        has_hint = "id_token_hint" in leaving[1]
        run.check(f"{name}: the provider takes the address" + (" with the ID token, and leads back" if has_hint else ""),
                  (there.location or "").startswith(run.home + "/signed-out") if has_hint else there.status < 400,
                  (there.status, there.location, there.text[:200]))
    run.check(f"{name}: no answer has more than {FIELDS} bytes of fields, and no request more than {COOKIES} of cookies",
              visitor.fields <= FIELDS and visitor.cookies <= COOKIES, (visitor.fields, visitor.cookies))


def begun_at_once(run, kind):
    tabs = [Visitor(run.home) for _ in range(50)]
    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        statuses = set(pool.map(lambda tab: tab.open(run.home + "/sign-in/issuer").status, tabs))
    visitor = Visitor(run.home)
    for tab in tabs:
        visitor.jar.update(tab.jar)
    run.check(f"{kind}: fifty sign-ins that begin at once leave eight cookies at most", statuses == {303} and len(visitor.jar) <= 8,
              (statuses, len(visitor.jar)))
    page, _ = visitor.go(run.home + "/")
    run.check(f"{kind}: and the next one works", page.status == 200 and "Alice Liddell" in page.text and visitor.cookies <= COOKIES,
              (page.status, visitor.cookies, page.text[:300]))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: nginx_defaults.py APP")
    end_on_signals()
    os.environ.update(no_proxy="127.0.0.1,localhost")
    with tempfile.TemporaryDirectory(prefix="pixy-nginx-", ignore_cleanup_errors=True) as folder, Site(folder, sys.argv[1]) as run:
        for kind, more in (("cookie", {}), ("database", {"SESSION_DATABASE": f"{folder}/sessions.sqlite"})):
            app = run.instance(**more)
            for padding in PADDINGS:
                signed_in_and_out(run, kind, padding)
            run.padding.write_text("0")
            begun_at_once(run, kind)
            end(app)
        long = fetch(run.home, cookie="x=" + "y" * 8_500)
        run.check("nginx refuses longer cookies, so it would have", long.status == 400, long.status)
        log = (run.folder / "nginx.log").read_text(errors="replace")
        run.check("nginx found no answer too long", "too big header" not in log, log[-500:])
        run.check.end("nginx defaults")


main()
