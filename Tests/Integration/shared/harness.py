#!/usr/bin/env python3
"""What all suites share: programs that are started and ended, ports, requests, certificates, and checks.

Run as a program, it prints a free port.
"""
import atexit
import base64
import contextlib
import hashlib
import http.client
import http.server
import json
import os
import random
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

SHARED = Path(__file__).resolve().parent
ROOT = SHARED.parents[2]
# The played users, for the variable BROWSER: one with plain HTTP, and one with Chromium.
PERSON, CHROMIUM = SHARED / "person.py", SHARED / "browser.py"
# The Python environment of foreign-servers/install.
INTEROP = Path(os.environ.get("INTEROP_VENV") or ROOT / ".build/interop-venv").absolute()


class Failed(Exception):
    """A suite can't go on."""


def use_python(environment=INTEROP):
    """Starts this program again with the Python of an environment, unless it runs there already."""
    program = Path(environment, "bin/python")
    if Path(sys.prefix).resolve() == Path(environment).resolve():
        return
    if not os.access(program, os.X_OK):
        sys.exit(f"{Path(sys.argv[0]).name}: {program} is missing; run Tests/Integration/foreign-servers/install")
    os.execv(program, [str(program), *sys.argv])


def require(*packages):
    """Installs Debian packages, each as PACKAGE:PROBE."""
    subprocess.run([ROOT / "Scripts/require", *packages], stdout=sys.stderr, check=True)


def create_environment(folder, modules, *requirements):
    """A Python environment below the build folder: returns its path."""
    subprocess.run([ROOT / "Scripts/python-environment", ROOT / ".build" / folder, modules, *requirements], check=True)
    return ROOT / ".build" / folder


def product(name="pixy"):
    """The path of a built program; for pixy, the one that PIXY names."""
    return run([ROOT / "Scripts/debug-build", name])


def run(words, text=None, **more):
    """The output of a program that has to succeed."""
    done = subprocess.run(list(map(str, words)), input=text, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, words[:4]))}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def free_port():
    """A free port of 127.0.0.1, below the range from which connections get their own ports."""
    for port in random.sample(range(15000, 30000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    sys.exit("free_port: none of a hundred is free")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def proof_key():
    """A PKCE verifier and its challenge."""
    verifier = secrets.token_urlsafe(32)
    return verifier, base64url(hashlib.sha256(verifier.encode()).digest())


def basic(client, secret):
    return "Basic " + base64.b64encode(f"{client}:{secret}".encode()).decode()


def until(text, holds, seconds=60, pause=0.05):
    """Waits until a condition holds, and fails with the text if it takes too long."""
    ends = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > ends:
            raise Failed(text)
        time.sleep(pause)


def listens(port, host="127.0.0.1"):
    try:
        socket.create_connection((host, port), 5).close()
        return True
    except OSError:
        return False


class Answer:
    """The answer to a request, or a lost one, whose status is None."""

    def __init__(self, status=None, fields=None, text=""):
        self.status, self.fields, self.text = status, fields if fields is not None else {}, text

    @property
    def location(self):
        return self.fields.get("Location")

    @property
    def members(self):
        """The members of a JSON object; none if the text isn't one."""
        try:
            members = json.loads(self.text)
            return members if isinstance(members, dict) else {}
        except ValueError:
            return {}


def request(url, method=None, form=None, body=None, fields=None, timeout=60):
    """One request on a connection of its own, without redirects, cookies or proxies."""
    parts, fields = urlsplit(url), dict(fields or {})
    if form is not None:
        body = urlencode(form)
        fields.setdefault("Content-Type", "application/x-www-form-urlencoded")
    elif isinstance(body, dict):
        body = json.dumps(body)
        fields.setdefault("Content-Type", "application/json")
    kind, more = (http.client.HTTPSConnection, {"context": ssl.create_default_context()}) if parts.scheme == "https" else (
        http.client.HTTPConnection, {})
    connection = kind(parts.hostname, parts.port, timeout=timeout, **more)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(method or ("GET" if body is None else "POST"), path, body, fields)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read().decode(errors="replace"))
    finally:
        connection.close()


def ask(url, *arguments, **more):
    """The same; an answer without a status if none came."""
    try:
        return request(url, *arguments, **more)
    except (OSError, http.client.HTTPException):
        return Answer()


def wait_for(url, process=None, log=None, seconds=60):
    """Waits until an address answers with success, and fails with the end of the log if its server ends."""
    def answers():
        if process and process.poll() is not None:
            raise Failed(f"{process.args[0]} ended with {process.returncode}: {tail(log)}")
        return (ask(url, timeout=5).status or 500) < 300
    try:
        until("", answers, seconds)
    except Failed as error:
        raise Failed(str(error) or f"{url} doesn't answer: {tail(log)}") from None


def tail(log, size=3_000):
    return Path(log).read_text(errors="replace")[-size:] if log and Path(log).exists() else ""


def openssl(*words, data=None):
    return subprocess.run(["openssl", *map(str, words)], input=data, capture_output=True, check=True, timeout=60).stdout


def certificate(folder, *names, key="key.pem", file="certificate.pem"):
    """A certificate for names and addresses, by default 127.0.0.1, that signs itself, and its key: the path."""
    names = names or ("IP:127.0.0.1",)
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
            f"/CN={names[0].partition(':')[2]}", "-addext", f"subjectAltName={','.join(names)}", "-keyout", Path(folder, key),
            "-out", Path(folder, file))
    return Path(folder, file)


