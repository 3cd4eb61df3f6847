import Crypto
import JOSE
import OAuthCore
import PKCE

/// A compact JWS. With an even first byte the input is the JWS of an untrusted party, and only the
/// known examples may be accepted. With an odd first byte the header and payload are signed with a
/// known secret, and every well-formed JWS must be accepted.
enum SignatureTarget {
  /// The keys of RFC 7515 A.2 and A.3 and of RFC 8037 A.2.
  static let keys: JSONWebKeySet = {
    let set = """
      {"keys":[
      {"kty":"RSA","kid":"rsa","e":"AQAB","n":"\(KnownKeys.modulus)"},
      {"kty":"EC","kid":"ec","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
       "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"},
      {"kty":"OKP","kid":"okp","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
      """
    guard let keys = try? JSONWebKeySet(bytes: Array(set.utf8)), keys.keys.count == 3 else {
      fatalError("the known keys could not be read")
    }
    return keys
  }()
  private static let secret = Secret("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0i")
  private static let secretKey = JSONWebKeySet([JSONWebKey(secret: secret)])
  private static let everything = Set(SignatureAlgorithm.allCases)

  static func run(_ bytes: [UInt8]) {
    guard let way = bytes.first else { return }
    if way & 1 == 0 {
      stranger(String(decoding: bytes.dropFirst(), as: UTF8.self))
    } else {
      signed(Array(bytes.dropFirst()))
    }
  }

  private static func stranger(_ compact: String) {
    do {
      let signature = try JSONWebSignature(compact: compact)
      require(compact.utf8.count <= JSONWebSignature.maximumBytes, "no longer than the limit")
      let verified = try signature.verified(by: keys, allowing: everything)
      require(verified.payload == signature.unverifiedPayload, "the payload is the signed one")
      require(verified.algorithm.rawValue == signature.header.algorithm, "the algorithm is the one in the header")
      require(verified.key.keyType == verified.algorithm.keyType, "the key has the algorithm's type")
      let input = compact.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
      require(KnownKeys.signed.contains(input), "only the known examples are accepted")
      // The same JWS must be rejected if its algorithm isn't allowed.
      require(
        (try? signature.verified(by: keys, allowing: everything.subtracting([verified.algorithm]))) == nil,
        "an algorithm that isn't allowed is rejected"
      )
    } catch {
      requireSafe(error)
    }
  }

  private static func signed(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let payload = parts.count > 1 ? parts[1] : []
    let input = Base64URL.encode(parts[0]) + "." + Base64URL.encode(payload)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(input.utf8), using: SymmetricKey(data: Array(secret.reveal().utf8)))
    let compact = input + "." + Base64URL.encode(Array(code))
    let header = (try? JSONValue(bytes: parts[0]))?.object
    let mayBeAccepted =
      header?["alg"] == "HS256" && header?["crit"] == nil && header?["b64"] == nil
      && [header?["kid"], header?["typ"]].allSatisfy { $0 == nil || $0?.string != nil }
      && compact.utf8.count <= JSONWebSignature.maximumBytes
    do {
      let verified = try JSONWebSignature(compact: compact).verified(by: secretKey, allowing: everything)
      require(mayBeAccepted, "only a supported header is accepted")
      require(verified.payload == payload && verified.algorithm == .hs256, "the verified payload is the signed one")
      if let claims = try? verified.claims() {
        require((try? JSONValue(bytes: payload))?.object == claims, "claims are the payload's")
      }
    } catch {
      requireSafe(error, hiding: [secret])
      require(!mayBeAccepted, "a well-formed JWS with a valid signature is accepted")
    }
    // Never with a key of another type, whatever the header says (RFC 8725 §2.1).
    require(
      (try? JSONWebSignature(compact: compact).verified(by: keys, allowing: everything)) == nil, "no key confusion")
  }
}
