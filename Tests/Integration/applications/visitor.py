"""A user's browser that goes on through the pages of an application and of the server."""
import urllib.error
from http.cookiejar import DefaultCookiePolicy
from urllib.parse import parse_qs, urlsplit

from person import Arrived, Person
from place import PASSWORD


class Opened:
    def __init__(self, answer):
        with answer:
            self.url, self.status, self.text = answer.geturl(), answer.status, answer.read().decode(errors="replace")


class Visitor:
    """Follows redirects between the application's origin and the server's, and signs in where the server asks."""

    def __init__(self, place, name):
        self.person = Person()
        self.person.username, self.person.password = name, PASSWORD
        # As browsers do at loopback addresses.
        self.person.cookies.set_policy(DefaultCookiePolicy(secure_protocols=("http", "https")))
        self.person.opener.addheaders.append(("Accept", "text/html"))
        self.issuer, self.signed_in = place.issuer, False

    def opened(self, url, body=None, end=None):
        """The page that a visit ends at, or its address if that begins with `end`."""
        self.signed_in = False
        for _ in range(12):
            if end and url.startswith(end):
                return url
            if url.startswith(self.issuer + "/"):
                url, body, self.signed_in = self.person.answer(url).url, None, True
                continue
            self.person.origin = urlsplit(url)[:2]
            try:
                return Opened(self.person.opener.open(url, data=body, timeout=60))
            except Arrived as redirect:
                url, body = redirect.url, None
            except urllib.error.HTTPError as error:
                return Opened(error)
        raise RuntimeError("too many redirects")

    def forging(self, url, callback):
        """The page for an answer with the right state and a code that nobody issued."""
        state = parse_qs(urlsplit(self.opened(url, end=self.issuer)).query)["state"][0]
        return self.opened(f"{callback}?code={'A' * 43}&state={state}", end=self.issuer)

    def forget(self, prefix):
        """Ends a session of an application, whose cookies have a prefix."""
        for cookie in list(self.person.cookies):
            if cookie.name.startswith(prefix):
                self.person.cookies.clear(cookie.domain, cookie.path, cookie.name)
