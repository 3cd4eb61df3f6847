internal import Crypto
internal import CryptoExtras
public import OAuthCore
internal import PKCE

/// A JSON Web Key that verifies signatures (RFC 7517): a public key, or a secret for HMAC.
///
/// A JWK Set is parsed as a whole by ``JSONWebKeySet``. The members of private keys are ignored and
/// not stored; ``SigningKey`` reads them. Weak or invalid keys are rejected: a point that isn't on
/// its NIST curve, an RSA modulus that is even or has fewer than 2048 or more than 8192 bits, an
/// RSA exponent that makes verification slow. (32 bytes that aren't a point of Ed25519 give a key
/// with which no signature is valid.)
///
/// RFC 7518 §6.3.1.1 forbids a zero byte before an RSA modulus, and warns that some libraries write
/// one. Such a key is read, and ``publicJWK`` and ``thumbprint`` omit the zero.
///
/// ```swift
/// let key = try SigningKey.generate(.es256, keyID: "2026")
/// let published = key.verificationKey.publicJWK
/// let thumbprint = key.verificationKey.thumbprint
/// ```
public struct JSONWebKey: Sendable {
  /// The type of the key, `kty`.
  public let keyType: KeyType
  /// The `kid`, which selects one of several keys (RFC 7517 §4.5).
  public let keyID: String?
  /// The `use`, which is `sig` for signatures (RFC 7517 §4.2).
  public let use: String?
  /// The `key_ops`, which contain `verify` for verification (RFC 7517 §4.3).
  public let keyOperations: [String]?
  /// The `alg`, the name of the only algorithm that the key is for (RFC 7517 §4.4).
  public let algorithm: String?

  /// The required members, which the thumbprint is computed from (RFC 7638 §3.2).
  let definingMembers: [String: String]
  let key: VerificationKey

  /// Whether a verification with the key is fast, although a stranger made it: it isn't RSA, or has a
  /// modulus of at most 4,096 bits and the usual exponent, 65537.
  package var isFast: Bool {
    guard keyType == .rsa else { return true }
    // 512 bytes are 683 characters of base64url.
    return definingMembers["e"] == "AQAB" && definingMembers["n"].map { $0.utf8.count <= 683 } ?? false
  }

  /// Parses a key.
  ///
  /// - Parameter value: The JWK as a JSON object. Unknown members are ignored (RFC 7517 §4), and an
  ///   optional member that is `null` counts as absent.
  /// - Throws: ``JSONWebKeyError`` if a member is missing, malformed or weak, or if the type of key
  ///   is unsupported.
  public init(_ value: JSONValue) throws(JSONWebKeyError) {
    guard let members = value.object else { throw .notAnObject }
    guard let name = members["kty"]?.string else { throw .missing(member: "kty") }
    guard let type = KeyType(rawValue: name) else { throw .unsupported(UntrustedText(name)) }
    keyType = type
    keyID = try Self.text("kid", in: members)
    use = try Self.text("use", in: members)
    algorithm = try Self.text("alg", in: members)
    if let operations = members["key_ops"], operations != .null {
      guard let operations = operations.strings else { throw .malformed(member: "key_ops") }
      keyOperations = operations
    } else {
      keyOperations = nil
    }
    (key, definingMembers) = try Self.key(type, members)
  }

  /// Creates an HMAC key from a secret, for tokens that are signed with a client secret (RFC 7518
  /// §3.2).
  ///
  /// - Parameters:
  ///   - secret: The secret, at least as long as the algorithm's hash. A shorter secret verifies
  ///     nothing.
  ///   - keyID: The `kid`, if tokens contain one.
  public init(secret: Secret, keyID: String? = nil) {
    let bytes = Array(secret.reveal().utf8)
    keyType = .oct
    self.keyID = keyID
    use = nil
    keyOperations = nil
    algorithm = nil
    key = .secret(SymmetricKey(data: bytes))
    definingMembers = ["kty": KeyType.oct.rawValue, "k": Base64URL.encode(bytes)]
  }

  /// The public key as a JWK, with `kid`, `use`, `key_ops` and `alg` if present. Nil for a secret,
  /// which must not be published.
  ///
  /// A client puts it into its registration or into a DPoP proof.
  public var publicJWK: JSONValue? {
    guard keyType != .oct else { return nil }
    var members = definingMembers.mapValues { JSONValue.string($0) }
    members["kid"] = keyID.map { .string($0) }
    members["use"] = use.map { .string($0) }
    members["key_ops"] = keyOperations.map { .array($0.map { .string($0) }) }
    members["alg"] = algorithm.map { .string($0) }
    return .object(members)
  }

  /// The names of the members that only private keys and secrets have (RFC 7518 §6.2.2, §6.3.2,
  /// §6.4; RFC 8037 §2; RFC 9964 §3).
  package static let privateMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"]

  /// Returns whether a JWK has a member of ``privateMembers``, and so discloses a secret if it is
  /// published.
  package static func isPrivate(_ key: JSONValue) -> Bool {
    key.object?.keys.contains(where: privateMembers.contains) ?? false
  }

