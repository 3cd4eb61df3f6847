#!/usr/bin/env python3
"""Compares our JOSE library with joserfc and jwcrypto: encrypted tokens, and signatures in JSON form.

    Tests/Integration/foreign-clients/jose.py PROCESS       PROCESS is the built jose-process

In both directions: they read what we wrote, we read what they wrote, and both reject it when a part is changed.
"""

import base64
import json
import os
import subprocess
import sys
import warnings

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from flows import Flows, same
from joserfc import jwe, jwk, jws
from jwcrypto import jwe as crypto_jwe
from jwcrypto import jwk as crypto_jwk
from jwcrypto import jws as crypto_jws

# joserfc warns of EdDSA's older name, which most programs use.
warnings.filterwarnings("ignore")

CONTENT = "Zürich, für dich.".encode() * 20
ECDH = ["ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A256KW"]
ENCRYPTIONS = ["A128GCM", "A256GCM", "A128CBC-HS256"]
SIGNATURES = [("RSA", "RS256"), ("RSA", "PS256"), ("P-256", "ES256"), ("P-384", "ES384"), ("P-521", "ES512"), ("Ed25519", "EdDSA"),
              ("Ed25519", "Ed25519")]


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Ours:
    """The library, in a process that answers a line with a line."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            # Not an exception that a rejected token could be taken for.
            sys.exit(f"jose.py: jose-process ended at {request['do']}")
        return json.loads(answer)

    def encrypt(self, key, algorithm, encryption):
        return self.ask(do="encrypt", jwk=public(key), alg=algorithm, enc=encryption, content=encode(CONTENT))["token"]

    def decrypt(self, key, token):
        answer = self.ask(do="decrypt", jwk=key, token=token)
        if "error" in answer:
            raise ValueError(answer["error"])
        return decode(answer["content"])

    def sign(self, keys):
        return self.ask(do="sign", keys=keys, payload=encode(CONTENT))["jws"]

    def verify(self, keys, signed):
        return self.ask(do="verify", jwks={"keys": [public(key) for key in keys]}, jws=signed)


class Joserfc:
    name = "joserfc"

    def encrypt(self, key, algorithm, encryption):
        header = {"alg": algorithm, "enc": encryption}
        return jwe.encrypt_compact(header, CONTENT, jwk.import_key(public(key)), algorithms=[algorithm, encryption])

    def decrypt(self, key, token):
        return jwe.decrypt_compact(token, jwk.import_key(key), algorithms=ECDH + ENCRYPTIONS + ["RSA-OAEP-256"]).plaintext

    def sign(self, keys):
        members = [{"protected": {"alg": key["alg"]}, "header": {"kid": key["kid"]}} for key in keys]
        return jws.serialize_json(members if len(keys) > 1 else members[0], CONTENT, self.keys(keys), self.algorithms(keys))

    def verify(self, keys, signed):
        return jws.deserialize_json(signed, self.keys([public(key) for key in keys]), self.algorithms(keys)).payload

    def keys(self, keys):
        return jwk.KeySet([jwk.import_key(key) for key in keys])

    def algorithms(self, keys):
        return [key["alg"] for key in keys]


class Jwcrypto:
    name = "jwcrypto"

    def encrypt(self, key, algorithm, encryption):
        token = crypto_jwe.JWE(CONTENT, json.dumps({"alg": algorithm, "enc": encryption}))
        token.add_recipient(crypto_jwk.JWK(**public(key)))
        return token.serialize(compact=True)

    def decrypt(self, key, token):
        decrypted = crypto_jwe.JWE()
        decrypted.deserialize(token, crypto_jwk.JWK(**key))
        return decrypted.payload

    def sign(self, keys, protect=True):
        signed = crypto_jws.JWS(CONTENT)
        for key in keys:
            protected, header = {"alg": key["alg"]}, {"kid": key["kid"]}
            if not protect:
                protected, header = {}, {**protected, **header}
            signed.add_signature(crypto_jwk.JWK(**key), None, json.dumps(protected) if protect else None, json.dumps(header))
        return json.loads(signed.serialize(compact=False))

    def verify(self, keys, signed):
        for key in keys:
            verified = crypto_jws.JWS()
            verified.deserialize(json.dumps(signed))
            verified.verify(crypto_jwk.JWK(**public(key)))
        return verified.payload


def public(key):
    return {name: value for name, value in key.items() if name not in ("d", "p", "q", "dp", "dq", "qi")}


def generated(kind, curve):
    return (jwk.generate_key("RSA", 2048) if kind == "RSA" else jwk.generate_key(kind, curve)).as_dict(private=True)


def changed(token):
    """The token with the last byte of each part changed, one part at a time."""
    parts = token.split(".")
    for index, part in enumerate(parts):
        data = decode(part) or b"\1"
        yield ".".join([*parts[:index], encode(data[:-1] + bytes([data[-1] ^ 1])), *parts[index + 1:]])


def rejected(what, action, *arguments):
    """Raises unless the action does."""
    try:
        result = action(*arguments)
    except Exception:
        # Libraries raise any exception for a wrong token.
        return
    raise AssertionError(f"{what} is accepted: {str(result)[:200]}")


def encryption(ours, theirs, key, algorithms):
    read = refused = 0
    for algorithm in algorithms:
        for content in ENCRYPTIONS:
            for writer in (ours, theirs):
                token = writer.encrypt(key, algorithm, content)
                for reader in (ours, theirs):
                    same(reader.decrypt(key, token), CONTENT, f"{algorithm} with {content}")
                    read += reader is not writer
                    for wrong in changed(token):
                        rejected(f"a changed token, {algorithm} with {content},", reader.decrypt, key, wrong)
                        refused += 1
    return f"{read} tokens read by the other, {refused} changed ones rejected"


def verified(ours, theirs, keys, signed):
    for answer, key in zip(ours.verify(keys, signed), keys, strict=True):
        same(answer, {"alg": key["alg"], "payload": encode(CONTENT)}, f"our result for {key['alg']}")
    same(theirs.verify(keys, signed), CONTENT, "their payload")


def signature(ours, theirs, keys):
    refused = 0
    for writer in (ours, theirs):
        signed = writer.sign(keys)
        same("signatures" in signed, len(keys) > 1, "the general syntax")
        verified(ours, theirs, keys, signed)
        # The payload is that of all signatures; then each signature is changed on its own.
        wrong = [{**signed, "payload": encode(CONTENT[:-1])}]
        if len(keys) == 1:
            wrong.append({**signed, "signature": encode(decode(signed["signature"])[:-1] + b"\0\0")})
        else:
            first, *others = signed["signatures"]
            wrong.append({**signed, "signatures": [{**first, "signature": others[0]["signature"]}, *others]})
        for text in wrong:
            if any("error" not in answer for answer in ours.verify(keys, text)[:1]):
                raise AssertionError("we accept a changed text")
            rejected("a changed text", theirs.verify, keys, text)
            refused += 2
    return f"{' and '.join(key['alg'] for key in keys)}, {refused} changed ones rejected"


def unprotected(ours, theirs, keys):
    same(ours.verify(keys, theirs.sign(keys, protect=False)), [{"error": "jws_missing_algorithm"}], "our result")
    return "an unprotected alg is rejected, as our documentation says"


def mask_generation(ours, key):
    """RFC 7518 §4.3: SHA-256 also in MGF1, which other libraries leave at SHA-1."""
    for mask, accepted in ((hashes.SHA256(), True), (hashes.SHA1(), False)):
        content_key, vector, header = os.urandom(32), os.urandom(12), encode(b'{"alg":"RSA-OAEP-256","enc":"A256GCM"}')
        sealed = AESGCM(content_key).encrypt(vector, CONTENT, header.encode())
        wrapped = jwk.import_key(public(key)).get_op_key("wrapKey").encrypt(
            content_key, padding.OAEP(padding.MGF1(mask), hashes.SHA256(), None))
        token = ".".join([header, *map(encode, (wrapped, vector, sealed[:-16], sealed[-16:]))])
        if accepted:
            same(ours.decrypt(key, token), CONTENT, "MGF1 with SHA-256")
        else:
            rejected("MGF1 with SHA-1", ours.decrypt, key, token)
    return "SHA-256 is read, SHA-1 is rejected"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: jose.py PROCESS")
    ours, flows = Ours(sys.argv[1]), Flows("JOSE")
    rsa = generated("RSA", None)
    keys = {"RSA": (rsa, ["RSA-OAEP-256"])} | {curve: (generated("EC", curve), ECDH) for curve in ("P-256", "P-384", "P-521")}
    keys["X25519"] = generated("OKP", "X25519"), ECDH
    signing = {"RSA": rsa} | {curve: generated("EC", curve) for curve in ("P-256", "P-384", "P-521")}
    signing["Ed25519"] = generated("OKP", "Ed25519")
    for theirs in (Joserfc(), Jwcrypto()):
        for name, (key, algorithms) in keys.items():
            flows.run(f"{theirs.name}, encrypted with {name}", encryption, ours, theirs, key, algorithms)
        named = [{**signing[kind], "alg": algorithm, "kid": algorithm} for kind, algorithm in SIGNATURES]
        for key in named:
            flows.run(f"{theirs.name}, {key['alg']} in JSON form", signature, ours, theirs, [key])
        flows.run(f"{theirs.name}, two signatures in JSON form", signature, ours, theirs, [named[0], named[2]])
    flows.run("jwcrypto, unprotected algorithm", unprotected, ours, Jwcrypto(), [named[2]])
    flows.run("the hash of OAEP's mask", mask_generation, ours, rsa)
    flows.end()


main()
