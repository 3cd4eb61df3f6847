"""How the scripts in this folder tell what they did: a line with the flow's name, and one that says ok, or NOT OK and why."""

import os
import sys
import time
import traceback

# Servers that others wrote needn't offer everything. Ours must, except for what is named here with the reason.
MAY_LACK = bool(os.environ.get("FOREIGN_PARTIAL"))
LACKS = {
    "client_secret_jwt": "pixy keeps no secrets but their hashes, and with a hash no HMAC can be checked",
    "PS256": "pixy serve has keys for ES256 and RS256",
    "EdDSA": "pixy serve has keys for ES256 and RS256",
}


class NotOffered(Exception):
    """The server's metadata doesn't announce something that a flow needs."""


class Flows:
    def __init__(self, client):
        self.client = client
        self.failed = 0

    def run(self, name, body, *arguments, **options):
        """Runs one flow: a function that returns a description of its result, or raises."""
        print(f"\n== {self.client}: {name}", flush=True)
        began = time.monotonic()
        try:
            seen = body(*arguments, **options)
            print(f"   ok: {seen} ({time.monotonic() - began:.1f} s)", flush=True)
        except NotOffered as error:
            why = next((why for name, why in LACKS.items() if name in str(error)), None)
            if MAY_LACK or why:
                print(f"   left out: {error}{f': {why}' if why else ''}", flush=True)
            else:
                self.fail(error)
        except Exception as error:
            # Libraries raise any exception; one flow's failure must not stop the next.
            self.fail(error)

    def fail(self, error):
        self.failed += 1
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)
                  if os.path.dirname(frame.filename) == os.path.dirname(__file__) and frame.filename != __file__]
        line = f", at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
        print(f"   NOT OK: {type(error).__name__}: {' '.join(str(error).split())[:600]}{line}", flush=True)

    def end(self):
        sys.exit(1 if self.failed else 0)


def same(found, expected, what):
    """Like assert, which can be switched off."""
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, expected {expected!r}")


def need(metadata, **wanted):
    """Raises `NotOffered` unless each member of the metadata is there and, if it is a list, has the value."""
    for name, value in wanted.items():
        there = metadata.get(name)
        if not there or (value is not True and value not in there):
            raise NotOffered(f"{name} {'is missing' if value is True else f'has no {value}'}")
