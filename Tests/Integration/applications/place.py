"""Where applications run: a folder, a server for them, and the settings of both sides, which come from
Documentation/Guides/ConnectingApplications.md.

`run` has the server; Tests/Integration/operation/run passes the address of its own.
"""
import contextlib
import http.client
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "Scripts"
SHARED = ROOT / "Tests/Integration/shared"
sys.path.insert(0, str(SHARED))
from free_port import free_port  # noqa: E402

GUIDE = (ROOT / "Documentation/Guides/ConnectingApplications.md").read_text()
PASSWORD = "correct horse battery staple"
# Everything that the applications ask for.
SCOPES = "openid profile email offline_access groups api"
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fail(text):
    # Also out of threads.
    raise RuntimeError(text)


def run(words, text=None, **more):
    done = subprocess.run(words, input=text, capture_output=True, text=True, **more)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, words[:4]))}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def until(text, holds, seconds=60):
    ends = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > ends:
            fail(text)
        time.sleep(0.05)


def listens(port):
    try:
        http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
        return True
    except OSError:
        return False


def certificate(folder):
    """A certificate for 127.0.0.1, and its key. Programs of this script trust it."""
    run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/key.pem", "-out",
         f"{folder}/certificate.pem"])
    os.environ["SSL_CERT_FILE"] = f"{folder}/certificate.pem"


def section(title):
    """The code blocks of a section of the guide."""
    _, found, text = GUIDE.partition(f"\n## {title}")
    if not found:
        fail(f"the guide has no section {title}")
    return BLOCK.findall(text.partition("\n## ")[0])


def python_of(kind):
    """The folder of an application's Python environment."""
    return ROOT / ".build" / f"applications-{kind.__name__.lower()}"


class Place:
    """A folder that other users can read, the server's port, and the options of its administration commands."""

    def __init__(self, program, folder, port, settings):
        self.folder, self.port, self.issuer = Path(folder), port, f"https://127.0.0.1:{port}"
        self.processes, self.shared, self.logs, self.applications = [], {}, [], []
        self.lock = threading.Lock()
        home, bin = self.folder / "home", self.folder / "bin"
        home.mkdir(mode=0o700)
        bin.mkdir()
        # The guide's commands call it so.
        (bin / "pixy").symlink_to(Path(program).resolve())
        self.environment = {**os.environ, **settings, "HOME": str(home), "PATH": f"{bin}:{os.environ['PATH']}",
                            "INTEROP_USERNAME": "ada", "INTEROP_PASSWORD": PASSWORD,
                            "INTEROP_COOKIES": str(home / "cookies"), "BROWSER": str(SHARED / "person.py")}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS"):
            self.environment.pop(name, None)
        self.names = {"login.example": f"127.0.0.1:{port}"}
        self.passphrase = secrets.token_hex(16)

    def filled(self, text, secret=""):
        """A block of the guide with the names, folders and secrets of this place."""
        for name, real in self.names.items():
            text = text.replace(name, str(real))
        return re.sub(r"\bPASSPHRASE\b", self.passphrase, re.sub(r"\bSECRET\b", secret, text))

    def commands(self, text, profile):
        """Runs commands of the guide, and returns the secret of the first client with one."""
        printed = run(["bash", "-euc", self.filled(text)], cwd=self.folder, env={**self.environment, "PIXY_PROFILE": profile})
        found = re.search(r"^client_secret=(.+)$", printed, re.MULTILINE)
        return found.group(1) if found else ""

    def log_in(self, commands, profile):
        """Runs the guide's `pixy login`. The first one types the password, and the others use its session."""
        with contextlib.nullcontext() if Path(self.environment["INTEROP_COOKIES"]).exists() else self.lock:
            self.commands(commands, profile)

    def pixy(self, *words, profile="", text=None):
        return run([self.folder / "bin/pixy", *words], text, env={**self.environment, "PIXY_PROFILE": profile})

    def sharing(self, kind):
        """The one program of a kind that several applications share."""
        if kind not in self.shared:
            self.shared[kind] = kind(self)
        return self.shared[kind]

    def spawn(self, words, log, **more):
        path = self.folder / log
        self.logs.append(path)
        with open(path, "w") as file:
            process = subprocess.Popen(words, stdout=file, stderr=file, **more)
        self.processes.append(process)
        return process

    def end(self):
        # The server last: it waits for the open connections of the others.
        for process in reversed(self.processes):
            process.terminate()
            process.wait(30)

    def print_logs(self):
        for log in self.logs:
            print(f"--- {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-20:]))


class Application:
    """An application of the guide: `configure` before the server runs, `start`, then `check` or `use`."""

    title = ""
    # For Scripts/require.
    packages = []
    # For Scripts/python-environment: the modules, and the requirements.
    python = []
    # Other applications that this one uses.
    requires = []

    def __init__(self, place):
        self.place, self.name = place, type(self).__name__.lower()
        self.port = free_port()
        self.folder = place.folder / self.name
        self.folder.mkdir()
        self.blocks = section(self.title)
        place.applications.append(self)

    def configure(self):
        """Adds the application's clients, and writes its files."""
        commands, login, words = self.blocks[0].partition("pixy login")
        self.logins = login + words
        self.secret = self.place.commands(commands, self.name)

    def login(self):
        """The guide's command, as the user ada: returns the access token."""
        self.place.log_in(self.logins, self.name)
        return self.place.pixy("token", profile=self.name)

    def refreshed(self):
        """A new access token, as when the old one has expired."""
        return self.place.pixy("token", "--min-valid", "2h", profile=self.name)

    def filled(self, number):
        return self.place.filled(self.blocks[number], self.secret)

    def start(self):
        pass

    def prepare(self):
        """Has the user ready, before the first `use`."""

    def use(self):
        """What a user may do, and needs the server for."""

    def check(self, check):
        """Checks who gets in and who doesn't."""
