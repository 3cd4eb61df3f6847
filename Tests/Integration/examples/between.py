"""A proxy between a program and a server in a test.

It forwards every request, counts, remembers the secrets on the wire, and does harm on demand.
"""
import base64
import http.client
import json
import re
from urllib.parse import parse_qs, urlsplit

from harness import Pages, serve_pages

# Members of forms, queries and JSON answers that only client and server may see.
SECRETS = ("client_secret", "code", "code_verifier", "access_token", "refresh_token", "id_token", "token", "state", "nonce")


class Between:
    def __init__(self):
        self.target = None       # The server's port.
        self.requests = []       # (method, path without query, grant type or None, status) of each request.
        self.secrets = set()
        self.cookies = set()     # The paths of requests with a cookie.
        self.answers = {}        # path → statuses and bodies that the next requests get instead of the server's answer.
        self.kept = {}           # path → the rule for caches that its answer gets instead of its own.
        self.origin = f"http://127.0.0.1:{serve_pages(Handler, between=self).server_port}"

    def instead(self, path, status, body):
        self.answers.setdefault(path, []).append((status, json.dumps(body).encode()))

    def refreshes(self):
        return sum(1 for *_, grant, status in self.requests if grant == "refresh_token" and status == 200)

    def count(self, method, path):
        return sum(1 for request in self.requests if request[:2] == (method, path))

    def remember(self, members):
        self.secrets.update(value for name, value in members.items() if name in SECRETS and isinstance(value, str) and len(value) > 7)

    def remember_page(self, fields, body):
        """Remembers new session cookies, and the tokens in a page's forms."""
        for name, value in fields:
            if name.lower() == "set-cookie" and (cookie := re.match(r"(?:session|sign-in)[\w-]*=([^;]+)", value)):
                self.secrets.add(cookie[1])
        self.secrets.update(re.findall(r'name="form_token" value="([^"]+)"', body.decode(errors="replace")))


class Handler(Pages):
    def do_GET(self):
        between, address = self.between, urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        form, query = ({name: values[0] for name, values in parse_qs(text).items()}
                       for text in (body.decode(errors="replace"), address.query))
        between.remember(form)
        between.remember(query)
        if basic := re.match(r"Basic (\S+)", self.headers.get("Authorization") or ""):
            between.secrets.update({basic[1], base64.b64decode(basic[1]).decode().partition(":")[2]})
        if "Cookie" in self.headers:
            between.cookies.add(address.path)
        if between.answers.get(address.path):
            status, answer = between.answers[address.path].pop(0)
            fields = [("Content-Type", "application/json")]
        else:
            status, answer, fields = self.forward(body)
        between.remember_page(fields, answer)
        if address.path == "/token" and status == 200:
            between.remember(json.loads(answer))
        between.requests.append((self.command, address.path, form.get("grant_type"), status))
        if rule := between.kept.get(address.path):
            fields = [(name, value) for name, value in fields if name.lower() != "cache-control"] + [("Cache-Control", rule)]
        own = ("content-length", "transfer-encoding", "connection", "date", "server")
        self.answer(status, answer, [(name, value) for name, value in fields if name.lower() not in own])

    do_POST = do_HEAD = do_OPTIONS = do_GET

    def forward(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.between.target, timeout=20)
        try:
            fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            connection.request(self.command, self.path, body or None, fields)
            response = connection.getresponse()
            return response.status, response.read(), response.getheaders()
        finally:
            connection.close()
