"""Applications in one Apache: a site for the members of a group, git over HTTP, and an API."""
import os
import re
import subprocess

from place import Application, fail, listens, run, until
from harness import request
from visitor import Visitor

MODULES = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "env", "alias", "cgid", "headers", "auth_openidc", "oauth2"]
SERVER = """
ServerName 127.0.0.1
ServerRoot /usr/lib/apache2
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
DefaultRuntimeDir {folder}
User www-data
Group www-data
ScriptSock {folder}/run/cgid
{modules}
"""
# The bundle is only for the certificate of this test.
HOST = """
Listen 127.0.0.1:{port}
<VirtualHost 127.0.0.1:{port}>
DocumentRoot {folder}
OIDCCABundlePath {certificate}
{settings}
</VirtualHost>
"""


class Apache:
    """The process. Each application has a port of its own."""

    def __init__(self, place):
        self.place, self.process, self.ports = place, None, []
        self.file = place.folder / "apache.conf"
        (place.folder / "run").mkdir()
        os.chmod(place.folder / "run", 0o777)
        self.file.write_text(SERVER.format(
            folder=place.folder, modules="\n".join(f"LoadModule {name}_module modules/mod_{name}.so" for name in MODULES)))

    def add(self, application, settings):
        self.ports.append(application.port)
        with open(self.file, "a") as file:
            file.write(HOST.format(port=application.port, folder=application.folder, settings=settings,
                                   certificate=self.place.folder / "certificate.pem"))

    def start(self):
        if self.process:
            return
        self.process = self.place.start("apache-output", ["/usr/sbin/apache2", "-X", "-f", self.file])
        self.place.paths.append(self.place.folder / "apache.log")
        until("Apache doesn't listen", lambda: all(listens(port) for port in self.ports))


class InApache(Application):
    # The one Apache loads the modules of all applications.
    packages = ["apache2:/usr/sbin/apache2", "libapache2-mod-auth-openidc:/usr/lib/apache2/modules/mod_auth_openidc.so",
                "libapache2-mod-oauth2:/usr/lib/apache2/modules/mod_oauth2.so"]

    def __init__(self, place):
        super().__init__(place)
        self.apache = place.sharing(Apache)
        self.origin = f"http://127.0.0.1:{self.port}"

    def start(self):
        self.apache.start()


class Site(InApache):
    title = "A site behind Apache: mod_auth_openidc"

    def configure(self):
        self.place.names["https://site.example"] = self.origin
        super().configure()
        (self.folder / "index.html").write_text("staff only")
        self.apache.add(self, self.filled(1))

    def visited(self, visitor):
        """The status and text that a user gets after signing in."""
        page = visitor.opened(self.origin + "/")
        if not visitor.signed_in:
            fail("the site needs no sign-in")
        return page.status, page.text

    def prepare(self):
        self.ada = Visitor(self.place, "ada")

    def use(self):
        # The session at the site ends. The one at the server does not.
        self.ada.forget("mod_auth_openidc")
        if self.visited(self.ada) != (200, "staff only"):
            fail("the site doesn't let ada in")

    def check(self, check):
        check("mod_auth_openidc answers ada with 200", self.visited(Visitor(self.place, "ada")) == (200, "staff only"))
        status, text = self.visited(Visitor(self.place, "eve"))
        check("mod_auth_openidc answers eve with 401", status == 401 and "staff only" not in text)


class Repositories(InApache):
    """Git gets its token from `pixy git-credential`."""

    title = "Git over HTTP behind Apache"
    packages = [*Site.packages, "git:git"]

    def configure(self):
        self.place.names["https://git.example"] = self.origin
        self.place.names["/srv/git"] = self.folder
        super().configure()
        run(["git", "init", "-q", "--bare", f"{self.folder}/project.git"])
        run(["chown", "-R", "www-data", self.folder])
        self.apache.add(self, self.filled(1))
        self.url = f"{self.origin}/git/project.git"
        self.environment = {**self.place.environment, "PIXY_PROFILE": self.name, "GIT_TERMINAL_PROMPT": "0"}

    def git(self, *words):
        return run(["git", "-c", "credential.helper=!pixy git-credential", "-c", "user.name=Ada", "-c",
                    "user.email=ada@example.org", *words], env=self.environment)

    def use(self):
        # The module remembers what it knows of a token.
        self.refreshed()
        if "refs/heads/main" not in self.git("ls-remote", self.url):
            fail("git sees no branch")

    def prepare(self):
        work = self.place.folder / "home/work"
        self.login()
        self.git("clone", "-q", self.url, work)
        self.git("-C", work, "commit", "-q", "--allow-empty", "-m", "First")
        self.git("-C", work, "push", "-q", "origin", "HEAD:main")

    def check(self, check):
        self.prepare()
        check("git pushes and fetches with the token", "refs/heads/main" in self.git("ls-remote", self.url))
        none = subprocess.run(["git", "-c", "credential.helper=", "ls-remote", self.url], capture_output=True, text=True,
                              env=self.environment)
        check("git without a token is rejected", none.returncode != 0)


class API(InApache):
    """An API that verifies JWTs, with mod_oauth2."""

    title = "An API behind Apache: mod_oauth2"

    def configure(self):
        self.place.names["https://api.example"] = self.origin
        super().configure()
        (self.folder / "index.html").write_text("data")
        metadata = "/.well-known/oauth-authorization-server"
        # The module trusts only the system's certificate authorities.
        self.apache.add(self, self.filled(1).replace(
            metadata, metadata + " metadata.ssl_verify=false&jwks_uri.ssl_verify=false"))

    def check(self, check):
        check("mod_oauth2 accepts a JWT with the scope", status(self.origin + "/", self.login()) == 200)
        check("mod_oauth2 rejects other scopes, other audiences, and requests without a token",
              [status(self.origin + "/", token) for token in others(self)] == [401, 401, 401])


def others(application):
    """Tokens with another scope and for another resource, and none."""
    logins = application.logins
    application.logins = re.sub(r"--scope ('[^']*'|\S+)", "--scope profile", logins)
    yield application.login()
    application.logins = re.sub(r"(--resource \S+)", r"\1/other", logins)
    yield application.login()
    application.logins = logins
    yield None


def status(url, token=None):
    return request(url, fields={"Authorization": f"Bearer {token}"} if token else {}).status
