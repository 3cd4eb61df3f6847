import Crypto
import JOSE
import OAuthCore
import PKCE

/// A compact JWS. With an even first octet it is a stranger's, and nothing but the known examples may be accepted; with an odd one
/// its header and payload are taken from the input and signed with a known secret, and everything well-formed must be accepted.
enum SignatureTarget {
  /// The keys of RFC 7515 A.2, A.3 and RFC 8037 A.2, and a secret of the length of RFC 7515 A.1's.
  private static let keys: JSONWebKeySet = {
    let set = """
      {"keys":[
      {"kty":"RSA","kid":"rsa","e":"AQAB","n":"\(KnownKeys.modulus)"},
      {"kty":"EC","kid":"ec","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
       "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"},
      {"kty":"OKP","kid":"okp","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
      """
    guard let keys = try? JSONWebKeySet(octets: Array(set.utf8)), keys.keys.count == 3 else {
      fatalError("the known keys can be read")
    }
    return keys
  }()
  private static let secret = Secret("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0i")
  private static let secretKey = JSONWebKeySet([JSONWebKey(secret: secret)])
  private static let everything = Set(SignatureAlgorithm.allCases)

  static func run(_ octets: [UInt8]) {
    guard let way = octets.first else { return }
    if way & 1 == 0 {
      stranger(String(decoding: octets.dropFirst(), as: UTF8.self))
    } else {
      signed(Array(octets.dropFirst()))
    }
  }

  private static func stranger(_ compact: String) {
    do {
      let signature = try JSONWebSignature(compact: compact)
      require(compact.utf8.count <= JSONWebSignature.maximumOctets, "no longer than the limit")
      let verified = try signature.verified(by: keys, allowing: everything)
      require(verified.payload == signature.unverifiedPayload, "the payload is the one that was signed")
      require(verified.algorithm.rawValue == signature.header.algorithm, "the algorithm is the one that was named")
      require(verified.key.keyType == verified.algorithm.keyType, "the key is of the algorithm's kind")
      let input = compact.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
      require(KnownKeys.signed.contains(input), "nobody else can sign")
      // The same token is refused where its algorithm isn't allowed.
      require(
        (try? signature.verified(by: keys, allowing: everything.subtracting([verified.algorithm]))) == nil, "allow-list"
      )
    } catch {
      requireSafe(error)
    }
  }

  private static func signed(_ octets: [UInt8]) {
    let parts = octets.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let payload = parts.count > 1 ? parts[1] : []
    let input = Base64URL.encode(parts[0]) + "." + Base64URL.encode(payload)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(input.utf8), using: SymmetricKey(data: Array(secret.reveal().utf8)))
    let compact = input + "." + Base64URL.encode(Array(code))
    let header = (try? JSONValue(octets: parts[0]))?.object
    let mayBeAccepted =
      header?["alg"] == "HS256" && header?["crit"] == nil && header?["b64"] == nil
      && [header?["kid"], header?["typ"]].allSatisfy { $0 == nil || $0?.string != nil }
      && compact.utf8.count <= JSONWebSignature.maximumOctets
    do {
      let verified = try JSONWebSignature(compact: compact).verified(by: secretKey, allowing: everything)
      require(mayBeAccepted, "only a header that is understood is accepted")
      require(verified.payload == payload && verified.algorithm == .hs256, "what was signed is what is read")
      if let claims = try? verified.claims() {
        require((try? JSONValue(octets: payload))?.object == claims, "claims are the payload's")
      }
    } catch {
      requireSafe(error, hiding: [secret])
      require(!mayBeAccepted, "what is signed and well-formed is accepted")
    }
    // RFC 8725 §2.1: never with a key that isn't a secret, whatever the header says.
    require(
      (try? JSONWebSignature(compact: compact).verified(by: keys, allowing: everything)) == nil, "no confusion of keys")
  }
}
