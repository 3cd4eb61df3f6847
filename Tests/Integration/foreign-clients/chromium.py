#!/usr/bin/env python3
"""Has Chromium try what only a browser can show about an authorization server with open registration.

Chromium shows which of the server's answers a page of another origin may read, and where a form of
the server's pages may lead.

    Tests/Integration/foreign-clients/chromium.py ISSUER

The user is INTEROP_USERNAME with INTEROP_PASSWORD. Selenium comes from the same place as in
Tests/Integration/shared/browser.py. The issuer is on 127.0.0.1 and the pages are on localhost, which is another
site, so cookies and origins are as between strangers.
"""

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
import browser  # noqa: E402
from flows import Flows, same  # noqa: E402
from harness import Pages, certificate, request, serve_pages  # noqa: E402

PAGE = '<!DOCTYPE html><meta charset="utf-8"><title>Client</title><script src="/page.js"></script>'
# A browser on the same machine needs no more time for a page.
PATIENCE = 20
# RFC 7636 appendix B.
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


class Site:
    """A client's server: a page with our script at every path, except the paths that redirect."""

    def __init__(self, onward, tls=None):
        self.onward, self.scheme = onward, "https" if tls else "http"
        self.server = serve_pages(Handler, tls, onward=onward)

    def origin(self, host):
        return f"{self.scheme}://{host}:{self.server.server_port}"


class Handler(Pages):
    def do_GET(self):
        path = self.path.partition("?")[0]
        # The page could read what is redirected here, but for the server's own rules.
        fields, there = {"Access-Control-Allow-Origin": "*"}, self.onward.get(path)
        if there:
            self.answer(303, fields={**fields, "Location": there})
        elif path == "/page.js":
            self.answer(body=Path(__file__).with_name("page.js").read_bytes(), fields={**fields, "Content-Type": "text/javascript"})
        else:
            self.answer(body=PAGE.encode(), fields={**fields, "Content-Type": "text/html; charset=utf-8"})


class Stopped(Exception):
    """The browser stopped a form because of a page's policy."""


class Visitor(browser.Person):
    """A played user who presses the pages' buttons until the browser is at a URL."""

    def __init__(self, driver, end):
        super().__init__(driver)
        self.end = end

    def arrived(self):
        return self.driver.current_url.startswith(self.end)

    def act(self):
        if button := self.find("form[action$='/logout/decision'] button"):
            return self.press("pixy sign-out", button)
        return super().act()

    def check_policy(self):
        if stopped := [line["message"] for line in self.driver.get_log("browser") if "form-action" in line["message"]]:
            raise Stopped(stopped[0].rpartition(" - ")[2][:300])

    def go(self, url=None):
        """From a page, or from the shown one, to the end."""
        self.driver.get_log("browser")
        if url:
            self.driver.get(url)
        self.go_on(seconds=PATIENCE, check=self.check_policy)
        return self.done


def call(driver, script):
    """The result of a function of page.js."""
    outcome = driver.execute_async_script(
        f"const end = arguments[0]; {script}.then(value => end({{ value }}), error => end({{ error: String(error) }}))")
    if "error" in outcome:
        raise AssertionError(f"{script.partition('(')[0]}: {outcome['error']}")
    return outcome["value"]


def page_signs_in(driver, issuer, site):
    """Discovery, keys, registration, code with PKCE, tokens and UserInfo with DPoP: all by fetch."""
    origin = site.origin("localhost")
    driver.get(origin + "/")
    begun = call(driver, f"begin({json.dumps(issuer)})")
    same(begun["keys"] > 0, True, "whether keys were read")
    Visitor(driver, origin + "/callback").go()
    ended = call(driver, "finish()")
    same(ended["tokenType"], "DPoP", "the token's type")
    same(ended["signed"] and (ended["signed"]["iss"], ended["signed"]["aud"], ended["signed"]["sub"]),
         (issuer, begun["client"], ended["sub"]), "issuer, audience and subject of the verified ID token")
    status, challenge = ended["refused"]
    same((status, 'error="invalid_token"' in (challenge or "")), (401, True), f"a bound token as Bearer, answered with {challenge}")
    same(ended["again"], [400, "invalid_grant"], "status and error of the code's second use")
    return "read metadata, keys, registration, tokens, UserInfo and what refusals say"


def page_reads_no_pages(driver):
    """Run by the page that has just signed in, while the browser has the user's session."""
    looked = call(driver, "closed()")
    same({what: seen for what, seen in looked.items() if seen != ["opaque", "TypeError", "TypeError"]}, {},
         "what wasn't reached, or could be read without or with cookies")
    return f"{len(looked)} addresses were reached and none could be read"


def register(issuer, redirect):
    metadata = request(issuer + "/.well-known/openid-configuration").members
    wanted = {"client_name": "Onward", "redirect_uris": [redirect], "post_logout_redirect_uris": [redirect],
              "token_endpoint_auth_method": "none", "grant_types": ["authorization_code"], "scope": "openid profile"}
    return metadata, request(metadata["registration_endpoint"], body=wanted).members["client_id"]


