// Measures the local work of a client for one ID token: parsing, checking the signature, reading
// the claims.
//
// Usage: `verify-jwt ALGORITHM [ITERATIONS] [ROUNDS] [--bare | --parse]`. `--bare` measures only
// swift-crypto's check of the same bytes; `--parse` measures everything except the check.
// `verify-jwt --tokens` prints a token and its key for each algorithm, so that other programs
// measure the same bytes.
import Crypto
import CryptoExtras
import Foundation
import JOSE
import Measuring
import OAuthCore
import PKCE

let algorithms: [SignatureAlgorithm] = [.rs256, .ps256, .es256, .es384, .es512, .edDSA, .hs256]
let arguments = CommandLine.arguments

if arguments.contains("--tokens") {
  for algorithm in algorithms { print(try SampleToken.line(algorithm)) }
} else {
  guard let name = arguments.dropFirst().first, let algorithm = SignatureAlgorithm(rawValue: name) else {
    print("usage: verify-jwt ALGORITHM [ITERATIONS] [ROUNDS] [--bare | --parse] | --tokens")
    exit(64)
  }
  let key = try SampleToken.key(algorithm)
  let token = try key.sign(SampleToken.claims, type: "JWT").reveal()
  if arguments.contains("--bare") {
    let check = try BareCheck(algorithm, key, token)
    try measure("swift-crypto \(name)") { try check.isValid() ? 1 : 0 }
  } else if arguments.contains("--parse") {
    try measure("parse \(name)") {
      let signature = try JSONWebSignature(compact: token)
      return try JSONValue(bytes: signature.unverifiedPayload).object?.count ?? 0
    }
  } else {
    let keys = JSONWebKeySet([key.verificationKey])
    let allowed: Set<SignatureAlgorithm> = [algorithm]
    try measure("pixy \(name)") {
      try JSONWebSignature(compact: token).verified(by: keys, allowing: allowed).claims().count
    }
  }
}
