"""A program's web site without a browser: each request by itself, with the given fields."""

import html.parser
import http.client
from urllib.parse import urlencode, urlsplit


class Page(html.parser.HTMLParser):
    """The first form of a page: its URL and its hidden fields."""

    def __init__(self, text):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = has.get("action")
        elif tag == "input" and has.get("type") == "hidden":
            self.fields[has["name"]] = has.get("value") or ""


class Answer:
    def __init__(self, response):
        self.status, self.text = response.status, response.read().decode(errors="replace")
        self.fields = {name.lower(): value for name, value in response.getheaders()}
        self.location = self.fields.get("location")
        self.set_cookie = self.fields.get("set-cookie")
        # The value that a browser sends back.
        self.cookie = self.set_cookie.partition(";")[0] if self.set_cookie else None

    def page(self):
        return Page(self.text)


def fetch(url, form=None, cookie=None, body=None, **fields):
    """One request, without redirects or cookies. Field names have _ for -."""
    address = urlsplit(url)
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    if cookie:
        headers["Cookie"] = cookie
    if form is not None:
        body = urlencode(form)
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
    try:
        path = (address.path or "/") + (f"?{address.query}" if address.query else "")
        connection.request("GET" if body is None else "POST", path, body, headers)
        return Answer(connection.getresponse())
    finally:
        connection.close()
