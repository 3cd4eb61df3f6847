"""Honest clients, a prober and races, which write a history of every request and its answer."""
import hashlib
import html
import http.client
import json
import random
import re
import secrets
import sys
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import Answer, base64url, basic, proof_key  # noqa: E402

CALLBACK = "https://app.example/callback"
PASSWORD = "correct horse battery staple"
USERS = ["ada", "ben", "cleo", "dan"]
# How long a client repeats a request before it gives up, in seconds.
PATIENCE = 120


def short(secret):
    """The prefix of a code's or token's hash, as the history names it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:20] if secret else None


class GaveUp(Exception):
    """A client repeated a request for too long."""


class History:
    """A file with one JSON object a line."""

    def __init__(self, path):
        self.file, self.lock = open(path, "w", buffering=1 << 16), threading.Lock()
        self.writes = 0

    def add(self, **line):
        text = json.dumps(line) + "\n"
        with self.lock:
            if self.file.closed:
                return
            self.file.write(text)
            if line["kind"] in ("redeem", "refresh", "revoke") and line.get("status") == 200:
                self.writes += 1

    def close(self):
        with self.lock:
            self.file.close()


def is_final(answer):
    return answer.status is not None and answer.status < 500 and answer.status != 429


class Connection:
    """A connection that stays open between requests."""

    def __init__(self, port, timeout=15):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def send(self, method, path, form=None, fields=None):
        """Sends a request. Returns whether that worked."""
        fields, body = dict(fields or {}), None
        if form is not None:
            body, fields["Content-Type"] = urlencode(form), "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, body, fields)
            return True
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return False

    def receive(self):
        try:
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return Answer()

    def ask(self, *request):
        return self.receive() if self.send(*request) else Answer()


class Application:
    """A client with one user's browser. It signs in, and sends requests to one port."""

    def __init__(self, site, name, port=None):
        self.site, self.name, self.history = site, name, site.history
        self.connection = Connection(port or site.port)
        number = random.randrange(1 << 16)
        self.fields = {"X-Forwarded-For": f"198.18.{number >> 8}.{number & 255}"}
        self.username = random.choice(USERS)
        self.cookies, self.has_session = {}, False

    def write(self, kind, sent, answer, **more):
        known = {name: value for name, value in more.items() if value is not None}
        self.history.add(kind=kind, client=self.name, sent=sent, answered=time.monotonic(), status=answer.status, **known)

    def ask(self, kind, path, form, presented, fields=None, gives_up=False, **more):
        """Sends one request to an endpoint with forms, and writes it into the history."""
        sent = time.monotonic()
        answer = self.connection.ask("POST", path, form, {**self.fields, **(fields or {})})
        self.note(kind, sent, answer, presented, gave_up=True if gives_up and not is_final(answer) else None, **more)
        return answer

    def note(self, kind, sent, answer, presented, **more):
        members = answer.members if answer.status is not None else {}
        self.write(kind, sent, answer, presented=short(presented), access=short(members.get("access_token")),
                   refresh=short(members.get("refresh_token")), expires_in=members.get("expires_in"),
                   active=members.get("active"), error=members.get("error"), **more)

    def until_answered(self, kind, path, form, presented, fields=None):
        """Repeats a request until it has an answer that isn't a failure of the server."""
        ends = time.monotonic() + PATIENCE
        while True:
            late = time.monotonic() > ends
            answer = self.ask(kind, path, form, presented, fields, gives_up=late)
            if is_final(answer):
                return answer
            if late:
                raise GaveUp
            time.sleep(random.uniform(0.05, 0.2))

    def redemption(self, code, verifier):
        return {"grant_type": "authorization_code", "client_id": "app", "code": code, "redirect_uri": CALLBACK,
                "code_verifier": verifier}

    def refreshment(self, token):
        return {"grant_type": "refresh_token", "client_id": "app", "refresh_token": token}

    def introspect(self, token):
        return self.until_answered("introspect", "/introspect", {"token": token}, token, self.site.resource)

    # The sign-in

    def browse(self, kind, method, path, form=None, session=None):
        """A request of the browser. Returns the answer, and the code if there is one."""
        fields = {**self.fields, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form:
            fields["Origin"] = self.site.issuer
        sent = time.monotonic()
        answer = self.connection.ask(method, path, form, fields)
        code = error = None
        if answer.status is not None:
            for field in answer.fields.get_all("Set-Cookie") or []:
                name, _, value = field.split(";")[0].partition("=")
                self.cookies.pop(name, None)
                if value and "max-age=0" not in field.lower():
                    self.cookies[name] = value
        if answer.status == 303:
            query = parse_qs(urlsplit(answer.fields["Location"]).query)
            code, error = query.get("code", [None])[0], query.get("error", [None])[0]
        self.write(kind, sent, answer, code=short(code), error=error, session=session,
                   password='type="password"' in answer.text or None)
        return answer, code

    def authorize(self):
        """Signs in, with the password if there is no session. Returns the code and its verifier."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            verifier, challenge = proof_key()
            query = urlencode({
                "response_type": "code", "client_id": "app", "redirect_uri": CALLBACK, "state": "s",
                "scope": "openid profile", "code_challenge_method": "S256", "code_challenge": challenge})
            answer, code = self.browse("authorize", "GET", "/authorize?" + query, session=self.has_session)
            if answer.status == 200:
                hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', answer.text)
                form = {name: html.unescape(value) for name, value in hidden}
                form.update(username=self.username, password=PASSWORD, decision="approve")
                answer, code = self.browse("decision", "POST", "/authorize/decision", form)
            if code:
                self.has_session = True
                return code, verifier
            time.sleep(random.uniform(0.05, 0.2))
        self.write("authorize", ends, Answer(), gave_up=True)
        raise GaveUp


class Client(threading.Thread, Application):
    """Signs in, refreshes, introspects and revokes, again and again."""

    # The number of tokens of a kind that are tried again at the end of the run.
    KEPT = 200

    def __init__(self, site, name, pause):
        threading.Thread.__init__(self, daemon=True)
        Application.__init__(self, site, name)
        self.pause, self.ends, self.failure = pause, threading.Event(), None
        # Access tokens, and refresh tokens of which none was used.
        self.valid, self.revoked, self.unused = [], [], []

    def run(self):
        try:
            while not self.ends.is_set():
                try:
                    self.use_one_family()
                except GaveUp:
                    pass
            for token in self.valid + self.revoked:
                self.introspect(token)
            for token in self.unused:
                self.refresh(token)
        except GaveUp:
            pass
        except Exception as error:  # noqa: BLE001
            self.failure = f"{self.name}: {type(error).__name__}: {error}"

    def use_one_family(self):
        if random.random() < 0.02:
            # The user has another browser, and needs the password there.
            self.cookies, self.has_session = {}, False
        code, verifier = self.authorize()
        answer = self.until_answered("redeem", "/token", self.redemption(code, verifier), code)
        issued = []
        for _ in range(random.randint(5, 40)):
            if answer.status != 200:
                return
            token = answer.members["refresh_token"]
            issued.append(answer.members["access_token"])
            self.ends.wait(random.uniform(0, 2 * self.pause))
            self.introspect(random.choice([random.choice(issued), issued[-1]]))
            if random.random() < 0.1:
                self.introspect(random.choice(self.revoked or [base64url(secrets.token_bytes(32))]))
            if self.ends.is_set():
                break
            answer = self.refresh(token)
        if answer.status != 200:
            return
        token = answer.members["refresh_token"]
        issued.append(answer.members["access_token"])
        for one in issued:
            self.introspect(one)
        if random.random() < 0.5:
            self.until_answered("revoke", "/revoke", {"client_id": "app", "token": token}, token)
            self.introspect(random.choice(issued))
            self.refresh(token)
            self.revoked = [*self.revoked, *issued][-self.KEPT:]
        else:
            self.valid = [*self.valid, *issued][-self.KEPT:]
            self.unused = [*self.unused, token][-self.KEPT:]

    def refresh(self, token):
        return self.until_answered("refresh", "/token", self.refreshment(token), token)


class Prober(threading.Thread):
    """Requests one document or page ten times a second."""

    def __init__(self, site, path, name):
        super().__init__(daemon=True)
        self.site, self.path, self.called = site, path, name
        self.ends, self.failure = threading.Event(), None

    def run(self):
        connection = Connection(self.site.port)
        while not self.ends.wait(0.1):
            sent = time.monotonic()
            status = connection.ask("GET", self.path).status
            self.site.history.add(kind="probe", path=self.called, sent=sent, answered=time.monotonic(), status=status)


class Racer(threading.Thread):
    """Sends codes and refresh tokens to two processes at once."""

    def __init__(self, site, name, rounds):
        super().__init__(daemon=True)
        self.client = Application(site, name)
        self.connections = [Connection(port) for port in site.ports[:2]]
        self.rounds, self.ends, self.failure = rounds, threading.Event(), None

    def run(self):
        try:
            for number in range(self.rounds):
                if self.ends.is_set():
                    return
                code, verifier = self.client.authorize()
                self.race("redeem", f"code-{number}", self.client.redemption(code, verifier), code)
            code, verifier = self.client.authorize()
            answer = self.client.until_answered("redeem", "/token", self.client.redemption(code, verifier), code)
            token = answer.members["refresh_token"]
            for number in range(self.rounds):
                if self.ends.is_set():
                    return
                answers = self.race("refresh", f"token-{number}", self.client.refreshment(token), token)
                token = next(answer.members["refresh_token"] for answer in answers if answer.status == 200)
        except Exception as error:  # noqa: BLE001
            self.failure = f"{self.client.name}: {type(error).__name__}: {error}"

    def race(self, kind, name, form, presented):
        random.shuffle(self.connections)
        sent = []
        for connection in self.connections:
            sent.append(time.monotonic())
            connection.send("POST", "/token", form, self.client.fields)
        answers = []
        for connection, at in zip(self.connections, sent):
            answers.append(connection.receive())
            self.client.note(kind, at, answers[-1], presented, race=f"{self.client.name}-{name}")
        return answers


class Site:
    """The port of the proxy, the ports of the processes, and what all clients know."""

    def __init__(self, port, ports, secret, history):
        self.port, self.ports, self.history = port, ports, history
        self.issuer = f"http://127.0.0.1:{port}"
        self.resource = {"Authorization": basic("api", secret)}

    def probers(self):
        path = urlsplit(Connection(self.port).ask("GET", "/.well-known/openid-configuration").members["jwks_uri"]).path
        _, challenge = proof_key()
        page = "/authorize?" + urlencode({
            "response_type": "code", "client_id": "app", "redirect_uri": CALLBACK, "scope": "openid",
            "code_challenge": challenge, "code_challenge_method": "S256"})
        paths = {"discovery": "/.well-known/openid-configuration", "keys": path, "sign-in page": page}
        return [Prober(self, path, name) for name, path in paths.items()]