def tree(process):
    """A process and those below it, which hang together while it lives, each with its ticks of processor time."""
    below, ticks = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # pid (name) state ppid …, where the name may hold anything. A process may have ended since it was listed.
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            below.setdefault(int(fields[1]), []).append(int(stat.parent.name))
            ticks[int(stat.parent.name)] = int(fields[11]) + int(fields[12])
    found = [process]
    for parent in found:
        found += below.get(parent, [])
    return [(one, ticks.get(one, 0)) for one in found]


def descendants(process):
    return [one for one, _ in tree(process)[1:]]


def kill(process):
    """Kills a process that may have ended, as `kill -9` does."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def end(process, seconds=30):
    """Ends a process, with a signal that it can't ignore if it takes too long."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def end_on_signals(status=1):
    """Has signals end the program by way of its `finally` clauses."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(status))


class Programs:
    """The programs that a suite has started, each with a log in a folder. They end with it, the newest first."""

    def __init__(self, folder, logs=None):
        self.folder, self.logs, self.processes, self.paths = Path(folder), Path(logs or folder), [], []
        atexit.register(self.end)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def start(self, log, words, url=None, text=None, seconds=60, **more):
        """Starts a program, with a text as its input, and waits until the URL answers if there is one."""
        path = self.logs / f"{log}.log"
        with open(path, "ab") as output, tempfile.TemporaryFile() as input:
            input.write((text or "").encode())
            input.seek(0)
            process = subprocess.Popen(list(map(str, words)), stdin=input, stdout=output, stderr=output, **more)
        self.processes.append(process)
        self.paths += [path] if path not in self.paths else []
        if url:
            wait_for(url, process, path, seconds)
        return process

    def serve(self, *options, program=None, log="serve", user="alice", password="wonderland", issuer=None, port=None,
              document="/.well-known/oauth-authorization-server", **more):
        """Starts `pixy serve`, with one user unless `user` is None: the issuer."""
        port = port or free_port()
        issuer = issuer or f"http://127.0.0.1:{port}"
        account = ["--username", user, "--password-file", "-"] if user else []
        self.start(log, [program or product(), "serve", "--issuer", issuer, "--port", port, *account, *options], issuer + document,
                   text=password if user else None, **more)
        return issuer

    def end(self):
        for process in reversed(self.processes):
            end(process)

    def print_logs(self, lines=20):
        for path in self.paths:
            print(f"--- {path.name}\n" + "\n".join(path.read_text(errors="replace").splitlines()[-lines:]), file=sys.stderr)


class Checks:
    """The results of a suite. Each is printed and counted."""

    def __init__(self):
        self.passed, self.failed = 0, []

    def __call__(self, name, holds, seen=""):
        shown = "" if holds or seen == "" else f": {seen!r}"
        print(f"{'ok  ' if holds else 'FAIL'} {name}{shown}", flush=True)
        if holds:
            self.passed += 1
        else:
            self.failed.append(name)
        return holds

    def end(self, suite):
        """Prints the numbers, and ends the program."""
        print(f"{suite}: {self.passed} passed, {len(self.failed)} failed", *self.failed, sep="\n   FAIL ", flush=True)
        sys.exit(1 if self.failed else 0)


def home(folder, **more):
    """The environment of a user with a home of their own, without a keyring, accounts or a real browser."""
    ours = {name: value for name, value in os.environ.items()
            if name not in ("DBUS_SESSION_BUS_ADDRESS", "PIXY_ACCOUNT", "PIXY_PROFILE")}
    return {**ours, "HOME": str(folder), "XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config",
            "INTEROP_USERNAME": "alice", "INTEROP_PASSWORD": "wonderland", "BROWSER": str(PERSON), **more}


class Pages(http.server.BaseHTTPRequestHandler):
    """A handler of a server in this process, which logs nothing."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status=200, body=b"", fields=()):
        self.send_response(status)
        for name, value in [*(fields.items() if isinstance(fields, dict) else fields), ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def serve_pages(handler, tls=None, **attributes):
    """Starts a server in this process on a free port, until the process ends: the server."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (handler,), attributes))
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*tls)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def stand_alone(name, lay_out, issuer, url, set_up=lambda: None, **more):
    """Runs a server in a temporary folder until it is terminated. Prints its issuer when sign-ins work."""
    end_on_signals(0)
    with tempfile.TemporaryDirectory(prefix=f"pixy-{name}-", ignore_cleanup_errors=True) as folder:
        words = lay_out(Path(folder))
        # Standard output is only for the issuer.
        process = subprocess.Popen(list(map(str, words)), stdin=subprocess.DEVNULL, stdout=sys.stderr, **more)
        try:
            wait_for(url, process)
            set_up()
            print(issuer, flush=True)
            sys.exit(f"{name}: ended by itself with {process.wait()}")
        finally:
            # A second signal must not cut this short.
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            end(process, 120)


if __name__ == "__main__":
    print(free_port())
