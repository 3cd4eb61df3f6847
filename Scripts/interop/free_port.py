#!/usr/bin/env python3
"""Prints a port of 127.0.0.1 that nobody uses now, and that no connection is given for its own end later: below the range that those
are taken from."""

import contextlib
import random
import socket
import sys


def free_port():
    for port in random.sample(range(15000, 30000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    sys.exit("free_port: none of a hundred is free")


if __name__ == "__main__":
    print(free_port())
