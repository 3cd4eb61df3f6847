"""Hooks of schemathesis (SCHEMATHESIS_HOOKS): put existing values into generated requests, and count the answers.

Random requests don't get past "no such client". So clients are registered and users sign in. In
three of four requests the known parameters, such as `client_id`, `refresh_token` and `redirect_uri`,
are those of one client, which authenticates correctly; in the others half of them are. The choice
follows from the generated request, so a seed reproduces the same requests.

CONTRACT_ISSUER is the server; CONTRACT_COUNTS names a file for the counts.
"""

import atexit
import base64
import hashlib
import json
import os
import sys
import threading
from pathlib import Path

import schemathesis

sys.path.insert(0, str(Path(__file__).resolve().parent))
from stock import Stock  # noqa: E402

stock = Stock(os.environ["CONTRACT_ISSUER"])
counts, slowest = {}, [0.0, ""]
lock = threading.Lock()


def number(*parts):
    """A number that follows from the generated values."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode(errors="replace")).digest()[:6])


@schemathesis.hook
def map_case(context, case):
    key = number(case.operation.label, case.query, case.body, case.headers)
    lot, is_right = stock.lots[key % len(stock.lots)], key // 97 % 4 > 0
    for place in ("path_parameters", "query", "body"):
        made = getattr(case, place)
        # A registration's members aren't parameters, though some have the same names.
        if isinstance(made, dict) and "redirect_uris" not in made:
            for name, value in made.items():
                if name in lot and (is_right or number(name, value) % 2):
                    made[name] = lot[name][number(value, name) % len(lot[name])]
    if is_right:
        authenticate(case, lot, key)
        fill_in(case, lot, key)
    return case


# The required parameters, besides common ones; for the token endpoint by grant.
WANTED = {
    "/authorize": ("response_type", "client_id", "redirect_uri", "scope", "code_challenge", "code_challenge_method"),
    "authorization_code": ("code", "redirect_uri", "code_verifier"), "refresh_token": ("refresh_token",),
    "device_code": ("device_code",), "token-exchange": ("subject_token", "subject_token_type"), "client_credentials": ()}
WANTED["/par"] = WANTED["/authorize"]


def fill_in(case, lot, key):
    """Adds what a request needs, and removes most of the rest, which would have it rejected."""
    made = case.body if isinstance(case.body, dict) else case.query if case.operation.path == "/authorize" else None
    if made is None:
        return
    if "/register" in case.operation.path:
        case.body = {name: value for name, value in made.items() if number(name, value) % 4 == 0} | {
            "redirect_uris": lot["redirect_uri"], "client_id": made.get("client_id", lot["client_id"][0])}
    wanted = WANTED.get(str(made.get("grant_type", case.operation.path)).rpartition(":")[2])
    if wanted is not None:
        keep = {*wanted, "client_id", "client_secret", "grant_type"}
        for name in [name for name, value in made.items() if name not in keep and number(name, value) % 5]:
            del made[name]
        # The newest: most are valid once, and a code for a minute.
        if "code" in wanted and key // 61 % 3:
            code = stock.code(lot["client_id"][0])
            lot["code"] += [code] if code else []
        made.update({name: lot[name][-1 - number(key, name) % min(2, len(lot[name]))] for name in wanted if name in lot})
    pages = [page for page in lot["pages"] if page[0] == case.operation.path]
    if pages:
        _, fields, cookies = pages[key // 1013 % len(pages)]
        made.update({name: value for name, value in fields.items() if name not in ("username", "password")})
        case.headers["Cookie"] = cookies


def authenticate(case, lot, key):
    """Authenticates as the client of the lot, or with its tokens."""
    path, body = case.operation.path, case.body if isinstance(case.body, dict) else {}
    if "/register" in path:
        right = f"Bearer {lot['registration_access_token'][0]}" if "registration_access_token" in lot else None
        if case.method.upper() in ("PUT", "DELETE") and case.path_parameters:
            client = stock.doomed[key // 389 % len(stock.doomed)]
            case.path_parameters["client_id"], right = client["client_id"], f"Bearer {client['registration_access_token']}"
            if "client_id" in body:
                body["client_id"] = client["client_id"]
    elif "grant_type" in body or "token" in body or lot["client_id"][0] == body.get("client_id"):
        body.pop("client_assertion", None)
        body.pop("client_assertion_type", None)
        body["client_id"] = lot["client_id"][0]
        if path.endswith("/revoke"):
            body["token"] = lot["revoked"][key // 389 % len(lot["revoked"])]
        right = None
        if lot["method"] == "client_secret_post":
            body["client_secret"] = lot["client_secret"][0]
        else:
            body.pop("client_secret", None)
        if lot["method"] == "client_secret_basic":
            pair = f"{lot['client_id'][0]}:{lot['client_secret'][0]}"
            right = "Basic " + base64.b64encode(pair.encode()).decode()
    else:
        right = "Bearer " + lot["access_token"][key // 389 % len(lot["access_token"])]
    case.headers = {name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"}
    if right:
        case.headers["Authorization"] = right


@schemathesis.hook
def before_call(context, case, kwargs):
    # A redirect leads to a client that doesn't exist.
    kwargs["allow_redirects"] = False


def learn(case, response):
    """Saves a client's new refresh token for later requests."""
    if case.operation.path == "/token" and response.status_code == 200 and "refresh_token" in response.json():
        for lot in stock.lots:
            if case.body.get("client_id") == lot["client_id"][0]:
                lot["refresh_token"].append(response.json()["refresh_token"])


@schemathesis.hook
def after_call(context, case, response):
    with lock:
        learn(case, response)
        of = counts.setdefault(case.operation.label, {})
        of[str(response.status_code)] = of.get(str(response.status_code), 0) + 1
        if response.elapsed > slowest[0]:
            slowest[:] = [response.elapsed, case.operation.label]


def write():
    Path(os.environ["CONTRACT_COUNTS"]).write_text(json.dumps({"statuses": counts, "slowest": slowest}))


atexit.register(write)
