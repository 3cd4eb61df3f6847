internal import Crypto
internal import CryptoExtras
public import OAuthCore
internal import PKCE

/// A JSON Web Key that checks signatures (RFC 7517): a public key, or the secret of an HMAC.
///
/// Whoever has the octets of a JWK Set makes a ``JSONWebKeySet``, which makes these. Members of private keys are not
/// looked at and not kept; ``SigningKey`` reads those. A key is never made of what isn't a point on its NIST curve, of an RSA
/// modulus that is even or has fewer than 2048 or more than 8192 bits, or of an RSA exponent that would make verification
/// slow. (32 octets that are no point of Ed25519 make a key with which no signature is valid.)
public struct JSONWebKey: Sendable {
  /// The `kty`.
  public let keyType: KeyType
  /// The `kid`, which chooses among several keys (RFC 7517 §4.5).
  public let keyID: String?
  /// The `use`; `sig` for signatures (RFC 7517 §4.2).
  public let use: String?
  /// The `key_ops`; `verify` for checking signatures (RFC 7517 §4.3).
  public let keyOperations: [String]?
  /// The `alg` that the key is meant for, by its name (RFC 7517 §4.4).
  public let algorithm: String?

  /// The members that define the key and that its thumbprint is made of (RFC 7638 §3.2).
  let definingMembers: [String: String]
  let key: VerificationKey

  /// Reads a key.
  ///
  /// - Parameter value: the JWK's JSON object. Members that aren't known are ignored (RFC 7517 §4).
  /// - Throws: ``JSONWebKeyError`` if a member is missing, malformed or weak, or the key is of a kind that Pixy can't use.
  public init(_ value: JSONValue) throws(JSONWebKeyError) {
    guard let members = value.object else { throw .notAnObject }
    guard let name = members["kty"]?.string else { throw .missing(member: "kty") }
    guard let type = KeyType(rawValue: name) else { throw .unsupported(UntrustedText(name)) }
    keyType = type
    keyID = try Self.text("kid", in: members)
    use = try Self.text("use", in: members)
    algorithm = try Self.text("alg", in: members)
    if let operations = members["key_ops"] {
      guard let operations = operations.strings else { throw .malformed(member: "key_ops") }
      keyOperations = operations
    } else {
      keyOperations = nil
    }
    (key, definingMembers) = try Self.key(type, members)
  }

  /// Makes a key of an HMAC's secret, for tokens that are signed with a client secret (RFC 7518 §3.2).
  ///
  /// - Parameters:
  ///   - secret: at least as long as the algorithm's hash; shorter ones are never tried.
  ///   - keyID: the `kid`, if tokens name one.
  public init(secret: Secret, keyID: String? = nil) {
    let octets = Array(secret.reveal().utf8)
    keyType = .oct
    self.keyID = keyID
    use = nil
    keyOperations = nil
    algorithm = nil
    key = .secret(SymmetricKey(data: octets))
    definingMembers = ["kty": KeyType.oct.rawValue, "k": Base64URL.encode(octets)]
  }

  /// The public key as a JWK, with `kid`, `use`, `key_ops` and `alg` if it has them.
  ///
  /// A client puts it into its registration or a DPoP proof. Nil for a secret, which isn't published.
  public var publicJWK: JSONValue? {
    guard keyType != .oct else { return nil }
    var members = definingMembers.mapValues { JSONValue.string($0) }
    members["kid"] = keyID.map { .string($0) }
    members["use"] = use.map { .string($0) }
    members["key_ops"] = keyOperations.map { .array($0.map { .string($0) }) }
    members["alg"] = algorithm.map { .string($0) }
    return .object(members)
  }

  /// Whether the key may check a signature that names this algorithm: kind, curve and length, `use`, `key_ops`, `alg`.
  ///
  /// - Parameter algorithm: the `alg` of the signature's header. A key without `use`, `key_ops` and `alg` allows every
  ///   algorithm that suits its kind, so compare with the algorithms that are expected first.
  public func allows(_ algorithm: SignatureAlgorithm) -> Bool {
    guard key.suits(algorithm) else { return false }
    if let use, use != "sig" { return false }
    if let keyOperations, !keyOperations.contains("verify") { return false }
    if let named = self.algorithm, named != algorithm.rawValue { return false }
    return true
  }

