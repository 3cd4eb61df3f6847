"""joserfc's verification of one ID token: parse, check the signature, read the claims.

verify_jwt.py ALGORITHM [ITERATIONS] [ROUNDS] < tokens
"""
import json
import sys
import time

from joserfc import jwt
from joserfc.jwk import import_key

name, iterations, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sample = next(line for line in map(json.loads, sys.stdin) if line["alg"] == name)
key, token = import_key(sample["jwk"]), sample["token"]
times, check = [], 0
for _ in range(rounds + 1):
    start = time.perf_counter_ns()
    for _ in range(iterations):
        check += len(jwt.decode(token, key, algorithms=[name]).claims)
    times.append((time.perf_counter_ns() - start) / iterations)
print(json.dumps({"name": "joserfc " + name, "rounds": times[1:], "iterations": iterations, "check": check}))
