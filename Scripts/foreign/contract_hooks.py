"""What schemathesis loads with SCHEMATHESIS_HOOKS: puts things that exist at the server into many of the requests that it makes up,
and counts what came of them.

From chance alone no request gets past "no such client". So clients are registered, people sign in for them, and three of four
values of a parameter such as `client_id`, `refresh_token` or `redirect_uri` are replaced with one that is right, all of one request
from the same client. What is taken follows from the request as it was made up, so that a seed gives the same requests again.

CONTRACT_ISSUER is the server; CONTRACT_COUNTS names a file for the counts, which is added to.
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
    """A number that follows from what was made up."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode(errors="replace")).digest()[:6])


def replaced(made):
    """The parameters, of which those that the stock knows are right three times out of four."""
    if not isinstance(made, dict):
        return made
    lot = stock.lots[number(sorted(map(repr, made.items()))) % len(stock.lots)]
    return {name: lot[name][number(name, value) % len(lot[name])] if name in lot and number(value, name) % 4 else value
            for name, value in made.items()}


@schemathesis.hook
def map_query(context, query):
    return replaced(query)


@schemathesis.hook
def map_body(context, body):
    # What is sent as JSON is a registration, where nothing of this has a place.
    return body if isinstance(body, dict) and "redirect_uris" in body else replaced(body)


@schemathesis.hook
def map_path_parameters(context, parameters):
    return replaced(parameters)


@schemathesis.hook
def map_headers(context, headers):
    key = number(sorted(map(repr, dict(headers or {}).items())), context.operation.label)
    lot = stock.lots[key % len(stock.lots)]
    token = lot["registration_access_token"] if "register" in context.operation.path else lot["access_token"]
    basic = base64.b64encode(f"{lot['client_id'][0]}:{lot['client_secret'][0]}".encode()).decode()
    right = [None, f"Bearer {token[0]}", f"Basic {basic}"][key // 7 % 3]
    return headers if right is None else {**(headers or {}), "Authorization": right}


@schemathesis.hook
def before_call(context, case, kwargs):
    # A redirect goes to a client that isn't there.
    kwargs["allow_redirects"] = False


@schemathesis.hook
def after_call(context, case, response):
    with lock:
        of = counts.setdefault(case.operation.label, {})
        of[str(response.status_code)] = of.get(str(response.status_code), 0) + 1
        if response.elapsed > slowest[0]:
            slowest[:] = [response.elapsed, case.operation.label]


def write():
    place = Path(os.environ["CONTRACT_COUNTS"])
    known = json.loads(place.read_text()) if place.exists() else {"statuses": {}, "slowest": [0, ""]}
    for label, statuses in counts.items():
        of = known["statuses"].setdefault(label, {})
        for status, count in statuses.items():
            of[status] = of.get(status, 0) + count
    known["slowest"] = max(known["slowest"], slowest)
    place.write_text(json.dumps(known))


atexit.register(write)