  private static func key(
    _ type: KeyType, _ members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> (VerificationKey, [String: String]) {
    switch type {
    case .rsa:
      let (n, modulus) = try octets("n", in: members)
      let (e, exponent) = try octets("e", in: members)
      let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
      guard modulus.first != 0, (2048...8192).contains(bits), let low = modulus.last, low & 1 == 1
      else { throw .weak("n") }
      // Odd, 3 to 2^32 - 1: larger ones make verification slow, which is all they are good for.
      guard exponent.count <= 4, exponent.first != 0, let last = exponent.last, last & 1 == 1, exponent != [1]
      else { throw .weak("e") }
      guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { throw .malformed(member: "n") }
      return (.rsa(key), ["kty": type.rawValue, "n": n, "e": e])
    case .ec:
      guard let curve = members["crv"]?.string else { throw .missing(member: "crv") }
      let (x, xOctets) = try octets("x", in: members)
      let (y, yOctets) = try octets("y", in: members)
      let defining = ["kty": type.rawValue, "crv": curve, "x": x, "y": y]
      guard let size = ["P-256": 32, "P-384": 48, "P-521": 66][curve] else { throw .unsupported(UntrustedText(curve)) }
      // RFC 7518 §6.2.1.2: the full size of a coordinate.
      guard xOctets.count == size, yOctets.count == size else { throw .malformed(member: "x") }
      let point = [0x04] + xOctets + yOctets
      do {
        switch curve {
        case "P-256": return (.p256(try P256.Signing.PublicKey(x963Representation: point)), defining)
        case "P-384": return (.p384(try P384.Signing.PublicKey(x963Representation: point)), defining)
        default: return (.p521(try P521.Signing.PublicKey(x963Representation: point)), defining)
        }
      } catch {
        throw .notOnCurve
      }
    case .okp:
      guard let curve = members["crv"]?.string else { throw .missing(member: "crv") }
      guard curve == "Ed25519" else { throw .unsupported(UntrustedText(curve)) }
      let (x, octets) = try octets("x", in: members)
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: octets) else {
        throw .malformed(member: "x")
      }
      return (.ed25519(key), ["kty": type.rawValue, "crv": curve, "x": x])
    case .oct:
      let (k, octets) = try octets("k", in: members)
      guard !octets.isEmpty else { throw .weak("k") }
      return (.secret(SymmetricKey(data: octets)), ["kty": type.rawValue, "k": k])
    }
  }

  private static func text(
    _ member: String, in members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> String? {
    guard let value = members[member] else { return nil }
    guard let text = value.string else { throw .malformed(member: member) }
    return text
  }

  private static func octets(
    _ member: String, in members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> (text: String, octets: [UInt8]) {
    guard let value = members[member] else { throw .missing(member: member) }
    // 8192 bits are 1,366 characters.
    guard let text = value.string, text.utf8.count <= 1_400, let octets = try? Base64URL.decode(text)
    else { throw .malformed(member: member) }
    return (text, octets)
  }
}

extension JSONWebKey: Hashable {
  /// Compares the key and what is said of it; secrets in constant time.
  public static func == (left: JSONWebKey, right: JSONWebKey) -> Bool {
    left.keyType == right.keyType && left.keyID == right.keyID && left.use == right.use
      && left.keyOperations == right.keyOperations && left.algorithm == right.algorithm
      && equalInConstantTime(left.canonicalJSON.utf8, right.canonicalJSON.utf8)
  }

  /// Feeds the key to a hasher, whose seed is random in each process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(definingMembers)
  }
}

extension JSONWebKey: Redacted {
  /// Kind and `kid`, never the key.
  public var description: String {
    "JSONWebKey(\(keyType.rawValue), kid: \(keyID.map { UntrustedText($0).description } ?? "none"))"
  }
}
