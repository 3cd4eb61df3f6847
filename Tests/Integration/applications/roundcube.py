"""Roundcube: webmail, which reads mail from the Dovecot here with the user's access token."""
import re
import shutil
import sqlite3
from pathlib import Path

from dovecot import Dovecot
from place import Application, listens, run, until
from visitor import Visitor

# What Debian's file says, with a database of this test.
SETTINGS = """<?php
$config = [];
$config['db_dsnw'] = 'sqlite:///{folder}/roundcube.db';
$config['des_key'] = '{key}';
$config['plugins'] = [];
$config['skin'] = 'elastic';
$config['log_driver'] = 'stdout';
$config['temp_dir'] = '{folder}';
{settings}
"""
MESSAGE = """From: Ada <ada@example.org>
To: Ada <ada@example.org>
Subject: The engine works
Date: Thu, 26 Nov 2026 08:00:00 +0000

It weaves algebraic patterns.
"""


class Roundcube(Application):
    title = "Webmail: Roundcube"
    packages = ["roundcube-core:/usr/share/roundcube/index.php", "roundcube-sqlite3:/usr/share/doc/roundcube-sqlite3"]
    requires = [Dovecot]

    def configure(self):
        self.origin = f"http://127.0.0.1:{self.port}"
        self.place.names["https://webmail.example"] = self.origin
        super().configure()
        (self.folder / "config").mkdir()
        (self.folder / "config/config.inc.php").write_text(SETTINGS.format(
            folder=self.folder, key=self.place.passphrase[:24], settings=self.filled(1)))
        for file in ("defaults.inc.php", "mimetypes.php"):
            shutil.copy(f"/etc/roundcube/{file}", self.folder / "config")
        with sqlite3.connect(self.folder / "roundcube.db") as database:
            database.executescript(Path("/usr/share/roundcube/SQL/sqlite.initial.sql").read_text())
        database.close()

        # The message has arrived in the mailbox.
        dovecot = next(one for one in self.place.applications if isinstance(one, Dovecot))
        for part in ("new", "cur", "tmp"):
            (dovecot.folder / "mail/ada" / part).mkdir(parents=True)
        (dovecot.folder / "mail/ada/new/1").write_text(MESSAGE)
        run(["chown", "-R", "nobody:nogroup", dovecot.folder / "mail/ada"])

    def start(self):
        # PHP's own server, in place of Apache's module.
        self.place.start(
            "roundcube", ["php", "-d", f"openssl.cafile={self.place.folder}/certificate.pem", "-S", f"127.0.0.1:{self.port}", "-t",
             "/var/lib/roundcube/public_html"],
            env={**self.place.environment, "ROUNDCUBE_CONFIG_DIR": str(self.folder / "config"), "PHP_CLI_SERVER_WORKERS": "2"})
        until("Roundcube doesn't listen", lambda: listens(self.port))

    def check(self, check):
        ada = Visitor(self.place, "ada")
        page = ada.opened(f"{self.origin}/")
        check("Roundcube signs ada in, and opens her mailbox", "task=logout" in page.text.replace("\\/", "/"))
        listed = ada.opened(f"{self.origin}/?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0&_refresh=1")
        number = re.search(r"add_message_row\((\d+)", listed.text.replace('\\"', '"'))
        shown = ada.opened(f"{self.origin}/?_task=mail&_action=show&_mbox=INBOX&_uid={number.group(1) if number else 0}")
        check("Roundcube reads her mail from Dovecot with the token", "It weaves algebraic patterns" in shown.text)
        forged = Visitor(self.place, "ada").forging(f"{self.origin}/", f"{self.origin}/index.php/login/oauth")
        check("Roundcube rejects a forged code", isinstance(forged, str) or "task=logout" not in forged.text.replace("\\/", "/"))
