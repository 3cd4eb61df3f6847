#!/usr/bin/env python3
"""A person without a browser: signs in at an authorization URL with plain HTTP, which takes a fraction of Chromium's time.

    BROWSER=Scripts/interop/person.py       (called with the URL as only argument)

Knows glewlwyd, oidc-provider-mock and authlib-server, and their pages for devices (RFC 8628). Signs in as INTEROP_USERNAME with
INTEROP_PASSWORD (default: alice / wonderland) and agrees (INTEROP_DECISION=deny refuses instead, where there is a button).

What comes back to http://127.0.0.1:*/callback or http://localhost:*/callback is brought there, as a browser does. INTEROP_ANSWER
names a file or pipe instead, which gets one line: the address that a browser would have ended at, or the form that it would
have posted there; that is for `pixy login --callback-from-stdin`. Without it an answer in a fragment is nothing for this
script: only a browser has a page's script bring that on.

INTEROP_TAMPER=NAME is an attacker: that parameter of the answer is another one. For INTEROP_ANSWER only; with NAME state the
right answer follows on the next line, because an answer that isn't this client's ends nothing.
"""

import html.parser
import http.cookiejar
import json
import os
import re
import sys
import urllib.error
import urllib.request
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

CALLBACK = re.compile(r"http://(127\.0\.0\.1|localhost)(:\d+)?/callback([?#]|$)")
USERNAME = os.environ.get("INTEROP_USERNAME", "alice")
PASSWORD = os.environ.get("INTEROP_PASSWORD", "wonderland")
DENIES = os.environ.get("INTEROP_DECISION") == "deny"


class Arrived(Exception):
    """The browser was sent back to the client: with an address, and the form's fields if it posts there."""

    def __init__(self, url, form=None):
        super().__init__("arrived")
        self.url, self.form = url, form


class Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, answer, code, message, headers, url):
        # The header itself: urllib's own view of it has no fragment.
        location = urljoin(request.full_url, headers["Location"])
        if CALLBACK.match(location):
            raise Arrived(location)
        return super().redirect_request(request, answer, code, message, headers, url)


class Page(html.parser.HTMLParser):
    """The forms of a page: where each goes, and its fields and buttons."""

    def __init__(self, url, text):
        super().__init__()
        self.url, self.forms = url, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        if tag == "form":
            self.forms.append({"id": has.get("id"), "action": urljoin(self.url, has.get("action") or self.url), "fields": {}})
        elif tag in ("input", "button") and has.get("name") and self.forms:
            self.forms[-1]["fields"].setdefault(has["name"], has.get("value") or "")


opener = urllib.request.build_opener(
    urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), Redirects())


def fetch(url, body=None, media_type="application/x-www-form-urlencoded"):
    request = urllib.request.Request(url, data=body, headers={"Content-Type": media_type} if body is not None else {})
    with opener.open(request, timeout=20) as response:
        page = Page(response.geturl(), response.read().decode(errors="replace"))
    for form in page.forms:
        if CALLBACK.match(form["action"]):
            raise Arrived(form["action"], form["fields"])
    return page


def sign_in(url):
    """Ends with Arrived, or, for a device, by itself."""
    page = fetch(url)
    address = urlsplit(page.url)
    if address.path.endswith("/login.html"):
        # glewlwyd's page is a program that calls this interface.
        site = f"{address.scheme}://{address.netloc}"
        fetch(f"{site}/api/auth/", json.dumps({"username": USERNAME, "password": PASSWORD}).encode(), "application/json")
        following = parse_qs(address.query)["callback_url"][0]
        page = fetch(following + ("&" if "?" in following else "?") + "g_continue")
        if not page.url.endswith("prompt=deviceComplete"):
            sys.exit("person: glewlwyd did not go on to the client: " + urlsplit(page.url).path)
        return
    for form in page.forms:
        if form["id"] == "authlib":
            fetch(form["action"], urlencode(
                {"username": USERNAME, "password": PASSWORD, "decision": "deny" if DENIES else "approve"}).encode())
            if "/device" in url:
                return
        elif "sub" in form["fields"]:
            fetch(form["action"], urlencode({"action": "deny"} if DENIES else {"sub": USERNAME}).encode())
    sys.exit(f"person: nothing known to do at {address.scheme}://{address.netloc}{address.path}")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: person.py URL")
    try:
        sign_in(sys.argv[1])
    except Arrived as end:
        form = None if end.form is None else urlencode(end.form)
        if answer := os.environ.get("INTEROP_ANSWER"):
            line = end.url if form is None else form
            with open(answer, "w") as file:
                if name := os.environ.get("INTEROP_TAMPER"):
                    print(re.sub(rf"(?<=[?&#]{name}=)[^&]{{4}}", "AAAA", line), file=file)
                if not name or name == "state":
                    print(line, file=file)
        elif urlsplit(end.url).fragment:
            sys.exit("person: the answer is in a fragment, which needs a browser")
        else:
            opener.open(end.url, data=None if form is None else form.encode(), timeout=20).close()
    except urllib.error.HTTPError as error:
        # No query: codes and states are there.
        sys.exit(f"person: {error.code} from {error.url.partition('?')[0]}")


main()
