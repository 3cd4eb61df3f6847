#!/usr/bin/env python3
"""Examples/MyGoogleInfoWeb in a real browser, against four OpenID providers that others wrote: glewlwyd, Authlib,
oidc-provider-mock and LemonLDAP::NG. Nothing leaves this machine.

    Tests/Integration/examples/four_servers.py APP

Two instances of the program stand behind nginx with TLS. They share a key, and nothing else. In each sign-in, the instance
that began it is killed (SIGKILL) while the user is at the provider, and the other one completes it.
"""
import os
import secrets
import shutil
import sys
import tempfile

from website import ROOT, Person, Run
import commands  # noqa: I001
from harness import base64url, certificate, end, end_on_signals, free_port, until

SERVERS = ROOT / "Tests/Integration/foreign-servers"


class Server:
    """A provider. `returns`: its sign-out leads back. glewlwyd offers none, and LemonLDAP::NG 2.16 shows its own page."""

    def __init__(self, name, client, secret, command, path="", returns=True, user=("alice", "wonderland"), shown="Alice Liddell"):
        self.name, self.client, self.secret, self.user, self.shown = name, client, secret, user, shown
        self.command, self.returns = command, returns
        self.port = free_port()
        self.issuer = f"http://127.0.0.1:{self.port}{path}"


class Visitor(Person):
    """A user who knows the pages of LemonLDAP::NG too."""

    def act(self):
        if self.find("#lform input[name=user]"):
            self.fill("input[name=user]", self.username)
            self.fill("input[name=password]", self.password)
            return self.press("lemonldap sign-in", self.find("#lform button[type=submit].btn-success"))
        if self.find("form .oidc_consent_message") or "lemonldap sign-in" in self.done:
            if button := self.find("form button[type=submit].btn-success"):
                return self.press("lemonldap consent", button)
        # The dummy page of oidc-provider-mock, which has no sessions.
        if "/end_session" in self.driver.current_url and (button := self.find("form button")):
            return self.press("oidc-provider-mock sign-out", button)
        return super().act()

    def cookies(self):
        """The program's own: cookies don't depend on ports, and some providers set some too."""
        return [cookie for cookie in self.driver.get_cookies() if cookie["name"].startswith("__Host-")]


