"""Made-up histories for `check-history`: one violates no rule, and each other one violates one rule."""
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def request(kind, at, presented=None, status=200, **more):
    """A request that was sent at the time `at`, and answered half a second later."""
    return {"kind": kind, "client": "one", "sent": at, "answered": at + 0.5, "presented": presented, "status": status, **more}


def redeemed(at, code="code", refresh="r1", access="a1", **more):
    return request("redeem", at, code, access=access, refresh=refresh, expires_in=3600, **more)


def refreshed(at, presented="r1", refresh="r2", access="a2", **more):
    return request("refresh", at, presented, access=access, refresh=refresh, expires_in=3600, **more)


def introspected(at, token, active):
    return request("introspect", at, token, active=active)


def rejected(kind, at, presented, **more):
    return request(kind, at, presented, 400, error="invalid_grant", **more)


SIGN_IN = [request("authorize", 0, status=303, code="code"), redeemed(1), refreshed(2)]
REVOKED = [*SIGN_IN, request("revoke", 3, "r2")]
FAULT = {"kind": "fault", "fault": "postmaster killed", "at": 2.6, "limit": 3.5}

# The number of the violated rule, or None, what the history shows, and the history.
HISTORIES = [
    (None, "a sign-in, a lost answer, a repetition, a revocation",
     [*SIGN_IN, request("refresh", 3, "r2", None), refreshed(4, "r2", "r3", "a3"), introspected(5, "a1", True),
      request("revoke", 6, "r3", 503), request("revoke", 7, "r3"), introspected(8, "a3", False),
      rejected("refresh", 9, "r3"), request("probe", 9, path="/jwks")]),
    (None, "a token introspected while it is revoked, and one never issued",
     [*SIGN_IN, request("revoke", 3, "r2", None), introspected(3.1, "a2", False), introspected(4, "other", False)]),
    (None, "an expired token", [*SIGN_IN, introspected(4000, "a1", False)]),
    (None, "a repeated code that is rejected after a lost answer",
     [SIGN_IN[0], request("redeem", 1, "code", None), rejected("redeem", 2, "code")]),
    (None, "races with the right winners",
     [redeemed(1, race="x"), rejected("redeem", 1, "code", race="x"), refreshed(2, race="y"),
      refreshed(2, access="a3", race="y")]),
    (1, "an acknowledged access token that is unknown", [*SIGN_IN, introspected(3, "a1", False)]),
    (1, "a token that is lost before its family is revoked",
     [*SIGN_IN, introspected(3, "a2", False), request("revoke", 4, "r2")]),
    (1, "a lost session", [*SIGN_IN, request("authorize", 3, session=True, password=True)]),
    (2, "a refresh token with two successors", [*SIGN_IN, refreshed(3, refresh="other", access="a3")]),
    (2, "a code that is redeemed twice", [*SIGN_IN, redeemed(3, refresh="other", access="a3")]),
    (2, "two winners of a code", [redeemed(1, race="x"), redeemed(1, race="x")]),
    (2, "no winner of a code", [rejected("redeem", 1, "code", race="x"), rejected("redeem", 1, "code", race="x")]),
    (2, "one winner of a refresh token",
     [redeemed(1), refreshed(2, race="y"), request("refresh", 2, "r1", 503, race="y")]),
    (3, "a rejected refresh token", [*SIGN_IN, rejected("refresh", 3, "r2")]),
    (3, "a repeated refresh token that is rejected", [*SIGN_IN, request("refresh", 3, "r2", None), rejected("refresh", 4, "r2")]),
    (3, "a code that is rejected at its first use", [SIGN_IN[0], rejected("redeem", 1, "code")]),
    (4, "a revoked token that is active", [*REVOKED, introspected(4, "a1", True)]),
    (4, "a revoked token that is refreshed", [*REVOKED, refreshed(4, "r2", "r3", "a3")]),
    (4, "an invented token that is active", [*SIGN_IN, introspected(3, "other", True)]),
    (5, "a failed probe", [*SIGN_IN, request("probe", 3, status=503, path="/jwks")]),
    (6, "a long outage", [*SIGN_IN, FAULT, refreshed(9, "r2", "r3", "a3"), {"kind": "restored", "at": 10}]),
    (7, "a client that gives up", [*SIGN_IN, request("refresh", 3, "r2", None, gave_up=True)]),
]


def check():
    """Runs the checker on each history. Returns the descriptions of the wrong results."""
    wrong = []
    for rule, name, lines in HISTORIES:
        text = "".join(json.dumps(line) + "\n" for line in lines)
        done = subprocess.run([sys.executable, HERE / "check-history", "-"], input=text, capture_output=True, text=True)
        failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
        expected = 0 if rule is None else 1
        rules = ["lost", "twice", "signed out", "revived", "probes", "limit", "given up"]
        if done.returncode != expected or len(failed) != expected or (rule and rules[rule - 1] not in failed[0]):
            wrong.append(f"{name}: {failed or done.stderr[-300:]}")
    return wrong
