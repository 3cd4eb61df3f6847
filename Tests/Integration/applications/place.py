"""Where applications run: a folder, a server for them, and the settings of both sides, which come from
Documentation/Guides/ConnectingApplications.md.

`run` has the server; Tests/Integration/operation/run passes the address of its own.
"""
import contextlib
import os
import re
import secrets
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import PERSON, ROOT, Failed, Programs, certificate, free_port, listens, run, until  # noqa: E402, F401

GUIDE = (ROOT / "Documentation/Guides/ConnectingApplications.md").read_text()
PASSWORD = "correct horse battery staple"
# Everything that the applications ask for.
SCOPES = "openid profile email offline_access groups api"
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fail(text):
    # Also out of threads.
    raise Failed(text)


def trust(folder):
    """Creates a certificate for 127.0.0.1, which the programs of this script trust."""
    os.environ["SSL_CERT_FILE"] = str(certificate(folder))


def section(title):
    """The code blocks of a section of the guide."""
    _, found, text = GUIDE.partition(f"\n## {title}")
    if not found:
        fail(f"the guide has no section {title}")
    return BLOCK.findall(text.partition("\n## ")[0])


def python_of(kind):
    """The folder of an application's Python environment."""
    return ROOT / f".build/applications-{kind.__name__.lower()}"


class Place(Programs):
    """A folder that other users can read, the server's port, and the options of its administration commands."""

    def __init__(self, program, folder, port, settings):
        super().__init__(folder)
        self.port, self.issuer, self.shared, self.applications = port, f"https://127.0.0.1:{port}", {}, []
        self.lock = threading.Lock()
        home, bin = self.folder / "home", self.folder / "bin"
        home.mkdir(mode=0o700)
        bin.mkdir()
        # The guide's commands call it so.
        (bin / "pixy").symlink_to(Path(program).resolve())
        self.environment = {**os.environ, **settings, "HOME": str(home), "PATH": f"{bin}:{os.environ['PATH']}",
                            "INTEROP_USERNAME": "ada", "INTEROP_PASSWORD": PASSWORD,
                            "INTEROP_COOKIES": str(home / "cookies"), "BROWSER": str(PERSON)}
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
        # The account of a resource has its host and path as name, and never becomes the default account.
        resource = re.search(r"--resource https?://(\S+)", self.place.filled(self.logins))
        account = ["--account", resource[1].rstrip("/")] if resource else []
        return self.place.pixy("token", *account, profile=self.name)

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
