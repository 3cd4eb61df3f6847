#!/usr/bin/env python3
"""Examples/MyGoogleInfoWeb in a real browser, against `pixy serve --as google`: nothing leaves this machine.
What needs no browser is tested by OAuthWebHummingbirdTests.

    Tests/Integration/examples/my_google_info_web.py APP PIXY [--screenshots]

With --screenshots, pictures of both screens go to Documentation/Images.
"""

import os
import re
import sys
import tempfile

from website import ROOT, Run, fetch, Person as Visitor
import browser  # noqa: I001
from between import Between
from harness import Pages, end_on_signals, free_port, serve_pages

SCREENSHOTS = ROOT / "Documentation/Images"
# The look-alike's web application, and the person who has an account there.
CLIENT_ID, CLIENT_SECRET = "100000000001-lookalikeweb.apps.googleusercontent.com", "GOCSPX-look-alike-web"
USERNAME, PASSWORD, NAME = "ada", "wonderland of numbers", "Ada Lovelace"


class Person(Visitor):
    """A user who signs in at the look-alike."""

    def __init__(self, driver, home):
        super().__init__(driver, home)
        # Without TLS the cookie is named after the port.
        self.session = "session-" + home.rstrip("/").rpartition(":")[2]

    def sign_in(self, again=False):
        """From the first screen to the second one; once more from the address that begins a sign-in."""
        self.done = []
        if again:
            self.driver.get(self.home + "sign-in/google")
        else:
            self.driver.get(self.home)
            document = self.find("html")
            self.find("a[href^='/sign-in/google']").click()
            self.wait(lambda: browser.is_gone(document) and not self.arrived())
        self.go_on()

    def cookie(self):
        return next((c for c in self.driver.get_cookies() if c["name"] == self.session), None)

    def picture_width(self):
        """The picture's own width, once it has loaded or failed to; 0 if it couldn't be shown."""
        script = "const i = document.querySelector('img'); return i && i.complete ? i.naturalWidth : null"
        self.wait(lambda: self.driver.execute_script(script) is not None)
        return self.driver.execute_script(script)


class Programs(Run):
    """Both programs, what stands between them, and the browsers."""

    def __init__(self, folder, app, pixy, screenshots):
        super().__init__(folder)
        self.screenshots = screenshots
        # One before the look-alike, and one before the program, which sees every cookie and form token that it gives.
        self.between, self.front = Between(), Between()
        self.between.target, self.front.target = free_port(), free_port()
        self.home = self.front.origin
        # Its addresses are those of what stands between, and the program's redirect URI is registered there.
        self.programs.start("google", [
            pixy, "serve", "--as", "google", "--port", self.between.target, "--issuer", self.between.origin, "--redirect-uri",
            self.home + "/callback/google", "--username", USERNAME, "--password-file", "-"],
            f"http://127.0.0.1:{self.between.target}/.well-known/openid-configuration", text=PASSWORD)
        (self.folder / "secret").write_text(CLIENT_SECRET + "\n")
        # With a database, the profile is read anew for each page, and tokens are refreshed.
        own = {"CLIENT_ID": CLIENT_ID, "CLIENT_SECRET_FILE": f"{folder}/secret", "PORT": str(self.front.target), "PUBLIC_URL": self.home,
               "LOG_LEVEL": "trace", "SESSION_DATABASE": f"{folder}/sessions.sqlite"}
        self.programs.start("app", [app, "--look-alike", self.between.origin], f"http://127.0.0.1:{self.front.target}/sign-in",
                            env={**os.environ, **own})

    def logged(self, words):
        return super().logged("app", words)

    def person(self):
        return Person(self.browser(), self.home + "/")

    def picture(self, person, name):
        if self.screenshots:
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            person.driver.save_screenshot(str(SCREENSHOTS / f"my-google-info-{name}.png"))


def signed_in(run):
    """Both screens; returns the person."""
    missing = fetch(run.home + "/nothing-here")
    run.check("an unknown page is a page with words", missing.status == 404 and "no such page" in missing.text, missing.status)
    person = run.person()
    person.driver.get(run.home)
    run.check("first screen: the way to sign in", person.text("a.button") == "Sign in with Google", person.text())
    run.picture(person, "login")
    narrow(run, person, "first screen")
    person.sign_in()
    run.check("second screen: the name", person.text("h1") == NAME, person.text())
    run.check("second screen: the picture has loaded", person.picture_width() > 0)
    run.picture(person, "profile")
    run.check("the address has nothing of the answer left", person.driver.current_url == run.home + "/", person.driver.current_url)
    after = person.cookie()
    run.check("the browser keeps the cookie as it was meant", after is not None and after["httpOnly"]
              and after["sameSite"] == "Lax" and after["path"] == "/" and after["domain"] == "127.0.0.1"
              and re.fullmatch(r"[A-Za-z0-9_-]{43}", after["value"]) is not None, after)
    run.check("and no other", len(person.driver.get_cookies()) == 1)
    person.sign_in(again=True)
    run.check("a further sign-in gives another session", person.cookie()["value"] != after["value"])
    old = fetch(run.home, cookie=f"{person.session}={after['value']}", Accept="text/html")
    run.check("and the old one has ended", old.status == 303 and old.location == run.home + "/sign-in", old.status)
    source = person.driver.page_source
    run.check("no token, code or secret is in the page", not [s for s in run.between.secrets if s in source])
    person.driver.refresh()
    run.check("a reload keeps the session", person.text("h1") == NAME, person.text())
    narrow(run, person, "second screen")
    return person


