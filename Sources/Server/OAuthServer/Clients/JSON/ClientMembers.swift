internal import JOSE
internal import OAuthCore
internal import PKCE

/// Reads a client's members, checks their types, and records which were read.
///
/// A member that is `null` counts as absent (RFC 7592 §2.2).
struct ClientMembers {
  private let members: [String: JSONValue]
  private var readNames: Set<String> = []

  init(_ members: [String: JSONValue]) {
    self.members = members.filter { $0.value != .null }
  }

  /// Returns a client's own members without the empty texts and addresses. A client sends them when it
  /// has nothing to say, as the clients of the Model Context Protocol do.
  ///
  /// An empty method, algorithm or subject type stays an error: its default would be a choice that the
  /// client didn't make.
  static func withoutEmptyTexts(_ members: [String: JSONValue]) -> [String: JSONValue] {
    members.filter { $0.value != "" || !optionalTexts.contains($0.key) }
  }

  private static let optionalTexts: Set<String> = [
    "client_name", "scope", "client_uri", "logo_uri", "policy_uri", "tos_uri", "jwks_uri", "sector_identifier_uri",
    "backchannel_logout_uri", "software_id", "software_version", "software_statement",
  ]

  /// The names of the members that weren't read, sorted.
  var unread: [String] { members.keys.filter { !readNames.contains($0) }.sorted() }

  mutating func value(_ name: String) -> JSONValue? {
    readNames.insert(name)
    return members[name]
  }

  mutating func text(_ name: String) throws(ClientMetadataError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw ClientMetadataError(name, "is not a string") }
    guard !text.isEmpty else { throw ClientMetadataError(name, "is empty") }
    return text
  }

  mutating func texts(_ name: String) throws(ClientMetadataError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = value.strings else { throw ClientMetadataError(name, "is not an array of strings") }
    return texts
  }

  mutating func flag(_ name: String) throws(ClientMetadataError) -> Bool {
    guard let value = value(name) else { return false }
    guard let flag = value.bool else { throw ClientMetadataError(name, "is neither true nor false") }
    return flag
  }

  /// Reads an integer of at least 0.
  mutating func number(_ name: String) throws(ClientMetadataError) -> Int? {
    guard let value = value(name) else { return nil }
    guard case .integer(let number) = value, let number = Int(exactly: number), number >= 0 else {
      throw ClientMetadataError(name, "is not a non-negative integer")
    }
    return number
  }

  mutating func endpoint(_ name: String) throws(ClientMetadataError) -> Endpoint? {
    guard let text = try text(name) else { return nil }
    do {
      return try Endpoint(text)
    } catch {
      throw ClientMetadataError(name, "cannot be used. \(error.clause)")
    }
  }

  mutating func redirectURIs(_ name: String) throws(ClientMetadataError) -> [RedirectURI]? {
    guard let texts = try texts(name) else { return nil }
    var addresses: [RedirectURI] = []
    for text in texts {
      do throws(URIError) {
        addresses.append(try RedirectURI(text))
      } catch {
        throw ClientMetadataError(name, "has an address that cannot be used. \(error.clause)")
      }
    }
    return addresses
  }

  mutating func scope(_ name: String) throws(ClientMetadataError) -> Scope? {
    guard let text = try text(name) else { return nil }
    do {
      return try Scope(parameter: text)
    } catch {
      throw ClientMetadataError(name, "cannot be used. \(error.clause)")
    }
  }

  /// Reads an asymmetric algorithm. It can be verified with a public key, or used with one of the
  /// server's keys.
  mutating func algorithm(_ name: String) throws(ClientMetadataError) -> SignatureAlgorithm? {
    guard let text = try text(name) else { return nil }
    guard let algorithm = SignatureAlgorithm(rawValue: text), !algorithm.isSymmetric else {
      throw ClientMetadataError(name, "is not an asymmetric signature algorithm such as ES256 or RS256")
    }
    return algorithm
  }

  /// Reads the two algorithms of an encryption (OpenID Connect Registration §2).
  mutating func encryption(_ name: String) throws(ClientMetadataError) -> ResponseEncryption? {
    let (algorithm, content) = (try text(name + "_alg"), try text(name + "_enc"))
    guard let algorithm else {
      guard content == nil else { throw ClientMetadataError(name + "_enc", "needs \(name)_alg") }
      return nil
    }
    guard let knownAlgorithm = KeyManagementAlgorithm(rawValue: algorithm) else {
      throw ClientMetadataError(
        name + "_alg", "is none of \(KeyManagementAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let content else { return ResponseEncryption(knownAlgorithm) }
    guard let knownContent = ContentEncryptionAlgorithm(rawValue: content) else {
      throw ClientMetadataError(
        name + "_enc", "is none of \(ContentEncryptionAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return ResponseEncryption(knownAlgorithm, knownContent)
  }

  /// Reads the hash of a secret.
  mutating func secretHash(_ name: String) throws(ClientMetadataError) -> SecretHash? {
    guard let text = try text(name) else { return nil }
    guard let bytes = try? Base64URL.decode(text), let hash = SecretHash(bytes: bytes) else {
      throw ClientMetadataError(name, "is not the base64url of a SHA-256 hash (43 characters)")
    }
    return hash
  }

  /// Reads `jwks` or `jwks_uri` (RFC 7591 §2). A prefix selects Pixy's own members.
  mutating func keys(_ beginning: String = "") throws(ClientMetadataError) -> ClientKeys? {
    let set = value(beginning + "jwks")
    let address = try endpoint(beginning + "jwks_uri")
    switch (set, address) {
    case (nil, nil): return nil
    case (nil, let address?): return .address(address)
    case (let set?, nil): return .set(try Self.publicKeys(set, beginning + "jwks"))
    case (.some, .some):
      throw ClientMetadataError(beginning + "jwks", "and \(beginning)jwks_uri exclude each other (RFC 7591 §2)")
    }
  }

  /// Returns the public keys of a set. Unknown key types are ignored (RFC 7517 §5). A secret or
  /// private key is an error, because it was disclosed to the server.
  private static func publicKeys(_ value: JSONValue, _ name: String) throws(ClientMetadataError) -> JSONWebKeySet {
    for key in value.object?["keys"]?.array ?? [] {
      guard key.object?["kty"] != "oct", !JSONWebKey.isPrivate(key) else {
        throw ClientMetadataError(name, "has a private or secret key: it was disclosed, so generate a new one")
      }
    }
    do {
      return JSONWebKeySet(try JSONWebKeySet(value).keys)
    } catch {
      throw ClientMetadataError(name, "is not a JWK Set. \(error.clause)")
    }
  }
}
