#!/usr/bin/env python3
"""A played user without a browser: signs in at an authorization URL with plain HTTP, much faster than Chromium.

    BROWSER=Tests/Integration/shared/person.py       (called with the URL as only argument)

Knows pixy, glewlwyd, oidc-provider-mock and authlib-server, and their pages for devices (RFC 8628).
Signs in as INTEROP_USERNAME with INTEROP_PASSWORD (default: alice / wonderland) and agrees
(INTEROP_DECISION=deny refuses instead, where there is a button).

A URL outside the server's origin is the client's answer and is opened, as a browser does.
INTEROP_ANSWER names a file or pipe instead, which gets one line: the URL that a browser would have
ended at, or the form that it would have posted there, for `pixy login --callback-from-stdin`. Without
it an answer in a fragment fails: only a browser has a page's script read it.

INTEROP_TAMPER=NAME plays an attacker: that parameter of the answer is replaced. It works only with
INTEROP_ANSWER. With NAME state the right answer follows on the next line, because an answer of another
client ends nothing.

INTEROP_COOKIES names a file that keeps the cookies for the next call, as one browser does for its windows.

Other scripts import `Person`, whose cookies last as long as the object.
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


class Arrived(Exception):
    """The browser was redirected to the client: the URL, and the form's fields for a POST."""

    def __init__(self, url, form=None):
        super().__init__("arrived")
        self.url, self.form = url, form


class Lost(Exception):
    """A page that this played user can't handle."""


class Redirects(urllib.request.HTTPRedirectHandler):
    def __init__(self, person):
        self.person = person

    def redirect_request(self, request, answer, code, message, headers, url):
        # The header itself: urllib removes the fragment.
        self.person.stay(urljoin(request.full_url, headers["Location"]))
        return super().redirect_request(request, answer, code, message, headers, url)

    # urllib follows no redirect to an application's own scheme, and can't even stop there.
    def http_error_302(self, request, answer, code, message, headers):
        try:
            self.person.stay(urljoin(request.full_url, headers["Location"]))
        except Arrived:
            # An open connection delays the end of a server.
            answer.close()
            raise
        return super().http_error_302(request, answer, code, message, headers)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class Page(html.parser.HTMLParser):
    """The forms of a page: the URL, the fields, and the buttons' values by name."""

    def __init__(self, url, text):
        super().__init__()
        self.url, self.forms = url, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        if tag == "form":
            self.forms.append({"action": urljoin(self.url, has.get("action") or self.url), "fields": {}, "buttons": {}})
        elif tag == "input" and has.get("name") and self.forms:
            self.forms[-1]["fields"].setdefault(has["name"], has.get("value") or "")
        elif tag == "button" and has.get("name") and self.forms:
            self.forms[-1]["buttons"].setdefault(has["name"], []).append(has.get("value") or "")


class Person:
    def __init__(self, denies=False):
        self.username = os.environ.get("INTEROP_USERNAME", "alice")
        self.password = os.environ.get("INTEROP_PASSWORD", "wonderland")
        self.denies = denies
        self.origin = None
        self.pages = 0   # The number of pages that were shown.
        self.kept = os.environ.get("INTEROP_COOKIES")
        self.cookies = http.cookiejar.MozillaCookieJar()
        if self.kept and os.path.exists(self.kept):
            self.cookies.load(self.kept, ignore_discard=True)
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies), Redirects(self))

    def keep(self):
        if self.kept:
            # Renamed, because other calls read it meanwhile.
            self.cookies.save(f"{self.kept}.{os.getpid()}", ignore_discard=True)
            os.replace(f"{self.kept}.{os.getpid()}", self.kept)

    def stay(self, url, form=None):
        if urlsplit(url)[:2] != self.origin:
            raise Arrived(url, form)

    def fetch(self, url, body=None, media_type="application/x-www-form-urlencoded"):
        request = urllib.request.Request(url, data=body, headers={"Content-Type": media_type} if body is not None else {})
        with self.opener.open(request, timeout=120) as response:
            page = Page(response.geturl(), response.read().decode(errors="replace"))
        self.pages += 1
        for form in page.forms:
            self.stay(form["action"], form["fields"])
        return page

    def send(self, form, **fields):
        return self.fetch(form["action"], urlencode({**form["fields"], **fields}).encode())

    def answer(self, url):
        """The client's answer (`Arrived`), or None if a page was the end, as with a device."""
        self.origin = urlsplit(url)[:2]
        try:
            self.use(self.fetch(url), url)
        except Arrived as end:
            return end
        return None

    def use(self, page, url):
        address = urlsplit(page.url)
        if address.path.endswith("/login.html"):
            self.use_glewlwyd(page)
            return
        for _ in range(6):
            known = {"decision", "user_code", "sub"}
            form = next((form for form in page.forms if known & (form["fields"].keys() | form["buttons"].keys())), None)
            if form is None:
                break
            fields = form["fields"]
            if "sub" in fields:
                page = self.fetch(form["action"], urlencode({"action": "deny"} if self.denies else {"sub": self.username}).encode())
            elif "approve" in form["buttons"].get("decision", []):
                typed = {"username": self.username, "password": self.password}
                page = self.send(form, decision="deny" if self.denies else "approve",
                                 **{name: text for name, text in typed.items() if name in fields})
                if not page.forms:
                    return
            else:
                page = self.send(form)   # The link has filled in the code.
        raise Lost(f"nothing known to do at {address.scheme}://{address.netloc}{address.path}")

    def use_glewlwyd(self, page):
        # Its page is a program that calls this interface.
        address = urlsplit(page.url)
        site = f"{address.scheme}://{address.netloc}"
        self.fetch(f"{site}/api/auth/", json.dumps({"username": self.username, "password": self.password}).encode(), "application/json")
        following = parse_qs(address.query)["callback_url"][0]
        page = self.fetch(following + ("&" if "?" in following else "?") + "g_continue")
        if not page.url.endswith("prompt=deviceComplete"):
            raise Lost("glewlwyd did not go on to the client: " + urlsplit(page.url).path)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: person.py URL")
    person = Person(denies=os.environ.get("INTEROP_DECISION") == "deny")
    try:
        end = person.answer(sys.argv[1])
        person.keep()
        if end is None:
            return
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
            person.origin = urlsplit(end.url)[:2]
            try:
                person.opener.open(end.url, data=None if form is None else form.encode(), timeout=120).close()
            except Arrived:
                pass   # A further redirect of the client doesn't matter here.
    except Lost as error:
        sys.exit(f"person: {error}")
    except urllib.error.HTTPError as error:
        # No query: codes and states are there.
        sys.exit(f"person: {error.code} from {error.url.partition('?')[0]}")


if __name__ == "__main__":
    main()
