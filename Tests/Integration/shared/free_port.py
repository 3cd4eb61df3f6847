#!/usr/bin/env python3
"""Prints a free port of 127.0.0.1, below the range from which connections get their own ports."""

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