class Instances(Run):
    """Two instances of the program behind nginx with TLS, which sends one request in turn to each."""

    def __init__(self, folder, app):
        super().__init__(folder)
        self.app, self.instances, self.ports, front = app, [None, None], [free_port(), free_port()], free_port()
        self.home = f"https://127.0.0.1:{front}"
        (self.folder / "key").write_text(base64url(secrets.token_bytes(32)))
        certificate(self.folder)
        upstream = "".join(f"server 127.0.0.1:{port} max_fails=0; " for port in self.ports)
        temporary = " ".join(f"{kind}_temp_path {folder}/nginx-{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; pid {folder}/nginx.pid; error_log stderr; worker_processes 1;
            events {{ worker_connections 64; }}
            http {{
              access_log off; {temporary}
              upstream app {{ {upstream} }}
              server {{
                listen 127.0.0.1:{front} ssl;
                ssl_certificate {folder}/certificate.pem; ssl_certificate_key {folder}/key.pem;
                location / {{ proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; }}
              }}
            }}""")
        self.programs.start("nginx", [shutil.which("nginx") or "/usr/sbin/nginx", "-c", self.folder / "nginx.conf"])

    def instance(self, number, server):
        """Starts an instance, or starts it again."""
        if self.instances[number]:
            end(self.instances[number])
        own = {"ISSUER": server.issuer, "CLIENT_ID": server.client, "CLIENT_SECRET_FILE": f"{self.folder}/secret",
               "SESSION_KEY_FILE": f"{self.folder}/key", "PORT": str(self.ports[number]), "PUBLIC_URL": self.home, "LOG_LEVEL": "debug"}
        self.instances[number] = self.programs.start(
            f"app-{number}", [self.app], f"http://127.0.0.1:{self.ports[number]}/sign-in", env={**os.environ, **own})

    def counts(self, words):
        return [self.logged(f"app-{number}", words) for number in range(2)]


def sign_in(run, server):
    """One sign-in, in the middle of which the instance that began it is killed."""
    (run.folder / "secret").write_text(server.secret)
    settings = {"INTEROP_WEB_CALLBACK": run.home + "/callback/issuer", "INTEROP_POST_LOGOUT_URI": run.home + "/signed-out",
                "INTEROP_USERNAME": server.user[0], "INTEROP_PASSWORD": server.user[1]}
    os.environ |= settings
    provider = run.programs.start(server.name, server.command(server.port), server.issuer + "/.well-known/openid-configuration")
    if server.name == "glewlwyd":
        # Its document is there before the client is; the issuer's name appears when everything is set up.
        until("glewlwyd isn't set up", lambda: server.issuer in (run.folder / "glewlwyd.log").read_text(errors="replace"))
    for number in range(2):
        run.instance(number, server)
    person = Visitor(run.browser("--ignore-certificate-errors"), run.home + "/")
    begun, signed_in = run.counts("sign-in begun"), run.counts("signed in")
    person.driver.get(run.home)
    run.check(f"{server.name}: the sign-in page names the provider", f"Sign in with 127.0.0.1:{server.port}\n" in person.text() + "\n", person.text())
    person.click("a[href^='/sign-in/issuer']")
    beginner = next(number for number, count in enumerate(run.counts("sign-in begun")) if count > begun[number])
    run.instances[beginner].kill()
    run.instances[beginner].wait()
    person.go_on()
    other = 1 - beginner
    run.check(f"{server.name}: the instance that began is dead, the other one has signed the user in",
              person.text("h1") == server.shown and run.counts("signed in")[other] == signed_in[other] + 1, person.text())
    cookies = person.cookies()
    run.check(f"{server.name}: one cookie, __Host-, Secure, HttpOnly, SameSite=Lax",
              len(cookies) == 1 and cookies[0]["name"] == "__Host-session-" + run.home.rpartition(":")[2] and cookies[0]["secure"]
              and cookies[0]["httpOnly"] and cookies[0]["sameSite"] == "Lax", cookies)
    run.instance(beginner, server)
    for _ in range(4):
        person.driver.refresh()
        if person.text("h1") != server.shown:
            break
    run.check(f"{server.name}: both instances have the session, the restarted one too", person.text("h1") == server.shown, person.text())
    person.click("form[action='/sign-out'] button")
    if server.returns:
        person.go_on(lambda: person.arrived() and "Sign in with" in person.text())
        run.check(f"{server.name}: signing out leads through the provider's sign-out and back",
                  "You are signed out." in person.text(), person.text())
    shown = []
    for _ in range(3):
        person.driver.back()
        # Before any reload: the browser keeps whole pages for this button.
        shown.append(person.text("body") if person.arrived() else "")
    run.check(f"{server.name}: Back shows no page of the user", not any(server.shown in text for text in shown), shown)
    person.driver.get(run.home)
    # The browser remembers which sessions have ended in it, for an answer that comes too late.
    left = [cookie["name"] for cookie in person.cookies() if cookie["name"].startswith("__Host-session")]
    run.check(f"{server.name}: no session is left", "Sign in with" in person.text() and not left, (person.text(), left))
    person.driver.quit()
    end(provider)


def main():
    end_on_signals()
    os.environ.update(no_proxy="127.0.0.1,localhost")
    with tempfile.TemporaryDirectory(prefix="pixy-four-", ignore_cleanup_errors=True) as folder, Instances(folder, sys.argv[1]) as run:
        for server in (
            Server("glewlwyd", "pixy-secret", "secret-of-pixy-secret-of-32-bytes-or-more",
                   lambda port: [SERVERS / "glewlwyd", port, free_port()], path="/api/oidc", returns=False),
            Server("authlib", "pixy-basic", "secret-of-pixy-basic", commands.authlib),
            Server("oidc-provider-mock", "pixy", "any", commands.oidc_provider_mock),
            Server("lemonldap", "pixy-web", "secret-of-pixy-web-of-32-bytes-or-more",
                   lambda port: [SERVERS / "lemonldap", port, run.home + "/callback/issuer"], returns=False, user=("dwho", "dwho"),
                   shown="Doctor Who"),
        ):
            sign_in(run, server)
        run.check.end("four servers")


main()