def narrow(run, person, screen):
    """A page on a telephone of 360 pixels, in the light and in the dark."""
    size = {"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    person.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        for scheme in ["light", "dark"]:
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            width, page, text = person.driver.execute_script(
                "const sum = c => c.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);"
                "const main = getComputedStyle(document.querySelector('main'));"
                "return [document.documentElement.scrollWidth, sum(main.backgroundColor), sum(main.color)]")
            run.check(f"{screen}: all of it on a telephone, and {scheme}",
                      width <= 360 and (page < text) == (scheme == "dark"), (width, page, text))
    finally:
        person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        person.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# Everything that a script in the page can read, with the answers to its requests and their fields.
READABLE = """
const done = arguments[0];
(async () => {
  let text = document.cookie + JSON.stringify([localStorage, sessionStorage]) + document.documentElement.outerHTML;
  for (const path of ["/sign-in/session.json", "/api/people/me?personFields=names"]) {
    const answer = await fetch(path, { headers: { "X-CSRF": "1" } });
    text += JSON.stringify([...answer.headers]) + await answer.text();
  }
  return text;
})().then(done, (error) => done(String(error)));
"""
# Requests of another origin's page with the user's cookie: "failed" if the page learns nothing.
FOREIGN = """
const [home, done] = arguments, api = home + "/api/people/me?personFields=names", cookies = { credentials: "include" };
Promise.allSettled([
  fetch(api, { ...cookies, headers: { "X-CSRF": "1" } }), fetch(home + "/sign-in/session.json", cookies),
  fetch(api, { ...cookies, mode: "no-cors" }), fetch(api, { ...cookies, mode: "no-cors", method: "POST", body: "x" }),
]).then((results) => done(results.map((result) => result.value?.type ?? "failed")));
"""


def scripted(run, person):
    """The page whose script shows the user, and which has no token (RFC 10017 §6.1)."""
    api = ("GET", "/v1/people/me")
    asked = run.between.count(*api)
    person.driver.get(run.home + "/script")
    person.wait(lambda: person.text("#answer"))
    run.check("a script shows the user", person.text("h1") == NAME, person.text())
    run.check("and what the API says", person.text("#answer") == f"The API says: {NAME}", person.text())
    run.check("which was asked once, without the browser's cookies",
              run.between.count(*api) == asked + 1 and api[1] not in run.between.cookies)
    readable = person.driver.execute_async_script(READABLE)
    secrets = run.between.secrets | run.front.secrets
    run.check("no script can read a token or the session", NAME in readable and not [s for s in secrets if s in readable], readable)
    asked = run.between.count(*api)

    class Attacker(Pages):
        def do_GET(self):
            self.answer(200, b"<!DOCTYPE html>", {"Content-Type": "text/html"})

    server = serve_pages(Attacker)
    person.driver.get(f"http://127.0.0.1:{server.server_port}/")
    results = person.driver.execute_async_script(FOREIGN, run.home)
    run.check("another origin's script learns nothing", results == ["failed"] * 4, results)
    run.check("and no request of it reaches the API, although the browser sent the cookie",
              run.between.count(*api) == asked and "/api/people/me" in run.front.cookies)
    server.shutdown()
    person.driver.get(run.home)


def attacked(run, person):
    """Pages of another origin, of the same site and of another one: SameSite doesn't look at the port. The victim's browser
    sends their form with its cookie, or without it, and applies what the answer says about cookies."""
    page = (f'<!DOCTYPE html><iframe src="{run.home}/"></iframe><iframe src="{run.home}/icon.svg"></iframe><img src="{run.home}/sign-out">'
            f'<form method="post" action="{run.home}/sign-out"><input name="form_token" value="guess">'
            "<button>Win a prize</button></form>").encode()

    class Attacker(Pages):
        def do_GET(self):
            self.answer(200, page, {"Content-Type": "text/html"})

    server = serve_pages(Attacker)
    for site, host in (("this", "127.0.0.1"), ("another", "localhost")):
        person.driver.get(f"http://{host}:{server.server_port}/")
        frames = []
        for number in range(2):
            person.driver.switch_to.frame(number)
            frames.append(person.driver.execute_script("return location.href"))
            person.driver.switch_to.default_content()
        run.check(f"a page of {site} site frames no page of the application",
                  all(address.startswith("chrome-error:") for address in frames), frames)
        person.click("button")
        run.check(f"a form of {site} site signs nobody out", "This came from elsewhere" in person.text(), person.text())
        person.driver.get(f"http://{host}:{server.server_port}/")
        person.driver.execute_async_script("""
            const done = arguments[1]
            fetch(arguments[0], {method: "POST", mode: "no-cors", credentials: "include"}).then(done, done)""", run.home + "/sign-out")
        person.driver.get(run.home)
        run.check(f"nor does its script: who is signed in stays so, whatever {site} site sends", person.text("h1") == NAME, person.text())
    server.shutdown()


def kept_valid(run, person):
    """Tokens that end, and resources that refuse."""
    between = run.between
    before = between.refreshes()
    between.instead("/v1/people/me", 401, {"error": {"code": 401, "status": "UNAUTHENTICATED"}})
    person.driver.refresh()
    run.check("a 401 has the token refreshed, and nobody notices",
              person.text("h1") == NAME and between.refreshes() == before + 1, person.text())
    cookie = person.cookie()["value"]
    for _ in range(2):
        between.instead("/v1/people/me", 401, {"error": {"code": 401, "status": "UNAUTHENTICATED"}})
    person.driver.refresh()
    run.check("a 401 for the new token too is a problem, with words", "The provider has a problem at the moment" in person.text(), person.text())
    # The session asks for no other token so soon, so that the first of the two may have been enough.
    between.answers.clear()
    person.driver.refresh()
    run.check("and signs nobody out", between.count("POST", "/revoke") == 0 and person.text("h1") == NAME and person.cookie()["value"] == cookie, person.text())
    between.instead("/v1/people/me", 503, {"error": {"code": 503, "status": "UNAVAILABLE"}})
    person.driver.refresh()
    run.check("a Google that can't answer is no reason to be signed out",
              "The provider has a problem at the moment" in person.text(), person.text())
    person.driver.refresh()
    run.check("and the next try works", person.text("h1") == NAME, person.text())


def signed_out(run, person):
    # As a page of an application that lets the browser keep it.
    run.front.kept["/"] = "private, max-age=600"
    person.driver.get(run.home)
    cookie = f"{person.session}={person.cookie()['value']}"
    revoked = run.between.count("POST", "/revoke")
    person.click("form[action='/sign-out'] button")
    run.check("signing out leads to the first screen", "You are signed out." in person.text()
              and person.text("a.button") == "Sign in with Google", person.text())
    run.check("Google was asked to end the tokens", run.between.count("POST", "/revoke") > revoked)
    run.check("the old cookie is nobody's", fetch(run.home, cookie=cookie, Accept="text/html").status == 303)
    seen = []
    for _ in range(2):
        person.driver.back()
        # Before any reload: the browser keeps whole pages for this button.
        seen.append(person.text("body"))
    run.check("going back shows nothing", not any(NAME in text for text in seen), seen)
    person.driver.get(run.home + "/script")
    address = run.home + "/sign-in?return=%2Fscript"
    person.wait(lambda: person.driver.current_url == address)
    run.check("the script leads to the sign-in", person.driver.current_url == address, person.driver.current_url)


def quiet(run, cookie):
    secrets = run.between.secrets | run.front.secrets
    run.check("a session's cookie is among the secrets", cookie in secrets)
    log = (run.folder / "app.log").read_text(errors="replace")
    found = [secret for secret in secrets if secret in log]
    run.check(f"none of {len(secrets)} secrets is in the log at level trace", not found, len(found))
    run.check("which says what happened", all(run.logged(words) for words in ("sign-in begun", "signed in", "signed out", "request rejected")))


def main():
    options = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    programs = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(programs) != 2 or options not in ([], ["--screenshots"]):
        sys.exit("usage: my_google_info_web.py APP PIXY [--screenshots]")
    end_on_signals()
    os.environ.update(INTEROP_USERNAME=USERNAME, INTEROP_PASSWORD=PASSWORD, no_proxy="127.0.0.1,localhost")
    with tempfile.TemporaryDirectory(prefix="pixy-examples-", ignore_cleanup_errors=True) as folder, Programs(
            folder, *programs, bool(options)) as run:
        person = signed_in(run)
        cookie = person.cookie()["value"]
        scripted(run, person)
        attacked(run, person)
        kept_valid(run, person)
        signed_out(run, person)
        quiet(run, cookie)
        run.check.end("my-google-info-web")


main()
