"""The commands of servers that need only a port."""
import json
import os
from pathlib import Path

from harness import INTEROP

HERE = Path(__file__).resolve().parent


def authlib(port):
    return [HERE / "authlib-server", port]


def oidc_provider_mock(port):
    """PyPI's provider accepts any client ID, redirect URI and non-empty secret, and asks only for a user name.

    The typed name becomes `sub`. It ignores PKCE, and by default accepts a request without a nonce.
    """
    claims = {"sub": os.environ.get("INTEROP_USERNAME", "alice"), "name": "Alice Liddell", "email": "alice@example.com"}
    return [INTEROP / "bin/oidc-provider-mock", "--host", "127.0.0.1", "--port", port, "--require-nonce", "true", "--user-claims",
            json.dumps(claims)]


def proxy(port, folder, *account):
    """tinyproxy, an HTTP proxy, which demands the account (user and password) if there is one."""
    file = Path(folder, f"proxy-{port}.conf")
    file.write_text(f"Port {port}\nListen 127.0.0.1\nAllow 127.0.0.1\nTimeout 60\nMaxClients 20\nLogLevel Connect\n"
                    f'LogFile "{folder}/proxy-{port}.log"\nPidFile "{folder}/proxy-{port}.pid"\n'
                    + (f"BasicAuth {' '.join(account)}\n" if account else ""))
    return ["tinyproxy", "-d", "-c", file]
