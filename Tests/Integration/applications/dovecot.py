"""Dovecot: IMAP with access tokens."""
import os
import subprocess

from place import Application, fail, listens, until

# What Debian's files say, for a test's folder and without other users.
SERVER = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
mail_location = maildir:{folder}/mail/%u
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/mail/%u
}}
{settings}
"""


class Dovecot(Application):
    title = "IMAP: Dovecot"
    packages = ["dovecot-imapd:/usr/lib/dovecot/imap", "curl:curl"]

    def configure(self):
        self.place.names["/etc/dovecot"] = self.folder
        self.place.names["imap://mail.example"] = f"imap://127.0.0.1:{self.port}"
        self.place.names["mail.example:143"] = f"127.0.0.1:{self.port}"
        super().configure()
        for part in ("run", "mail"):
            (self.folder / part).mkdir()
        os.chmod(self.folder / "mail", 0o777)
        (self.folder / "dovecot.conf").write_text(SERVER.format(folder=self.folder, port=self.port, settings=self.filled(1)))
        # Only for the certificate of this test.
        (self.folder / "dovecot-oauth2.conf.ext").write_text(
            self.filled(2) + f"tls_ca_cert_file = {self.place.folder}/certificate.pem\n")

    def start(self):
        self.place.start("dovecot", ["/usr/sbin/dovecot", "-F", "-c", self.folder / "dovecot.conf"])
        self.place.paths.append(self.folder / "log")
        until("Dovecot doesn't listen", lambda: listens(self.port))

    def curl(self, token, path="", *words):
        return subprocess.run(["curl", "-sS", f"imap://127.0.0.1:{self.port}/{path}", "--user", "ada", "--oauth2-bearer", token,
                               *words], capture_output=True, text=True)

    def prepare(self):
        """A mail program is a client of its own. `pixy` is this one's."""
        self.logins = f"pixy serve client add --id {self.name} --redirect-uri http://127.0.0.1/callback\n" \
            f"pixy login {self.place.issuer} --client-id {self.name} --scope 'openid profile offline_access'\n"
        return self.login()

    def use(self):
        listed = self.curl(self.refreshed())
        if "INBOX" not in listed.stdout:
            fail(f"Dovecot lists no mailbox: {listed.stderr}")

    def check(self, check):
        right, wrong = self.curl(self.prepare()), self.curl("A" * 43)
        check("Dovecot accepts the token, and lists the mailboxes", right.returncode == 0 and "INBOX" in right.stdout)
        check("Dovecot rejects another token", wrong.returncode != 0)
