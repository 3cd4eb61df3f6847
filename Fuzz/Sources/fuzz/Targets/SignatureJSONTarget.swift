import Crypto
import JOSE
import OAuthCore
import PKCE

/// A JWS in JSON form. With an even first byte the input is the text of an untrusted party, and only
/// the known examples may be accepted. With an odd first byte it is a protected header, an
/// unprotected one as it stands in the text, and a payload, with zero bytes between them. A known
/// secret signs them, and every well-formed JWS must be accepted.
enum SignatureJSONTarget {
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

  private static func stranger(_ json: String) {
    do {
      let results = try JSONWebSignature.signatures(json: json)
      require(json.utf8.count <= JSONWebSignature.maximumBytes, "no longer than the limit")
      require((1...JSONWebSignature.maximumSignatures).contains(results.count), "one to ten signatures")
      let members = (try? JSONValue(bytes: Array(json.utf8)))?.object ?? [:]
      let objects = members["signatures"]?.array?.map { $0.object ?? [:] } ?? [members]
      require(objects.count == results.count, "one result for each signature")
      for (object, result) in zip(objects, results) { check(object, members["payload"]?.string ?? "", result) }
    } catch {
      requireSafe(error)
    }
  }

  private static func check(
    _ object: [String: JSONValue], _ payload: String, _ result: Result<JSONWebSignature, JOSEError>
  ) {
    let input = "\(object["protected"]?.string ?? "").\(payload)"
    let compact = "\(input).\(object["signature"]?.string ?? "")"
    do {
      let signature = try result.get()
      require(signature.header.members["crit"] == nil, "no critical extension")
      let verified = try signature.verified(by: SignatureTarget.keys, allowing: everything)
      require(verified.payload == signature.unverifiedPayload, "the payload is the signed one")
      require(KnownKeys.signed.contains(input), "only the known examples are accepted")
      let same = try JSONWebSignature(compact: compact).verified(by: SignatureTarget.keys, allowing: everything)
      require(same.payload == verified.payload, "the compact form has the same payload")
    } catch {
      requireSafe(error)
    }
  }

  private static func signed(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
    let unprotected = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    let payload = parts.count > 2 ? parts[2] : []
    let input = Base64URL.encode(parts[0]) + "." + Base64URL.encode(payload)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(input.utf8), using: SymmetricKey(data: Array(secret.reveal().utf8)))
    let json = """
      {"payload":"\(Base64URL.encode(payload))","protected":"\(Base64URL.encode(parts[0]))",\
      \(unprotected.isEmpty ? "" : "\"header\":\(unprotected),")"signature":"\(Base64URL.encode(Array(code)))"}
      """
    let mayBeAccepted = isWellFormed(json, protected: parts[0])
    do {
      let signature = try JSONWebSignature.signatures(json: json)[0].get()
      let verified = try signature.verified(by: secretKey, allowing: everything)
      require(mayBeAccepted, "only supported headers are accepted")
      require(verified.payload == payload && verified.algorithm == .hs256, "the verified payload is the signed one")
      require(verified.header.type == (try? JSONValue(bytes: parts[0]))?.object?["typ"]?.string, "typ is protected")
    } catch {
      requireSafe(error, hiding: [secret])
      require(!mayBeAccepted, "a well-formed JWS with a valid signature is accepted")
    }
    // Never with a key of another type, whatever the header says (RFC 8725 §2.1).
    let confused = try? JSONWebSignature.signatures(json: json)[0].get()
      .verified(by: SignatureTarget.keys, allowing: everything)
    require(confused == nil, "no key confusion")
  }

  /// Returns whether a flattened JWS follows RFC 7515 §7.2 and uses nothing that isn't supported.
  private static func isWellFormed(_ json: String, protected: [UInt8]) -> Bool {
    guard json.utf8.count <= JSONWebSignature.maximumBytes,
      let members = (try? JSONValue(bytes: Array(json.utf8)))?.object, members["signatures"] == nil,
      let header = (try? JSONValue(bytes: protected))?.object, header["alg"] == "HS256"
    else { return false }
    var unprotected: [String: JSONValue] = [:]
    if let value = members["header"] {
      guard let object = value.object, !object.isEmpty else { return false }
      unprotected = object
    }
    let all = header.merging(unprotected) { $1 }
    return all.count == header.count + unprotected.count && all["crit"] == nil && all["b64"] == nil
      && [all["kid"], header["typ"]].allSatisfy { $0 == nil || $0?.string != nil }
  }
}
