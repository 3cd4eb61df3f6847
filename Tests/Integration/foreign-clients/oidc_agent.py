#!/usr/bin/env python3
"""Has Debian's oidc-agent register itself, sign in by the code flow and the device flow, refresh, and delete its account.

    Tests/Integration/foreign-clients/oidc_agent.py ISSUER

Its files are in a temporary home, which is removed, and its agent is ended. The user is
Tests/Integration/shared/person.py, as INTEROP_USERNAME and INTEROP_PASSWORD.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))
from flows import Flows, need, same  # noqa: E402
from harness import descendants, end_on_signals, free_port, kill, request, until  # noqa: E402
from person import Person  # noqa: E402

SCOPE = "openid profile email offline_access"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Agent:
    """A running oidc-agent with a home of its own."""

    def __init__(self, issuer):
        self.issuer = issuer
        self.home = tempfile.mkdtemp(prefix="pixy-oidc-agent-")
        # Without a display and a bus it opens no window.
        self.environment = {"HOME": self.home, "TMPDIR": self.home, "PATH": os.environ["PATH"], "ACCOUNT_PASSWORD": "of the account"}
        # Created beforehand: otherwise it looks for a place.
        Path(self.home, ".oidc-agent").mkdir(mode=0o700)
        self.process = None
        self.start()
        self.metadata = self.fetch(issuer + "/.well-known/openid-configuration")

    def start(self):
        said = subprocess.run(["oidc-agent", "--always-allow-idtoken"], env=self.environment, capture_output=True, text=True, timeout=120, check=True).stdout
        found = dict(re.findall(r"(OIDC_SOCK|OIDCD_PID)=([^;\s]+)", said))
        self.process = int(found["OIDCD_PID"])
        self.environment.update(found)
        # It prints its socket's path before it listens there.
        until("oidc-agent doesn't listen", lambda: subprocess.run(
            ["oidc-add", "--loaded"], env=self.environment, capture_output=True, timeout=120).returncode == 0)

    def stop(self):
        """Kills the agent and its child that holds the accounts, because a graceful end takes seconds."""
        if self.process is None:
            return
        for process in (self.process, *descendants(self.process)):
            kill(process)
            # They aren't children of this process.
            until(f"the process {process} doesn't end", lambda: not is_running(process), 10, 0.02)
        self.process = None

    def remove(self):
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def fetch(self, url, token=None, body=None):
        answer = request(url, body=body, fields={"Authorization": "Bearer " + token} if token else {})
        if answer.status >= 300:
            raise Rejected(answer.status)
        return answer.members

    def run(self, *command):
        """Runs a command of oidc-agent; returns its standard output."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise AssertionError(f"{command[0]} ended with {done.returncode}: {(done.stderr or done.stdout)[-300:]}")
        return done.stdout.strip()

    def token(self, account, *options):
        token = self.run("oidc-token", *options, account)
        if not token or " " in token:
            raise AssertionError(f"oidc-token said {len(token)} characters that are no token")
        return token

    def sub(self, token):
        return self.fetch(self.metadata["userinfo_endpoint"], token)["sub"]

    def generate(self, account, flow, *options, person=None):
        """Runs oidc-gen, which waits for the user in between; returns its output."""
        place = Path(self.home, account + ".out")
        with place.open("w") as output:
            generating = subprocess.Popen(
                ["oidc-gen", account, "--iss", self.issuer, "--scope", SCOPE, f"--flow={flow}", "--pw-env=ACCOUNT_PASSWORD",
                 "--prompt=none", "--confirm-yes", "--no-url-call", "--no-scheme", *options],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        try:
            address = self.address(generating, place, flow)
            end = (person or Person()).answer(address)
            if flow == "code":
                # Its web server on localhost may accept the browser's connection before it is ready to answer.
                request(end.url, timeout=120)
            status = generating.wait(120)
        finally:
            generating.kill()
            generating.wait()
        if status:
            raise Refused(f"oidc-gen ended with {status}: {' '.join(place.read_text().split())[-300:]}")
        return place.read_text()

    def address(self, generating, place, flow):
        wanted = r"^(https?://\S+)[\s\S]*?enter the code: (\S+)" if flow == "device" else r"^(https?://\S+response_type=code\S+)$"
        for _ in range(1_200):
            if found := re.search(wanted, place.read_text(), re.MULTILINE):
                return f"{found[1]}?user_code={found[2]}" if flow == "device" else found[1]
            if generating.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"oidc-gen shows no address: {' '.join(place.read_text().split())[:400]}")


def is_running(process):
    try:
        # pid (name) state …
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Rejected(Exception):
    """The server answered with an error status."""

    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


class Refused(Exception):
    """oidc-gen got an error, and prints it."""


def own_port():
    # Otherwise it registers an application's own scheme and the ports 4242 and 8080, which may be in use.
    # It accepts no port above 49151.
    return f"--redirect-uri=http://localhost:{free_port()}"