def authorization(metadata, client, redirect, **more):
    """The URL of an authorization request."""
    return metadata["authorization_endpoint"] + "?" + urlencode({
        "response_type": "code", "client_id": client, "redirect_uri": redirect, "scope": "openid profile", "state": "s" * 20,
        "code_challenge": CHALLENGE, "code_challenge_method": "S256", **more})


def forms_lead_onward(driver, issuer, redirect, end):
    """Sign-in, consent and sign-out, each of which ends at the client, whose callback goes on to another origin."""
    metadata, client = register(issuer, redirect)
    driver.get(issuer)
    driver.delete_all_cookies()
    ways = []
    for more in ({}, {"prompt": "consent"}):
        ways += Visitor(driver, end).go(authorization(metadata, client, redirect, **more))
    leaving = {"client_id": client, "post_logout_redirect_uri": redirect}
    ways += Visitor(driver, end).go(metadata["end_session_endpoint"] + "?" + urlencode(leaving))
    same(ways, ["pixy sign-in", "pixy consent", "pixy sign-out"], "the pages")
    return f"{', '.join(ways)}: from {redirect.partition(':')[0]} on to https elsewhere"


def forms_lead_to_no_http(driver, issuer, redirect, end):
    """A form that the policy stops."""
    try:
        forms_lead_onward(driver, issuer, redirect, end)
    except Stopped:
        return "Chromium stopped a form that was led on to another http origin"
    raise AssertionError("the form was led on to another http origin")


def phone_needs_no_scrolling(driver, issuer, redirect):
    """The sign-in page on a telephone of 360 by 640 pixels."""
    metadata, client = register(issuer, redirect)
    driver.get(issuer)
    driver.delete_all_cookies()
    screen = {"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        driver.get(authorization(metadata, client, redirect))
        bottom, width = driver.execute_script(
            "return [document.querySelector('button').getBoundingClientRect().bottom, document.documentElement.scrollWidth]")
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    same((bottom <= 640, width <= 360), (True, True), f"a button that ends at {bottom}, on a page {width} wide")
    return f"the button ends at {bottom:.0f} of 640 pixels"


def account_ends_access(driver, issuer, redirect, end):
    """A user ends a client's access on the account page, and signs out there."""
    metadata, client = register(issuer, redirect)
    visitor = Visitor(driver, end)
    visitor.go(authorization(metadata, client, redirect))
    driver.get(issuer + "/")
    same(driver.current_url, issuer + "/account", "where / leads to")
    find = lambda what: driver.find_elements("css selector", what)
    visitor.click(f"button[name=end_access][value='{client}']")
    same(["Onward" in notice.text for notice in find("[role=status]")], [True], "whether the page says what it ended")
    same(find(f"button[name=end_access][value='{client}']"), [], "the client's buttons")
    visitor.click("button[name=decision]")
    driver.get(issuer + "/account")
    same(len(find("#password")), 1, "the password fields after signing out")
    return "ended a client's access and the session"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: chromium.py ISSUER")
    issuer = sys.argv[1]
    os.environ["no_proxy"] = "127.0.0.1,localhost"
    flows, driver = Flows("Chromium"), None
    with tempfile.TemporaryDirectory(prefix="pixy-chromium-", ignore_cleanup_errors=True) as folder:
        certificate(folder, "DNS:localhost", "IP:127.0.0.1")
        https = Site({}, (f"{folder}/certificate.pem", f"{folder}/key.pem"))
        thanks = https.origin("127.0.0.1") + "/thanks"
        https.onward["/callback"] = thanks
        http_site = Site({"/on": thanks})
        http_site.onward["/out"] = http_site.origin("127.0.0.1") + "/thanks"
        page = Site({})
        try:
            # The certificate is self-signed, and the browser accepts it.
            driver = browser.start(folder, "--ignore-certificate-errors")
            driver.set_script_timeout(PATIENCE)
            flows.run("a page signs a person in", page_signs_in, driver, issuer, page)
            flows.run("the same page reads no page of the server's", page_reads_no_pages, driver)
            flows.run("forms to a loopback client that goes on", forms_lead_onward, driver, issuer,
                      http_site.origin("localhost") + "/on", thanks)
            flows.run("forms to a web client that goes on", forms_lead_onward, driver, issuer,
                      https.origin("localhost") + "/callback", thanks)
            flows.run("forms to a client that goes on without TLS", forms_lead_to_no_http, driver, issuer,
                      http_site.origin("localhost") + "/out", http_site.origin("127.0.0.1") + "/thanks")
            flows.run("the sign-in page on a telephone", phone_needs_no_scrolling, driver, issuer,
                      https.origin("localhost") + "/callback")
            flows.run("the account page", account_ends_access, driver, issuer,
                      https.origin("localhost") + "/callback", thanks)
        finally:
            if driver:
                with contextlib.suppress(Exception):
                    driver.quit()
    flows.end()


if __name__ == "__main__":
    main()
