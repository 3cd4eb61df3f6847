"""A proxy between a program and a server in a test.

It forwards every request, counts, remembers the secrets on the wire, and does harm on demand.
"""

import http.client
import http.server
import json
import re
import threading
import time
from urllib.parse import parse_qs, urlsplit

# Members of forms, queries and JSON answers that only client and server may see.
SECRETS = ("client_secret", "code", "code_verifier", "access_token", "refresh_token", "id_token", "token", "state", "nonce")


class Between:
    def __init__(self):
        self.target = None       # The server's port.
        self.requests = []       # (method, path without query, grant type or None, status) of each request.
        self.secrets = set()
        self.lifetime = None     # The expires_in that token answers get instead of their own.
        self.answers = {}        # path → statuses and bodies that the next requests get instead of the server's answer.
        handler = type("Handler", (Handler,), {"between": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

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


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    between = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        between = self.between
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        address = urlsplit(self.path)
        form = {name: values[0] for name, values in parse_qs(body.decode(errors="replace")).items()}
        between.remember(form)
        between.remember({name: values[0] for name, values in parse_qs(address.query).items()})
        waiting = between.answers.get(address.path)
        if waiting:
            status, answer = waiting.pop(0)
            fields = [("Content-Type", "application/json")]
        else:
            status, answer, fields = self.forward(body)
        between.remember_page(fields, answer)
        if address.path == "/token" and status == 200:
            members = json.loads(answer)
            between.remember(members)
            if between.lifetime is not None:
                answer = json.dumps({**members, "expires_in": between.lifetime}).encode()
        between.requests.append((self.command, address.path, form.get("grant_type"), status))
        self.send_response(status)
        for name, value in fields:
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer)

    do_POST = do_HEAD = do_GET

    def forward(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.between.target, timeout=20)
        try:
            fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            connection.request(self.command, self.path, body or None, fields)
            response = connection.getresponse()
            return response.status, response.read(), response.getheaders()
        finally:
            connection.close()


def wait_for(port, process, seconds=30):
    """Waits until a server answers on a port of this machine."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args[0]} ended with status {process.returncode}")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("HEAD", "/")
            connection.getresponse()
            return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise RuntimeError(f"{process.args[0]} does not answer on port {port}")
