#!/usr/bin/env python3
"""Has Authlib's client complete every flow that it supports, and that a server of this kind has, at an authorization server.

    Scripts/foreign/authlib_client.py ISSUER

Registers its clients itself, without a token. The person is Scripts/interop/person.py, as INTEROP_USERNAME and
INTEROP_PASSWORD. FOREIGN_CONFIGURED is the same server with configuration.py's settings, FOREIGN_KEYS the folder with the keys that it
trusts. With FOREIGN_PARTIAL set what the server doesn't announce is left out, for servers that others wrote.
"""

import logging
import os
import sys
import warnings

try:
    from authlib.deprecate import AuthlibDeprecationWarning
except ModuleNotFoundError:
    python = os.path.join(os.environ.get("INTEROP_VENV", ".build/interop-venv"), "bin/python")
    if sys.executable == os.path.abspath(python) or not os.access(python, os.X_OK):
        sys.exit(f"authlib_client: no Authlib for {python}; run Scripts/foreign/install")
    os.execv(python, [python, *sys.argv])

# Plain http on loopback is what RFC 8252 §7.3 has; Authlib wants to be told.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
# joserfc on RFC 9864's new name for EdDSA, which few servers know yet, and Authlib on what it calls itself.
warnings.filterwarnings("ignore", message="EdDSA is deprecated")
warnings.simplefilter("ignore", AuthlibDeprecationWarning)
logging.getLogger("werkzeug").setLevel(logging.WARNING)

import authlib_configured  # noqa: E402
import authlib_flask  # noqa: E402
import authlib_grants  # noqa: E402
import authlib_openid  # noqa: E402
from flows import Flows  # noqa: E402
from peer import Peer  # noqa: E402


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: authlib_client.py ISSUER")
    flows = Flows("Authlib")
    peer = Peer(sys.argv[1])
    for part in (authlib_openid, authlib_grants, authlib_flask):
        part.run(flows, peer)
    authlib_configured.run(flows, Peer(os.environ["FOREIGN_CONFIGURED"]) if "FOREIGN_CONFIGURED" in os.environ else peer)
    flows.end()


main()
