#!/usr/bin/env python3
"""Examples/MyGoogleInfoWeb in a real browser, against four OpenID providers that others wrote: glewlwyd, Authlib,
oidc-provider-mock and LemonLDAP::NG. Nothing leaves this machine.

    Tests/Integration/examples/four_servers.py APP

Two instances of the program stand behind nginx with TLS. They share a key, and nothing else. In each sign-in, the instance
that began it is killed (SIGKILL) while the user is at the provider, and the other one completes it. APP is the built program.
The exit status is the number of checks that failed.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Integration/shared"))
import browser  # noqa: E402
from free_port import free_port  # noqa: E402

from between import wait_for  # noqa: E402

INTEROP = ROOT / "Tests/Integration/foreign-servers"
ALICE, DOCTOR = ("alice", "wonderland"), ("dwho", "dwho")


class Server:
    """A provider. `returns`: its sign-out leads back. glewlwyd offers none, and LemonLDAP::NG 2.16 shows its own page."""

    def __init__(self, name, client, secret, user, shown, command, path="", returns=True):
        self.name, self.client, self.secret, self.user, self.shown = name, client, secret, user, shown
        self.command, self.path, self.returns = command, path, returns
        self.port = free_port()
        self.issuer = f"http://127.0.0.1:{self.port}{path}"


class Person(browser.Person):
    """Who knows the pages of LemonLDAP::NG too, and is back when the program's own page has loaded."""

    def __init__(self, driver, home, user):
        super().__init__(driver)
        self.home = home
        self.username, self.password = user

    def arrived(self):
        return self.driver.current_url.startswith(self.home)

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

    def go_on(self, done):
        """Does what the pages ask for until `done()` holds."""
        gone, until = None, time.monotonic() + 60
        while not (gone is None and self.look() and done()):
            if time.monotonic() > until:
                raise browser.Stuck(f"last page: {self.seen}: {self.text('body')[:300]}")
            with contextlib.suppress(browser.NoSuchElementException, browser.StaleElementReferenceException):
                gone = self.step(gone)
            time.sleep(0.05)

    def text(self, selector="main"):
        element = self.find(selector)
        return element.text if element else ""

    def click(self, selector):
        document = self.find("html")
        self.find(selector).click()
        until = time.monotonic() + 20
        while not browser.is_gone(document):
            if time.monotonic() > until:
                raise browser.Stuck("the next page did not come")
            time.sleep(0.05)


class Run:
    def __init__(self, folder, app):
        self.folder, self.app = folder, app
        self.failed, self.processes, self.drivers = 0, [], []
        self.ports = [free_port(), free_port()]
        self.front = free_port()
        self.home = f"https://127.0.0.1:{self.front}"
        self.instances = [None, None]

    def check(self, name, holds, seen=""):
        print(("ok      " if holds else "NOT OK  ") + name + ("" if holds or seen == "" else f": {seen!r}"), flush=True)
        self.failed += not holds

    def start(self, command, log, **environment):
        with open(self.folder / log, "ab") as output:
            process = subprocess.Popen(
                [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, **environment})
        self.processes.append(process)
        return process

    def balancer(self):
        """nginx with TLS before both instances, one request each in turn."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.folder / "tls.key",
             "-out", self.folder / "tls.crt"], check=True, capture_output=True)
        upstream = "".join(f"server 127.0.0.1:{port} max_fails=0; " for port in self.ports)
        temporary = " ".join(
            f"{kind}_temp_path {self.folder}/nginx-{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; pid {self.folder}/nginx.pid; error_log stderr; worker_processes 1;
            events {{ worker_connections 64; }}
            http {{
              access_log off; {temporary}
              upstream app {{ {upstream} }}
              server {{
                listen 127.0.0.1:{self.front} ssl;
                ssl_certificate {self.folder}/tls.crt; ssl_certificate_key {self.folder}/tls.key;
                location / {{ proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; }}
              }}
            }}""")
        self.start([shutil.which("nginx") or "/usr/sbin/nginx", "-c", self.folder / "nginx.conf"], "nginx.log")

    def instance(self, number, server):
        process = self.start(
            [self.app], f"app-{number}.log", ISSUER=server.issuer, CLIENT_ID=server.client,
            CLIENT_SECRET_FILE=str(self.folder / "secret"), SESSION_KEY_FILE=str(self.folder / "key"),
            PORT=str(self.ports[number]), PUBLIC_URL=self.home, LOG_LEVEL="debug")
        wait_for(self.ports[number], process)
        self.instances[number] = process

    def logged(self, number, words):
        log = self.folder / f"app-{number}.log"
        return log.read_text(errors="replace").count(f"] {words}") if log.exists() else 0

    def stop(self, process):
        if process and process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def person(self, user):
        driver = browser.start(tempfile.mkdtemp(dir=self.folder), "--ignore-certificate-errors")
        self.drivers.append(driver)
        return Person(driver, self.home + "/", user)

    def close(self):
        for driver in self.drivers:
            with contextlib.suppress(Exception):
                driver.quit()
        for process in reversed(self.processes):
            self.stop(process)


