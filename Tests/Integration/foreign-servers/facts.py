#!/usr/bin/env python3
"""Looks for members in the JSON that pixy printed.

    Tests/Integration/foreign-servers/facts.py FILE PATH[=VALUE]…     (PATH: names with dots between; VALUE as text, or true and false)

Prints what is missing or different, without values of the file that weren't expected, and then exits with 1.
"""

import json
import sys


def complaint(document, fact):
    path, _, expected = fact.partition("=")
    value = document
    for name in path.split("."):
        if not isinstance(value, dict) or value.get(name) is None:
            return f"{path} is missing"
        value = value[name]
    text = value if isinstance(value, str) else json.dumps(value)
    return f"{path} is {text}, not {expected}" if expected and text != expected else None


try:
    with open(sys.argv[1]) as file:
        document = json.load(file)
except ValueError:
    sys.exit("standard output is no JSON")
wrong = [found for fact in sys.argv[2:] if (found := complaint(document, fact))]
if wrong:
    sys.exit("; ".join(wrong))
