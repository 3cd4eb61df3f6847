"""Processes of an ordinary user, the servers of pixy, and the proxy in front of them."""
import os
import re
import secrets
import shutil
import subprocess

from load import CALLBACK, PASSWORD, USERS
from harness import Programs, ask, base64url, descendants, free_port, kill, run, until  # noqa: I001

# PostgreSQL doesn't run as root. Root starts everything as this user.
USER = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}
HAPROXY = """
global
  maxconn 1024
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch 1
  retries 3
  option http-buffer-request
  retry-on conn-failure empty-response junk-response response-timeout
frontend issuer
  bind 127.0.0.1:{port}
  # Without the primary, no process is ready. Documents and pages come from those that live.
  use_backend living if {{ nbsrv(ready) eq 0 }}
  default_backend ready
frontend monitor
  bind 127.0.0.1:{monitor}
  monitor-uri /all-ready
  monitor fail if {{ nbsrv(ready) lt {count} }}
backend ready
  option httpchk GET /health/ready
  default-server check inter 1s fall 1 rise 1
{servers}
backend living
  option httpchk GET /health/live
  default-server check inter 1s fall 1 rise 1
{servers}
"""


class Folder(Programs):
    """A temporary folder of the ordinary user, and the processes that run in it."""

    def __init__(self, path):
        super().__init__(path)
        self.path, self.mounts = self.folder, []
        self.own(self.path, 0o700)

    def own(self, path, mode):
        os.chmod(path, mode)
        if USER:
            shutil.chown(path, USER["user"], USER["group"])

    def write(self, name, text):
        path = self.path / name
        path.write_text(text)
        self.own(path, 0o600)
        return path

    def make(self, name):
        path = self.path / name
        path.mkdir()
        self.own(path, 0o700)
        return path

    def mount(self, path, size):
        """Mounts a file system in memory."""
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "cluster", path], check=True)
        self.mounts.append(path)
        self.own(path, 0o700)

    def run(self, words, text=None, **more):
        return run(words, text, cwd=self.path, **USER, **more)

    def start(self, name, words, as_root=False, **more):
        # A session of its own: Ctrl-C ends this script only, which then ends its processes.
        return super().start(name, words, cwd=self.path, start_new_session=True, **({} if as_root else USER), **more)

    def end(self):
        """Kills every process of this folder, the newest first, and unmounts its file systems."""
        for process in reversed(self.processes):
            for child in descendants(process.pid) if process.poll() is None else []:
                kill(child)
            process.kill()
            process.wait()
        for path in self.mounts:
            # A PostgreSQL whose Patroni was killed may still use it, and ends with the namespace.
            subprocess.run(["umount", "--lazy", path])


class Server:
    """One process of `pixy serve`."""

    def __init__(self, pixy, name, database):
        self.pixy, self.name, self.database = pixy, name, database
        self.port, self.state = free_port(), free_port()

    def start(self, before=(), **environment):
        words = [*before, self.pixy.program, "serve", "--database", self.database, "--port", str(self.port),
                 "--state-port", str(self.state)]
        self.process = self.pixy.folder.start(self.name, words, env={**self.pixy.environment, **environment})
        until(f"{self.name} doesn't become ready: see {self.name}.log", self.is_ready, 120)

    def is_ready(self):
        return ask(f"http://127.0.0.1:{self.state}/health/ready", timeout=5).status == 200

    def kill(self):
        self.process.kill()
        self.process.wait()


class Pixy:
    """The program, its settings, and the processes that run it behind HAProxy."""

    def __init__(self, folder, program, leeway):
        self.folder, self.port, self.monitor, self.servers = folder, free_port(), free_port(), []
        # The ordinary user may not reach the build.
        self.program = folder.path / "pixy"
        shutil.copy(program, self.program)
        folder.own(self.program, 0o700)
        key = folder.write("seal-key", base64url(secrets.token_bytes(32)))
        self.environment = {
            **os.environ, "HOME": str(folder.path), "PIXY_SERVE_SEAL_KEY_FILE": str(key),
            "PIXY_SERVE_ISSUER": f"http://127.0.0.1:{self.port}", "PIXY_SERVE_TRUSTED_PROXIES": "127.0.0.1",
            "PIXY_SERVE_LIFETIMES_ACCESS_TOKEN": "86400", "PIXY_SERVE_LIFETIMES_REFRESH_TOKEN_LEEWAY": str(leeway)}

    def administer(self, database, *words, text=None):
        return self.folder.run([self.program, "serve", *words, "--database", database], text, env=self.environment)

    def prepare(self, database):
        """Adds users, the clients' registration and a resource server. Returns the secret of the latter."""
        for name in USERS:
            self.administer(database, "user", "add", name, text=PASSWORD)
        self.administer(database, "client", "add", "--id", "app", "--redirect-uri", CALLBACK, "--no-consent")
        added = self.administer(database, "client", "add", "--id", "api", "--auth", "client_secret_basic",
                                "--grant", "client_credentials", "--may-introspect")
        return re.search(r"client_secret=(\S+)", added).group(1)

    def start(self, databases):
        """Starts a process for each database URI or file, and HAProxy."""
        for number, database in enumerate(databases, 1):
            server = Server(self, f"server-{number}", database)
            server.start()
            self.servers.append(server)
        lines = "\n".join(f"  server {one.name} 127.0.0.1:{one.port} port {one.state}" for one in self.servers)
        path = self.folder.write("haproxy.cfg", HAPROXY.format(
            port=self.port, monitor=self.monitor, count=len(self.servers), servers=lines))
        self.folder.start("haproxy", [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", path])
        until("HAProxy doesn't answer", self.is_ready)

    def is_ready(self):
        """Whether all servers are ready, and HAProxy knows it."""
        return all(server.is_ready() for server in self.servers) and ask(f"http://127.0.0.1:{self.monitor}/all-ready", timeout=5).status == 200
