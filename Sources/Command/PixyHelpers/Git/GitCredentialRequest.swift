internal import OAuthCore

/// git's description of the credential that it needs, used or discards: lines of `name=value`
/// (git-credential(1)).
struct GitCredentialRequest: Hashable {
  /// The largest input in bytes. git cuts its lines off at 65,535 bytes and sends few of them.
  static let maximumBytes = 262_144

  /// The scheme, such as `https`.
  private(set) var scheme: String?
  /// The host, with its port if the URL has one.
  private(set) var host: String?
  /// The user's name at the host, if git knows it.
  private(set) var userName: String?
  /// The password that git used, in `store` and `erase`.
  private(set) var password: Secret?
  /// The credential that git used with another scheme, in `store` and `erase`.
  private(set) var credential: Secret?
  /// git's capabilities besides user names and passwords.
  private(set) var capabilities: Set<String> = []
  /// The server's `WWW-Authenticate` fields, as git received them.
  private(set) var challenges: [String] = []

  /// Parses git's input.
  ///
  /// Unknown names are ignored, as git requires of helpers. Of a repeated name the last value
  /// counts, as in git. A value that isn't UTF-8 counts as missing, because no account of Pixy has
  /// such a value.
  ///
  /// - Parameter bytes: The bytes from standard input. Everything after an empty line is ignored.
  /// - Throws: ``HelperInputError`` if the input is too long, a line has no `=`, or there is a NUL.
  init(bytes: [UInt8]) throws(HelperInputError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLong(limit: Self.maximumBytes) }
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
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
    // An empty value discards the values before it.
    case "capability[]": capabilities = value.map { $0.isEmpty ? [] : capabilities.union([$0]) } ?? capabilities
    case "wwwauth[]": challenges = value.map { $0.isEmpty ? [] : challenges + [$0] } ?? challenges
    default: break
    }
  }

  /// The server's origin, or `nil` if no token may go there: a certificate's passphrase, or plain
  /// http to another machine.
  var origin: String? {
    guard let scheme, let host, !host.isEmpty, let endpoint = try? Endpoint("\(scheme)://\(host)/"),
      // The host must not have introduced another part of the URL.
      endpoint.description == endpoint.origin + "/", endpoint.query == nil
    else { return nil }
    return endpoint.origin
  }

  /// Whether git accepts a token as a bearer token instead of a password.
  var takesAuthenticationSchemes: Bool { capabilities.contains("authtype") }

  /// Whether the server accepts bearer tokens; `nil` if git received no challenge.
  var isBearerWanted: Bool? {
    guard !challenges.isEmpty else { return nil }
    return challenges.contains { challenge in
      challenge.prefix { $0 != " " }.lowercased() == "bearer"
    }
  }
}
