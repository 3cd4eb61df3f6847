#!/usr/bin/env python3
"""Has Authlib's client complete every flow that it and a server of this kind support.

    Tests/Integration/foreign-clients/authlib_client.py ISSUER

Registers its clients itself, without a token. The user is Tests/Integration/shared/person.py, as
INTEROP_USERNAME and INTEROP_PASSWORD. FOREIGN_CONFIGURED is the same server with trusted.py's
settings, FOREIGN_KEYS the folder with the keys that it trusts. FOREIGN_PARTIAL leaves out what the
server doesn't announce, for the server made with Authlib.
"""

import logging
import os
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from harness import use_python  # noqa: E402

use_python()
from authlib.deprecate import AuthlibDeprecationWarning  # noqa: E402

# Plain http on loopback is allowed (RFC 8252 §7.3); Authlib needs this variable.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
# Warnings of joserfc about RFC 9864's new name for EdDSA, which few servers know, and of Authlib about its own name.
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
