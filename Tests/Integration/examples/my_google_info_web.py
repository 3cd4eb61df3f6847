#!/usr/bin/env python3
"""Examples/MyGoogleInfoWeb in a real browser, against `pixy serve --as google`: nothing leaves this machine.

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
from person import Page
from selenium.webdriver.common.by import By

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

    def sign_in(self, decision="approve", again=False):
        """From the first screen to whatever follows it; once more from the address that begins a sign-in."""
        self.deny, self.done = decision == "deny", []
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


def first_answer(run):
    """What comes before anybody signs in, byte for byte."""
    script = fetch(run.home, Accept="application/json")
    run.check("a script without a session gets 401", script.status == 401 and script.text == "", script.status)
    page = fetch(run.home, Accept="text/html")
    run.check("a page leads to the sign-in page", page.status == 303 and page.location == run.home + "/sign-in", page.location)
    answer = fetch(page.location)
    run.check("which sets no cookie", answer.status == 200 and answer.fields["Set-Cookie"] is None, answer.fields["Set-Cookie"])
    policy = answer.fields["Content-Security-Policy"] or ""
    run.check("no script, no frame, nothing from elsewhere",
              policy == "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
              "frame-ancestors 'none'" and "<script" not in answer.text, policy)
    wanted = {"cache-control": "no-store", "x-content-type-options": "nosniff", "x-frame-options": "DENY",
              "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin"}
    run.check("nothing is kept, guessed, framed or told to others", all(answer.fields[name] == value for name, value in wanted.items()), answer.fields.items())
    missing = fetch(run.home + "/nothing-here")
    run.check("an unknown page is a page with words", missing.status == 404 and "no such page" in missing.text, missing.status)
    begun = fetch(run.home + "/sign-in/google?return=//attacker.example")
    attributes = sorted(part.strip() for part in (begun.fields["Set-Cookie"] or "").split(";")[1:])
    run.check("a sign-in has a cookie of its own, HttpOnly, SameSite=Lax, for ten minutes",
              attributes == ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax"]
              and begun.location.startswith(run.between.origin + "/o/oauth2/v2/auth?"), begun.fields["Set-Cookie"])
    foreign = fetch(run.home + "/sign-in/google", Sec_Fetch_Site="cross-site")
    run.check("a link of another site begins none", foreign.location == run.home + "/sign-in" and not foreign.fields["Set-Cookie"], foreign.location)


def forms(run, person):
    """Forms that this site's own page didn't send."""
    token = person.driver.find_element(By.CSS_SELECTOR, "input[name=form_token]").get_attribute("value")
    cookie = f"{person.session}={person.cookie()['value']}"
    url, signed_out = run.home + "/sign-out", run.logged("signed out")
    for name, status, request in (
        ("without a token", 403, {"form": {}}),
        ("with another token", 403, {"form": {"form_token": token[::-1]}}),
        ("with two tokens", 403,
         {"body": f"form_token={token}&form_token={token}", "Content_Type": "application/x-www-form-urlencoded"}),
        ("from another origin", 403, {"form": {"form_token": token}, "Origin": "https://attacker.example"}),
        ("from an opaque origin", 403, {"form": {"form_token": token}, "Origin": "null"}),
        ("from another site, as the browser says", 403, {"form": {"form_token": token}, "Sec_Fetch_Site": "cross-site"}),
        ("that is JSON", 400, {"body": f'{{"form_token":"{token}"}}', "Content_Type": "application/json"}),
        ("that can't be read", 400, {"body": "form_token=%zz", "Content_Type": "application/x-www-form-urlencoded"}),
        ("that is too long", 413, {"form": {"form_token": token, "more": "x" * 20_000}}),
    ):
        refused = fetch(url, cookie=cookie, **request)
        run.check(f"a form {name} is refused", refused.status == status and "<h1>" in refused.text, refused.status)
    run.check("and none of them has signed out", run.logged("signed out") == signed_out)
    person.driver.refresh()
    run.check("who is signed in stays so", person.text("h1") == NAME, person.text())


def signed_in(run):
    """Both screens; returns the person."""
    person = run.person()
    person.driver.get(run.home)
    run.check("first screen: the way to sign in", person.text("a.button") == "Sign in with Google", person.text())
    run.picture(person, "login")
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
    narrow(run, person)
    return person


def narrow(run, person):
    person.driver.set_window_size(500, 800)
    wide = person.driver.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
    run.check("a narrow window shows all of it", not wide)
    person.driver.set_window_size(1000, 800)


def foreign(run, person):
    """Another browser, and answers that aren't its own."""
    other = run.person()
    other.driver.get(run.home)
    run.check("another browser isn't signed in", other.text("a.button") == "Sign in with Google", other.text())
    other.driver.get(run.home + "/callback/google?code=stolen&state=guessed")
    run.check("an answer that nobody asked for is refused", "This sign-in is not yours" in other.text(), other.text())
    # Somebody else's sign-in, up to the answer, which a link then brings to the victim's browser.
    location = fetch(run.home + "/sign-in/google").location
    form = Page(location, fetch(location).text).forms[0]
    answer = fetch(form["action"], form={**form["fields"], "username": USERNAME, "password": PASSWORD, "decision": "approve"},
                   Origin=run.between.origin)
    run.check("an attacker's own sign-in has its answer", (answer.location or "").startswith(run.home + "/callback/google?"), answer.status)
    redeemed = run.between.count("POST", "/token")
    other.driver.get(answer.location)
    run.check("it is refused in a browser that has begun none", "This sign-in is not yours" in other.text(), other.text())
    other.driver.get(run.home)
    other.click("a[href^='/sign-in/google']")
    other.driver.get(answer.location)
    run.check("and in one that has begun another", "This sign-in is not yours" in other.text(), other.text())
    other.driver.get(run.home)
    run.check("which isn't signed in by it", "Sign in with Google" in other.text() and other.cookie() is None, other.text())
    run.check("and its code is not redeemed", run.between.count("POST", "/token") == redeemed)
    signed_in_with = person.cookie()["value"]
    person.driver.get(answer.location)
    run.check("nor is it taken from a person who is signed in", "This sign-in is not yours" in person.text(), person.text())
    person.driver.get(run.home)
    run.check("whose session stays as it is", person.text("h1") == NAME and person.cookie()["value"] == signed_in_with, person.text())
    run.check("and whose browser redeems no code either", run.between.count("POST", "/token") == redeemed)
    other.sign_in(decision="deny")
    run.check("who doesn't agree is told so, and isn't signed in",
              "You didn't agree" in other.text() and "Sign in with Google" in other.text(), other.text())