def code(agent):
    agent.generate("code", "code", own_port())
    return f"registered; sub {agent.sub(agent.token('code'))}"


def device(agent):
    need(agent.metadata, grant_types_supported=DEVICE)
    agent.generate("device", "device")
    return f"registered; sub {agent.sub(agent.token('device'))}"


def refresh(agent):
    seen = []
    for account in ("code", "device"):
        first = agent.token(account)
        same(agent.token(account) == first, True, "whether the second token is the first, while it is fresh")
        # Longer than any token lives, so the agent refreshes.
        second, third = agent.token(account, "--time=1000000"), agent.token(account, "--time=1000000")
        same(len({first, second, third}), 3, "how many tokens there are after refreshing twice")
        seen.append(agent.sub(third))
    same(seen[0], seen[1], "sub by code and by device")
    return "twice from memory, twice refreshed, by code and by device"


def narrower(agent):
    token = agent.token("code", "--scope=openid", "--time=1000000")
    info = agent.fetch(agent.metadata["userinfo_endpoint"], token)
    same("email" in info, False, "whether there is an email without the scope")
    return f"UserInfo {', '.join(sorted(info))}"


def id_token(agent):
    same(agent.token("code", "--id-token").count("."), 2, "dots in the ID token")
    return "given by a refresh"


def again(agent):
    agent.stop()
    agent.start()
    for account in ("code", "device"):
        agent.run("oidc-add", "--pw-env=ACCOUNT_PASSWORD", account)
        agent.sub(agent.token(account))
    return "the refresh tokens that it kept were the newest"


def public(agent):
    """The options of oidc-gen for a public client that was registered by hand."""
    need(agent.metadata, registration_endpoint=True, token_endpoint_auth_methods_supported="none")
    redirect = f"http://localhost:{free_port()}"
    client = agent.fetch(agent.metadata["registration_endpoint"], body={
        "client_name": "oidc-agent, by hand", "redirect_uris": [redirect], "token_endpoint_auth_method": "none",
        "application_type": "native", "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
        "scope": SCOPE})
    return "--manual", "--client-id", client["client_id"], "--client-secret=", "--redirect-uri", redirect


def public_client(agent):
    agent.generate("public", "code", *public(agent))
    agent.token("public", "--time=1000000")
    return f"sub {agent.sub(agent.token('public', '--time=1000000'))}"


def token_alone(agent):
    said = agent.generate("alone", "code", "--only-at", *public(agent))
    same(os.path.exists(Path(agent.home, ".oidc-agent/alone")), False, "whether there is an account")
    return f"sub {agent.sub(said.split()[-1])}"


def reauthenticate(agent):
    before = agent.token("code")
    agent.generate("code", "code", "--reauthenticate")
    after = agent.token("code", "--time=1000000")
    same(after == before, False, "whether it has the same token")
    return f"sub {agent.sub(after)}"


def refusal(agent):
    need(agent.metadata, grant_types_supported=DEVICE)
    try:
        agent.generate("refused", "device", own_port(), person=Person(denies=True))
    except Refused as error:
        same("access_denied" in str(error) or "denied" in str(error), True, f"whether it knows why ({error})")
        return "access_denied"
    raise AssertionError("an account was made, though the person refused")


def forget(agent):
    token = agent.token("code")
    agent.run("oidc-gen", "--delete", "code", "--pw-env=ACCOUNT_PASSWORD", "--confirm-yes", "--prompt=none")
    same("code" in os.listdir(Path(agent.home, ".oidc-agent")), False, "whether the account's file is there")
    if "revocation_endpoint" not in agent.metadata:
        return "the account is gone"
    # It revokes the refresh token; the server may then revoke the access token too (RFC 7009 §2.1).
    try:
        agent.sub(token)
        return "the account is gone; the access token lives on"
    except Rejected as error:
        same(error.status, 401, "UserInfo's status")
        return "the account is gone, and with the refresh token the access token"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: oidc_agent.py ISSUER")
    end_on_signals()
    flows, agent = Flows("oidc-agent"), Agent(sys.argv[1])
    try:
        flows.run("registers itself with its own redirect URIs, device flow", device, agent)
        flows.run("registers itself, code flow with PKCE", code, agent)
        flows.run("tokens from memory and by refresh", refresh, agent)
        flows.run("a token with less scope", narrower, agent)
        flows.run("an ID token", id_token, agent)
        flows.run("a new agent loads the account and refreshes", again, agent)
        flows.run("a public client that was registered before, code flow, refresh", public_client, agent)
        flows.run("a token and no account, code flow", token_alone, agent)
        flows.run("the person signs in again for an account", reauthenticate, agent)
        flows.run("the person refuses, device flow", refusal, agent)
        flows.run("deletes its account", forget, agent)
    finally:
        agent.remove()
    flows.end()


if __name__ == "__main__":
    main()