def sign_in(run, server):
    """One sign-in, in the middle of which the instance that began it is killed."""
    (run.folder / "secret").write_text(server.secret)
    provider = run.start(server.command(server, run), f"{server.name}.log", INTEROP_WEB_CALLBACK=run.home + "/callback/issuer",
                         INTEROP_POST_LOGOUT_URI=run.home + "/signed-out", INTEROP_USERNAME=server.user[0],
                         INTEROP_PASSWORD=server.user[1])
    subprocess.run([ROOT / "Tests/Integration/shared/wait-for", server.issuer + "/.well-known/openid-configuration"], check=True)
    if server.name == "glewlwyd":
        # Its document is there before the client is; the issuer's name appears when everything is set up.
        until = time.monotonic() + 60
        while server.issuer not in (run.folder / "glewlwyd.log").read_text(errors="replace") and time.monotonic() < until:
            time.sleep(0.1)
    for number in range(2):
        run.stop(run.instances[number])
        run.instance(number, server)
    person = run.person(server.user)
    before = [run.logged(number, "sign-in begun") for number in range(2)]
    signed_in = [run.logged(number, "signed in") for number in range(2)]
    person.driver.get(run.home)
    run.check(f"{server.name}: the sign-in page names the provider", server.issuer in person.text(), person.text())
    person.click("a[href^='/sign-in/issuer']")
    beginner = next(number for number in range(2) if run.logged(number, "sign-in begun") > before[number])
    run.instances[beginner].send_signal(signal.SIGKILL)
    run.instances[beginner].wait()
    person.go_on(person.arrived)
    other = 1 - beginner
    run.check(f"{server.name}: the instance that began is dead, the other one has signed the user in",
              person.text("h1") == server.shown and run.logged(other, "signed in") == signed_in[other] + 1, person.text())
    cookies = person.cookies()
    run.check(f"{server.name}: one cookie, __Host-, Secure, HttpOnly, SameSite=Lax",
              len(cookies) == 1 and cookies[0]["name"] == "__Host-session" and cookies[0]["secure"]
              and cookies[0]["httpOnly"] and cookies[0]["sameSite"] == "Lax", cookies)
    run.instance(beginner, server)
    for _ in range(4):
        person.driver.refresh()
        if person.text("h1") != server.shown:
            break
    run.check(f"{server.name}: both instances have the session, the restarted one too",
              person.text("h1") == server.shown, person.text())
    sign_out(run, server, person)
    person.driver.quit()
    run.stop(provider)


def sign_out(run, server, person):
    person.click("form[action='/sign-out'] button")
    if server.returns:
        person.go_on(lambda: person.arrived() and "Sign in with" in person.text())
        run.check(f"{server.name}: signing out leads through the provider's sign-out and back",
                  "You are signed out." in person.text(), person.text())
    person.driver.get(run.home)
    run.check(f"{server.name}: no session is left", "Sign in with" in person.text() and not person.cookies(), person.text())


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: four_servers.py APP")
    os.environ.update(no_proxy="127.0.0.1,localhost")
    venv = os.environ.get("INTEROP_VENV", str(ROOT / ".build/interop-venv"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    callback = "/callback/issuer"
    servers = [
        Server("glewlwyd", "pixy-secret", "secret-of-pixy-secret-of-32-bytes-or-more", ALICE, "Alice Liddell",
               lambda server, run: [INTEROP / "glewlwyd", server.port, free_port()], path="/api/oidc", returns=False),
        Server("authlib", "pixy-post", "secret of pixy-post", ALICE, "Alice Liddell",
               lambda server, run: [INTEROP / "authlib", server.port, venv]),
        Server("oidc-provider-mock", "pixy", "any", ALICE, "Alice Liddell",
               lambda server, run: [INTEROP / "oidc-provider-mock", server.port, venv]),
        Server("lemonldap", "pixy-web", "secret-of-pixy-web-of-32-bytes-or-more", DOCTOR, "Doctor Who",
               lambda server, run: [INTEROP / "lemonldap", server.port, run.home + callback], returns=False),
    ]
    only = os.environ.get("EXAMPLES_SERVERS", "").split()
    folder = Path(tempfile.mkdtemp(prefix="pixy-four-"))
    run = Run(folder, sys.argv[1])
    try:
        key = subprocess.run(["openssl", "rand", "-base64", "32"], capture_output=True, check=True, text=True).stdout.strip()
        (folder / "key").write_text(key.rstrip("=").replace("+", "-").replace("/", "_"))
        run.balancer()
        for server in servers:
            if not only or server.name in only:
                sign_in(run, server)
        print(f"{run.failed} failed" if run.failed else "all checks passed")
        return run.failed
    except Exception:
        for log in sorted(folder.glob("*.log")):
            print(f"--- {log.name}\n" + log.read_text(errors="replace")[-2_000:], file=sys.stderr)
        raise
    finally:
        run.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