  /// Returns whether the key may verify signatures of an algorithm, by its type, curve and length,
  /// `use`, `key_ops` and `alg`.
  ///
  /// - Parameter algorithm: The `alg` of the signature's header. A key without `use`, `key_ops` and
  ///   `alg` allows every algorithm for its type, so first compare the algorithm with the expected
  ///   ones.
  public func allows(_ algorithm: SignatureAlgorithm) -> Bool {
    guard key.suits(algorithm) else { return false }
    if let use, use != "sig" { return false }
    if let keyOperations, !keyOperations.contains("verify") { return false }
    guard let ownAlgorithm = self.algorithm, ownAlgorithm != algorithm.rawValue else { return true }
    // The two names of Ed25519 mean the same for a key (RFC 9864 §2.2).
    let names: Set = [SignatureAlgorithm.edDSA.rawValue, SignatureAlgorithm.ed25519.rawValue]
    return names.contains(ownAlgorithm) && names.contains(algorithm.rawValue)
  }

  private static func key(
    _ type: KeyType, _ members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> (VerificationKey, [String: String]) {
    switch type {
    case .rsa:
      var (n, modulus) = try bytes("n", in: members)
      // RFC 7518 §6.3.1.1: the zero that some libraries put before a number whose first bit is 1.
      if modulus.first == 0, modulus.dropFirst().first ?? 0 >= 0x80 {
        modulus.removeFirst()
        n = Base64URL.encode(modulus)
      }
      var (e, exponent) = try bytes("e", in: members)
      // RFC 7518 §6.3.1.2: the zeros of a number that was written with four bytes, as Azure Key Vault does.
      if exponent.count == 4, exponent.first == 0 {
        exponent = Array(exponent.drop { $0 == 0 })
        e = Base64URL.encode(exponent)
      }
      let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
      guard modulus.first != 0, (2048...8192).contains(bits), let low = modulus.last, low & 1 == 1
      else { throw .weak("n") }
      // The exponent is odd, from 3 to 2^32 - 1. Larger exponents only make verification slow.
      guard exponent.count <= 4, exponent.first != 0, let last = exponent.last, last & 1 == 1, exponent != [1]
      else { throw .weak("e") }
      guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { throw .malformed(member: "n") }
      return (.rsa(key), ["kty": type.rawValue, "n": n, "e": e])
    case .ec:
      guard let curve = members["crv"]?.string else { throw .missing(member: "crv") }
      let (x, xBytes) = try bytes("x", in: members)
      let (y, yBytes) = try bytes("y", in: members)
      let defining = ["kty": type.rawValue, "crv": curve, "x": x, "y": y]
      guard let size = ["P-256": 32, "P-384": 48, "P-521": 66][curve] else { throw .unsupported(UntrustedText(curve)) }
      // RFC 7518 §6.2.1.2: a coordinate has its full size.
      guard xBytes.count == size, yBytes.count == size else { throw .malformed(member: "x") }
      let point = [0x04] + xBytes + yBytes
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
      let (x, bytes) = try bytes("x", in: members)
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
        throw .malformed(member: "x")
      }
      return (.ed25519(key), ["kty": type.rawValue, "crv": curve, "x": x])
    case .akp:
      // RFC 9964 §3: alg is required, and part of the key.
      guard let name = members["alg"]?.string else { throw .missing(member: "alg") }
      guard let algorithm = SignatureAlgorithm(rawValue: name), algorithm.keyType == .akp else {
        throw .unsupported(UntrustedText(name))
      }
      let (text, bytes) = try bytes("pub", in: members)
      return (.mlDSA(try MLDSAPublicKey(algorithm, bytes: bytes)), ["kty": type.rawValue, "alg": name, "pub": text])
    case .oct:
      let (k, bytes) = try bytes("k", in: members)
      guard !bytes.isEmpty else { throw .weak("k") }
      return (.secret(SymmetricKey(data: bytes)), ["kty": type.rawValue, "k": k])
    }
  }

  private static func text(
    _ member: String, in members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> String? {
    guard let value = members[member], value != .null else { return nil }
    guard let text = value.string else { throw .malformed(member: member) }
    return text
  }

  private static func bytes(
    _ member: String, in members: [String: JSONValue]
  ) throws(JSONWebKeyError) -> (text: String, bytes: [UInt8]) {
    guard let value = members[member] else { throw .missing(member: member) }
    // A public key of ML-DSA-87 has 2,592 bytes, which are 3,456 characters.
    guard let text = value.string, text.utf8.count <= 3_500, let bytes = try? Base64URL.decode(text)
    else { throw .malformed(member: member) }
    return (text, bytes)
  }
}

extension JSONWebKey: Hashable {
  /// Compares the keys and their other members; secrets in constant time.
  public static func == (lhs: JSONWebKey, rhs: JSONWebKey) -> Bool {
    lhs.keyType == rhs.keyType && lhs.keyID == rhs.keyID && lhs.use == rhs.use
      && lhs.keyOperations == rhs.keyOperations && lhs.algorithm == rhs.algorithm
      && equalInConstantTime(lhs.canonicalJSON.utf8, rhs.canonicalJSON.utf8)
  }

  /// Feeds the key to a hasher, whose seed is random in each process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(definingMembers)
  }
}

extension JSONWebKey: Redacted {
  /// The type and `kid`, never the key.
  public var description: String {
    "JSONWebKey(\(keyType.rawValue), kid: \(keyID.map { UntrustedText($0).description } ?? "none"))"
  }
}
