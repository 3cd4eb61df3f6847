internal import OAuthCore

/// What git says of the credential that it wants, uses or has no more use for: lines of `name=value` (git-credential(1)).
struct GitCredentialRequest: Hashable {
  /// More than git writes: it cuts its lines off at 65,535 octets and sends few of them.
  static let maximumOctets = 262_144

  /// The scheme, such as `https`.
  private(set) var scheme: String?
  /// The host, with its port if the address has one.
  private(set) var host: String?
  /// Who the person is there, if git knows.
  private(set) var userName: String?
  /// What git used as the password, in `store` and `erase`.
  private(set) var password: Secret?
  /// What git used after another scheme's name, in `store` and `erase`.
  private(set) var credential: Secret?
  /// What git understands beside user names and passwords.
  private(set) var capabilities: Set<String> = []
  /// The server's `WWW-Authenticate` fields, as git heard them.
  private(set) var challenges: [String] = []

  /// Reads what git wrote.
  ///
  /// Names that aren't known are left out, as git asks of helpers; of a name that comes twice the last counts, as in git. A value that
  /// isn't UTF-8 is one that no account of Pixy's has, and reads as missing.
  ///
  /// - Parameter octets: standard input; what follows an empty line isn't looked at.
  /// - Throws: ``HelperInputError`` if it is too long, a line has no `=`, or there is a NUL.
  init(octets: [UInt8]) throws(HelperInputError) {
    guard octets.count <= Self.maximumOctets else { throw .tooLong(limit: Self.maximumOctets) }
    for (index, line) in octets.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard !line.isEmpty else { break }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex, !line.contains(0) else {
        throw .malformedLine(index + 1)
      }
      let value = String(validating: line[line.index(after: equals)...], as: UTF8.self)
      take(String(decoding: line[..<equals], as: UTF8.self), value)
    }
  }

  private mutating func take(_ name: String, _ value: String?) {
    switch name {
    case "protocol": scheme = value
    case "host": host = value
    case "username": userName = value
    case "password": password = value.map { Secret($0) }
    case "credential": credential = value.map { Secret($0) }
    // An empty value forgets those before it.
    case "capability[]": capabilities = value.map { $0.isEmpty ? [] : capabilities.union([$0]) } ?? capabilities
    case "wwwauth[]": challenges = value.map { $0.isEmpty ? [] : challenges + [$0] } ?? challenges
    default: break
    }
  }

  /// The server's origin; `nil` if it is one that no token may go to: a certificate's passphrase, plain http that leaves this machine.
  var origin: String? {
    guard let scheme, let host, !host.isEmpty, let endpoint = try? Endpoint("\(scheme)://\(host)/"),
      // Nothing in the host may have become another part of the address.
      endpoint.description == endpoint.origin + "/", endpoint.query == nil
    else { return nil }
    return endpoint.origin
  }

  /// Whether a token can be handed over as what it is, instead of as a password.
  var takesAuthenticationSchemes: Bool { capabilities.contains("authtype") }

  /// Whether the server said that it takes bearer tokens; `nil` if git heard no challenge.
  var isBearerWanted: Bool? {
    guard !challenges.isEmpty else { return nil }
    return challenges.contains { challenge in
      challenge.prefix { $0 != " " }.lowercased() == "bearer"
    }
  }
}