def attacked(run, person):
    """A page of another origin whose form the victim's browser sends with its cookie: SameSite doesn't look at the port."""
    page = (f'<!DOCTYPE html><form method="post" action="{run.home}/sign-out"><input name="token" value="guess">'
            "<button>Win a prize</button></form>").encode()

    class Attacker(Pages):
        def do_GET(self):
            self.answer(200, page, {"Content-Type": "text/html"})

    server = serve_pages(Attacker)
    person.driver.get(f"http://127.0.0.1:{server.server_port}/")
    person.click("button")
    run.check("a form on another origin signs nobody out", "This came from elsewhere" in person.text(), person.text())
    person.driver.get(run.home)
    run.check("who is signed in stays so", person.text("h1") == NAME, person.text())
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
    run.check("a 401 for the new token too is a problem, with words", "The provider could not be asked" in person.text(), person.text())
    # The session asks for no other token so soon, so that the first of the two may have been enough.
    between.answers.clear()
    person.driver.refresh()
    run.check("and signs nobody out", between.count("POST", "/revoke") == 0 and person.text("h1") == NAME and person.cookie()["value"] == cookie, person.text())
    between.instead("/v1/people/me", 503, {"error": {"code": 503, "status": "UNAVAILABLE"}})
    person.driver.refresh()
    run.check("a Google that can't answer is no reason to be signed out",
              "The provider could not be asked" in person.text(), person.text())
    person.driver.refresh()
    run.check("and the next try works", person.text("h1") == NAME, person.text())


def expired(run):
    """Tokens that live for a second; then Google ends the grant."""
    between = run.between
    between.lifetime = 1
    person = run.person()
    person.sign_in()
    before = between.refreshes()

    def refreshed():
        person.driver.refresh()
        return between.refreshes() > before

    person.wait(refreshed)
    run.check("a token that has ended is refreshed", person.text("h1") == NAME, person.text())
    run.check("without another sign-in", "Sign in" not in person.text(), person.text())

    def ended():
        between.instead("/token", 400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."})
        person.driver.refresh()
        return NAME not in person.text()

    person.wait(ended)
    between.answers.clear()
    between.lifetime = None
    run.check("a grant that Google has ended leads to the first screen, with words",
              "Your sign-in has ended" in person.text() and "Sign in with Google" in person.text(), person.text())
    run.check("and the session is gone", person.cookie() is None)


def signed_out(run, person):
    cookie = f"{person.session}={person.cookie()['value']}"
    revoked = run.between.count("POST", "/revoke")
    person.click("form[action='/sign-out'] button")
    run.check("signing out leads to the first screen", "You are signed out." in person.text()
              and person.text("a.button") == "Sign in with Google", person.text())
    run.check("Google was asked to end the tokens", run.between.count("POST", "/revoke") > revoked)
    run.check("the old cookie is nobody's", fetch(run.home, cookie=cookie, Accept="text/html").status == 303)
    person.driver.back()
    person.driver.refresh()
    run.check("going back shows nothing", NAME not in person.text(), person.text())


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
        first_answer(run)
        person = signed_in(run)
        forms(run, person)
        cookie = person.cookie()["value"]
        foreign(run, person)
        attacked(run, person)
        kept_valid(run, person)
        expired(run)
        signed_out(run, person)
        quiet(run, cookie)
        run.check.end("my-google-info-web")


main()
